"""The players of a rehearsal: stand-ins with the names of the players who are entered in the event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.kernel.languages import in_language_of
from tournaments.models import Club, Entry, EntryStatus, Event, Player, SeatingWish, WishKind
from tournaments.rules.names import name_key
from tournaments.services.events.wishes import wishes_of


def make_stand_ins(event: Event, club: Club, players: int) -> list[Player]:
    """Create this number of stand-ins on the roster of `club`, in the order of the entries of `event`.

    If fewer players are entered, the others are called "Player 1", "Player 2" and so on.
    """
    entered = (
        Entry.objects.filter(event=event)
        .exclude(status=EntryStatus.WITHDRAWN)
        .select_related("player")
        .order_by("number")[:players]
    )
    stand_ins = [
        Player(
            club=club,
            name=entry.player.name,
            name_key=entry.player.name_key,
            public_name=entry.player.public_name,
            bot=entry.player.bot,
            stands_in_for=entry.player,
        )
        for entry in entered
    ]
    with in_language_of(club):
        names = list(islice(_free_names({player.name_key for player in stand_ins}), players - len(stand_ins)))
    stand_ins += [Player(club=club, name=name, name_key=name_key(name), public_name=name) for name in names]
    return Player.objects.bulk_create(stand_ins)


def copy_wishes(event: Event, rehearsed: Event, stand_ins: Mapping[UUID, Player]) -> None:
    """Copy the wishes of an event and its club to the rehearsed event. `stand_ins`: by the player's id.

    For one pair, a wish of the event replaces a wish of the club.
    """
    wishes: dict[object, SeatingWish] = {}
    for wish in sorted(wishes_of(event), key=lambda wish: wish.event_id is not None):
        player = stand_ins.get(wish.player_id)
        other = stand_ins.get(wish.other_id) if wish.other_id else None
        if player is None or (wish.other_id is not None and other is None):
            continue
        if other is not None and other.pk < player.pk:
            player, other = other, player
        key = (player.pk, other.pk if other else WishKind(wish.kind))
        wishes[key] = SeatingWish(
            club=rehearsed.club,
            event=rehearsed,
            kind=wish.kind,
            player=player,
            other=other,
            number=wish.number,
            must=wish.must,
            always=wish.always,
        )
    SeatingWish.objects.bulk_create(wishes.values())


def _free_names(taken: set[str]) -> Iterator[str]:
    for number in count(1):
        name = _("Player %(number)d") % {"number": number}
        if name_key(name) not in taken:
            yield name
