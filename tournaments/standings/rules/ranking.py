"""Rankings and what decided each place.

After the score, an ordered list of tie-breaks separates equal entries, one tie-break after the other. More is
better in each. Places depend on the rows and the seed, not on the order of the rows. Entries that share a
place stay in the order of the rows, so that their order tells nothing about lots that are still to be drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import sha256
from statistics import mean, median
from typing import Any, Final

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.standings.rules.scoring import Row

DEFAULT_TIE_BREAKS: Final = ("rounds_won", "out", "best_round", "lots")

SHARED: Final = "shared"
"""`decided_by` of entries that share a place because no tie-break separates them."""

LOTS: Final = "lots"
PLAY_OFF: Final = "play_off"

MATES: Final = frozenset({"mates_mean", "mates_median"})
"""Tie-breaks that need the scores of the table-mates (`Row.mates`)."""

Value = int | Fraction | tuple[int, ...] | None
"""The figure of a tie-break. A tuple is compared number by number."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of a ranking.

    place: from 1. Entries that share a place have the same number, and the next places stay empty (1 2 2 4).
    metrics: the figure of each tie-break, decisive or not. `head_to_head` is None if it was not used,
    `best_round` if the entry played no round, `mates_mean` if it met nobody.
    decided_by: what separated this entry from its equals: "score", a tie-break, a figure of `ahead`, or
    `SHARED`.
    ahead: figures that count before the score, in their order; empty if the score comes first.
    """

    place: int
    entry: str
    score: Fraction
    metrics: Mapping[str, Value]
    decided_by: str
    ahead: Mapping[str, int] = field(default_factory=dict)


class UnknownTieBreak(Invalid):
    """No tie-break has this name."""

    sentence = gettext_noop("There is no tie-break “%(name)s”. Choose from: %(choices)s.")


class TieBreakTwice(Invalid):
    """The list contains a tie-break twice."""

    sentence = gettext_noop("The tie-break “%(name)s” is in the list twice. Remove one of them.")


class PlayOffNotLast(Invalid):
    """Only lots can follow a play-off in the tie-breaks."""

    sentence = gettext_noop(
        "Only players whom all other tie-breaks leave equal play a play-off. Put “play_off” last, or "
        "directly before “lots”."
    )


class LotsNotLast(Invalid):
    """Lots separate everybody, so no tie-break can follow them."""

    sentence = gettext_noop("Lots separate everybody, so no tie-break can follow them. Put “lots” last.")


def check_tie_breaks(names: Sequence[str]) -> None:
    """Refuse a list that cannot be used.

    Raises Refusal `unknown_tie_break`, `tie_break_twice` for one that is in the list twice,
    `lots_not_last` (lots leave nothing to decide), or `play_off_not_last` (a play-off is for those whom all
    other tie-breaks leave equal).
    """
    for name in names:
        if name not in METRICS:
            raise UnknownTieBreak(name=name, choices=", ".join(METRICS))
        if list(names).count(name) > 1:
            raise TieBreakTwice(name=name)
    if LOTS in names[:-1]:
        raise LotsNotLast

    if PLAY_OFF in without_lots(names)[:-1]:
        raise PlayOffNotLast


def without_lots(names: Sequence[str]) -> list[str]:
    """Return these tie-breaks without lots: what ranks an event that still runs."""
    return [name for name in names if name != LOTS]


def rank(
    rows: Iterable[Row],
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    lots_seed: int | str = 0,
    ahead: Mapping[str, Mapping[str, int]] | None = None,
) -> list[Ranked]:
    """Rank the rows by score, then by the tie-breaks in their order.

    ahead: figures of each entry that count before the score, with the same names in the same order; more is
    better.

    `head_to_head` counts the net chips of the rounds in which all entries that are still equal sat at one
    table. Without such a round it is skipped. `lots` follow from `lots_seed` and the id of the entry, so a
    lot does not change when other entries come and go. Without `lots` a remaining tie is a shared place.

    Raises what `check_tie_breaks` raises.
    """
    check_tie_breaks(tie_breaks)
    ordered = list(rows)
    shown: dict[str, dict[str, Value]] = {
        row.entry: {
            name: METRICS[name](lots_seed, [row])[0] if name != "head_to_head" else None
            for name in tie_breaks
        }
        for row in ordered
    }
    first = ahead or {}
    names = list(first[ordered[0].entry]) if first and ordered else []
    figures = {name: {row.entry: first[row.entry][name] for row in ordered} for name in names}
    ranked: list[Ranked] = []
    for level, decided_by in _split(ordered, [*names, "score", *tie_breaks], lots_seed, shown, figures):
        place = len(ranked) + 1
        ranked += [
            Ranked(place, row.entry, row.score, shown[row.entry], decided_by, first.get(row.entry, {}))
            for row in level
        ]
    return ranked


def what_decided(before: Ranked, behind: Ranked) -> str:
    """Return what decided between two lines of a ranking: "score", a tie-break, or `SHARED`."""
    for name, figure in before.ahead.items():
        if behind.ahead[name] != figure:
            return name
    if before.score != behind.score:
        return "score"
    # Both were in one group when head_to_head was used, so their figures can be compared.
    metrics = before.metrics.items()
    return next((name for name, figure in metrics if behind.metrics[name] != figure), SHARED)


def in_order(ranked: Iterable[Ranked], lots_seed: int | str = 0) -> list[Ranked]:
    """Return the lines in a strict order: lots separate lines that share a place."""
    return sorted(ranked, key=lambda line: (line.place, -lot(lots_seed, line.entry)))


def _split(
    level: Sequence[Row],
    names: Sequence[str],
    seed: int | str,
    shown: dict[str, dict[str, Value]],
    ahead: Mapping[str, Mapping[str, int]],
) -> list[tuple[Sequence[Row], str]]:
    """Split equal rows, metric by metric, into (rows of one place, what decided it), best first."""
    if not names:
        return [(level, SHARED)]
    name, later = names[0], names[1:]
    groups: dict[Fraction | Value, list[Row]] = {}
    if name == "score":
        for row in level:
            groups.setdefault(row.score, []).append(row)
    elif name in ahead:
        for row in level:
            groups.setdefault(ahead[name][row.entry], []).append(row)
    else:
        for row, value in zip(level, METRICS[name](seed, level), strict=True):
            groups.setdefault(value, []).append(row)
            shown[row.entry][name] = value
    placed: list[tuple[Sequence[Row], str]] = []
    for key in sorted(groups, key=_order, reverse=True):
        group = groups[key]
        placed += [(group, name)] if len(group) == 1 else _split(group, later, seed, shown, ahead)
    return placed


def _order(value: Fraction | Value) -> tuple[bool, Any]:
    """Return a sort key: more is better, None is worst."""
    return (False, 0) if value is None else (True, value)


def _figure(name: str, _seed: int | str, level: Sequence[Row]) -> list[Value]:
    return [getattr(row, name) for row in level]


def _mates(
    summary: Callable[[Sequence[Fraction]], Any], _seed: int | str, level: Sequence[Row]
) -> list[Value]:
    """Return the mean or the median of the scores of the table-mates; None for an entry without any."""
    return [summary(row.mates) if row.mates else None for row in level]


def _play_off(_seed: int | str, level: Sequence[Row]) -> list[Value]:
    """Return how many of the equal players each has left behind in the play-offs that at least two played.

    None for those who played none of them: they stand behind the others. If the first play-off leaves players
    equal, the next one that at least two of them played separates them.
    """
    results: dict[str, list[tuple[bool, int | Fraction]]] = {row.entry: [] for row in level}

    def separate(equal: Sequence[Row]) -> None:
        sitting = Counter(table for row in equal for table in row.play_offs)
        played = sorted(table for table, players in sitting.items() if players > 1)
        done = {len(results[row.entry]) for row in equal}.pop()
        if done >= len(played):
            return
        groups: dict[tuple[bool, int | Fraction], list[Row]] = {}
        for row in equal:
            result = (played[done] in row.play_offs, row.play_offs.get(played[done], 0))
            results[row.entry].append(result)
            groups.setdefault(result, []).append(row)
        for group in groups.values():
            separate(group)

    separate(level)
    return [
        sum(other < result for other in results.values()) if any(sat for sat, _chips in result) else None
        for result in (results[row.entry] for row in level)
    ]


def _head_to_head(_seed: int | str, level: Sequence[Row]) -> list[Value]:
    """Return the net chips of the rounds in which all sat at one table; None without such a round."""
    shared = set.intersection(*(set(row.tables) for row in level))
    if not shared:
        return [None] * len(level)
    return [sum(row.tables[sitting] for sitting in shared) for row in level]


def lot(seed: int | str, entry: str) -> int:
    """Return the lot of an entry; the higher lot wins. It has 48 bits, so JavaScript can hold it."""
    return int.from_bytes(sha256(f"{seed}:{entry}".encode()).digest()[:6], "big")


def _lots(seed: int | str, level: Sequence[Row]) -> list[Value]:
    return [lot(seed, row.ticket or row.entry) for row in level]


METRICS: Final[Mapping[str, Callable[[int | str, Sequence[Row]], list[Value]]]] = {
    "net": partial(_figure, "net"),
    "pochen": partial(_figure, "pochen"),
    "out": partial(_figure, "out"),
    "pools": partial(_figure, "pools"),
    "showdowns": partial(_figure, "showdowns"),
    "best_round": partial(_figure, "best_round"),
    "rounds_won": partial(_figure, "rounds_won"),
    "countback": partial(_figure, "places"),
    "mates_mean": partial(_mates, mean),
    "mates_median": partial(_mates, median),
    "head_to_head": _head_to_head,
    PLAY_OFF: _play_off,
    LOTS: _lots,
}
"""Every tie-break by name: a function from the seed and a group of equal rows to their figures."""
