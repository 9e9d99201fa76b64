"""Means, intervals and quantiles are correct."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.simulation.report import bins, estimate, quantile, student
from tests.cases import cases


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


def test_equal_batches_give_the_textbook_interval() -> None:
    sums = [3, -1, 4, 1, -5, 9]
    result = estimate(sums, [2] * 6)
    assert result.value == pytest.approx(mean(sums) / 2)
    error = stdev(sums) / sqrt(6) / 2
    assert result.standard_error == pytest.approx(error)
    assert result.low == pytest.approx(mean(sums) / 2 - 2.570582 * error)
    assert result.high == pytest.approx(mean(sums) / 2 + 2.570582 * error)


@given(
    st.lists(st.tuples(st.integers(-1000, 1000), st.integers(1, 50)), min_size=4, max_size=30), st.randoms()
)
def test_the_digits_do_not_depend_on_the_order_of_the_batches(pairs: Any, random: Any) -> None:
    shuffled = random.sample(pairs, len(pairs))
    first, second = (estimate(*map(list, zip(*some, strict=True))) for some in (pairs, shuffled))
    assert first == second


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
