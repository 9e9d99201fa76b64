"""The days of a series, and the names of its events."""

from __future__ import annotations

from datetime import date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from tests.cases import cases
from tournaments.core.rules.calendar import MOST_DAYS, Every, Rhythm, days_of, names_of, next_days, shifted
from tournaments.core.rules.refusals import Refusal

THURSDAY = date(2026, 11, 26)


def test_every_second_thursday_until_june() -> None:
    days = days_of(Rhythm(THURSDAY, Every.WEEK, 2, until=date(2027, 6, 30)))
    assert {day.weekday() for day in days} == {3}
    assert {(later - day).days for day, later in pairwise(days)} == {14}
    assert (days[0], days[-1], len(days)) == (THURSDAY, date(2027, 6, 24), 16)


def test_the_second_tuesday_of_each_month_is_always_between_the_eighth_and_the_fourteenth() -> None:
    days = days_of(Rhythm(date(2027, 12, 14), Every.MONTH, 1, count=14))
    assert all(day.weekday() == 1 and 8 <= day.day <= 14 for day in days)
    assert [(day.year, day.month) for day in days[:3]] == [(2027, 12), (2028, 1), (2028, 2)]


def test_a_fifth_weekday_stands_for_the_last_one_of_the_month() -> None:
    days = days_of(Rhythm(date(2028, 1, 31), Every.MONTH, 1, count=5))
    assert days == [
        date(2028, 1, 31), date(2028, 2, 28), date(2028, 3, 27), date(2028, 4, 24), date(2028, 5, 29),
    ]  # fmt: skip


@cases(
    ("rhythm", "code"),
    [
        (Rhythm(THURSDAY, step=0, count=2), "rhythm_step"),
        (Rhythm(THURSDAY), "rhythm_endless"),
        (Rhythm(THURSDAY, until=date(2026, 11, 25)), "rhythm_ends_early"),
        (Rhythm(THURSDAY, until=date(9999, 1, 1)), "too_many_days"),
        (Rhythm(THURSDAY, count=MOST_DAYS + 1), "too_many_days"),
        (Rhythm(THURSDAY, count=0), "no_day"),
    ],
)
def test_a_series_without_sense_is_refused(rhythm: Rhythm, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        days_of(rhythm)
    assert refusal.value.code == code


def test_a_series_at_the_end_of_all_years_ends() -> None:
    with pytest.raises(Refusal, match="Choose at least one day"):
        days_of(Rhythm(date(9999, 12, 2), count=2))


@pytest.mark.parametrize(
    ("last", "today", "near"),
    [
        (THURSDAY, THURSDAY, date(2026, 12, 3)),
        (THURSDAY, date(2026, 12, 9), date(2026, 12, 10)),
        (THURSDAY, date(2026, 12, 10), date(2026, 12, 10)),
        (THURSDAY, date(2026, 11, 1), date(2026, 12, 3)),
        (None, THURSDAY, date(2026, 12, 3)),
    ],
)
def test_the_next_evening_is_on_the_same_weekday(last: date | None, today: date, near: date) -> None:
    assert next_days(last, today)[0] == near


def test_a_day_with_an_event_is_not_offered() -> None:
    near = next_days(THURSDAY, THURSDAY, {date(2026, 12, 3), None})
    assert near == [date(2026, 12, 10), date(2026, 12, 17)]


def test_an_hour_stays_on_the_wall_when_summer_time_ends() -> None:
    zone = ZoneInfo("Europe/Berlin")
    before = datetime(2026, 10, 24, 19, 30, tzinfo=zone)
    after = shifted(before, 7)
    assert after.strftime("%H:%M") == "19:30"
    assert after.utcoffset() != before.utcoffset()


@cases(
    ("name", "taken", "names"),
    [
        ("Club night", [], ["Club night 2", "Club night 3"]),
        ("Club night 3", ["Club night", "Club night 3"], ["Club night 4", "Club night 5"]),
        ("Club night 3", ["Club night 11", "Club evening 40"], ["Club night 12", "Club night 13"]),
        ("Spieltag #9", [], ["Spieltag #10", "Spieltag #11"]),
        ("Winter 2026", [], ["Winter 2026 2", "Winter 2026 3"]),
        ("Poch 2026-11-26", [], ["Poch 2026-12-03", "Poch 2026-12-10"]),
        ("Poch am 26.11.", [], ["Poch am 3.12.", "Poch am 10.12."]),
        ("26.11.2026 bei Anna", [], ["3.12.2026 bei Anna", "10.12.2026 bei Anna"]),
        ("5. Ligaabend", ["6. Ligaabend"], ["7. Ligaabend", "8. Ligaabend"]),
        ("12", [], ["12 2", "12 3"]),
    ],
)
def test_names_are_numbered_on_or_get_the_new_date(name: str, taken: list[str], names: list[str]) -> None:
    assert names_of(name, taken, [date(2026, 12, 3), date(2026, 12, 10)], 100) == names


def test_a_long_name_leaves_room_for_its_number() -> None:
    (name,) = names_of("x" * 100, [], [THURSDAY], 100)
    assert (len(name), name[-3:]) == (100, "x 2")
