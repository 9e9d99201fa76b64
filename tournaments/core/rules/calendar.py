"""The days of a series, and the names of its events.

A rhythm goes on from its first day: every n weeks on the same weekday, or every n months on the same weekday
of the month, such as the second Thursday. A fifth Thursday stands for the last one, because most months have
only four. Days know no clock, so the change to summer time moves nothing; `shifted` keeps the hour on the
wall.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import count as counting
from itertools import islice, takewhile
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop

MOST_DAYS: Final = 60
"""A series has at most so many events: one a week for more than a year."""

MOST_STEPS: Final = 12
"""Weeks or months between two events."""

FIRST_DAY: Final = date(1900, 1, 1)
"""No date is earlier."""

LAST_DAY: Final = date(2999, 12, 31)
"""No date is ever later, and no series goes on after this day."""

YEARS_AHEAD: Final = 50
"""No date is later than so many years from today."""

_NUMBER = re.compile(r"^(?P<base>.*?\S)(?P<gap>\s*#?\s*)(?<![\d./-])(?P<number>\d{1,3})$")
"""A name that ends with a number: "Club night 12". Four digits are a year."""

_ORDINAL = re.compile(r"^(?P<number>\d{1,3})(?P<rest>\.\s*\D.*)$")
"""A name that begins with its number: "5. Ligaabend"."""

_DATE = re.compile(r"(?<!\d)(?:(?P<iso>\d{4}-\d\d-\d\d)|\d{1,2}\.\d{1,2}\.(?P<year>\d{4})?)(?!\d)")
"""A name with a date: "Club night 2026-11-26", "Poch 26.11." or "Poch 26.11.2026"."""


class Every(StrEnum):
    """The unit of a rhythm."""

    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True)
class Rhythm:
    """A series: every `step` weeks or months, until a day, for a number of events, or both."""

    first: date
    every: Every = Every.WEEK
    step: int = 1
    until: date | None = None
    count: int | None = None


class DateOutOfRange(Invalid):
    """A date lies between 1900 and fifty years from today."""

    sentence = gettext_noop("Choose a date from %(first)s to %(last)s.")


def check_day(day: date, today: date) -> None:
    """Raise Refusal `date_out_of_range` for a day before 1900, or more than fifty years from today."""
    last = date(today.year + YEARS_AHEAD, today.month, min(today.day, 28 if today.month == 2 else 31))
    if not FIRST_DAY <= day <= last:
        raise DateOutOfRange(first=FIRST_DAY, last=last)


class RhythmStep(Invalid):
    """The number of weeks or months between two events is outside the allowed range."""

    sentence = gettext_noop("There can be 1 to %(most)d weeks or months from one event to the next.")


class RhythmEndsEarly(Invalid):
    """The last day of the series is before its first one."""

    sentence = gettext_noop("The last day is before the first one.")


class RhythmEndless(Invalid):
    """The series has neither a last day nor a number of events."""

    sentence = gettext_noop("Say how many events there are, or the last day.")


def days_of(rhythm: Rhythm) -> list[date]:
    """Return the days of a series in order.

    Raises Refusal: `rhythm_step`, `rhythm_endless`, `rhythm_ends_early`, `too_many_days`.
    """
    if not 1 <= rhythm.step <= MOST_STEPS:
        raise RhythmStep(most=MOST_STEPS)
    if rhythm.until is None and rhythm.count is None:
        raise RhythmEndless
    if rhythm.until is not None and rhythm.until < rhythm.first:
        raise RhythmEndsEarly
    until = min(rhythm.until or LAST_DAY, LAST_DAY)
    wanted = takewhile(lambda day: day <= until, _days(rhythm))
    days = list(islice(wanted, MOST_DAYS + 1 if rhythm.count is None else max(rhythm.count, 0)))
    return check_days(days)


class TooManyDays(Invalid):
    """The series has too many events."""

    sentence = gettext_noop("A series has at most %(most)d events.")


class NoDay(Invalid):
    """The list of days is empty."""

    sentence = gettext_noop("Choose at least one day.")


def check_days(days: Sequence[date]) -> list[date]:
    """Return the days in order, each once. Raises Refusal: `no_day`, `too_many_days`."""
    ordered = sorted(set(days))
    if not ordered:
        raise NoDay
    if len(ordered) > MOST_DAYS:
        raise TooManyDays(most=MOST_DAYS)
    return ordered


def next_days(
    last: date | None, today: date, taken: Collection[date | None] = (), wanted: int = 2
) -> list[date]:
    """The next days with the weekday of the last event: after it, today at the earliest, and not taken."""
    last = last or today
    weeks = max(1, -(-(today - last).days // 7))
    days = (last + timedelta(weeks=week) for week in counting(weeks))
    return list(islice((day for day in days if day not in taken), wanted))


def week_of_month(day: date) -> int:
    """Which of its weekdays in the month a day is: 1 to 5. The second Thursday is 2."""
    return (day.day - 1) // 7 + 1


def shifted(moment: datetime, days: int) -> datetime:
    """Return the moment so many days later, at the same hour on the wall of its own time zone."""
    return moment + timedelta(days=days)


def names_of(name: str, taken: Collection[str], days: Sequence[date], longest: int) -> list[str]:
    """Return the names of the next events, on these days.

    A date in the name becomes the new one. Otherwise events are numbered on from the highest number that the
    club has used: "Club night 3" goes on with 4, "Club night" with 2, and "5. Ligaabend" with 6.
    """
    if _DATE.search(name):
        return [_redated(name, day)[:longest] for day in days]
    if match := _ORDINAL.match(name):
        rest, known = match["rest"], filter(None, map(_ORDINAL.match, [name, *taken]))
        last = max(int(other["number"]) for other in known if other["rest"] == rest)
        return [f"{last + number}{rest}"[:longest] for number in range(1, len(days) + 1)]
    match = _NUMBER.match(name)
    base, gap = (match["base"], match["gap"]) if match else (name, " ")
    used = [1, int(match["number"])] if match else [1]
    for other in taken:
        other_match = _NUMBER.match(other)
        if other_match and other_match["base"] == base:
            used.append(int(other_match["number"]))
    endings = [f"{gap}{number}" for number in range(max(used) + 1, max(used) + 1 + len(days))]
    return [base[: longest - len(ending)].rstrip() + ending for ending in endings]


def _redated(name: str, day: date) -> str:
    """The name with this day in the place of its date, written in the same way."""

    def written(match: re.Match[str]) -> str:
        if match["iso"]:
            return day.isoformat()
        return f"{day.day}.{day.month}.{day.year if match['year'] else ''}"

    return _DATE.sub(written, name)


def _days(rhythm: Rhythm) -> Iterator[date]:
    for passed in counting(0, rhythm.step):
        try:
            if rhythm.every == Every.WEEK:
                yield rhythm.first + timedelta(weeks=passed)
            else:
                yield _in_month(rhythm.first, passed)
        except (OverflowError, ValueError):  # after the year 9999
            return


def _in_month(first: date, months: int) -> date:
    """The same weekday of the month, so many months later."""
    years, month = divmod(first.month - 1 + months, 12)
    start = date(first.year + years, month + 1, 1)
    day = start + timedelta(days=(first.weekday() - start.weekday()) % 7, weeks=week_of_month(first) - 1)
    return day if day.month == start.month else day - timedelta(weeks=1)
