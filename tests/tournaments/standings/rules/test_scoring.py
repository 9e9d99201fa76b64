"""Tallies and the scorings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.rules.refusals import Refusal
from tournaments.standings.rules.scoring import VALUED, Row, Tally, add_up, rows, table_mates


def played(entry: str, round_: int, chips: int, *, table: str = "t", deals: int = 4) -> Tally:
    return Tally(entry, round_, table, chips=chips, deals=deals)


def scores(tallies: list[Tally], scoring: str, **points: list[int]) -> dict[str, Fraction]:
    entries = sorted({tally.entry for tally in tallies})
    scale = {int(size.removeprefix("at")): list(values) for size, values in points.items()}
    return {row.entry: row.score for row in rows(entries, tallies, scoring, scale)}


def test_a_voided_deal_leaves_no_trace() -> None:
    deal = Tally("a", 1, "t", chips=5, deals=1, out=1)
    void = Tally("a", 1, "t", chips=-5, deals=-1, out=-1)
    (row,) = rows(["a"], [deal, void])
    assert row == Row("a", Fraction(0), 0, 0, 0, 0, 0, None, Fraction(0), 0, {})


def test_places_earn_from_one_down_to_nothing_and_ties_share_the_mean() -> None:
    tallies = [played("a", 1, 10), played("b", 1, 0), played("c", 1, 0), played("d", 1, -10)]
    assert scores(tallies, "place") == {"a": 1, "b": Fraction(1, 2), "c": Fraction(1, 2), "d": 0}


def test_points_come_from_the_table_of_the_size_and_ties_share_the_mean() -> None:
    tallies = [played("a", 1, 5), played("b", 1, 5), played("c", 1, -10)]
    assert scores(tallies, "points", at3=[5, 2, 1]) == {"a": Fraction(7, 2), "b": Fraction(7, 2), "c": 1}


def test_points_without_a_list_for_the_size_are_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        scores([played("a", 1, 1), played("b", 1, -1)], "points", at3=[5, 2, 1])
    assert refusal.value.code == "points_missing"


@pytest.mark.parametrize(
    ("scoring", "before", "after", "net"),
    [
        ("chips", [10, 8, -18], 3, 3),
        ("average", [5, 4, -9], Fraction(3, 2), 3),
        ("place", [1, Fraction(1, 2), 0], -6, 10),
        ("points", [5, 3, 1], -2, 10),
    ],
)
@pytest.mark.parametrize("number", [0, 1])
def test_an_adjustment_changes_one_score_and_no_place_at_a_table(
    scoring: str, before: list[int | Fraction], after: int | Fraction, net: int, number: int
) -> None:
    tallies = [played("a", 1, 10, deals=2), played("b", 1, 8, deals=2), played("c", 1, -18, deals=2)]
    points = {3: [5, 3, 1]}
    assert [row.score for row in rows("abc", tallies, scoring, points)] == before
    penalty = Tally("a", number, "", adjusted=-7)
    adjusted = rows("abc", [*tallies, penalty], scoring, points)
    assert [row.score for row in adjusted] == [after, *before[1:]]
    assert [row.rounds_won for row in adjusted] == [Fraction(2, 3), 0, 0]
    assert (adjusted[0].net, adjusted[0].best_round) == (net, 10)


@pytest.mark.parametrize(("seats", "won"), [(2, Fraction(1, 2)), (3, Fraction(2, 3)), (6, Fraction(5, 6))])
def test_a_win_counts_less_at_a_small_table(seats: int, won: Fraction) -> None:
    """At a table of n, chance alone gives a win in every n-th round."""
    tallies = [played(entry, 1, -number) for number, entry in enumerate("abcdef"[:seats])]
    assert [row.rounds_won for row in rows("abc", tallies)] == [won, 0, 0]


def test_places_are_counted_and_equal_chips_share_the_better_one() -> None:
    tallies = [
        *(played("a", 1, 6), played("b", 1, 6), played("c", 1, -12)),
        *(played("a", 2, -9), played("b", 2, 3), played("c", 2, 3), played("d", 2, 3)),
    ]
    counted = {row.entry: row.places for row in rows("abcde", tallies)}
    assert counted == {"a": (1, 0, 0, 1), "b": (2,), "c": (1, 0, 1), "d": (1,), "e": ()}


MEETINGS = [
    *(played("a", 1, 6, deals=2), played("b", 1, 2, deals=2), played("c", 1, -8, deals=2)),
    *(played("a", 2, 4, deals=2), played("d", 2, -4, deals=2)),
    *(played("b", 3, 10, deals=4), played("d", 3, -10, deals=4)),
    *(played("a", 4, -3, deals=2), played("b", 4, 3, deals=2)),
]
"""a meets b twice, c and d once. b and d also play against each other."""


@pytest.mark.parametrize(
    ("scoring", "mates"),
    [
        ("chips", {"a": [10, 0, -10], "b": [4, 0, -4], "c": [1, 13], "d": [3, 5]}),
        ("average", {"a": [Fraction(5, 2), 0, Fraction(-5, 2)], "b": [2, 0, -2]}),
        ("place", {"a": [1, 0, 0], "b": [1, 0, 0], "c": [1, 2], "d": [1, Fraction(3, 2)]}),
        ("root", {"a": [Fraction(3162, 1000), 0, Fraction(-3162, 1000)], "b": [2, 0, -2]}),
    ],
)
def test_the_score_of_a_table_mate_counts_without_the_tables_of_both(
    scoring: str, mates: dict[str, list[int | Fraction]]
) -> None:
    counted = table_mates(MEETINGS, scoring)
    assert {entry: sorted(counted[entry], reverse=True) for entry in mates} == {
        entry: sorted(scores, reverse=True) for entry, scores in mates.items()
    }


def test_a_player_who_left_still_counts_at_the_table() -> None:
    tallies = [played("a", 1, 2), played("b", 1, -10), played("gone", 1, 8)]
    assert [row.rounds_won for row in rows("ab", tallies)] == [0, 0]
    assert {row.entry: row.score for row in rows("ab", tallies, "place")} == {"a": Fraction(1, 2), "b": 0}


deals = st.lists(
    st.builds(
        Tally,
        entry=st.sampled_from("abcdef"),
        round=st.integers(1, 3),
        table=st.just("t"),
        chips=st.integers(-9, 9),
        deals=st.just(1),
        out=st.integers(0, 1),
    ),
    max_size=30,
)


@given(
    deals, st.randoms(use_true_random=False), st.sampled_from(["chips", "average", "even", "root", "place"])
)
def test_rows_do_not_depend_on_the_order_of_the_tallies(
    tallies: list[Tally], chance: Random, scoring: str
) -> None:
    shuffled = chance.sample(tallies, len(tallies))
    assert rows("abcdef", tallies, scoring) == rows("abcdef", shuffled, scoring)


@given(deals)
def test_places_of_a_table_earn_half_its_seats_in_all(tallies: list[Tally]) -> None:
    summed = add_up(tallies)
    seats = Counter(tally.round for tally in summed)
    expected = sum(Fraction(count, 2) for count in seats.values() if count > 1)
    assert sum(row.score for row in rows("abcdef", tallies, "place")) == expected


WEIGHTS = {3: Fraction(2, 3), 4: Fraction(1)}


def worth(tallies: list[Tally], weights: dict[int, Fraction] | None = WEIGHTS) -> dict[str, Fraction]:
    """The scores by `even`."""
    entries = sorted({tally.entry for tally in tallies})
    by_round = None if weights is None else {tally.round: weights for tally in tallies}
    return {row.entry: row.score for row in rows(entries, tallies, "even", weights=by_round)}


def test_even_weighs_a_chip_by_the_size_of_its_table() -> None:
    three = [played("a", 1, 30), played("b", 1, -12), played("c", 1, -18)]
    four = [played("a", 2, 10), played("b", 2, 0), played("c", 2, -4), played("d", 2, -6)]
    assert worth(three + four) == {"a": 20 + 10, "b": -8, "c": -12 - 4, "d": -6}


def test_even_weighs_each_round_by_its_own_weights() -> None:
    three = [played("a", 1, 30), played("b", 1, -12), played("c", 1, -18)]
    again = [played("a", 2, 30), played("b", 2, -12), played("c", 2, -18)]
    by_round = {1: WEIGHTS, 2: {3: Fraction(1, 2)}}
    scores = {row.entry: row.score for row in rows("abc", three + again, "even", weights=by_round)}
    assert scores == {"a": 20 + 15, "b": -8 - 6, "c": -12 - 9}


def test_even_counts_every_chip_alike_while_no_weights_are_known() -> None:
    three = [played("a", 1, 30), played("b", 1, -12), played("c", 1, -18)]
    assert worth(three, None) == {"a": 30, "b": -12, "c": -18}


@pytest.mark.parametrize(("chips", "root"), [(0, 0), (49, 7), (-49, -7), (2, Fraction(1414, 1000))])
def test_root_is_the_square_root_of_each_round_with_its_sign(chips: int, root: Fraction) -> None:
    tallies = [played("a", 1, chips), played("a", 2, 25), played("b", 1, 0), played("b", 2, 0)]
    assert scores(tallies, "root") == {"a": root + 5, "b": 0}


def test_uma_adds_a_bonus_by_place_to_the_chips_and_ties_share_it() -> None:
    tallies = [played("a", 1, 8), played("b", 1, -4), played("c", 1, -4)]
    assert scores(tallies, "uma", at3=[10, 0, -10]) == {"a": 18, "b": -9, "c": -9}


@pytest.mark.parametrize("given_in", [0, 1])
@pytest.mark.parametrize("scoring", sorted(VALUED))
def test_an_adjustment_is_added_to_the_score_and_changes_nothing_for_the_others(
    scoring: str, given_in: int
) -> None:
    tallies = [played("a", 1, 10), played("b", 1, 8), played("c", 1, -18)]
    penalty = Tally("a", given_in, "", adjusted=-7)
    bonuses = {3: [3, 2, 1]}
    before = {row.entry: row for row in rows("abc", tallies, scoring, bonuses, {1: WEIGHTS})}
    after = {row.entry: row for row in rows("abc", [*tallies, penalty], scoring, bonuses, {1: WEIGHTS})}
    assert after["a"].score == before["a"].score - 7
    assert after["a"].net == (10 if scoring == "root" else 3), "a root is no number of chips"
    assert after["a"].rounds_won == before["a"].rounds_won == Fraction(2, 3)
    assert (after["b"], after["c"]) == (before["b"], before["c"])


def in_turn(*players: tuple[str, int, int], seat: int) -> list[Tally]:
    """Those who had a seat one after the other: entry, chips, deals."""
    return [Tally(entry, 1, "t", chips=chips, deals=deals, seat=seat) for entry, chips, deals in players]


SHARED_SEAT = [
    *in_turn(("a", 10, 6), ("b", 10, 2), seat=0),
    *in_turn(("c", 15, 8), seat=1),
    *in_turn(("d", -35, 8), seat=2),
]
"""A table of three: b took over the seat of a after six of eight deals."""


def test_who_shares_a_seat_shares_its_place_by_their_deals() -> None:
    # Together they have 20 chips, so their seat is first.
    assert scores(SHARED_SEAT, "place") == {
        "a": Fraction(3, 4),
        "b": Fraction(1, 4),
        "c": Fraction(1, 2),
        "d": 0,
    }
    assert scores(SHARED_SEAT, "points", at3=[8, 4, 0]) == {"a": 6, "b": 2, "c": 4, "d": 0}
    assert scores(SHARED_SEAT, "uma", at3=[8, 0, -8]) == {"a": 16, "b": 12, "c": 15, "d": -43}


def test_who_shares_a_seat_keeps_their_own_chips() -> None:
    assert scores(SHARED_SEAT, "chips") == {"a": 10, "b": 10, "c": 15, "d": -35}
    assert scores(SHARED_SEAT, "average")["b"] == 5
    left_on_the_board = [*SHARED_SEAT[:3], *in_turn(("d", -59, 8), seat=2)]
    # 24 chips stayed on the board: 1 for each seat and deal.
    assert scores(left_on_the_board, "even") == {"a": 16, "b": 12, "c": 23, "d": -51}


def test_a_seat_wins_its_table_for_who_played_most_of_its_deals() -> None:
    won = {row.entry: row.rounds_won for row in rows("abcd", SHARED_SEAT)}
    assert won == {"a": Fraction(2, 3), "b": 0, "c": 0, "d": 0}


@pytest.mark.parametrize("scoring", ["place", "points"])
@given(deals=st.lists(st.integers(1, 9), min_size=1, max_size=4), chips=st.integers(-50, 50))
def test_the_points_of_a_table_do_not_depend_on_who_shares_a_seat(
    scoring: str, deals: list[int], chips: int
) -> None:
    shared = in_turn(*((f"s{turn}", chips, played) for turn, played in enumerate(deals)), seat=0)
    others = [*in_turn(("b", 5, sum(deals)), seat=1), *in_turn(("c", 5, sum(deals)), seat=2)]
    alone = in_turn(("s", chips * len(deals), sum(deals)), seat=0)
    with_many = scores([*shared, *others], scoring, at3=[5, 2, 0])
    with_one = scores([*alone, *others], scoring, at3=[5, 2, 0])
    assert sum(with_many.values()) == sum(with_one.values())
    assert (with_many["b"], with_many["c"]) == (with_one["b"], with_one["c"])
