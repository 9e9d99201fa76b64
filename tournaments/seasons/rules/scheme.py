"""The scheme of a season: its switches. It is frozen when the season starts.

Each switch is one key of a JSON object. Numbers of points are kept as thousandths. `switches.py` says each
switch in a sentence, `reading.py` reads a scheme and refuses contradictions.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from tournaments.events.rules.counting import FIXED, MEAN, NOTHING
from tournaments.seasons.rules.exact import written

POINTS, LINEAR, ROOT, TABLES, EVEN, NET_ROOT, SCORE = (
    "points", "linear", "root", "tables", "even", "net_root", "score",
)  # fmt: skip
WORTHS: Final = (POINTS, LINEAR, ROOT, TABLES, EVEN, NET_ROOT, SCORE)
"""What an evening is worth: points by place from a list; 1000 (n - p) / (n - 1); 10 root(n) / root(p); the
sum of the place points at the tables; evened chips; the square root of the net chips of the evening; the
score in the standing of the evening."""

BY_PLACE: Final = frozenset({POINTS, LINEAR, ROOT})
"""Worths that follow from the place alone."""

ALL, MEMBERS = "all", "members"
AMONG: Final = (ALL, MEMBERS)
"""Among whom places count: all who played, or the members of the season alone."""

ABSENT: Final = (NOTHING, MEAN, FIXED)
"""What a missed evening is worth."""

EVENINGS, DEALS = "evenings", "deals"
LEAST_IN: Final = (EVENINGS, DEALS)
"""In what a minimum is counted."""

FULL, HALF, BY_LIST, NOT = "full", "half", "place", "none"
CARRIES: Final = (FULL, HALF, BY_LIST, NOT)
"""What finalists take into the final: all their points, half of them, points by their place, or nothing."""

EVENINGS_WON, COUNTBACK, SHARED_TABLES, NET, LAST_EVENING = (
    "evenings_won", "countback", "shared_tables", "net", "last_evening",
)  # fmt: skip
PLAY_OFF, SHARED, LOTS = "play_off", "shared", "lots"
TIES: Final = (EVENINGS_WON, COUNTBACK, SHARED_TABLES, NET, LAST_EVENING, PLAY_OFF, SHARED, LOTS)

PLACES: Final = tuple(1000 * points for points in (10, 8, 6, 5, 4, 3, 2, 1))
"""The points by place of a season that says nothing else."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The switches of a season. Points are in thousandths; None: the switch is off.

    worth: one of `WORTHS`. points: by place, with `POINTS`; beyond: for the places after the list.
    among: one of `AMONG`. planned: how many evenings the season has.
    best: only the best so many evenings count. struck: the worst so many do not count.
    mean_from: the score is the mean of the evenings that count; of fewer than so many, the others count 0.
    decay: (days, factor): an evening of more than so many days ago counts by this factor.
    bonus: for each evening that somebody attended.
    least_ranked, least_final: the minimum for a place, and for the final: evenings to attend, or deals to
    play. least_in: which of the two.
    excused, unexcused, organiser: what such an absence is worth (`ABSENT`), and the fixed value of each.
    ties: what separates equal scores, in this order.
    final: how many play the final. carry, carry_points: what they take along, rounded to `carry_step`.
    """

    worth: str = POINTS
    points: tuple[int, ...] = PLACES
    beyond: int = 0
    among: str = ALL
    planned: int | None = None
    best: int | None = None
    struck: int | None = None
    mean_from: int | None = None
    decay: tuple[tuple[int, Fraction], ...] = ()
    bonus: int = 0
    least_ranked: int | None = None
    least_final: int | None = None
    least_in: str = EVENINGS
    excused: str = NOTHING
    excused_points: int | None = None
    unexcused: str = NOTHING
    unexcused_points: int | None = None
    organiser: str = MEAN
    organiser_points: int | None = None
    ties: tuple[str, ...] = (EVENINGS_WON, COUNTBACK, NET, LOTS)
    final: int | None = None
    carry: str = NOT
    carry_points: tuple[int, ...] = ()
    carry_step: int = 1

    def as_json(self) -> dict[str, Any]:
        """Return the scheme as JSON, all switches included: a default may change, a frozen scheme not."""
        return {field.name: _plain(field.name, getattr(self, field.name)) for field in fields(self)}

    @property
    def digest(self) -> str:
        """What names this scheme where results by it are kept."""
        return sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]

    def of_absence(self, reason: str) -> tuple[str, int | None]:
        """Return what an absence is worth for this reason, and the fixed value."""
        return getattr(self, reason), getattr(self, f"{reason}_points")

    def factor(self, age: int) -> Fraction:
        """Return how much of the weight of an evening is left after so many days."""
        return next((factor for days, factor in reversed(self.decay) if age > days), Fraction(1))


IN_POINTS: Final = frozenset(
    {"beyond", "bonus", "excused_points", "unexcused_points", "organiser_points", "carry_step"}
)
LISTS_OF_POINTS: Final = frozenset({"points", "carry_points"})


def _plain(name: str, value: Any) -> Any:
    if value is None:
        return None
    if name in IN_POINTS:
        return _number(value)
    if name in LISTS_OF_POINTS:
        return [_number(number) for number in value]
    if name == "decay":
        return [[days, f"{factor.numerator}/{factor.denominator}"] for days, factor in value]
    return list(value) if isinstance(value, tuple) else value


def _number(value: int) -> int | str:
    return written(value) if value % 1000 else value // 1000
