"""The scheme of a season: its switches, their words and limits, and which switches contradict each other.

Each switch is a field of one model. Points are whole numbers of thousandths; JSON has them as numbers or
texts, such as 10 or "2.5". A stored scheme has all switches: a default may change, a frozen scheme not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Final, Self

from pydantic import BeforeValidator, PlainSerializer, ValidationInfo, WithJsonSchema, model_validator

from tournaments.core.rules.refusals import Invalid, at
from tournaments.core.rules.refusals import gettext_noop as _
from tournaments.core.rules.settings import Choice, Settings, Whole, setting
from tournaments.events.rules.counting import FIXED, MEAN, NOTHING
from tournaments.seasons.rules.exact import read_points, written
from tournaments.standings.rules.ranking import TieBreakTwice, check_tie_breaks

POINTS, LINEAR, ROOT, TABLES, EVEN, NET_ROOT, SCORE = (
    "points", "linear", "root", "tables", "even", "net_root", "score",
)  # fmt: skip
WORTHS: Final[Mapping[str, str]] = {
    LINEAR: _("Place, in equal steps"),
    POINTS: _("Points by place"),
    ROOT: _("Place, by roots"),
    TABLES: _("Places at the tables"),
    SCORE: _("The score of the evening"),
    EVEN: _("Evened chips"),
    NET_ROOT: _("Root of the chips"),
}
"""What an evening is worth: 1000 (n - p) / (n - 1); points by place from a list; 10 root(n) / root(p); the
sum of the place points at the tables; the score in the standing of the evening; evened chips; the square root
of the net chips of the evening."""

BY_PLACE: Final = frozenset({POINTS, LINEAR, ROOT})
"""Worths that follow from the place alone."""

ALL, MEMBERS = "all", "members"
AMONG: Final = {ALL: _("among all who played"), MEMBERS: _("among the members of the season alone")}

ABSENT: Final = {NOTHING: _("nothing"), MEAN: _("one's own mean"), FIXED: _("a fixed number of points")}
ABSENCES: Final = ("excused", "unexcused", "organiser")

EVENINGS, DEALS = "evenings", "deals"
LEAST_IN: Final = {EVENINGS: _("evenings"), DEALS: _("deals")}

FULL, HALF, BY_LIST, NOT = "full", "half", "place", "none"
CARRIES: Final = {
    NOT: _("nothing: everybody starts at 0"),
    HALF: _("half of their points"),
    FULL: _("all their points"),
    BY_LIST: _("points by their place"),
}

EVENINGS_WON, COUNTBACK, SHARED_TABLES, NET, LAST_EVENING = (
    "evenings_won", "countback", "shared_tables", "net", "last_evening",
)  # fmt: skip
PLAY_OFF, SHARED, LOTS = "play_off", "shared", "lots"
TIES: Final[Mapping[str, str]] = {
    EVENINGS_WON: _("evenings won"),
    COUNTBACK: _("the better places"),
    SHARED_TABLES: _("points at shared tables"),
    NET: _("net chips"),
    LAST_EVENING: _("the last evening"),
    PLAY_OFF: _("a play-off"),
    SHARED: _("nothing more: the place is shared"),
    LOTS: _("lots at the end"),
}
METRIC: Final[Mapping[str, str]] = {
    EVENINGS_WON: "rounds_won",
    COUNTBACK: "countback",
    SHARED_TABLES: "head_to_head",
    NET: "net",
    LAST_EVENING: "best_round",
    PLAY_OFF: "play_off",
    LOTS: "lots",
}
"""The tie-break of `standings.rules.ranking` that compares the figure of each tie-break of a season."""

PLACES: Final = tuple(1000 * points for points in (10, 8, 6, 5, 4, 3, 2, 1))
"""The points by place of a season that says nothing else."""

MOST_EVENINGS: Final = 200
MOST_DEALS: Final = 10_000
MOST_FINALISTS: Final = 1000
MOST_PLACES: Final = 1000
MOST_POINTS: Final = 1_000_000_000
"""Thousandths."""
MOST_DAYS: Final = 3660
STEPS: Final = (1, 10, 100, 500, 1000)
"""Thousandths to which carried points may be rounded."""

_FACTOR: Final = re.compile(r"([0-9]{1,6})/([0-9]{1,6})", re.ASCII)


class SeasonSwitchUnknown(Invalid):
    """A season has no such switch."""

    sentence = _("A season has no switch “%(name)s”. Choose from: %(choices)s.")


class SeasonSchemeMalformed(Invalid):
    """The scheme of the season is not written correctly."""

    sentence = _("The scheme of a season is a JSON object.")


class SeasonChoiceUnknown(Invalid):
    """The switch of the season does not have this value."""

    sentence = _("“%(value)s” is no value of the switch “%(name)s”. Choose from: %(choices)s.")


class SeasonNumberOutOfRange(Invalid):
    """A number of the scheme is too small or too large."""

    sentence = _("The switch “%(name)s” needs a whole number from %(low)d to %(high)d.")


class SeasonPointsMissing(Invalid):
    """The points of each place are missing."""

    sentence = _("Places make the points of an evening. List the points, the first place first.")


class SeasonPointsUnused(Invalid):
    """There is a list of points that is not used."""

    sentence = _(
        "There is a list of points, but it does not say what an evening is worth. Choose points by "
        "place, or remove the list."
    )


class SeasonPointsRising(Invalid):
    """A place has more points than a better one."""

    sentence = _(
        "Place %(place)d has more points in “%(name)s” than the place before it: %(points)s. "
        "Give no place more than a better one."
    )


class SeasonBestAndStruck(Invalid):
    """Either the best evenings count, or the worst are struck."""

    sentence = _("Either the best evenings count, or the worst ones are struck. Fill in only one of the two.")


class SeasonBeyondPlanned(Invalid):
    """A number is greater than the number of evenings of the season."""

    sentence = _(
        "The switch “%(name)s” needs %(number)d evenings, but the season has %(planned)d. "
        "Plan more evenings, or lower the number."
    )


class SeasonMeanAboveBest(Invalid):
    """The mean needs more evenings than the best that count."""

    sentence = _(
        "The mean is taken over at least %(mean)d evenings, but only the best %(best)d count. Let "
        "more evenings count, or take the mean from fewer on."
    )


class SeasonDecayDisordered(Invalid):
    """The steps by which old evenings count less are not in order."""

    sentence = _("An evening never counts more because it is old. Lower the fractions of “%(name)s”.")


class SeasonBonusNegative(Invalid):
    """The bonus for coming is negative."""

    sentence = _("The bonus for coming cannot be negative. Give 0 for none.")


class SeasonAbsencePointsMissing(Invalid):
    """An absence is worth a fixed number, but the number is missing."""

    sentence = _("An absence (“%(reason)s”) is worth a fixed number of points. Give this number.")


class SeasonAbsencePointsUnused(Invalid):
    """There are points for an absence that is not worth a fixed number."""

    sentence = _(
        "There are points for an absence (“%(reason)s”), but it is not worth a fixed number. "
        "Choose the fixed number, or remove it."
    )


class SeasonSharedNotLast(Invalid):
    """Nothing can follow after places are shared."""

    sentence = _("After “shared” places are shared, so nothing can follow. Put it last.")


class SeasonFinalMissing(Invalid):
    """A switch is about the final, but the season has none."""

    sentence = _(
        "A switch is about the final, but the season has none. Say how many people play it, or "
        "remove the switch."
    )


class SeasonCarryPointsMissing(Invalid):
    """The points that finalists take along are missing."""

    sentence = _("Finalists take points by their place along. List them, the first place first.")


class SeasonCarryPointsUnused(Invalid):
    """There are points for the final that nobody takes along."""

    sentence = _(
        "There is a list of points for the final, but finalists do not take points by place along. "
        "Choose this, or remove the list."
    )


class SeasonCarryStepUnknown(Invalid):
    """Carried points cannot be rounded to this step."""

    sentence = _("Carried points can be rounded to: %(choices)s.")


def _thousandths(value: Any, info: ValidationInfo) -> int:
    number = read_points(value)
    if number is None or abs(number) > MOST_POINTS:
        raise SeasonSchemeMalformed(
            sentence=_("The switch “%(name)s” needs numbers with at most three decimals, such as 2.5."),
            name=info.field_name,
        )
    return number


def _items(value: Any, info: ValidationInfo) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) > MOST_PLACES:
        raise SeasonSchemeMalformed(
            sentence=_("The switch “%(name)s” needs a list of at most %(most)d values."),
            name=info.field_name,
            most=MOST_PLACES,
        )
    return value


def _step(item: Any, info: ValidationInfo) -> tuple[int, Fraction]:
    pair = _items(item, info)
    match = _FACTOR.fullmatch(pair[1]) if len(pair) == 2 and isinstance(pair[1], str) else None
    if match is None or not int(match[2]):
        raise SeasonSchemeMalformed(
            sentence=_("Each step of the switch “%(name)s” is a number of days and a fraction, like “2/3”."),
            name="decay",
        )
    days = Whole(1, MOST_DAYS, SeasonNumberOutOfRange).check(pair[0], "decay")
    return days, Fraction(int(match[1]), int(match[2]))


def _plain(value: int | None) -> int | str | None:
    """Points in JSON."""
    if value is None:
        return None
    return written(value) if value % 1000 else value // 1000


IN_POINTS, POINTS_BY_PLACE, STEPS_OF_AGE = "points", "points by place", "steps of age"
"""Words that mark fields, for their forms."""

_NUMBER: Final = {"type": ["number", "string"]}
_AS_POINTS: Final = PlainSerializer(_plain, when_used="json")

Points = Annotated[int, IN_POINTS, BeforeValidator(_thousandths), _AS_POINTS, WithJsonSchema(_NUMBER)]
MaybePoints = Annotated[
    int | None,
    IN_POINTS,
    BeforeValidator(_thousandths),
    _AS_POINTS,
    WithJsonSchema({"type": ["number", "string", "null"]}),
]
PointsByPlace = Annotated[
    tuple[int, ...],
    POINTS_BY_PLACE,
    BeforeValidator(lambda value, info: tuple(_thousandths(each, info) for each in _items(value, info))),
    PlainSerializer(lambda listed: [_plain(each) for each in listed], when_used="json"),
    WithJsonSchema({"type": "array", "items": _NUMBER, "maxItems": MOST_PLACES}),
]
StepsOfAge = Annotated[
    tuple[tuple[int, Fraction], ...],
    STEPS_OF_AGE,
    BeforeValidator(lambda value, info: tuple(_step(each, info) for each in _items(value, info))),
    PlainSerializer(
        lambda steps: [[days, f"{factor.numerator}/{factor.denominator}"] for days, factor in steps],
        when_used="json",
    ),
    WithJsonSchema({"type": "array", "items": {"type": "array", "items": {}}, "examples": [[[365, "2/3"]]]}),
]
Number = Annotated[int | None, Whole(1, MOST_EVENINGS, SeasonNumberOutOfRange, or_none=True)]
Least = Annotated[int | None, Whole(1, MOST_DEALS, SeasonNumberOutOfRange, or_none=True)]
Absence = Annotated[str, Choice(ABSENT, SeasonChoiceUnknown)]
Ties = Annotated[
    tuple[str, ...],
    BeforeValidator(
        lambda value, info: tuple(
            Choice(TIES, SeasonChoiceUnknown).check(each, "ties") for each in _items(value, info)
        )
    ),
    WithJsonSchema({"type": "array", "items": {"type": "string", "enum": list(TIES)}}),
]


class Scheme(Settings):
    """The switches of a season. What is left out, or null, has its default."""

    worth: Annotated[str, Choice(WORTHS, SeasonChoiceUnknown)] = setting(
        POINTS, _("Worth of an evening"), _("What an evening is worth.")
    )
    points: PointsByPlace = setting(
        PLACES, _("Points by place"), _("The points of each place, the first place first.")
    )
    beyond: Points = setting(0, _("Points after the list"), _("The points of all places after the list."))
    among: Annotated[str, Choice(AMONG, SeasonChoiceUnknown)] = setting(
        ALL,
        _("Places count"),
        _("Whether places count among all who played, or among the members of the season."),
    )
    planned: Number = setting(None, _("Planned evenings"), _("How many evenings the season has."))
    best: Number = setting(None, _("Best evenings that count"), _("Only so many of the best evenings count."))
    struck: Number = setting(
        None, _("Worst evenings that are struck"), _("So many of the worst evenings do not count.")
    )
    mean_from: Number = setting(
        None, _("Evenings for a mean"), _("The score is a mean, from so many evenings on.")
    )
    decay: StepsOfAge = setting(
        (), _("Old evenings"), _("After how many days an evening counts less, and how much of it is left.")
    )
    bonus: Points = setting(0, _("Bonus for coming"), _("Points for each evening that somebody attended."))
    least_ranked: Least = setting(
        None, _("Minimum for a place"), _("The minimum for a place in the table, in evenings or deals.")
    )
    least_final: Least = setting(
        None, _("Minimum for the final"), _("The minimum for the final, in evenings or deals.")
    )
    least_in: Annotated[str, Choice(LEAST_IN, SeasonChoiceUnknown)] = setting(
        EVENINGS, _("A minimum counts"), _("Whether a minimum is a number of evenings or of deals.")
    )
    excused: Absence = setting(NOTHING, _("Excused absence"), _("What an excused absence is worth."))
    excused_points: MaybePoints = setting(
        None, _("Points for an excused absence"), _("The fixed number of points of an excused absence.")
    )
    unexcused: Absence = setting(
        NOTHING, _("Absence without an excuse"), _("What an absence without an excuse is worth.")
    )
    unexcused_points: MaybePoints = setting(
        None,
        _("Points for an absence without an excuse"),
        _("The fixed number of points of an absence without an excuse."),
    )
    organiser: Absence = setting(
        MEAN,
        _("Evening of the organiser"),
        _("What an evening is worth for whoever organised it and did not play."),
    )
    organiser_points: MaybePoints = setting(
        None, _("Points for the organiser"), _("The fixed number of points for whoever organised an evening.")
    )
    ties: Ties = setting(
        (EVENINGS_WON, COUNTBACK, NET, LOTS),
        _("Tie-breaks"),
        _("What separates people with equal points, in this order."),
    )
    final: Annotated[int | None, Whole(1, MOST_FINALISTS, SeasonNumberOutOfRange, or_none=True)] = setting(
        None, _("People in the final"), _("How many people play the final.")
    )
    carry: Annotated[str, Choice(CARRIES, SeasonChoiceUnknown)] = setting(
        NOT, _("Taken into the final"), _("What finalists take into the final.")
    )
    carry_points: PointsByPlace = setting(
        (),
        _("Points by place for the final"),
        _("The points that each place takes into the final, the first place first."),
    )
    carry_step: Points = setting(
        1,
        _("Rounding of what is taken along"),
        _("Points that finalists take along are rounded to a multiple of this."),
    )

    @model_validator(mode="before")
    @classmethod
    def _without_nothing(cls, data: Any) -> Any:
        if isinstance(data, cls):
            return data
        if not isinstance(data, Mapping):
            raise SeasonSchemeMalformed
        for name in data:
            if name not in cls.model_fields:
                raise SeasonSwitchUnknown(name=str(name)[:100], choices=", ".join(cls.model_fields))
        given = {name: value for name, value in data.items() if value is not None}
        if "worth" in given:
            given.setdefault("points", ())  # the points by place that a scheme without a worth has
        return given

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        self._check_points()
        self._check_counting()
        self._check_attendance()
        self._check_ties()
        self._check_final()
        return self

    def _check_points(self) -> None:
        if self.worth == POINTS and not self.points:
            raise SeasonPointsMissing(field="points")
        if self.worth != POINTS and (self.points or self.beyond):
            raise SeasonPointsUnused(field="points")
        listed = {"points": (*self.points, self.beyond), "carry_points": self.carry_points}
        for name, points in listed.items():
            for place, (better, worse) in enumerate(pairwise(points), 2):
                if worse > better:
                    raise SeasonPointsRising(name=name, place=place, points=written(worse), field=name)

    def _check_counting(self) -> None:
        if self.best is not None and self.struck is not None:
            raise SeasonBestAndStruck(field="struck")
        needed = {name: getattr(self, name) for name in ("best", "mean_from", "least_ranked", "least_final")}
        needed["struck"] = self.struck and self.struck + 1
        for name, number in needed.items():
            if self.planned is not None and number is not None and number > self.planned:
                raise SeasonBeyondPlanned(name=name, number=number, planned=self.planned, field=name)
        if self.mean_from is not None and self.best is not None and self.mean_from > self.best:
            raise SeasonMeanAboveBest(mean=self.mean_from, best=self.best, field="mean_from")
        for (days, factor), (later, smaller) in pairwise(self.decay):
            if later <= days or smaller > factor:
                raise SeasonDecayDisordered(
                    sentence=_("The steps of “%(name)s” need rising days and falling fractions."),
                    name="decay",
                    field="decay",
                )
        if any(factor > 1 for _days, factor in self.decay):
            raise SeasonDecayDisordered(name="decay", field="decay")

    def _check_attendance(self) -> None:
        if self.bonus < 0:
            raise SeasonBonusNegative(field="bonus")
        for reason in ABSENCES:
            worth, fixed = self.of_absence(reason)
            if worth == FIXED and fixed is None:
                raise SeasonAbsencePointsMissing(reason=reason, field=f"{reason}_points")
            if worth != FIXED and fixed is not None:
                raise SeasonAbsencePointsUnused(reason=reason, field=f"{reason}_points")

    def _check_ties(self) -> None:
        for tie in self.ties:
            if self.ties.count(tie) > 1:
                raise TieBreakTwice(name=tie, field="ties")
        if SHARED in self.ties[:-1]:
            raise SeasonSharedNotLast(field="ties")
        # After lots nobody is left who could share a place, so “shared” counts as one more tie-break here.
        metrics = [METRIC[tie] for tie in self.ties if tie != SHARED]
        with at("ties"):
            check_tie_breaks([*metrics, "out"] if SHARED in self.ties and LOTS in metrics else metrics)

    def _check_final(self) -> None:
        is_about_it = self.carry != NOT or self.carry_points or self.carry_step != 1
        if self.final is None and (is_about_it or self.least_final is not None):
            raise SeasonFinalMissing(field="final")
        if self.carry == BY_LIST and not self.carry_points:
            raise SeasonCarryPointsMissing(field="carry_points")
        if self.carry != BY_LIST and self.carry_points:
            raise SeasonCarryPointsUnused(field="carry_points")
        if self.carry_step not in STEPS:
            raise SeasonCarryStepUnknown(choices=", ".join(map(written, STEPS)), field="carry_step")

    def of_absence(self, reason: str) -> tuple[str, int | None]:
        """Return what an absence is worth for this reason, and the fixed value."""
        return getattr(self, reason), getattr(self, f"{reason}_points")

    def factor(self, age: int) -> Fraction:
        """Return how much of the weight of an evening is left after so many days."""
        return next((factor for days, factor in reversed(self.decay) if age > days), Fraction(1))
