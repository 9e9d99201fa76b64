"""Means, intervals and quantiles are correct."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import services
from games.engine.simulation import report
from games.engine.simulation.differences import verdict
from games.engine.simulation.estimates import Estimate, Series, difference, estimate, share, strata_of
from games.engine.simulation.lengths import bins, quantile
from games.engine.simulation.plan import layout
from games.engine.simulation.sample import Sample, samples
from games.engine.simulation.student import quantile as student
from tests.cases import cases

FOUR = ["cautious", "bold", "random", "expert"]


def sample_of(seed: int, **numbers: Any) -> Sample:
    spec = services.simulation_spec([{"rules": {"preset": "pagat"}, "seats": FOUR}], seed=seed, **numbers)
    (sample,) = samples(spec, [services.play_chunk(spec, number) for number in range(layout(spec).chunks)])
    return sample


@cases(
    ("freedom", "published"),
    [
        (1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (7, 2.365), (8, 2.306),
        (9, 2.262), (10, 2.228), (11, 2.201), (12, 2.179), (13, 2.160), (14, 2.145), (15, 2.131),
        (20, 2.086), (25, 2.060), (30, 2.042), (40, 2.021), (60, 2.000), (80, 1.990), (100, 1.984),
        (120, 1.980), (1000, 1.962), (10**9, 1.960),
    ],
)  # fmt: skip
def test_quantiles_equal_the_published_tables(freedom: int, published: float) -> None:
    assert round(student(freedom), 3) == published


def test_quantiles_fall_from_the_table_to_the_expansion() -> None:
    values = [student(freedom) for freedom in range(1, 200)]
    assert values == sorted(values, reverse=True)
    assert abs(student(10) - 2.228139) < 0.00002


def test_equal_batches_give_the_textbook_interval() -> None:
    sums = [3, -1, 4, 1, -5, 9]
    result = estimate(Series(sums, [2] * 6), strata_of(6, 1))
    assert result.value == pytest.approx(mean(sums) / 2)
    error = stdev(sums) / sqrt(6) / 2
    assert result.standard_error == pytest.approx(error)
    assert result.low == pytest.approx(mean(sums) / 2 - 2.570582 * error)
    assert result.high == pytest.approx(mean(sums) / 2 + 2.570582 * error)


def test_the_effect_of_an_order_does_not_count_as_chance() -> None:
    """Two orders have the means 1 and 101. The error comes from within the orders."""
    sums = [0, 100, 1, 101, 2, 102]
    apart = estimate(Series(sums, [1] * 6), strata_of(6, 2))
    assert apart.value == 51
    assert apart.standard_error == pytest.approx(sqrt(2 * 3 / 2 * 2) / 6)
    assert apart.high == pytest.approx(51 + 2.776445 * sqrt(6) / 6)
    together = estimate(Series(sums, [1] * 6), strata_of(6, 1)).standard_error
    assert together is not None
    assert together > 20


def test_orders_with_a_single_batch_form_one_stratum() -> None:
    assert [list(stratum) for stratum in strata_of(7, 3)] == [[0, 3, 6], [1, 4], [2, 5]]
    assert [list(stratum) for stratum in strata_of(5, 3)] == [[0, 1, 2, 3, 4]]


def test_one_batch_has_a_mean_without_interval_and_no_data_has_no_mean() -> None:
    assert estimate(Series([7], [2]), strata_of(1, 1)) == Estimate(3.5, None, None, None)
    assert estimate(Series([0, 0], [0, 0]), strata_of(2, 1)) == Estimate(None, None, None, None)
    assert difference(Series([7], [2]), Series([8], [2]), strata_of(1, 1)) == Estimate(0.5, None, None, None)
    assert difference(Series([7], [2]), Series([0], [0]), strata_of(1, 1)).value is None


def test_the_interval_of_a_share_lies_between_zero_and_one() -> None:
    two = strata_of(2, 1)
    uneven = Series([29, 1], [30, 30])
    wide = estimate(uneven, two)
    assert (wide.low or 0) < 0
    assert (wide.high or 0) > 1
    assert share(uneven, two) == wide._replace(low=0, high=1)
    even = Series([1500, 1501], [3000, 3000])
    assert share(even, two) == estimate(even, two)


def test_a_share_of_zero_or_one_uses_the_rule_of_three() -> None:
    two = strata_of(2, 1)
    assert share(Series([30, 30], [30, 30]), two) == Estimate(1, 0, 1 - 3 / 60, 1)
    assert share(Series([0, 0], [30, 30]), two) == Estimate(0, 0, 0, 3 / 60)
    assert share(Series([1, 1], [1, 1]), two)[2:] == share(Series([0, 0], [1, 1]), two)[2:] == (0, 1)
    once = Series([30, 29], [30, 30])
    assert share(once, two)[:2] == estimate(once, two)[:2]
    assert share(Series([7], [7]), strata_of(1, 1)) == Estimate(1, None, None, None)
    assert share(Series([0, 0], [0, 0]), two) == Estimate(None, None, None, None)


@given(st.lists(st.tuples(st.integers(-(10**12), 10**12), st.integers(1, 10**6)), min_size=2, max_size=30))
def test_a_series_has_no_difference_from_itself(pairs: list[tuple[int, int]]) -> None:
    series = Series(*map(list, zip(*pairs, strict=True)))
    assert difference(series, series, strata_of(len(pairs), 2)) == Estimate(0, 0, 0, 0)


@given(
    st.lists(st.tuples(st.integers(-1000, 1000), st.integers(1, 50)), min_size=4, max_size=30), st.randoms()
)
def test_the_digits_do_not_depend_on_the_order_of_the_batches(pairs: Any, random: Any) -> None:
    shuffled = random.sample(pairs, len(pairs))
    first, second = (
        estimate(Series(*map(list, zip(*some, strict=True))), strata_of(len(pairs), 1))
        for some in (pairs, shuffled)
    )
    assert first == second


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.1, 0.2, "more"), (-0.2, -0.1, "less"), (-0.1, 0.2, "no_difference_shown"),
        (0, 0, "no_difference_shown"), (None, None, "no_difference_shown"),
    ],
)  # fmt: skip
def test_a_verdict_needs_the_whole_interval(low: float | None, high: float | None, shown: str) -> None:
    assert verdict(Estimate(0.1, 0.1, low, high)) == shown


@pytest.mark.nightly
def test_intervals_contain_the_true_mean_in_nineteen_of_twenty_jobs() -> None:
    """The true mean comes from a job two thousand times as large, so its own error is small."""
    truth = sample_of(1_000_000, sessions=(60_000, 10))
    sections = report.bots, report.positions
    true_values = [row["chips_per_deal"] for section in sections for row in section(truth)]
    held = Counter[int]()
    for seed in range(200):
        small = sample_of(seed, sessions=(36, 10))
        rows = [row for section in sections for row in section(small)]
        for number, (row, value) in enumerate(zip(rows, true_values, strict=True)):
            held[number] += row["low"] <= value <= row["high"]
    assert len(true_values) == 8
    assert all(180 <= held[number] <= 199 for number in range(8))
    assert 0.935 <= sum(held.values()) / 1600 <= 0.965


def test_quantiles_and_bins_of_lengths() -> None:
    counted = [0] * 256
    counted[20], counted[21], counted[24] = 50, 40, 10
    assert [quantile(counted, 1, 2), quantile(counted, 9, 10), quantile(counted, 91, 100)] == [20, 21, 24]
    assert [(row["least"], row["most"], row["deals"]) for row in bins(counted)] == [
        (20, 20, 50), (21, 21, 40), (22, 22, 0), (23, 23, 0), (24, 24, 10),
    ]  # fmt: skip
    counted[255] = 100
    wide = bins(counted)
    assert len(wide) <= 30
    assert {row["most"] - row["least"] for row in wide} == {7}
    assert sum(row["deals"] for row in wide) == 200
    assert wide[0]["share"] == 0.5
    assert (wide[-1]["least"] <= 255 <= wide[-1]["most"], wide[-1]["deals"]) == (True, 100)
