"""Which facts of a finished event are worth telling, and in which of several wordings.

Plain data in and out: entries are ids, so that names are those of today. The same event always has the same
story. The sentences are in `standings/told.html`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

WORDINGS: Final = 3
"""So many wordings the sentences may choose from."""

A_CLIMB: Final = 3
"""A player who wins so many places in the last round is worth a sentence."""

MOST_SETS: Final = 3
"""The story names so many sets of four cards of a rank."""

MOST_EQUALS: Final = 3
"""A best figure that more players share is not told."""


@dataclass(frozen=True)
class Line:
    """A line of a standing, with what the entry has won in all its deals."""

    entry: str
    place: int | None
    score: float
    deals: int = 0
    pools: int = 0
    """Pools with chips in them won by melding."""
    out: int = 0
    """Deals gone out."""


@dataclass(frozen=True)
class Showing:
    """What somebody showed or won in the Pochen of one deal. kind: the set that was shown, or ""."""

    entry: str
    round: int
    table: int
    deal: int
    chips: int
    kind: str = ""
    cards: str = ""


@dataclass(frozen=True)
class Evening:
    """What the ledger says of a finished event.

    final: the final standing, best first. rounds: the standing at the close of each round that counts.
    pot: the largest pot. fours: the sets of four that were shown, in the order of play.
    """

    final: Sequence[Line]
    rounds: Mapping[int, Sequence[Line]]
    deals: int
    on_boards: int
    pot: Showing | None = None
    fours: Sequence[Showing] = ()


@dataclass(frozen=True)
class Fact:
    """One thing to tell: its kind, and the values for its sentence. wording: which of several sentences."""

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)
    wording: int = 0


def story(evening: Evening, seed: int) -> list[Fact]:
    """The facts in the order in which they are told; none before anybody has played a deal."""
    ranked = [line for line in evening.final if line.place is not None and line.deals]
    if not ranked:
        return []
    best = min(line.place for line in ranked if line.place is not None)
    winners = [line for line in ranked if line.place == best]
    chosen = [
        _played(evening, ranked),
        _won(ranked, winners),
        *(_turn(evening, winners[0].entry) if len(winners) == 1 else ()),
        *_climb(evening, winners),
        *_pot(evening),
        *_fours(evening),
        *_most("pools", ranked, {line.entry: line.pools for line in ranked}),
        *_most("out", ranked, {line.entry: line.out for line in ranked}),
        *([Fact("boards", {"chips": evening.on_boards})] if evening.on_boards else []),
    ]
    lots = Random(seed)  # noqa: S311 - a choice of words, nothing secret
    return [Fact(fact.kind, fact.values, lots.randrange(WORDINGS)) for fact in chosen]


def _played(evening: Evening, ranked: Sequence[Line]) -> Fact:
    values = {"players": len(ranked), "rounds": len(evening.rounds), "deals": evening.deals}
    return Fact("played", values)


def _won(ranked: Sequence[Line], winners: Sequence[Line]) -> Fact:
    if len(winners) > 1:
        return Fact("won_together", {"entries": [line.entry for line in winners], "score": winners[0].score})
    first = winners[0]
    behind = [line for line in ranked if line is not first]
    if not behind:
        return Fact("won_alone", {"entry": first.entry, "score": first.score})
    second = behind[0]
    values = {"entry": first.entry, "score": first.score, "second": second.entry}
    lead = round(first.score - second.score, 3)
    return Fact("won", {**values, "lead": lead}) if lead > 0 else Fact("won_by_tie_break", values)


def _turn(evening: Evening, winner: str) -> list[Fact]:
    """Where the lead changed for good: the round since whose close the winner has led alone."""
    numbers = sorted(evening.rounds)
    if len(numbers) < 2:
        return []
    since = None
    for number in reversed(numbers):
        if _leaders(evening.rounds[number]) != [winner]:
            break
        since = number
    if since == numbers[0]:
        return [Fact("led_throughout", {"entry": winner})]
    # Who leads after the last round can still be passed by tie-breaks and adjustments.
    turn = numbers[-1] if since is None else since
    before = evening.rounds[numbers[numbers.index(turn) - 1]]
    at = {line.entry: line for line in before}
    leaders = [entry for entry in _leaders(before) if entry != winner]
    if winner not in at or at[winner].place is None or not leaders or len(leaders) > MOST_EQUALS:
        return []
    behind = round(at[leaders[0]].score - at[winner].score, 3)
    values = {"entry": winner, "round": turn, "leaders": leaders, "place": at[winner].place, "behind": behind}
    return [Fact("turn_at_the_end" if turn == numbers[-1] else "turn", values)]


def _leaders(lines: Sequence[Line]) -> list[str]:
    return [line.entry for line in lines if line.place == 1 and line.deals]


def _climb(evening: Evening, winners: Sequence[Line]) -> list[Fact]:
    """Who won the most places in the last round. The winner has been told of already."""
    numbers = sorted(evening.rounds)
    if len(numbers) < 2:
        return []
    before = {line.entry: line.place for line in evening.rounds[numbers[-2]] if line.deals}
    told = {line.entry for line in winners}
    climbs = []
    for line in evening.rounds[numbers[-1]]:
        place = before.get(line.entry)
        if place is not None and line.place is not None and line.entry not in told:
            climbs.append((place - line.place, line))
    if not climbs:
        return []
    places, line = max(climbs, key=lambda climb: climb[0])
    if places < A_CLIMB or sum(climb[0] == places for climb in climbs) > 1:
        return []
    return [Fact("climb", {"entry": line.entry, "places": places, "place": line.place})]


def _pot(evening: Evening) -> list[Fact]:
    pot = evening.pot
    if pot is None or pot.chips <= 0:
        return []
    values = {"entry": pot.entry, "chips": pot.chips, "round": pot.round, "table": pot.table}
    return [Fact("pot", {**values, "deal": pot.deal, "kind": pot.kind, "cards": pot.cards})]


def _fours(evening: Evening) -> list[Fact]:
    fours = evening.fours
    if len(fours) > MOST_SETS:
        return [Fact("many_fours", {"count": len(fours)})]
    return [
        Fact("four", {"entry": four.entry, "cards": four.cards, "round": four.round, "chips": four.chips})
        for four in fours
    ]


def _most(kind: str, ranked: Sequence[Line], figures: Mapping[str, int]) -> list[Fact]:
    """The players with the highest figure, in the order of the standing, unless too many share it."""
    highest = max(figures.values())
    holders = [line.entry for line in ranked if figures[line.entry] == highest]
    if highest < 2 or len(holders) > MOST_EQUALS:
        return []
    return [Fact(kind, {"entries": holders, "count": highest})]
