"""Means and shares with their intervals."""

from __future__ import annotations

import pytest

from tournaments.core.rules.means import Estimate, mean, quantile, ratio, share


def test_a_mean_of_three_values_has_the_interval_of_students_t() -> None:
    estimate = mean([1, 2, 3])
    assert estimate.mean == 2
    assert estimate.high == pytest.approx(2 + 4.303 / 3**0.5)
    assert estimate.low == pytest.approx(2 - 4.303 / 3**0.5)


def test_long_evenings_count_more_than_short_ones() -> None:
    assert ratio([(30, 10), (0, 20)]).mean == 1
    assert mean([]) == Estimate(None)
    assert mean([4]) == Estimate(4)
    assert ratio([(1, 0)]) == Estimate(None)


def test_a_share_stays_between_nothing_and_all() -> None:
    """Wilson's interval of 0 of 10 and of 10 of 10, as published: 0 to 27.8 %, and 72.2 to 100 %."""
    none, all_ = share(0, 10), share(10, 10)
    assert [none.low, none.high] == pytest.approx([0, 0.2775], abs=1e-3)
    assert [all_.low, all_.high] == pytest.approx([0.7225, 1], abs=1e-3)
    assert share(0, 0) == Estimate(None)


def test_the_quantile_comes_down_to_that_of_the_normal_distribution() -> None:
    assert [quantile(20), quantile(60)] == [2.086, pytest.approx(2.000, abs=1e-3)]
    assert sorted(map(quantile, range(1, 200)), reverse=True) == list(map(quantile, range(1, 200)))
