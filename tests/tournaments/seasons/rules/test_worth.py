"""What an evening is worth: exact, rounded once, and shared by people who share a place."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.seasons.rules.seasons import evening, round_of, scheme
from tournaments.seasons.rules.exact import half_up, read_points, root, sum_of_roots, written
from tournaments.seasons.rules.worth import Evening, EveningWorth, Result, worth_of
from tournaments.standings.rules.scoring import Tally


def worths(people: str, weight: Fraction = Fraction(1), **switches: object) -> dict[str, int]:
    made = worth_of(evening(1, people, weight=weight), scheme(**switches))
    return {person: played.worth for person, played in made.played.items()}


def test_a_list_of_points_gives_the_rest_to_all_places_after_it() -> None:
    assert worths("abcde", worth="points", points=[10, 8, 6], beyond=1) == {
        "a": 10_000, "b": 8000, "c": 6000, "d": 1000, "e": 1000,
    }  # fmt: skip


def test_somebody_without_a_place_came_but_gets_nothing_and_does_not_count() -> None:
    unranked = [Result("a", 1), Result("b", 2), Result("c", 0)]
    made = worth_of(Evening("e1", 1, unranked), scheme(worth="linear"))
    assert {person: played.worth for person, played in made.played.items()} == {
        "a": 1_000_000, "b": 0, "c": 0,
    }  # fmt: skip


TABLES = [
    *round_of(1, {"a": 30, "b": 10, "c": -40}, {"d": 5, "e": 5, "f": 0, "g": -10}),
    *round_of(2, {"a": -7, "b": 7, "d": 0}, {"c": 1, "e": 0, "f": 0, "g": -1}),
]


def test_evened_chips_count_from_the_mean_of_the_table_and_by_its_size() -> None:
    weights = {1: {3: Fraction(2), 4: Fraction(1)}}
    tallies = round_of(1, {"a": 30, "b": 9, "c": -42}, {"d": 5, "e": 5, "f": 0, "g": -10})
    made = worth_of(evening(1, "abcdefg", tallies=tallies, weights=weights), scheme(worth="even"))
    got = {person: played.worth for person, played in made.played.items()}
    assert got == {
        "a": 62_000, "b": 20_000, "c": -82_000, "d": 5000, "e": 5000, "f": 0, "g": -10_000,
    }  # fmt: skip


def test_an_adjustment_counts_where_it_has_the_same_unit() -> None:
    fined = [*round_of(1, {"a": 30, "b": 10, "c": -40}), Tally("a", 1, "", adjusted=-3)]
    chips = evening(1, "abc", tallies=fined)
    assert worth_of(chips, scheme(worth="even")).played["a"].worth == 27_000
    assert worth_of(chips, scheme(worth="tables")).played["a"].worth == 1000
    in_points = evening(1, "abc", tallies=fined, unit="points")
    assert worth_of(in_points, scheme(worth="even")).played["a"].worth == 30_000
    assert worth_of(in_points, scheme(worth="tables")).played["a"].worth == -2000


def test_places_can_count_among_the_members_alone() -> None:
    played = evening(1, "x a yb z c")
    by = scheme(worth="linear", among="members")
    made = worth_of(played, by, members="abc")
    assert {person: (one.worth, one.place) for person, one in made.played.items()} == {
        "a": (1_000_000, 1), "b": (500_000, 2), "c": (0, 3),
    }  # fmt: skip
    assert set(worth_of(played, scheme(), members="abc").played) == set("abcxyz")


def test_an_old_evening_counts_less_and_in_the_end_nothing() -> None:
    by = scheme(worth="points", points=[9], decay=[[365, "2/3"], [730, "1/3"], [1095, "0/1"]])
    assert [
        worth_of(evening(1, "ab", age=age), by).played["a"].worth for age in (365, 366, 730, 731, 1095, 1096)
    ] == [9000, 6000, 6000, 3000, 3000, 0]
    assert not worth_of(evening(1, "ab", age=1096), by).counts


def test_what_an_evening_gives_comes_back_from_json() -> None:
    by = scheme(worth="tables", ties=["shared_tables"])
    made = worth_of(evening(1, "abcdefg", tallies=TABLES, weight=Fraction(2, 3)), by)
    assert made.tables["e"] == {(1, "1/2"): Fraction(5, 6), (2, "2/2"): Fraction(1, 2)}
    assert EveningWorth.from_json(made.as_json()) == made


def test_what_is_kept_gives_the_worth_at_each_age() -> None:
    by = scheme(worth="root", decay=[[365, "2/3"], [1095, "0/1"]])
    kept = worth_of(evening(1, "abc", age=400), by)
    for age in (0, 365, 366, 1096):
        made = worth_of(evening(1, "abc", age=age), by)
        assert EveningWorth.from_json(kept.as_json()).at(age) == kept.at(age) == made


# The exact numbers.

getcontext().prec = 60


@given(st.integers(1, 400), st.integers(1, 400), st.integers(1, 5), st.fractions(Fraction(1, 7), 5))
@example(5, 2, 2, Fraction(1))
@example(400, 399, 2, Fraction(1))
def test_a_mean_of_roots_is_rounded_like_sixty_decimals(
    people: int, place: int, sharing: int, weight: Fraction
) -> None:
    squares = [Fraction(people, each) for each in range(place, place + sharing)]
    roots = [(Decimal(one.numerator) / Decimal(one.denominator)).sqrt() for one in squares]
    total = sum(roots, Decimal(0))
    scaled = total * 10_000 * weight.numerator / (weight.denominator * sharing)
    doubtful = abs(scaled - int(scaled) - Decimal("0.5")) < Decimal("1e-40")
    if not doubtful:
        assert sum_of_roots(squares, 10 * weight / sharing) == int(scaled + Decimal("0.5"))


def test_a_sum_of_whole_roots_that_lies_between_two_thousandths_goes_up() -> None:
    assert sum_of_roots([Fraction(9), Fraction(1, 4)], Fraction(1, 7000)) == 1  # 3.5 / 7 = 0.5 thousandths
    assert root(Fraction(1, 4 * 10**6)) == 1
    assert root(Fraction(1, 4 * 10**6), negative=True) == 0
    assert root(Fraction(2), negative=True) == -1414


@given(st.fractions(-50, 50))
def test_half_up_is_the_nearest_thousandth_and_of_two_the_greater(value: Fraction) -> None:
    rounded = half_up(value.numerator * 1000, value.denominator)
    assert Fraction(-1, 2) < rounded - 1000 * value <= Fraction(1, 2)


@given(st.integers(-(10**9), 10**9))
def test_a_number_is_read_as_it_is_written(value: int) -> None:
    assert read_points(written(value)) == value
    assert read_points(float(written(value))) in (value, None)  # JSON writes large or small floats with an e
