"""The standings round by round: a crosstable, a graph of places, and chips by part of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.core.words.charts import percent, rem
from tournaments.events.models.events import Entry
from tournaments.standings.models import Standing
from tournaments.tables.verbs.tallies import PARTS

MOST_LINES: Final = 10
"""The graph shows the places of so many players."""

HIGH: Final = 22.0
"""The most rems of the graph."""

ROW: Final = 1.75
"""Rems between two places, where there is room."""

LEFT, RIGHT = 7.0, 64.0
"""The percents of the width between which the rounds lie. The names stand to the right of them."""

LONGEST_NAME: Final = 16
"""Letters of a name beside the graph. The table has the whole name."""

PART_NAMES: Final[Mapping[str, Any]] = {
    "antes": _("Antes"),
    "melding": _("Melding"),
    "pochen": _("Pochen"),
    "shedding": _("Shedding"),
    "boards": _("Boards shared"),
}


@dataclass(frozen=True)
class Cell:
    """A player after a round: what the round added, the score with it, and the place.

    result: None: nothing. state: `counts`, `struck`, `missed`, ... as in a standing. place: None: not ranked.
    absent: the player is in no standing of that round.
    """

    result: float | None = None
    state: str = ""
    total: float | None = None
    place: int | None = None
    absent: bool = False

    @property
    def is_struck(self) -> bool:
        return self.state.endswith("struck")

    @property
    def is_missed(self) -> bool:
        return self.state.startswith("missed")


@dataclass(frozen=True)
class CrossLine:
    """A player with a cell for each closed round, and the present place and score."""

    entry: str
    name: str
    place: int | None
    score: float
    cells: Sequence[Cell]
    withdrawn: bool
    parts: Sequence[int] = ()
    """Chips by part of the game, in the order of `shown_parts`."""


def cross_lines(
    rows: Sequence[Mapping[str, Any]],
    closed: Sequence[Standing],
    entries: Mapping[str, Entry],
    parts: Mapping[str, Counter[str]] | None = None,
    shown_parts: Sequence[str] = PARTS,
) -> list[CrossLine]:
    """The lines of these rows of the newest standing. closed: the standings at the close of each round."""
    states = {(row["entry"], result["round"]): result["state"] for row in rows for result in row["results"]}
    by_round = [
        (kept.round.number, {row["entry"]: row for row in kept.rows}) for kept in closed if kept.round
    ]
    return [
        CrossLine(
            entry=row["entry"],
            name=entries[row["entry"]].player.public_name,
            place=row["place"],
            score=row["score"],
            cells=[_cell(number, of_round.get(row["entry"]), states) for number, of_round in by_round],
            withdrawn=entries[row["entry"]].status == "withdrawn",
            parts=[parts[row["entry"]][part] if row["entry"] in parts else 0 for part in shown_parts]
            if parts is not None
            else (),
        )
        for row in rows
        if row["entry"] in entries
    ]


def parts_to_show(parts: Mapping[str, Counter[str]]) -> list[str]:
    """The parts of the game in which anybody has won or lost chips."""
    return [part for part in PARTS if any(counts[part] for counts in parts.values())]


def _cell(number: int, row: Mapping[str, Any] | None, states: Mapping[tuple[str, int], str]) -> Cell:
    if row is None:
        return Cell(absent=True)
    result = next((result for result in row["results"] if result["round"] == number), None)
    # A later round can strike one that counted at its close.
    state = states.get((row["entry"], number), "" if result is None else result["state"])
    return Cell(None if result is None else result["result"], state, row["score"], row["place"])


def graph_of_places(lines: Sequence[CrossLine], rounds: Sequence[int]) -> dict[str, Any] | None:
    """The graph of the first of these players; None with fewer than two closed rounds, or nobody ranked.

    Horizontal places are in percents, vertical ones in rems (see `charts`). A course has the places of one
    player as points, and strokes between them. tone: one of ten looks of a line.
    """
    shown = [line for line in lines[:MOST_LINES] if any(cell.place for cell in line.cells)]
    if len(rounds) < 2 or not shown:
        return None
    worst = max(cell.place or 1 for line in shown for cell in line.cells)
    high = min(HIGH, ROW * max(worst - 1, 1))

    def y_of(place: float) -> float:
        return 1 + high * (place - 1) / max(worst - 1, 1)

    xs = [LEFT + (RIGHT - LEFT) * index / (len(rounds) - 1) for index in range(len(rounds))]
    step = max(1, -(-worst // 8))
    marked = sorted({1, worst, *range(step, worst + 1 - step // 2, step)})
    free = 0.0
    courses = []
    in_turn = sorted(range(len(shown)), key=lambda index: (_last_place(shown[index]), index))
    for index in in_turn:
        line = shown[index]
        # Names of players who share a place stand below each other.
        free = max(free + 1.1, y_of(_last_place(line)))
        at = [(x, y_of(cell.place)) if cell.place else None for x, cell in zip(xs, line.cells, strict=True)]
        courses.append(
            {
                "label": _short(line.name),
                "tone": index,
                "label_y": rem(free + 0.3),
                "points": [(percent(place[0]), rem(place[1])) for place in at if place],
                "strokes": [
                    (percent(a[0]), rem(a[1]), percent(b[0]), rem(b[1])) for a, b in pairwise(at) if a and b
                ],
            }
        )
    foot = max(1 + high, free) + 0.75
    return {
        "height": rem(foot + 1.75),
        "foot": rem(foot + 1.25),
        "label_x": percent(RIGHT + 3),
        "rounds": [(percent(x), number) for x, number in zip(xs, rounds, strict=True)],
        "places": [(rem(y_of(place)), rem(y_of(place) + 0.3), place) for place in marked],
        "courses": courses,
    }


def _last_place(line: CrossLine) -> int:
    return next((cell.place for cell in reversed(line.cells) if cell.place), 1)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
