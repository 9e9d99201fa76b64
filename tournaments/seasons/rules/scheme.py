"""The scheme of a season: its switches and their sentences.

Each switch is one key of a JSON object, and one field here: with its default, its name on forms, a sentence
and its limits. Numbers of points are kept as thousandths. `reading.py` refuses contradictions.

A sentence is a template with placeholders, as in a refusal; pages translate it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any, Final

from tournaments.core.rules.refusals import Param
from tournaments.core.rules.refusals import gettext_noop as _
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


MOST_EVENINGS: Final = 200
MOST_DEALS: Final = 10_000
MOST_FINALISTS: Final = 1000


def _choice(default: str, choices: Sequence[str], label: str, about: str) -> Any:
    """A switch with one of these values. label: its name on forms. about: a sentence that explains it."""
    return _switch("choice", default, label, about, choices=choices)


def _whole(label: str, about: str, most: int = MOST_EVENINGS) -> Any:
    """A switch with a whole number from 1 on; off by default."""
    return _switch("whole", None, label, about, most=most)


def _points(default: int | None, label: str, about: str) -> Any:
    return _switch("points", default, label, about)


def _list(default: tuple[int, ...], label: str, about: str) -> Any:
    return _switch("list", default, label, about)


def _switch(takes: str, default: Any, label: str, about: str, **limits: Any) -> Any:
    return field(default=default, metadata={"takes": takes, "label": label, "about": about, **limits})


@dataclass(frozen=True, slots=True)
class Scheme:
    """The switches of a season. Points are in thousandths; None: the switch is off.

    points: by place, with `POINTS`; beyond: for the places after the list. decay: (days, factor): an evening
    of more than so many days ago counts by this factor. excused, unexcused, organiser: what such an absence
    is worth, and the fixed value of each.
    """

    worth: str = _choice(POINTS, WORTHS, _("Worth of an evening"), _("What an evening is worth."))
    points: tuple[int, ...] = _list(
        PLACES, _("Points by place"), _("The points of each place, the first place first.")
    )
    beyond: int = _points(0, _("Points after the list"), _("The points of all places after the list."))
    among: str = _choice(
        ALL,
        AMONG,
        _("Places count"),
        _("Whether places count among all who played, or among the members of the season."),
    )
    planned: int | None = _whole(_("Planned evenings"), _("How many evenings the season has."))
    best: int | None = _whole(_("Best evenings that count"), _("Only so many of the best evenings count."))
    struck: int | None = _whole(
        _("Worst evenings that are struck"), _("So many of the worst evenings do not count.")
    )
    mean_from: int | None = _whole(
        _("Evenings for a mean"), _("The score is a mean, from so many evenings on.")
    )
    decay: tuple[tuple[int, Fraction], ...] = _switch(
        "decay",
        (),
        _("Old evenings"),
        _("After how many days an evening counts less, and how much of it is left."),
    )
    bonus: int = _points(0, _("Bonus for coming"), _("Points for each evening that somebody attended."))
    least_ranked: int | None = _whole(
        _("Minimum for a place"), _("The minimum for a place in the table, in evenings or deals."), MOST_DEALS
    )
    least_final: int | None = _whole(
        _("Minimum for the final"), _("The minimum for the final, in evenings or deals."), MOST_DEALS
    )
    least_in: str = _choice(
        EVENINGS, LEAST_IN, _("A minimum counts"), _("Whether a minimum is a number of evenings or of deals.")
    )
    excused: str = _choice(NOTHING, ABSENT, _("Excused absence"), _("What an excused absence is worth."))
    excused_points: int | None = _points(
        None, _("Points for an excused absence"), _("The fixed number of points of an excused absence.")
    )
    unexcused: str = _choice(
        NOTHING, ABSENT, _("Absence without an excuse"), _("What an absence without an excuse is worth.")
    )
    unexcused_points: int | None = _points(
        None,
        _("Points for an absence without an excuse"),
        _("The fixed number of points of an absence without an excuse."),
    )
    organiser: str = _choice(
        MEAN,
        ABSENT,
        _("Evening of the organiser"),
        _("What an evening is worth for whoever organised it and did not play."),
    )
    organiser_points: int | None = _points(
        None, _("Points for the organiser"), _("The fixed number of points for whoever organised an evening.")
    )
    ties: tuple[str, ...] = _switch(
        "ties",
        (EVENINGS_WON, COUNTBACK, NET, LOTS),
        _("Tie-breaks"),
        _("What separates people with equal points, in this order."),
    )
    final: int | None = _whole(_("People in the final"), _("How many people play the final."), MOST_FINALISTS)
    carry: str = _choice(NOT, CARRIES, _("Taken into the final"), _("What finalists take into the final."))
    carry_points: tuple[int, ...] = _list(
        (),
        _("Points by place for the final"),
        _("The points that each place takes into the final, the first place first."),
    )
    carry_step: int = _points(
        1,
        _("Rounding of what is taken along"),
        _("Points that finalists take along are rounded to a multiple of this."),
    )

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


SWITCHES: Final[Mapping[str, Mapping[str, Any]]] = {each.name: each.metadata for each in fields(Scheme)}
"""What each switch `takes` (choice, whole, points, list, ties or decay), its limits, label and sentence."""


def _plain(name: str, value: Any) -> Any:
    if value is None:
        return None
    takes = SWITCHES[name]["takes"]
    if takes == "points":
        return _number(value)
    if takes == "list":
        return [_number(number) for number in value]
    if takes == "decay":
        return [[days, f"{factor.numerator}/{factor.denominator}"] for days, factor in value]
    return list(value) if isinstance(value, tuple) else value


def _number(value: int) -> int | str:
    return written(value) if value % 1000 else value // 1000


Sentence = tuple[str, Mapping[str, Param]]

_WORTH: Final[Mapping[str, str]] = {
    POINTS: _("Places make points: %(points)s, then %(beyond)s for each further place."),
    LINEAR: _("The first of an evening gets 1000 points, the last 0, the others in equal steps."),
    ROOT: _("A place is worth 10 times the root of the number of people, divided by the root of the place."),
    TABLES: _("An evening is worth the sum of the place points at its tables, from 1 down to 0."),
    EVEN: _("An evening is worth the chips won, comparable between tables of different sizes."),
    NET_ROOT: _("An evening is worth the square root of the chips won, with its sign."),
    SCORE: _("An evening is worth the score in its own standing."),
}
_ABSENCE: Final[Mapping[tuple[str, str], str]] = {
    ("excused", NOTHING): _("An excused absence is worth nothing."),
    ("excused", MEAN): _("An excused absence is worth one's own mean."),
    ("excused", FIXED): _("Points for an excused absence: %(points)s."),
    ("unexcused", NOTHING): _("An absence without an excuse is worth nothing."),
    ("unexcused", MEAN): _("An absence without an excuse is worth one's own mean."),
    ("unexcused", FIXED): _("Points for an absence without an excuse: %(points)s."),
    ("organiser", NOTHING): _("Whoever organises an evening gets nothing for it."),
    ("organiser", MEAN): _("Whoever organises an evening gets their own mean for it."),
    ("organiser", FIXED): _("Points for whoever organises an evening: %(points)s."),
}
_CARRY: Final[Mapping[str, str]] = {
    FULL: _("Finalists take all their points into the final."),
    HALF: _("Finalists take half of their points into the final."),
    BY_LIST: _("Finalists take points by their place into the final: %(points)s."),
    NOT: _("The final starts at 0 for everybody."),
}


def described(scheme: Scheme) -> list[Sentence]:
    """Return a scheme in sentences, as a page of rules shows it."""
    listed = " ".join(map(written, scheme.points))
    said: list[Sentence] = [(_WORTH[scheme.worth], {"points": listed, "beyond": written(scheme.beyond)})]
    if scheme.among == MEMBERS:
        members = _(
            "Places count among the members alone, without guests; with divisions, within each division."
        )
        said.append((members, {}))
    said += [*_counting(scheme), *_attendance(scheme)]
    said.append((_("Equal points are separated by: %(ties)s."), {"ties": scheme.ties}))
    if scheme.final is not None:
        said.append((_("People who play the final: %(final)d."), {"final": scheme.final}))
        said.append((_CARRY[scheme.carry], {"points": " ".join(map(written, scheme.carry_points))}))
    return said


def _counting(scheme: Scheme) -> list[Sentence]:
    said: list[Sentence] = []
    if scheme.best is not None and scheme.planned is not None:
        sentence = _("Evenings that count: the best %(best)d of %(planned)d.")
        said.append((sentence, {"best": scheme.best, "planned": scheme.planned}))
    elif scheme.best is not None:
        said.append((_("Evenings that count: the best %(best)d."), {"best": scheme.best}))
    elif scheme.struck is not None:
        said.append((_("Worst evenings that are struck: %(struck)d."), {"struck": scheme.struck}))
    else:
        said.append((_("All evenings count."), {}))
    if scheme.mean_from is not None:
        sentence = _("The score is their mean. Evenings that are missing to %(mean)d count 0.")
        said.append((sentence, {"mean": scheme.mean_from}))
    for days, factor in scheme.decay:
        sentence = _("Of an evening of more than %(days)d days ago, %(factor)s counts.")
        said.append((sentence, {"days": days, "factor": str(factor)}))
    return said


def _attendance(scheme: Scheme) -> list[Sentence]:
    said: list[Sentence] = []
    if scheme.bonus:
        sentence = _("Points for each evening that somebody attends: %(bonus)s.")
        said.append((sentence, {"bonus": written(scheme.bonus)}))
    for reason in ("excused", "unexcused", "organiser"):
        worth, fixed = scheme.of_absence(reason)
        said.append((_ABSENCE[reason, worth], {"points": written(fixed or 0)}))
    in_deals = scheme.least_in == DEALS
    if scheme.least_ranked is not None:
        sentence = _("Evenings that somebody needs for a place: %(least)d.")
        if in_deals:
            sentence = _("Deals that somebody needs for a place: %(least)d.")
        said.append((sentence, {"least": scheme.least_ranked}))
    if scheme.least_final is not None:
        sentence = _("Evenings that somebody needs for the final: %(least)d.")
        if in_deals:
            sentence = _("Deals that somebody needs for the final: %(least)d.")
        said.append((sentence, {"least": scheme.least_final}))
    return said
