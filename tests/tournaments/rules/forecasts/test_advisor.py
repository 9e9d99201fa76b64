"""Which format finds the best player: the shares are those of the formats, and small differences are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bench.advisor import CASE, REFERENCE, report
from tests.cases import cases
from tournaments.rules.forecasts import advisor
from tournaments.rules.forecasts.advisor import (
    Advice,
    Found,
    Option,
    advise,
    levels_of,
    rounds_in,
    sizes_at,
)


@pytest.fixture(scope="module")
def reference() -> Advice:
    return advise(*CASE, top=4, by_place=True, events=1_500)


def test_the_figures_are_near_those_of_the_reference(reference: Advice) -> None:
    options = {option.format: option.of("wide") for option in reference.options}
    for name, (win, top) in REFERENCE.items():
        assert options[name].win == pytest.approx(win, abs=0.08)
        assert options[name].top == pytest.approx(top, abs=0.08)
    assert options["swiss"].win > options["knockout_two"].win


def test_the_best_player_is_found_more_often_where_strengths_differ_more(reference: Advice) -> None:
    for option in reference.options:
        assert option.of("wide").win > option.of("narrow").win > 1 / 64 / 2


def test_equal_questions_have_equal_answers() -> None:
    assert advise(12, 3, 4, events=200) == advise(12, 3, 4, events=200)


def test_one_table_knows_no_format_but_playing_on() -> None:
    advice = advise(5, 2, 4, events=100)
    assert advice.sizes == (5,)
    assert [option.format for option in advice.options] == ["rotation"]
    assert advice.is_alike("wide")


def test_a_knockout_needs_its_rounds_and_has_longer_ones_if_there_is_time() -> None:
    short = {option.format for option in advise(64, 16, 2, events=50).options}
    assert short.isdisjoint({"knockout_two", "knockout_one"})
    long = {option.format: option for option in advise(16, 4, 6, events=50).options}
    assert (long["knockout_two"].rounds, long["knockout_two"].longer) == (6, 2)
    assert levels_of([4] * 16, 2) == 5
    assert levels_of([4] * 16, 1) == 3


@cases("people", range(3, 40))
def test_all_formats_can_be_played_with_any_number_of_people(people: int) -> None:
    advice = advise(people, -(-people // 4), 6, events=5)
    assert sum(advice.sizes) == people
    assert all(0 <= option.of("wide").win <= option.of("wide").top <= 1 for option in advice.options)


def test_people_are_spread_over_the_tables_that_there_are() -> None:
    assert sizes_at(14, 4) == [4, 4, 3, 3]
    assert sizes_at(14, 3) == [5, 5, 4]
    assert sizes_at(7, 4) == [4, 3]
    for people, tables in ((13, 2), (2, 1)):
        with pytest.raises(ValueError, match="cannot be seated"):
            sizes_at(people, tables)


def test_rounds_follow_from_the_hours() -> None:
    assert rounds_in(4, 45) == 5
    assert rounds_in(0.5, 45) == 1
    assert rounds_in(24, 5) == 20


def test_formats_within_the_error_of_the_simulation_are_told_as_equal() -> None:
    def option(name: str, win: float) -> Option:
        return Option(name, 4, 1, (("wide", Found(win, 0.6, 0.01)), ("narrow", Found(0.1, 0.3, 0.01))))

    advice = Advice((4, 4), 4, 1000, 3, (option("swiss", 0.30), option("cut", 0.28), option("rotation", 0.2)))
    assert [each.format for each in advice.best("wide")] == ["swiss", "cut"]
    assert not advice.is_alike("wide")
    assert advice.is_alike("narrow")
    assert replace(advice, options=advice.options[:2]).is_alike("wide")


def test_the_report_puts_the_reference_beside_the_figures(reference: Advice) -> None:
    lines = report(reference, beside=True)
    assert sum("reference" in line for line in lines) == len(REFERENCE)
    assert lines[-1].startswith("  narrow: not to be told apart from the best: ")


def test_a_long_evening_of_many_people_is_simulated_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisor, "MOST_RESULTS", 12 * 4 * 30)
    assert (advise(12, 3, 4).events, advise(12, 3, 8).events) == (30, 15)
