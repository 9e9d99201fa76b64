"""The answer of a member to an evening, for the player who has their account."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.people import Player
from tournaments.core.audit import Actor
from tournaments.core.errors import Conflict
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Reply
from tournaments.events.verbs import replies


@transaction.atomic
def answer_as_member(event: Event, actor: Actor, *, comes: bool) -> Reply:
    """Say "I come" or "I cannot".

    Raises Conflict `reply_of_nobody`, or what `sign_up`, `say_yes` and `say_no` of `replies` raise.
    """
    user = None if actor.user is None else actor.user.pk
    own = Player.objects.filter(club=event.club, user=user, user__isnull=False, removed_at=None).first()
    if own is None:
        raise Conflict(
            "reply_of_nobody",
            _("You are no player of %(club)s. Ask a director for the link of your player."),
            {"club": event.club.name},
        )
    reply = Reply.objects.filter(event=event, player=own).first()
    if reply is None:
        reply = replies.sign_up(event, actor, player=own)
        return reply if comes else replies.say_no(reply, actor)
    return replies.say_yes(reply, actor) if comes else replies.say_no(reply, actor)
