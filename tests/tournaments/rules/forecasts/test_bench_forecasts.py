"""The bench of the forecasts, small: they are better than knowing nothing and than the present leader."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.bench.forecasts import Judged, Play, judge, reached, told
from tests.bench.forecasts_of_seasons import SCHEMES, judge_seasons
from tournaments.rules.scoring import Tally, rows


def normal(people: int) -> object:
    """Evenings of luck without cards: 40 chips a round, and people who differ by 8."""

    def evening(number: int) -> Play:
        chance = Random(f"normal {number}")
        strength = [chance.gauss(0, 8) for _person in range(people)]

        def play(table: Sequence[int]) -> Sequence[int]:
            chips = [round(chance.gauss(strength[person], 40)) for person in table]
            mean = round(sum(chips) / len(chips))
            return [each - mean for each in chips]

        return play

    return evening


@pytest.mark.parametrize("scoring", ["chips", "points"])
def test_forecasts_are_better_than_all_equal_and_than_leader_stays(scoring: str) -> None:
    judged = dict(judge(scoring, 60, 12, 4, normal(12), runs=400))  # type: ignore[arg-type]
    for goal in judged.values():
        assert goal.brier("forecast") < goal.brier("all equal")
        assert goal.brier("forecast") < goal.brier("leader stays")
        mean = sum(chance for chance, _outcome in goal.chances) / len(goal.chances)
        came = sum(outcome for _chance, outcome in goal.chances) / len(goal.chances)
        assert mean == pytest.approx(came)


def test_equal_scores_share_the_last_of_the_places() -> None:
    chips = {"a": 5, "b": 1, "c": 1, "d": -7}
    table = rows(chips, [Tally(entry, 1, "1", won, deals=1) for entry, won in chips.items()])
    assert reached(table, 1) == {"a": 1, "b": 0, "c": 0, "d": 0}
    assert reached(table, 2) == {"a": 1, "b": 0.5, "c": 0.5, "d": 0}


def test_the_report_names_each_method_and_how_often_it_came() -> None:
    judged = Judged(chances=[(0.01, 0.0), (0.6, 1.0)], close=[1.0, 0.0])
    judged.errors |= {"forecast": 0.1601, "all equal": 0.5}
    lines = told("to win", judged)
    assert lines[0] == "  to win: Brier score forecast 80.0, all equal 250.0"
    assert "came 100.0%" in lines[2]
    assert lines[3] == "    with the chips for an even chance: 50% of 2"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_forecasts_of_last_evenings_are_better_than_all_equal(scheme: str) -> None:
    judged = dict(judge_seasons(scheme, 12, 12, 4, normal(12), runs=300))  # type: ignore[arg-type]
    for place, goal in zip((1, 3), judged.values(), strict=True):
        assert goal.brier("forecast") < goal.brier("all equal")
        assert sum(outcome for _chance, outcome in goal.chances) == pytest.approx(12 * place)
        assert sum(chance for chance, _outcome in goal.chances) == pytest.approx(12 * place)
