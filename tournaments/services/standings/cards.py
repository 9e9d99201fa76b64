"""What the cards gave and what the play made of the rest, for rows of standings.

Only rounds that are over count: a standing says nothing about cards while one of its rounds is played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournaments.models import DealKind, Event, HandWorth, KnownBy, RoundStatus
from tournaments.rules.scoring import Row, Tally

from .lines import figure


@dataclass(frozen=True)
class Cards:
    """worth: what the cards gave an entry at a table, in thousandths of a chip. deals: played there."""

    worth: int
    deals: int
    by_melding: int


Given = Mapping[tuple[str, str], Cards]
"""By entry and table. Where a worth is missing, as with totals, the table is missing."""


def cards_given(event: Event, tallies: Iterable[Tally]) -> Given:
    """What the cards gave at the tables of closed rounds (one query; none without weights).

    tallies: of these tables. Who had the same seat one after the other comes in that order.
    """
    if event.hand_weights is None:
        return {}
    of_seats: dict[tuple[str, int], dict[int, tuple[str, int]]] = defaultdict(dict)
    for table, number, known_by, seats in HandWorth.objects.filter(
        deal__table__round__event=event,
        deal__table__round__status=RoundStatus.CLOSED,
        deal__kind=DealKind.RECORDED,
        deal__replaced_by__isnull=True,
    ).values_list("deal__table_id", "deal__number", "known_by", "seats"):
        at = str(table)
        for seat, worth in seats.items():
            of_seats[at, int(seat)][number] = known_by, worth
    taken: Counter[tuple[str, int]] = Counter()
    given: dict[tuple[str, str], Cards] = {}
    for tally in tallies:
        seat = tally.table, -1 if tally.seat is None else tally.seat
        # By the numbers of the deals: not all deals of a table need to be of a size that was measured.
        numbers = range(taken[seat] + 1, taken[seat] + tally.deals + 1)
        mine = [of_seats[seat][number] for number in numbers if number in of_seats[seat]]
        taken[seat] += tally.deals
        if mine and len(mine) == tally.deals:
            by_melding = sum(known_by == KnownBy.MELDING for known_by, _worth in mine)
            given[tally.entry, tally.table] = Cards(sum(worth for _by, worth in mine), len(mine), by_melding)
    return given


def luck_of(row: Row, given: Given) -> dict[str, Any]:
    """The key `luck` of a row of a standing; nothing if the cards of no table are known.

    `cards` and `play` are chips: together the net chips at these tables, without adjustments. `deals` were
    played there; `by_melding` of them are known by their scorecards only.
    """
    tables = [
        (net, given[row.entry, table])
        for (_round, table), net in row.tables.items()
        if (row.entry, table) in given
    ]
    if not tables:
        return {}
    cards = Fraction(sum(known.worth for _net, known in tables), 1000)
    return {
        "luck": {
            "cards": figure(cards),
            "play": figure(sum(net for net, _known in tables) - cards),
            "deals": sum(known.deals for _net, known in tables),
            "by_melding": sum(known.by_melding for _net, known in tables),
        }
    }
