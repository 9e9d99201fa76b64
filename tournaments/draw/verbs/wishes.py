"""Wishes for the draw: players apart or together, and pins to a seat or a table.

A wish is about players, not entries, so it can exist before anybody is entered. Wishes are private: only
directors see them, and the audit log does not say whose they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from tournaments.clubs.models import Club, Player
from tournaments.clubs.rules import PlayerUnknown
from tournaments.core.actors import Actor
from tournaments.core.change import lock_club, lock_event, log
from tournaments.core.models.columns import new_id, parse_id
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.draw.models import SeatingWish, WishKind
from tournaments.draw.rules.check import WishesContradict
from tournaments.draw.rules.request import Apart, Pin, Together
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases.events import verify_register
from tournaments.events.verbs.plans import event_facts

MOST_PLAYERS = 30
"""Players of one wish, for example a family. Each two of them are a pair."""

HIGHEST_SEAT, HIGHEST_TABLE = 9, 5_000
"""Seats are numbered from 0, tables from 1."""

PAIRS, PINS = (WishKind.APART, WishKind.TOGETHER), (WishKind.SEAT, WishKind.TABLE)


class Constraints(NamedTuple):
    """The wishes for a draw, with the ids of entries."""

    apart: tuple[Apart, ...]
    together: tuple[Together, ...]
    pins: tuple[Pin, ...]


@transaction.atomic
def add_wishes(
    club: Club,
    actor: Actor,
    kind: str,
    players: Sequence[str | UUID],
    *,
    event: Event | None = None,
    must: bool = True,
    always: bool = False,
    number: int | None = None,
    note: str = "",
) -> list[SeatingWish]:
    """Add wishes for the draws of `event`, or (only `apart`) of every event of the club.

    `apart` and `together` take two or more players and hold for each pair; `seat` (`number` from 0) and
    `table` (from 1) take one player. must: a draw that breaks the wish is refused, else it costs as much as
    some repeats. always: together in every round, not only once. A new wish replaces an older one. Raises
    Invalid; Conflict for a finished event, or for a pair that should be both apart and together.
    """
    if event is not None:
        event = lock_event(event)
        verify_register(event_facts(event))
    # The lock waits for a player who is being made anonymous; they get no wish afterwards.
    club = lock_club(club)
    number = _check(kind, event, number)
    note = clean_reason(note, required=False)
    roster = _players(club, kind, players)
    settings: dict[str, Any] = {"kind": kind, "note": note, "created_by": actor.user}
    if kind in PAIRS:
        settings |= {"must": must, "always": always and kind == WishKind.TOGETHER}
        wishes = [_pair(club, event, pair, settings) for pair in combinations(roster, 2)]
    else:
        settings |= {"number": number}
        wishes = [
            SeatingWish.objects.update_or_create(
                event=event, player=roster[0], kind=kind, defaults=settings | {"club": club}
            )[0]
        ]
    log(
        actor,
        "add_wishes",
        event or club,
        within=event or club,
        kind=kind,
        wishes=[str(wish.pk) for wish in wishes],
    )
    return wishes


@transaction.atomic
def remove_wish(wish: SeatingWish, actor: Actor) -> None:
    """Remove a wish; the next draw ignores it. Idempotent."""
    if wish.event is None:
        lock_club(wish.club)
    else:
        lock_event(wish.event)
    if SeatingWish.objects.filter(pk=wish.pk).delete()[0]:
        log(actor, "remove_wish", wish, within=wish.event or wish.club, kind=wish.kind)


def copy_wishes(event: Event, target: Event) -> None:
    """Copy the wishes of an event to `target`, for the players of both."""
    entered = Entry.objects.filter(event=target).values("player_id")
    for wish in SeatingWish.objects.filter(
        Q(other=None) | Q(other__in=entered), event=event, player__in=entered
    ):
        wish.pk, wish.event = new_id(), target
        wish.save(force_insert=True)


def constraints_of(event: Event, entries: Sequence[Entry]) -> Constraints:
    """The wishes about these entries, in the order of the entries (one query).

    For one pair, a wish of the event replaces a wish of the club.
    """
    places = {entry.player_id: place for place, entry in enumerate(entries)}
    ids = {entry.player_id: str(entry.pk) for entry in entries}
    pairs: dict[tuple[str, str], SeatingWish] = {}
    pins: list[Pin] = []
    # Wishes of the club come first, so that those of the event overwrite them.
    for wish in sorted(wishes_of(event), key=lambda wish: wish.event_id is not None):
        if wish.player_id not in ids or (wish.other_id is not None and wish.other_id not in ids):
            continue
        if wish.other_id is None:
            place = {"seat" if wish.kind == WishKind.SEAT else "table": wish.number}
            pins.append(Pin(ids[wish.player_id], **place))
            continue
        first, second = sorted((wish.player_id, wish.other_id), key=places.__getitem__)
        pairs[ids[first], ids[second]] = wish
    order = {ids[player]: place for player, place in places.items()}
    in_order = sorted(pairs.items(), key=lambda item: (order[item[0][0]], order[item[0][1]]))
    return Constraints(
        apart=tuple(Apart(*pair, must=wish.must) for pair, wish in in_order if wish.kind == WishKind.APART),
        together=tuple(
            Together(*pair, must=wish.must, always=wish.always)
            for pair, wish in in_order
            if wish.kind == WishKind.TOGETHER
        ),
        pins=tuple(sorted(pins, key=lambda pin: (order[pin.player], pin.seat is None))),
    )


class WishUnknown(Invalid):
    """No kind of wish has this name."""

    sentence = gettext_noop("There is no wish “%(kind)s”. Choose one of: %(kinds)s.")


class WishNeedsEvent(Invalid):
    """This kind of wish is possible in a single event only."""

    sentence = gettext_noop(
        "A wish for all events of a club can only keep players apart. Add this wish to one event."
    )


def _check(kind: str, event: Event | None, number: int | None) -> int | None:
    """The checked number of a wish. Raises Invalid for an impossible wish."""
    if kind not in WishKind.values:
        raise WishUnknown(kind=kind, kinds=", ".join(WishKind.values), field="kind")
    if event is None and kind != WishKind.APART:
        raise WishNeedsEvent(field="kind")
    if kind in PAIRS:
        return None
    least, most = (0, HIGHEST_SEAT) if kind == WishKind.SEAT else (1, HIGHEST_TABLE)
    if number is None or not least <= number <= most:
        raise Invalid(
            "place_out_of_range",
            gettext("Give the number of a seat, %(least)d to %(most)d (seat 0 deals first).")
            % {"least": least, "most": most}
            if kind == WishKind.SEAT
            else gettext("Give the number of a table, %(least)d to %(most)d.")
            % {"least": least, "most": most},
            field="number",
        )
    return number


class WishOfSeveral(Invalid):
    """A wish to sit apart or together needs at least two players."""

    sentence = gettext_noop("Choose 2 to %(most)d different players.")


class WishOfOne(Invalid):
    """A wish for a place is for one player."""

    sentence = gettext_noop("Choose one player for a seat or a table.")


class BotsApart(Invalid):
    """Bots sit only at tables of bots."""

    sentence = gettext_noop("People and bots never sit at the same table. Choose only people, or only bots.")


def _players(club: Club, kind: str, refs: Sequence[str | UUID]) -> list[Player]:
    """The players of a wish, from the roster of the club."""
    ids = list(dict.fromkeys(parse_id(ref) for ref in refs))
    roster = Player.objects.filter(club=club, removed_at__isnull=True, anonymised_at__isnull=True)
    by_id = {player.pk: player for player in roster.filter(pk__in=[key for key in ids if key is not None])}
    unknown = [str(ref) for ref in refs if parse_id(ref) not in by_id]
    if unknown:
        raise PlayerUnknown(id=unknown[0], field="players")
    players = [by_id[key] for key in ids if key is not None]
    if kind in PINS and len(players) != 1:
        raise WishOfOne(field="players")
    if kind in PAIRS and not 2 <= len(players) <= MOST_PLAYERS:
        raise WishOfSeveral(most=MOST_PLAYERS, field="players")
    if len({player.is_bot for player in players}) > 1:
        raise BotsApart(field="players")
    return players


def _pair(
    club: Club, event: Event | None, pair: tuple[Player, Player], settings: dict[str, Any]
) -> SeatingWish:
    # A pair is stored once, with the lower id first.
    player, other = sorted(pair, key=lambda player: player.pk)
    key: dict[str, Any] = {"event": event, "player": player, "other": other}
    if event is None:
        key["club"] = club
    before = SeatingWish.objects.filter(**key).first()
    if before is not None and before.kind != settings["kind"]:
        raise WishesContradict(
            sentence=gettext_noop(
                "There is already a wish for %(player)s and %(other)s: %(kind)s. Remove that wish first."
            ),
            player=player.name,
            other=other.name,
            kind=before.get_kind_display(),
        )
    return SeatingWish.objects.update_or_create(**key, defaults=settings | {"club": club})[0]


def wishes_of(event: Event) -> QuerySet[SeatingWish]:
    """The wishes for the draws of an event: its own, and those of its club about its players.

    Only for directors.
    """
    entered = Entry.objects.filter(event=event).values("player_id")
    return SeatingWish.objects.filter(
        Q(event=event) | Q(event=None, club_id=event.club_id, player__in=entered, other__in=entered)
    ).select_related("player", "other")


def fixed_at_tables(event: Event) -> dict[UUID, int]:
    """The number of the table at which an entry always sits, by entry, for those who have one (one query)."""
    pins = SeatingWish.objects.filter(event=event, kind=WishKind.TABLE, player__entries__event=event)
    numbers = pins.values_list("player__entries__pk", "number")
    return {entry: number for entry, number in numbers if number is not None}


def wishes_of_club(club: Club) -> QuerySet[SeatingWish]:
    """The wishes of a club for all its events. Only for directors."""
    return SeatingWish.objects.filter(club=club, event=None).select_related("player", "other")
