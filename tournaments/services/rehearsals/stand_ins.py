"""Who plays in a rehearsal: stand-ins, under the names of those who are entered in the event.

They are on the roster of the rehearsal's own club. What is asked of a person is asked of them too: whoever is
made anonymous is so in every rehearsal, and in what was told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.models import Club, Entry, EntryStatus, Event, Player, SeatingWish, WishKind
from tournaments.rules.names import name_key
from tournaments.services.events.wishes import wishes_of


def cast(event: Event, club: Club, players: int) -> list[Player]:
    """Stand-ins on this club's roster for so many players of the event, in the order of their entries.

    Where fewer are entered the rest are called "Player 1", "Player 2", ...; where more are, the first ones.
    """
    entered = (
        Entry.objects.filter(event=event)
        .exclude(status=EntryStatus.WITHDRAWN)
        .select_related("player")
        .order_by("number")[:players]
    )
    made = [
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
    names = _nameless({player.name_key for player in made})
    made += [
        Player(club=club, name=name, name_key=name_key(name), public_name=name)
        for name in islice(names, players - len(made))
    ]
    return Player.objects.bulk_create(made)


def copy_wishes(event: Event, rehearsed: Event, by: Mapping[UUID, Player]) -> None:
    """Ask of the rehearsal's draws what is asked of the event's; `by`: the stand-ins, by whom they stand for.

    What the club asks of all its events is asked too, where the event does not say otherwise of the pair.
    """
    wishes: dict[object, SeatingWish] = {}
    for wish in sorted(wishes_of(event), key=lambda wish: wish.event_id is not None):
        if wish.player_id not in by or (wish.other_id is not None and wish.other_id not in by):
            continue
        player, other = by[wish.player_id], by[wish.other_id] if wish.other_id else None
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


def _nameless(taken: set[str]) -> Iterator[str]:
    for number in count(1):
        name = _("Player %(number)d") % {"number": number}
        if name_key(name) not in taken:
            yield name
