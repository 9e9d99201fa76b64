"""The clock of a round, and the estimate of the end of the evening."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.events.rules.clock import BREAK, Clock, Evening, check_length, seconds_to_the_end

FORTY = Clock(started_at=1000, seconds=2400, warning=300)


@cases(
    ("now", "left", "phase"),
    [
        (1000, 2400, "running"),
        (1000 + 2099, 301, "running"),
        (1000 + 2100, 300, "warning"),
        (1000 + 2399, 1, "warning"),
        (1000 + 2400, 0, "last_deal"),
        (1000 + 3000, -600, "last_deal"),
    ],
)
def test_a_clock_warns_and_then_says_last_deal(now: float, left: float, phase: str) -> None:
    assert (FORTY.left(now), FORTY.phase(now)) == (left, phase)


def test_a_paused_clock_stands_and_ends_later_by_the_pause() -> None:
    paused = replace(FORTY, paused_at=1600)
    assert paused.ends_at is None
    assert [paused.left(now) for now in (1600, 9999)] == [1800, 1800]
    assert paused.phase(9999) == "paused"
    again = replace(FORTY, paused=500)
    assert again.ends_at == FORTY.ends_at + 500  # type: ignore[operator]
    # A second pause adds to the first.
    assert replace(again, paused_at=3000).left(5000) == 2400 - (3000 - 1000 - 500)


def test_extra_time_moves_the_end_of_one_table_and_its_warning() -> None:
    later = replace(FORTY, extra=300)
    assert (FORTY.phase(3400), later.phase(3400), later.left(3400)) == ("last_deal", "warning", 300)


@pytest.mark.parametrize("seconds", [0, 59, 36_001])
def test_a_round_of_no_or_of_endless_time_is_refused(seconds: int) -> None:
    with pytest.raises(Refusal, match="1 to 600 minutes"):
        check_length(seconds)


def test_the_end_of_the_evening_is_estimated_from_the_pace_and_the_breaks() -> None:
    evening = Evening(deals_left=3, later=[12, 8], a_deal=300, breaks=[600, 1200])
    assert seconds_to_the_end(evening) == 300 * (3 + 12 + 8) + 2 * 900
    assert seconds_to_the_end(replace(evening, breaks=[])) == 300 * 23 + 2 * BREAK
    assert seconds_to_the_end(replace(evening, a_deal=None)) is None


def test_a_round_with_a_clock_ends_when_the_clock_says_so() -> None:
    by_clock = Evening(deals_left=12, later=[12], a_deal=300, minutes=40, left=600, breaks=[0])
    assert seconds_to_the_end(by_clock) == (600 + 150) + (2400 + 150)
    # The pace of the deals does not contradict the clock that everybody sees.
    assert seconds_to_the_end(replace(by_clock, deals_left=1, later=[2])) == (600 + 150) + (2400 + 150)
    assert seconds_to_the_end(replace(by_clock, deals_left=0)) == 2400 + 150
    assert seconds_to_the_end(replace(by_clock, left=-60)) == 150 + 2550
    assert seconds_to_the_end(replace(by_clock, a_deal=None)) == 600 + 2400
