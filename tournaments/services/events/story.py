"""The text that a director writes in place of the generated story of a finished event."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict, Invalid
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_event
from tournaments.models import Event, EventStatus, Player

LONGEST_STORY: Final = 10_000
"""Characters."""


@transaction.atomic
def set_story(event: Event, actor: Actor, text: str, *, seen: str | None = None) -> Event:
    """Replace the story of a finished event by this text in Markdown. Empty: the generated one. Idempotent.

    seen: the `digest_of` the text that the actor has changed. The log does not have the text, because nothing
    can be removed from it. Raises Conflict if another text is stored now, or unless the event is finished;
    Invalid for a text that is too long.
    """
    event = lock_event(event)
    if event.status != EventStatus.FINISHED:
        raise Conflict("event_not_finished", _("Finish the event first. Then you can change its story."))
    if seen is not None and seen != digest_of(event):
        raise Conflict(
            "story_changed",
            _("Somebody else has changed the story meanwhile. Look at it again, then repeat your change."),
        )
    text = cleaned_story(text)
    if text != event.story:
        event.story = text
        event.save(update_fields=["story"])
        log(actor, "set_story", event, within=event, characters=len(text))
    return event


def cleaned_story(text: str) -> str:
    """The text as it is stored. Raises Invalid if it is too long."""
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > LONGEST_STORY:
        raise Invalid(
            "text_too_long",
            _("This text can have at most %(most)d characters."),
            {"most": LONGEST_STORY},
            field="text",
        )
    return text


def digest_of(event: Event) -> str:
    """A short digest of the stored text."""
    return hashlib.sha256(event.story.encode()).hexdigest()[:16]


def replace_in_stories(player: Player, alias: str) -> None:
    """Put the alias in place of both names of a player in the stories of their events.

    A name is replaced where it stands as a whole, in capitals or not; a first name alone is not found. Call
    it before the player is locked, because the lock order is event, then player.
    """
    present = Player.objects.values_list("name", "public_name").get(pk=player.pk)
    names = {re.escape(name) for name in present}
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(names, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
    told = Event.objects.filter(entries__player=player).exclude(story="")
    for found in told.distinct().order_by("pk"):
        event = lock_event(found)
        replaced = pattern.sub(lambda _found: alias, event.story)
        if replaced != event.story:
            event.story = replaced
            event.save(update_fields=["story"])
