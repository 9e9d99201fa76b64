"""The geometry of charts: round ticks, values at their places, no marks for unknown values."""

from __future__ import annotations

import pytest

from tournaments.core.words.charts import (
    INSET,
    MOST_TICKS,
    Scale,
    Value,
    columns,
    diverging,
    dots,
    scale_of,
    tick_text,
)


def at(percents: str) -> float:
    assert percents.endswith("%")
    return float(percents[:-1])


def rems(height: str) -> float:
    assert height.endswith("rem")
    return float(height[:-3])


def test_ticks_are_round_and_span_zero_and_all_values(subtests: pytest.Subtests) -> None:
    cases: list[tuple[list[float], tuple[float, ...]]] = [
        ([0.87], (0, 0.5, 1)),
        ([-4.2, 3.1], (-6, -4, -2, 0, 2, 4)),
        ([1, 2, 3.9], (0, 1, 2, 3, 4)),
        ([-0.03, -0.01], (-0.03, -0.02, -0.01, 0)),
        ([-9, 2.4], (-10, -5, 0, 5)),
        ([120_000], (0, 50_000, 100_000, 150_000)),
        ([0.0003], (0, 0.0001, 0.0002, 0.0003)),
    ]
    for values, ticks in cases:
        with subtests.test(f"{values} {ticks}"):
            scale = scale_of(values)
            assert scale.ticks == pytest.approx(ticks)
            assert (scale.low, scale.high) == pytest.approx((ticks[0], ticks[-1]))


def test_a_scale_has_at_most_six_ticks(subtests: pytest.Subtests) -> None:
    for power in range(-4, 6):
        for ends in [(0, 1), (0, 7.3), (-3.3, 1.1), (-9.99, 0), (-0.1, 9.9)]:
            with subtests.test(f"{power} {ends}"):
                scale = scale_of(end * 10.0**power for end in ends)
                assert 2 <= len(scale.ticks) <= MOST_TICKS + 1
                assert all(scale.low <= end * 10.0**power <= scale.high for end in ends)


def test_no_values_and_only_zeros_have_a_scale(subtests: pytest.Subtests) -> None:
    cases: list[list[float | None]] = [[], [None], [0.0, 0.0]]
    for values in cases:
        with subtests.test(str(values)):
            scale = scale_of(values)
            assert scale.low == 0 < scale.high
            assert dots([Value("Expert", "0.00", 0.0, 0.0, 0.0)], scale).marks[0].x == f"{INSET:.2f}%"


def test_a_value_equal_to_a_tick_is_drawn_at_the_tick() -> None:
    scale = scale_of([-2, 4])
    drawn = dots([Value("", "", tick) for tick in scale.ticks], scale)
    assert [mark.x for mark in drawn.marks] == [tick.at for tick in drawn.ticks]
    assert at(drawn.ticks[0].at) == INSET
    assert at(drawn.ticks[-1].at) == 100 - INSET
    assert [tick.text for tick in drawn.ticks if tick.zero] == ["0"]


def test_the_line_of_an_interval_goes_through_the_dot() -> None:
    (mark,) = dots([Value("Expert", "+2", 2.0, 1.0, 3.0)], scale_of([0, 4])).marks
    assert at(mark.start) < at(mark.x) < at(mark.end)
    assert at(mark.x) - at(mark.start) == pytest.approx(at(mark.end) - at(mark.x))


def test_a_mean_has_a_colour_if_its_whole_interval_has_one_sign(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Value, str]] = [
        (Value("", "", 2, 1, 3), "won"),
        (Value("", "", -2, -3, -1), "lost"),
        (Value("", "", 2, -1, 5), "even"),
        (Value("", "", 2), "won"),
        (Value("", "", 0), "even"),
    ]
    for value, kind in cases:
        with subtests.test(f"{value} {kind}"):
            assert dots([value], scale_of([5])).marks[0].kind == kind


def test_unknown_values_are_not_drawn() -> None:
    unknown, alone = dots([Value("", "", None), Value("", "", 1.0)], scale_of([1.0])).marks
    assert (unknown.x, unknown.start, unknown.end) == ("", "", "")
    assert alone.x
    assert (alone.start, alone.end) == ("", "")


def test_bars_begin_or_end_at_zero() -> None:
    scale = scale_of([-9, 2.5])
    drawn = diverging(
        [Value("", "", -9.0), Value("", "", 2.5), Value("", "", 0.0), Value("", "", None)], scale
    )
    (zero,) = (at(tick.at) for tick in drawn.ticks if tick.zero)
    lost, won, nothing, unknown = (mark.bars for mark in drawn.marks)
    assert at(lost[0][0]) + at(lost[0][1]) == pytest.approx(zero, abs=0.02)
    assert at(won[0][0]) == pytest.approx(zero, abs=0.02)
    assert (lost[0][2], won[0][2]) == ("lost", "won")
    assert nothing == unknown == ()


def test_rows_are_drawn_from_top_to_bottom() -> None:
    drawn = dots([Value("", "", 1.0)] * 3, scale_of([1.0]))
    heights = [rems(part) for mark in drawn.marks for part in (mark.words_y, mark.y)]
    assert heights == sorted(heights)
    assert heights[-1] < rems(drawn.foot) < rems(drawn.ticks_y) < rems(drawn.height)


def test_the_columns_of_a_histogram_fill_its_width_and_start_at_its_foot() -> None:
    drawn = columns([(10, 11, 0.2), (12, 13, 0.5), (14, 15, 0.3)], (13, "median 13"))
    for column in drawn.columns:
        assert rems(column.y) + rems(column.height) == pytest.approx(rems(drawn.foot))
    low, high, middle = (rems(column.height) for column in drawn.columns)
    assert low < middle < high
    last = drawn.columns[-1]
    assert INSET < at(drawn.columns[0].x) < at(last.x) + at(last.width) < 100 - INSET
    assert drawn.marked is not None
    second = drawn.columns[1]
    assert at(second.x) < at(drawn.marked.at) < at(second.x) + at(second.width) + 1
    assert [line[2] for line in drawn.lines] == ["20 %", "40 %", "60 %"]


def test_the_text_of_the_median_stays_inside_the_chart(subtests: pytest.Subtests) -> None:
    for median, anchor in [(10, "start"), (15, "middle"), (19, "end")]:
        with subtests.test(f"{median} {anchor}"):
            assert columns([(length, length, 0.1) for length in range(10, 20)], (median, "")).anchor == anchor


def test_a_histogram_can_be_empty_or_have_one_column() -> None:
    assert columns([]).columns == ()
    (only,) = columns([(28, 28, 1.0)], (28, "median 28")).columns
    assert at(only.width) > 50


def test_ticks_are_written_with_their_sign(subtests: pytest.Subtests) -> None:
    cases: list[tuple[float, int, str]] = [(0.5, 1, "+0.5"), (-2.0, 0, "\N{MINUS SIGN}2"), (0.0, 0, "0")]
    for value, step, text in cases:
        with subtests.test(f"{value} {step}"):
            assert tick_text(value, Scale(0, 1, (), step)) == text
