"""Making a person anonymous."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.people import Player
from tournaments.clubs.verbs.people import leave
from tournaments.clubs.verbs.players import forget_wishes, lock_player, touch_standings
from tournaments.core.audit import Actor, log
from tournaments.core.errors import Conflict
from tournaments.core.languages import in_language_of
from tournaments.programs.privacy.draws import forget_in_draws
from tournaments.programs.privacy.replies import forget_contact
from tournaments.programs.privacy.tags import forget_tags
from tournaments.programs.privacy.texts import forget_in_texts
from tournaments.ratings.models import Rating


@transaction.atomic
def anonymise_player(player: Player, actor: Actor) -> Player:
    """Replace a person's names, and delete wishes, tags and ratings.

    Chips, results and prizes that were won stay, and what `mentions_of` finds. This cannot be undone.
    """
    with in_language_of(player.club):
        alias = gettext("Player %(tag)s") % {"tag": player.id.hex[-6:].upper()}
    touch_standings(player)
    forget_tags(player)
    if player.anonymised_at is None and not player.is_bot:
        forget_in_texts(player, actor, alias)
    leave(player, actor)
    player = lock_player(player)
    if player.is_bot:
        raise Conflict("player_is_a_bot", _("Bots cannot be made anonymous."))
    if player.anonymised_at is None:
        player.name = player.public_name = alias
        player.anonymised_at = timezone.now()
        player.save(update_fields=["name", "public_name", "anonymised_at"])
        forget_wishes(player)
        forget_contact(player)
        forget_in_draws([player])
        Rating.objects.filter(player=player).delete()  # it still counts for those who sat at the same tables
        log(actor, "anonymise_player", player, within=player.club)
    return player
