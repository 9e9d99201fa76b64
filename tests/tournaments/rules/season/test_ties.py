"""Equal points: each tie-break separates what it should, and each line says what decided."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.rules.season.seasons import evening, given, places, round_of, scheme, season
from tournaments.rules.season.table import Line
from tournaments.rules.season.worth import Evening, EveningWorth, Played, Result


def night(number: int, **gained: tuple[int, int, int]) -> EveningWorth:
    """An evening: worth in points, place, net chips."""
    played = {person: Played(1000 * worth, place, net) for person, (worth, place, net) in gained.items()}
    return EveningWorth(f"e{number}", number, played)


def decided(lines: dict[str, Line]) -> dict[str, tuple[int | None, str]]:
    return {person: (line.place, line.ranked.decided_by) for person, line in lines.items()}


LEVEL = [night(1, a=(5, 1, 10), b=(3, 3, 40), c=(1, 2, 0)), night(2, a=(3, 4, 5), b=(5, 2, -60), c=(7, 1, 0))]
"""Each has 8 points. a and c have won an evening, c has a second place, a the most chips."""


def test_without_a_tie_break_equal_people_share_a_place() -> None:
    assert decided(season(scheme(), LEVEL)) == dict.fromkeys("abc", (1, "shared"))


def test_the_score_decides_first() -> None:
    lines = season(scheme(ties=["net"]), [given(1, a=1, b=2)])
    assert decided(lines) == {"b": (1, "score"), "a": (2, "score")}


def test_evenings_won_then_countback() -> None:
    lines = season(scheme(ties=["evenings_won", "countback"]), LEVEL)
    assert decided(lines) == {"c": (1, "countback"), "a": (2, "countback"), "b": (3, "evenings_won")}
    assert lines["c"].ranked.metrics["evenings_won"] == 1
    assert lines["c"].ranked.metrics["countback"] == (1, 2)


def test_a_shared_first_place_is_won_and_a_struck_evening_too() -> None:
    shared = [night(1, a=(4, 1, 0), b=(4, 1, 0)), night(2, a=(0, 1, 0), b=(0, 2, 0))]
    lines = season(scheme(ties=["evenings_won"], best=1), shared)
    assert {person: line.ranked.metrics["evenings_won"] for person, line in lines.items()} == {"a": 2, "b": 1}


def test_countback_prefers_more_places_of_one_kind_and_then_more_places_at_all() -> None:
    nights = [
        night(1, a=(1, 1, 0), b=(1, 1, 0), c=(1, 1, 0)),
        night(2, a=(1, 3, 0), b=(1, 2, 0), c=(0, 2, 0)),
        night(3, a=(1, 2, 0), b=(1, 9, 0), c=(2, 8, 0)),
        night(4, a=(0, 0, 0), c=(0, 8, 0)),
    ]
    lines = season(scheme(ties=["countback"]), nights)
    assert places(lines) == {"a": 1, "c": 2, "b": 3}


def test_net_chips_are_of_all_evenings_that_count_in_the_table() -> None:
    friendly = EveningWorth("f", 3, {"b": Played(9000, 1, 500)}, kind="friendly")
    lines = season(scheme(ties=["net"]), [*LEVEL, friendly])
    assert decided(lines) == {"a": (1, "net"), "c": (2, "net"), "b": (3, "net")}
    assert lines["b"].ranked.metrics["net"] == -20


def test_the_last_evening_and_who_was_not_there_is_behind() -> None:
    lines = season(scheme(ties=["last_evening"]), [given(1, a=2, b=4, c=9), given(2, a=7, b=5)])
    assert decided(lines) == {"a": (1, "last_evening"), "b": (2, "last_evening"), "c": (3, "last_evening")}


def test_place_points_of_the_tables_at_which_all_equal_people_sat() -> None:
    by = scheme(worth="points", points=[2, 2, 2, 2], ties=["shared_tables"])
    evenings = [
        evening(1, "abc", tallies=[*round_of(1, {"a": 5, "b": 0, "c": -5}), *round_of(2, {"a": 9, "b": -9})]),
        evening(2, "abc", tallies=round_of(1, {"c": 8, "a": 0, "b": -8})),
    ]
    lines = season(by, evenings)
    # Only the tables of three count for three: a has 1 + 1/2, c 0 + 1, b 1/2 + 0.
    assert decided(lines) == {
        "a": (1, "shared_tables"), "c": (2, "shared_tables"), "b": (3, "shared_tables"),
    }  # fmt: skip
    assert lines["a"].ranked.metrics["shared_tables"] == Fraction(3, 2)


def test_people_who_never_sat_together_pass_the_shared_tables_over() -> None:
    by = scheme(worth="points", points=[2, 2], ties=["shared_tables", "evenings_won"])
    tables = round_of(1, {"a": 5, "x": -5}, {"b": 9, "y": -9})
    standing = [Result("b", 1), Result("a", 2)]
    lines = season(by, [Evening("e1", 1, standing, tables)], "ab")
    assert decided(lines) == {"b": (1, "evenings_won"), "a": (2, "evenings_won")}


def test_two_evenings_may_have_a_table_of_the_same_name() -> None:
    by = scheme(worth="points", points=[2, 2], ties=["shared_tables"])
    evenings = [
        evening(number, "ab", tallies=round_of(1, {"a": chips, "b": -chips}))
        for number, chips in ((1, 5), (2, -5), (3, 5))
    ]
    assert season(by, evenings)["a"].ranked.metrics["shared_tables"] == 2


def test_a_play_off_separates_those_who_played_it() -> None:
    lines = season(scheme(ties=["play_off"]), LEVEL, play_offs=[{"b": 3, "c": 9}])
    assert decided(lines) == {"c": (1, "play_off"), "b": (2, "play_off"), "a": (3, "play_off")}


def test_a_second_play_off_separates_those_whom_the_first_left_equal() -> None:
    lines = season(scheme(ties=["play_off"]), LEVEL, play_offs=[{"a": 1, "b": 5, "c": 5}, {"b": 1, "c": 2}])
    assert list(lines) == ["c", "b", "a"]


def test_lots_are_drawn_only_when_the_season_is_over_and_depend_on_the_seed() -> None:
    by = scheme(ties=["lots"])
    assert set(places(season(by, LEVEL)).values()) == {1}
    over = season(by, LEVEL, seed=7, finished=True)
    assert sorted(decided(over).values()) == [(1, "lots"), (2, "lots"), (3, "lots")]
    orders = {tuple(season(by, LEVEL, seed=seed, finished=True)) for seed in range(30)}
    assert len(orders) == 6


def test_lots_depend_on_the_order_of_the_members_and_on_no_name() -> None:
    by = scheme(ties=["lots"])
    others = [given(1, x=1, y=1, z=1)]
    named = {"a": "x", "b": "y", "c": "z"}
    orders = [
        (
            list(season(by, [given(1, a=1, b=1, c=1)], "abc", seed=seed, finished=True)),
            list(season(by, others, "xyz", seed=seed, finished=True)),
        )
        for seed in range(9)
    ]
    assert [[named[one] for one in first] for first, _second in orders] == [
        second for _first, second in orders
    ]
