"""The scheme of a season: its switches and their sentences.

Each switch is one key of a JSON object. Numbers of points are kept as thousandths. `switches.py` says each
switch in a sentence, `reading.py` reads a scheme and refuses contradictions.

A sentence is a template with placeholders, as in a refusal; pages translate it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from tournaments.core.rules.refusals import Param, gettext_noop
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


Sentence = tuple[str, Mapping[str, Param]]

SWITCHES: Final[Mapping[str, str]] = {
    "worth": gettext_noop("What an evening is worth."),
    "points": gettext_noop("The points of each place, the first place first."),
    "beyond": gettext_noop("The points of all places after the list."),
    "among": gettext_noop("Whether places count among all who played, or among the members of the season."),
    "planned": gettext_noop("How many evenings the season has."),
    "best": gettext_noop("Only so many of the best evenings count."),
    "struck": gettext_noop("So many of the worst evenings do not count."),
    "mean_from": gettext_noop("The score is a mean, from so many evenings on."),
    "decay": gettext_noop("After how many days an evening counts less, and how much of it is left."),
    "bonus": gettext_noop("Points for each evening that somebody attended."),
    "least_ranked": gettext_noop("The minimum for a place in the table, in evenings or deals."),
    "least_final": gettext_noop("The minimum for the final, in evenings or deals."),
    "least_in": gettext_noop("Whether a minimum is a number of evenings or of deals."),
    "excused": gettext_noop("What an excused absence is worth."),
    "excused_points": gettext_noop("The fixed number of points of an excused absence."),
    "unexcused": gettext_noop("What an absence without an excuse is worth."),
    "unexcused_points": gettext_noop("The fixed number of points of an absence without an excuse."),
    "organiser": gettext_noop("What an evening is worth for whoever organised it and did not play."),
    "organiser_points": gettext_noop("The fixed number of points for whoever organised an evening."),
    "ties": gettext_noop("What separates people with equal points, in this order."),
    "final": gettext_noop("How many people play the final."),
    "carry": gettext_noop("What finalists take into the final."),
    "carry_points": gettext_noop("The points that each place takes into the final, the first place first."),
    "carry_step": gettext_noop("Points that finalists take along are rounded to a multiple of this."),
}
"""What each switch is."""

_WORTH: Final[Mapping[str, str]] = {
    POINTS: gettext_noop("Places make points: %(points)s, then %(beyond)s for each further place."),
    LINEAR: gettext_noop("The first of an evening gets 1000 points, the last 0, the others in equal steps."),
    ROOT: gettext_noop(
        "A place is worth 10 times the root of the number of people, divided by the root of the place."
    ),
    TABLES: gettext_noop("An evening is worth the sum of the place points at its tables, from 1 down to 0."),
    EVEN: gettext_noop("An evening is worth the chips won, comparable between tables of different sizes."),
    NET_ROOT: gettext_noop("An evening is worth the square root of the chips won, with its sign."),
    SCORE: gettext_noop("An evening is worth the score in its own standing."),
}
_ABSENCE: Final[Mapping[tuple[str, str], str]] = {
    ("excused", NOTHING): gettext_noop("An excused absence is worth nothing."),
    ("excused", MEAN): gettext_noop("An excused absence is worth one's own mean."),
    ("excused", FIXED): gettext_noop("Points for an excused absence: %(points)s."),
    ("unexcused", NOTHING): gettext_noop("An absence without an excuse is worth nothing."),
    ("unexcused", MEAN): gettext_noop("An absence without an excuse is worth one's own mean."),
    ("unexcused", FIXED): gettext_noop("Points for an absence without an excuse: %(points)s."),
    ("organiser", NOTHING): gettext_noop("Whoever organises an evening gets nothing for it."),
    ("organiser", MEAN): gettext_noop("Whoever organises an evening gets their own mean for it."),
    ("organiser", FIXED): gettext_noop("Points for whoever organises an evening: %(points)s."),
}
_CARRY: Final[Mapping[str, str]] = {
    FULL: gettext_noop("Finalists take all their points into the final."),
    HALF: gettext_noop("Finalists take half of their points into the final."),
    BY_LIST: gettext_noop("Finalists take points by their place into the final: %(points)s."),
    NOT: gettext_noop("The final starts at 0 for everybody."),
}


def described(scheme: Scheme) -> list[Sentence]:
    """Return a scheme in sentences, as a page of rules shows it."""
    listed = " ".join(map(written, scheme.points))
    said: list[Sentence] = [(_WORTH[scheme.worth], {"points": listed, "beyond": written(scheme.beyond)})]
    if scheme.among == MEMBERS:
        members = gettext_noop(
            "Places count among the members alone, without guests; with divisions, within each division."
        )
        said.append((members, {}))
    said += [*_counting(scheme), *_attendance(scheme)]
    said.append((gettext_noop("Equal points are separated by: %(ties)s."), {"ties": scheme.ties}))
    if scheme.final is not None:
        said.append((gettext_noop("People who play the final: %(final)d."), {"final": scheme.final}))
        said.append((_CARRY[scheme.carry], {"points": " ".join(map(written, scheme.carry_points))}))
    return said


def _counting(scheme: Scheme) -> list[Sentence]:
    said: list[Sentence] = []
    if scheme.best is not None and scheme.planned is not None:
        sentence = gettext_noop("Evenings that count: the best %(best)d of %(planned)d.")
        said.append((sentence, {"best": scheme.best, "planned": scheme.planned}))
    elif scheme.best is not None:
        said.append((gettext_noop("Evenings that count: the best %(best)d."), {"best": scheme.best}))
    elif scheme.struck is not None:
        said.append((gettext_noop("Worst evenings that are struck: %(struck)d."), {"struck": scheme.struck}))
    else:
        said.append((gettext_noop("All evenings count."), {}))
    if scheme.mean_from is not None:
        sentence = gettext_noop("The score is their mean. Evenings that are missing to %(mean)d count 0.")
        said.append((sentence, {"mean": scheme.mean_from}))
    for days, factor in scheme.decay:
        sentence = gettext_noop("Of an evening of more than %(days)d days ago, %(factor)s counts.")
        said.append((sentence, {"days": days, "factor": str(factor)}))
    return said


def _attendance(scheme: Scheme) -> list[Sentence]:
    said: list[Sentence] = []
    if scheme.bonus:
        sentence = gettext_noop("Points for each evening that somebody attends: %(bonus)s.")
        said.append((sentence, {"bonus": written(scheme.bonus)}))
    for reason in ("excused", "unexcused", "organiser"):
        worth, fixed = scheme.of_absence(reason)
        said.append((_ABSENCE[reason, worth], {"points": written(fixed or 0)}))
    in_deals = scheme.least_in == DEALS
    if scheme.least_ranked is not None:
        sentence = gettext_noop("Evenings that somebody needs for a place: %(least)d.")
        if in_deals:
            sentence = gettext_noop("Deals that somebody needs for a place: %(least)d.")
        said.append((sentence, {"least": scheme.least_ranked}))
    if scheme.least_final is not None:
        sentence = gettext_noop("Evenings that somebody needs for the final: %(least)d.")
        if in_deals:
            sentence = gettext_noop("Deals that somebody needs for the final: %(least)d.")
        said.append((sentence, {"least": scheme.least_final}))
    return said
