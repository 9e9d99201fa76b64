"""Equal scores in a season, and the names of its figures.

A season is ranked by the same code as an event. Each tie-break has its figure in a `Row`:

* `evenings_won`: evenings in which somebody had the first place, shared ones too.
* `countback`: the numbers of first, second, third ... places, compared in this order. The figure is the list
  of the places, the best first: it compares alike, and it is short.
* `shared_tables`: the place points of the tables at which all equal people sat. No such table: passed over.
* `net`: net chips of all evenings that count.
* `last_evening`: the worth of the last evening. Who was not there stands behind who was.
* `play_off`: who left the others behind in a play-off.
* `shared`: they share the place. `lots`: drawn by the seed of the season and the order of its members,
  once it is finished.

They count what was played, also struck evenings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, cast

from tournaments.core.rules.names import LONGEST_TITLE
from tournaments.seasons.rules import scheme as switches
from tournaments.standings.rules.ranking import Ranked, Value, rank, without_lots
from tournaments.standings.rules.scoring import Row

_TWO_YEARS: Final = re.compile(
    r"(?<![0-9])([0-9]{4}|[0-9]{2})( ?[/\-\u2010-\u2014] ?)([0-9]{4}|[0-9]{2})(?![0-9])", re.ASCII
)
_NUMBER: Final = re.compile(r"[0-9]+", re.ASCII)


def numbered_on(name: str) -> str:
    """Return the name of the next season: its last number is one more; else “2” after it.

    Of two years that follow each other (2025/26, 2025-2026) both are one more. Zeros at the front stay. A
    name that gets too long loses letters before the number.
    """
    for years in reversed(list(_TWO_YEARS.finditer(name))):
        first, between, second = years.groups()
        if (int(first) + 1) % 100 == int(second) % 100 and len(second) <= len(first):
            later = f"{_one_more(first)}{between}{_one_more(second)[-len(second) :]}"
            return _joined(name[: years.start()], later, name[years.end() :])
    numbers = list(_NUMBER.finditer(name))
    if not numbers:
        return _joined(name, " 2", "")
    last = numbers[-1]
    return _joined(name[: last.start()], _one_more(last[0]), name[last.end() :])


def _one_more(number: str) -> str:
    return str(int(number) + 1).zfill(len(number))


def _joined(before: str, number: str, after: str) -> str:
    most = max(LONGEST_TITLE - len(number) - len(after), 0)
    return f"{before[:most].rstrip() if len(before) > most else before}{number}{after}"[:LONGEST_TITLE]


NAME: Final[Mapping[str, str]] = {metric: name for name, metric in switches.METRIC.items()}

ENOUGH_EVENINGS: Final = "enough_evenings"
"""The figure that counts before the score where somebody has attended too few evenings: 1 for enough, else 0.
`decided_by` may name it."""

PlayOff = Mapping[str, int]
"""The result of one play-off: by person a number, more is better."""


def row_of(
    person: str,
    score: Fraction,
    places: Iterable[int],
    net: Fraction | int,
    last: int | None,
    tables: Mapping[tuple[int, str], Fraction],
    play_offs: Sequence[PlayOff],
    number: int,
) -> Row:
    """Return what the ranking compares of one person. places: at the evenings; 0 for none.

    number: of the member in their table. Lots depend on it and on no id, so they are the same in a copy.
    """
    # Negative, so that more is better: -1 -1 -3 is more than -1 -2, and than -1 -1.
    best_first = tuple(sorted((-place for place in places if place), reverse=True))
    return Row(
        entry=person,
        score=score,
        net=net,
        pochen=0,
        out=0,
        pools=0,
        showdowns=0,
        best_round=last,
        rounds_won=Fraction(best_first.count(-1)),
        deals=0,
        tables=cast("Mapping[tuple[int, str], int]", tables),
        places=best_first,
        play_offs={
            (index, ""): result[person] for index, result in enumerate(play_offs, 1) if person in result
        },
        ticket=str(number),
    )


def rank_season(
    rows: Sequence[Row], ties: Sequence[str], seed: int | str, below: frozenset[str], *, finished: bool
) -> list[Ranked]:
    """Return the ranking; `metrics` and `decided_by` have the names of this module.

    below: people with too few evenings; they come last. Lots are drawn only when the season is finished.
    """
    metrics = [switches.METRIC[tie] for tie in ties if tie != switches.SHARED]
    ahead = {row.entry: {ENOUGH_EVENINGS: int(row.entry not in below)} for row in rows} if below else None
    lines = rank(rows, metrics if finished else without_lots(metrics), seed, ahead)
    return [
        Ranked(
            line.place,
            line.entry,
            line.score,
            {NAME[metric]: _shown(figure) for metric, figure in line.metrics.items()},
            NAME.get(line.decided_by, line.decided_by),
            line.ahead,
        )
        for line in lines
    ]


def _shown(figure: Value) -> Value:
    return tuple(-place for place in figure) if isinstance(figure, tuple) else figure
