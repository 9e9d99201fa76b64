"""Rankings: score, then the tie-breaks in their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.standings.rules.ranking import DEFAULT_TIE_BREAKS, METRICS, in_order, lot, rank, what_decided
from tournaments.standings.rules.scoring import Row


def row(
    entry: str,
    score: int = 0,
    *,
    tables: Mapping[tuple[int, str], int] | None = None,
    best_round: int | None = 0,
    out: int = 0,
    rounds_won: int = 0,
    figures: Mapping[str, int] | None = None,
    places: tuple[int, ...] = (),
    mates: Sequence[int] = (),
) -> Row:
    numbers: dict[str, Any] = dict.fromkeys(("net", "pochen", "pools", "showdowns", "deals"), 0)
    numbers |= {"out": out, **(figures or {})}
    won = Fraction(numbers.pop("rounds_won", rounds_won))
    return Row(
        entry=entry,
        score=Fraction(score),
        best_round=best_round,
        tables=tables or {},
        rounds_won=won,
        places=places,
        mates=tuple(map(Fraction, mates)),
        **numbers,
    )


def lines(rows: list[Row], tie_breaks: list[str], seed: int = 1) -> list[tuple[int, str, str]]:
    return [(line.place, line.entry, line.decided_by) for line in rank(rows, tie_breaks, seed)]


def test_the_score_decides_where_it_differs() -> None:
    assert lines([row("a", 1), row("b", 3), row("c", 2)], list(DEFAULT_TIE_BREAKS)) == [
        (1, "b", "score"),
        (2, "c", "score"),
        (3, "a", "score"),
    ]


def test_each_metric_splits_only_those_still_level() -> None:
    """After the score b and c are level; d, far behind, has won more rounds and stays behind."""
    rows = [
        row("a", 5, rounds_won=1),
        row("b", 5, out=2),
        row("c", 5, out=3),
        row("d", 1, rounds_won=9),
    ]
    assert lines(rows, ["rounds_won", "out"]) == [
        (1, "a", "rounds_won"),
        (2, "c", "out"),
        (3, "b", "out"),
        (4, "d", "score"),
    ]


@cases("metric", ["net", "pochen", "out", "pools", "showdowns", "rounds_won"])
def test_more_is_better_in_every_metric(metric: str) -> None:
    fewer, more = row("a", figures={metric: 1}), row("b", figures={metric: 2})
    assert lines([fewer, more], [metric]) == [(1, "b", metric), (2, "a", metric)]


def test_a_best_round_of_minus_nine_beats_none_at_all() -> None:
    rows = [row("a", best_round=None), row("b", best_round=-9), row("c", best_round=-3)]
    assert [line.entry for line in rank(rows, ["best_round"])] == ["c", "b", "a"]


def test_without_lots_a_tie_that_remains_is_a_shared_place() -> None:
    assert lines([row("a", 2), row("b", 2), row("c", 3), row("d")], ["out"]) == [
        (1, "c", "score"),
        (2, "a", "shared"),
        (2, "b", "shared"),
        (4, "d", "score"),
    ]


def test_countback_asks_for_first_places_then_for_second_places() -> None:
    rows = [row("a", places=(1, 0, 2)), row("b", places=(1, 1)), row("c", places=(1, 1, 1)), row("d")]
    assert lines(rows, ["countback"]) == [
        (1, "c", "countback"),
        (2, "b", "countback"),
        (3, "a", "countback"),
        (4, "d", "countback"),
    ]


def test_table_mates_count_by_mean_or_by_median() -> None:
    """The mean of a's mates is higher because of one strong player, the median of b's."""
    a, b, c = row("a", mates=(1, 2, 30)), row("b", mates=(5, 6, 7, 8)), row("c")
    by_mean = rank([a, b, c], ["mates_mean"])
    assert [(line.entry, line.metrics["mates_mean"]) for line in by_mean] == [
        ("a", 11),
        ("b", Fraction(13, 2)),
        ("c", None),
    ]
    by_median = rank([a, b, c], ["mates_median"])
    assert [(line.entry, line.metrics["mates_median"]) for line in by_median] == [
        ("b", Fraction(13, 2)),
        ("a", 2),
        ("c", None),
    ]


def test_head_to_head_counts_the_rounds_in_which_all_the_tied_sat_together() -> None:
    """a and b met in rounds 1 and 3; in round 2 they sat at different tables."""
    a = row("a", tables={(1, "x"): -4, (2, "y"): 90, (3, "x"): 1})
    b = row("b", tables={(1, "x"): 2, (2, "z"): -50, (3, "x"): -2})
    ranked = rank([a, b], ["head_to_head", "lots"])
    assert [(line.entry, line.metrics["head_to_head"], line.decided_by) for line in ranked] == [
        ("b", 0, "head_to_head"),
        ("a", -3, "head_to_head"),
    ]


def test_head_to_head_is_skipped_if_a_tied_player_was_absent() -> None:
    a = row("a", tables={(1, "x"): -4}, out=1)
    b = row("b", tables={(1, "x"): 4}, out=2)
    c = row("c", tables={(1, "y"): 0}, out=3)
    ranked = rank([a, b, c], ["head_to_head", "out"])
    assert [(line.entry, line.decided_by) for line in ranked] == [("c", "out"), ("b", "out"), ("a", "out")]
    assert {line.metrics["head_to_head"] for line in ranked} == {None}


def test_lots_depend_on_the_seed_and_not_on_the_other_players() -> None:
    everyone = [row(entry) for entry in "abcdefgh"]
    order = [line.entry for line in rank(everyone, ["lots"], 1)]
    assert order == ["c", "h", "b", "e", "f", "a", "g", "d"]
    assert order != [line.entry for line in rank(everyone, ["lots"], 2)]
    some = [line.entry for line in rank([r for r in everyone if r.entry in "bdh"], ["lots"], 1)]
    assert some == [entry for entry in order if entry in "bdh"]


def test_scores_are_compared_exactly() -> None:
    third = Row("a", Fraction(1, 3), 0, 0, 0, 0, 0, None, Fraction(0), 3, {})
    nearly = Row("b", Fraction(333333333333333333, 10**18), 0, 0, 0, 0, 0, None, Fraction(0), 3, {})
    assert [line.entry for line in rank([nearly, third])] == ["a", "b"]


def test_figures_ahead_of_the_score_decide_first() -> None:
    """d came furthest; a and b came as far as each other; c is behind with the highest score."""
    rows = [row("a", 3), row("b", 5), row("c", 9), row("d", 1)]
    ahead = {"a": {"stage": 1, "reached": 2}, "b": {"stage": 1, "reached": 2}}
    ahead |= {"c": {"stage": 1, "reached": 1}, "d": {"stage": 2, "reached": 0}}
    ranked = rank(rows, ["lots"], 1, ahead)
    assert [(line.entry, line.decided_by) for line in ranked] == [
        ("d", "stage"),
        ("b", "score"),
        ("a", "score"),
        ("c", "reached"),
    ]
    assert [line.ahead for line in ranked] == [ahead[line.entry] for line in ranked]


def test_the_first_different_figure_decides_between_two_players() -> None:
    rows = [
        row("a", 5, rounds_won=1),
        row("b", 5, out=3),
        row("c", 5, out=2),
        row("d", 5, out=2),
        row("e", 1),
    ]
    ranked = rank(rows, ["rounds_won", "out"])
    decided = [what_decided(before, behind) for before, behind in pairwise(ranked)]
    assert decided == ["rounds_won", "out", "shared", "score"]
    further = rank([row("a"), row("b", 9)], [], 1, {"a": {"stage": 2}, "b": {"stage": 1}})
    assert what_decided(*further) == "stage"


def test_players_who_share_a_place_are_ordered_by_lots() -> None:
    ranked = rank([row("a"), row("b", 1), row("c"), row("d")], [])
    order = [line.entry for line in in_order(ranked, 1)]
    assert order == ["b", *sorted("acd", key=lambda entry: -lot(1, entry))]
    assert order == [line.entry for line in in_order(reversed(ranked), 1)]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["out", "beauty"], "unknown_tie_break"),
        (["out", "out"], "tie_break_twice"),
        (["lots", "out"], "lots_not_last"),
    ],
)
def test_a_list_of_tie_breaks_that_cannot_be_used_is_refused(names: list[str], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        rank([row("a")], names)
    assert refusal.value.code == code


small = st.integers(-1, 1)
some_rows = st.lists(
    st.builds(
        Row,
        entry=st.uuids().map(str),
        score=st.fractions(-1, 1, max_denominator=2),
        net=small,
        pochen=small,
        out=small,
        pools=small,
        showdowns=small,
        best_round=st.none() | small,
        rounds_won=st.fractions(0, 1, max_denominator=4),
        deals=st.just(1),
        tables=st.dictionaries(st.tuples(st.integers(1, 2), st.sampled_from("xy")), small),
        places=st.lists(st.integers(0, 1), max_size=2).map(tuple),
        mates=st.lists(st.fractions(0, 1, max_denominator=2), max_size=2).map(tuple),
    ),
    max_size=8,
    unique_by=lambda row: row.entry,
)
some_tie_breaks = st.lists(st.sampled_from(sorted(METRICS)), unique=True).map(
    lambda names: sorted(names, key=lambda name: (name == "lots", name == "play_off"))  # these come last
)


@given(some_rows, some_tie_breaks, st.randoms(use_true_random=False))
def test_a_ranking_does_not_depend_on_the_order_of_its_rows(
    rows: list[Row], tie_breaks: list[str], chance: Random
) -> None:
    shuffled = chance.sample(rows, len(rows))
    assert in_order(rank(rows, tie_breaks, 5)) == in_order(rank(shuffled, tie_breaks, 5))


@given(some_rows, some_tie_breaks)
def test_places_count_everybody_and_only_shared_ones_repeat(rows: list[Row], tie_breaks: list[str]) -> None:
    ranked = rank(rows, tie_breaks, 5)
    assert sorted(line.entry for line in ranked) == sorted(row.entry for row in rows)
    for number, line in enumerate(ranked, 1):
        level = [other for other in ranked if other.place == line.place]
        assert line.place <= number < line.place + len(level)
        assert (len(level) > 1) == (line.decided_by == "shared")
    assert [line.score for line in ranked] == sorted((line.score for line in ranked), reverse=True)
    if "lots" in tie_breaks:
        assert [line.place for line in ranked] == list(range(1, len(rows) + 1))
