"""Reading a scheme from a JSON object, and refusing one that contradicts itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.events.rules.counting import FIXED
from tournaments.seasons.rules.exact import read_points, written
from tournaments.seasons.rules.scheme import BY_LIST, NOT, POINTS, SHARED, SWITCHES, TIES, Scheme
from tournaments.seasons.rules.ties import METRIC
from tournaments.standings.rules.ranking import TieBreakTwice, check_tie_breaks

MOST_PLACES: Final = 1000
MOST_POINTS: Final = 1_000_000_000
"""Thousandths."""
MOST_DAYS: Final = 3660
STEPS: Final = (1, 10, 100, 500, 1000)
"""Thousandths to which carried points may be rounded."""

_FACTOR: Final = re.compile(r"([0-9]{1,6})/([0-9]{1,6})", re.ASCII)


class SeasonSwitchUnknown(Invalid):
    """A season has no such switch."""

    sentence = gettext_noop("A season has no switch “%(name)s”. Choose from: %(choices)s.")


class SeasonSchemeMalformed(Invalid):
    """The scheme of the season is not written correctly."""

    sentence = gettext_noop("The scheme of a season is a JSON object.")


class EveningGone(Conflict):
    """The evening was taken off the season."""

    sentence = gettext_noop("This evening has just been taken off. Reload the page.")


def read_scheme(data: Any) -> Scheme:
    """Return the scheme that a JSON object describes; what it leaves out has its default.

    Raises Refusal: `season_scheme_malformed`, `season_switch_unknown`, `season_choice_unknown`,
    `season_number_out_of_range`, or what `check_scheme` raises.
    """
    if not isinstance(data, Mapping):
        raise SeasonSchemeMalformed
    for name in data:
        if name not in SWITCHES:
            raise SeasonSwitchUnknown(name=str(name)[:100], choices=", ".join(SWITCHES))
    given = {name: _read(name, value) for name, value in data.items() if value is not None}
    if "worth" in given:
        given.setdefault("points", ())  # the points by place that a scheme without a worth has are not meant
    scheme = Scheme(**given)
    check_scheme(scheme)
    return scheme


def _read(name: str, value: Any) -> Any:
    switch = SWITCHES[name]
    if switch["takes"] == "choice":
        return _choice(name, value, switch["choices"])
    if switch["takes"] == "whole":
        return _whole(name, value, 1, switch["most"])
    if switch["takes"] == "points":
        return _number(name, value)
    items = _items(name, value)
    if switch["takes"] == "list":
        return tuple(_number(name, number) for number in items)
    if switch["takes"] == "ties":
        return tuple(_choice(name, tie, TIES) for tie in items)
    return tuple(_step(item) for item in items)


class SeasonChoiceUnknown(Invalid):
    """The switch of the season does not have this value."""

    sentence = gettext_noop("“%(value)s” is no value of the switch “%(name)s”. Choose from: %(choices)s.")


def _choice(name: str, value: Any, choices: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise SeasonChoiceUnknown(value=str(value)[:100], name=name, choices=", ".join(choices))
    return value


class SeasonNumberOutOfRange(Invalid):
    """A number of the scheme is too small or too large."""

    sentence = gettext_noop("The switch “%(name)s” needs a whole number from %(least)d to %(most)d.")


def _whole(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SeasonNumberOutOfRange(name=name, least=least, most=most)
    return value


def _number(name: str, value: Any) -> int:
    number = read_points(value)
    if number is None or abs(number) > MOST_POINTS:
        raise SeasonSchemeMalformed(
            sentence=gettext_noop(
                "The switch “%(name)s” needs numbers with at most three decimals, such as 2.5."
            ),
            name=name,
        )
    return number


def _items(name: str, value: Any) -> Sequence[Any]:
    if not isinstance(value, list | tuple) or len(value) > MOST_PLACES:
        raise SeasonSchemeMalformed(
            sentence=gettext_noop("The switch “%(name)s” needs a list of at most %(most)d values."),
            name=name,
            most=MOST_PLACES,
        )
    return value


def _step(item: Any) -> tuple[int, Fraction]:
    pair = _items("decay", item)
    match = _FACTOR.fullmatch(pair[1]) if len(pair) == 2 and isinstance(pair[1], str) else None
    if match is None or not int(match[2]):
        raise SeasonSchemeMalformed(
            sentence=gettext_noop(
                "Each step of the switch “%(name)s” is a number of days and a fraction, like “2/3”."
            ),
            name="decay",
        )
    return _whole("decay", pair[0], 1, MOST_DAYS), Fraction(int(match[1]), int(match[2]))


def check_scheme(scheme: Scheme) -> None:
    """Raise Refusal for switches that contradict each other.

    Codes: `season_points_missing`, `season_points_unused`, `season_points_rising`, `season_best_and_struck`,
    `season_beyond_planned`, `season_mean_above_best`, `season_decay_disordered`, `season_bonus_negative`,
    `season_absence_points_missing`, `season_absence_points_unused`, `season_final_missing`,
    `season_carry_points_missing`, `season_carry_points_unused`, `season_carry_step_unknown`,
    `tie_break_twice`, `season_shared_not_last`, or what `check_tie_breaks` raises.
    """
    _check_points(scheme)
    _check_counting(scheme)
    _check_attendance(scheme)
    _check_ties(scheme.ties)
    _check_final(scheme)


class SeasonPointsUnused(Invalid):
    """There is a list of points that is not used."""

    sentence = gettext_noop(
        "There is a list of points, but it does not say what an evening is worth. Choose points by "
        "place, or remove the list."
    )


class SeasonPointsRising(Invalid):
    """A place has more points than a better one."""

    sentence = gettext_noop(
        "Place %(place)d has more points in “%(name)s” than the place before it: %(points)s. "
        "Give no place more than a better one."
    )


class SeasonPointsMissing(Invalid):
    """The points of each place are missing."""

    sentence = gettext_noop("Places make the points of an evening. List the points, the first place first.")


def _check_points(scheme: Scheme) -> None:
    if scheme.worth == POINTS and not scheme.points:
        raise SeasonPointsMissing
    if scheme.worth != POINTS and (scheme.points or scheme.beyond):
        raise SeasonPointsUnused
    for name, listed in (("points", (*scheme.points, scheme.beyond)), ("carry_points", scheme.carry_points)):
        if scheme.worth != POINTS and name == "points":
            continue
        for place, (better, worse) in enumerate(pairwise(listed), 2):
            if worse > better:
                raise SeasonPointsRising(name=name, place=place, points=written(worse))


class SeasonMeanAboveBest(Invalid):
    """The mean needs more evenings than the best that count."""

    sentence = gettext_noop(
        "The mean is taken over at least %(mean)d evenings, but only the best %(best)d count. Let "
        "more evenings count, or take the mean from fewer on."
    )


class SeasonDecayDisordered(Invalid):
    """The steps by which old evenings count less are not in order."""

    sentence = gettext_noop(
        "An evening never counts more because it is old. Lower the fractions of “%(name)s”."
    )


class SeasonBeyondPlanned(Invalid):
    """A number is greater than the number of evenings of the season."""

    sentence = gettext_noop(
        "The switch “%(name)s” needs %(number)d evenings, but the season has %(planned)d. "
        "Plan more evenings, or lower the number."
    )


class SeasonBestAndStruck(Invalid):
    """Either the best evenings count, or the worst are struck."""

    sentence = gettext_noop(
        "Either the best evenings count, or the worst ones are struck. Fill in only one of the two."
    )


def _check_counting(scheme: Scheme) -> None:
    if scheme.best is not None and scheme.struck is not None:
        raise SeasonBestAndStruck
    if scheme.planned is not None:
        limited = ("best", "struck", "mean_from", "least_ranked", "least_final")
        numbers = {name: getattr(scheme, name) for name in limited}
        numbers["struck"] = None if scheme.struck is None else scheme.struck + 1
        for name, number in numbers.items():
            if number is not None and number > scheme.planned:
                raise SeasonBeyondPlanned(name=name, number=number, planned=scheme.planned)
    if scheme.mean_from is not None and scheme.best is not None and scheme.mean_from > scheme.best:
        raise SeasonMeanAboveBest(mean=scheme.mean_from, best=scheme.best)
    for (days, factor), (later, smaller) in pairwise(scheme.decay):
        if later <= days or smaller > factor:
            raise SeasonDecayDisordered(
                sentence=gettext_noop("The steps of “%(name)s” need rising days and falling fractions."),
                name="decay",
            )
    if any(factor > 1 for _days, factor in scheme.decay):
        raise SeasonDecayDisordered(name="decay")


class SeasonBonusNegative(Invalid):
    """The bonus for coming is negative."""

    sentence = gettext_noop("The bonus for coming cannot be negative. Give 0 for none.")


class SeasonAbsencePointsUnused(Invalid):
    """There are points for an absence that is not worth a fixed number."""

    sentence = gettext_noop(
        "There are points for an absence (“%(reason)s”), but it is not worth a fixed number. "
        "Choose the fixed number, or remove it."
    )


class SeasonAbsencePointsMissing(Invalid):
    """An absence is worth a fixed number, but the number is missing."""

    sentence = gettext_noop("An absence (“%(reason)s”) is worth a fixed number of points. Give this number.")


def _check_attendance(scheme: Scheme) -> None:
    if scheme.bonus < 0:
        raise SeasonBonusNegative
    for reason in ("excused", "unexcused", "organiser"):
        worth, fixed = scheme.of_absence(reason)
        if worth == FIXED and fixed is None:
            raise SeasonAbsencePointsMissing(reason=reason)
        if worth != FIXED and fixed is not None:
            raise SeasonAbsencePointsUnused(reason=reason)


class SeasonSharedNotLast(Invalid):
    """Nothing can follow after places are shared."""

    sentence = gettext_noop("After “shared” places are shared, so nothing can follow. Put it last.")


def _check_ties(ties: Sequence[str]) -> None:
    for tie in ties:
        if list(ties).count(tie) > 1:
            raise TieBreakTwice(name=tie)
    if SHARED in ties[:-1]:
        raise SeasonSharedNotLast
    # After lots nobody is left who could share a place, so “shared” counts as one more tie-break here.
    metrics = [METRIC[tie] for tie in ties if tie != SHARED]
    check_tie_breaks([*metrics, "out"] if SHARED in ties and "lots" in metrics else metrics)


class SeasonFinalMissing(Invalid):
    """A switch is about the final, but the season has none."""

    sentence = gettext_noop(
        "A switch is about the final, but the season has none. Say how many people play it, or "
        "remove the switch."
    )


class SeasonCarryStepUnknown(Invalid):
    """Carried points cannot be rounded to this step."""

    sentence = gettext_noop("Carried points can be rounded to: %(choices)s.")


class SeasonCarryPointsUnused(Invalid):
    """There are points for the final that nobody takes along."""

    sentence = gettext_noop(
        "There is a list of points for the final, but finalists do not take points by place along. "
        "Choose this, or remove the list."
    )


class SeasonCarryPointsMissing(Invalid):
    """The points that finalists take along are missing."""

    sentence = gettext_noop("Finalists take points by their place along. List them, the first place first.")


def _check_final(scheme: Scheme) -> None:
    if scheme.final is None and (
        scheme.carry != NOT or scheme.carry_points or scheme.least_final is not None or scheme.carry_step != 1
    ):
        raise SeasonFinalMissing
    if scheme.carry == BY_LIST and not scheme.carry_points:
        raise SeasonCarryPointsMissing
    if scheme.carry != BY_LIST and scheme.carry_points:
        raise SeasonCarryPointsUnused
    if scheme.carry_step not in STEPS:
        raise SeasonCarryStepUnknown(choices=", ".join(map(written, STEPS)))
