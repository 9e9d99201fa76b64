"""The standing of a season: credits, start points, kinds of evenings, trend, and what does not matter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.cases import cases
from tests.tournaments.seasons.rules.seasons import evening, given, places, scheme, scores, season, told
from tournaments.seasons.rules.counting import Member
from tournaments.seasons.rules.divisions import after_final, qualify
from tournaments.seasons.rules.table import Line
from tournaments.seasons.rules.worth import Evening, EveningWorth, Played, Result

THREE = [given(1, a=3, b=2, c=1), given(2, a=3, b=2, c=1), given(3, a=1, b=9, c=4)]


def test_credits_and_start_points_are_added() -> None:
    people = [Member("a", start=10_000, credits=-1250), Member("b")]
    lines = season(scheme(), [given(1, a=3, b=2)], people)
    assert scores(lines) == {"a": Fraction(1175, 100), "b": 2}
    assert (lines["a"].credits, lines["a"].start) == (-1250, 10_000)


def test_friendly_evenings_and_the_final_are_no_part_of_the_table() -> None:
    friendly = EveningWorth("f", 4, {"a": Played(99_000, 1, 0)}, kind="friendly")
    final = EveningWorth("g", 5, {"a": Played(99_000, 1, 0)}, kind="final")
    assert scores(season(scheme(), [*THREE, friendly, final])) == scores(season(scheme(), THREE))


def test_the_trend_is_the_places_gained_since_the_evening_before() -> None:
    lines = season(scheme(), THREE)
    assert {person: (line.place, line.trend) for person, line in lines.items()} == {
        "b": (1, 1), "a": (2, -1), "c": (3, 0),
    }  # fmt: skip
    assert season(scheme(), THREE[:1])["a"].trend is None


def test_the_trend_compares_with_the_table_as_it_was_before_older_evenings_counted_less() -> None:
    by = scheme(worth="points", points=[9, 4], decay=[[30, "1/3"], [90, "0/1"]])
    played = [evening(1, "ab", age=100), evening(2, "ba", age=60), evening(3, "ba", age=0)]
    now, before = season(by, played), season(by, [replace(each, age=each.age - 60) for each in played[:2]])
    # The first evening is too old now. Before the last one it counted by a third: 3 + 4 against 4/3 + 9.
    assert scores(now) == {"a": Fraction(5333, 1000), "b": 12}
    assert scores(before) == {"a": 7, "b": Fraction(10333, 1000)}
    assert {person: line.trend for person, line in now.items()} == {"a": 0, "b": 0}
    two = [evening(1, "ab", age=60), evening(2, "ba")]
    assert {person: line.trend for person, line in season(by, two).items()} == {"a": -1, "b": 1}
    gone = [evening(1, "ab", age=100), evening(2, "ba")]
    assert {person: line.trend for person, line in season(by, gone).items()} == {"a": -1, "b": 1}


def test_the_trend_of_a_finished_season_compares_with_the_table_as_it_was() -> None:
    by = scheme(ties=["lots"])
    even = [given(1, a=1, b=1), given(2, a=1, b=1)]
    lines = season(by, even, finished=True)
    assert sorted((line.place, line.trend) for line in lines.values()) == [(1, 0), (2, -1)]


def test_a_minimum_counts_the_deals_that_everybody_played() -> None:
    def night(number: int, **deals: int) -> Evening:
        standing = [Result(person, place, deals=of) for place, (person, of) in enumerate(deals.items(), 1)]
        return Evening(f"e{number}", number, standing)

    by = scheme(least_ranked=20, least_in="deals", final=3, least_final=24)
    nights = [night(1, a=12, b=12, c=6, d=12), night(2, a=12, b=8, c=12)]
    lines = season(by, nights, "abcd", absences={("d", "e2"): "organiser"})
    assert places(lines) == {"a": 1, "b": 2, "c": None, "d": 3}, "who organised has the deals of the others"
    assert qualify(list(lines.values()), by).too_few == ("b", "c")
    assert places(season(by, nights[:1], "abcd")) == {"a": 1, "b": 2, "c": 3, "d": 4}, "nobody could have 20"
    assert places(season(scheme(least_ranked=2), nights, "abcd"))["c"] == 3


def night(number: int, **gained: tuple[int, int, int]) -> EveningWorth:
    """An evening: worth in points, place, net chips."""
    played = {person: Played(1000 * worth, place, net) for person, (worth, place, net) in gained.items()}
    return EveningWorth(f"e{number}", number, played)


def decided(lines: dict[str, Line]) -> dict[str, tuple[int | None, str]]:
    return {person: (line.place, line.ranked.decided_by) for person, line in lines.items()}


LEVEL = [night(1, a=(5, 1, 10), b=(3, 3, 40), c=(1, 2, 0)), night(2, a=(3, 4, 5), b=(5, 2, -60), c=(7, 1, 0))]
"""Each has 8 points. a and c have won an evening, c has a second place, a the most chips."""


def test_evenings_won_then_countback() -> None:
    lines = season(scheme(ties=["evenings_won", "countback"]), LEVEL)
    assert decided(lines) == {"c": (1, "countback"), "a": (2, "countback"), "b": (3, "evenings_won")}
    assert lines["c"].ranked.metrics["evenings_won"] == 1
    assert lines["c"].ranked.metrics["countback"] == (1, 2)


def test_the_last_evening_and_who_was_not_there_is_behind() -> None:
    lines = season(scheme(ties=["last_evening"]), [given(1, a=2, b=4, c=9), given(2, a=7, b=5)])
    assert decided(lines) == {"a": (1, "last_evening"), "b": (2, "last_evening"), "c": (3, "last_evening")}


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


def test_reserves_and_people_who_have_left_miss_nothing() -> None:
    by = scheme(unexcused="fixed", unexcused_points=-5)
    people = [Member("a", "reserve"), Member("b", "withdrawn", left=1), Member("c"), Member("d", "withdrawn")]
    lines = season(by, [given(1, b=3, c=1), given(2, c=1)], people)
    assert [reason for _worth, _state, reason in told(lines["d"])] == ["withdrawn", "withdrawn"]
    assert [reason for _worth, _state, reason in told(lines["a"])] == ["reserve", "reserve"]
    assert told(lines["b"]) == [(3000, "counted", ""), (0, "missed", "withdrawn")]
    assert scores(lines) == {"a": 0, "b": 3, "c": 2, "d": 0}


def test_who_attended_too_few_evenings_comes_last_without_a_place() -> None:
    evenings = [given(1, a=1, b=2), given(2, a=1, b=2), given(3, a=1, c=99)]
    lines = season(scheme(least_ranked=2), evenings)
    assert list(lines) == ["b", "a", "c"]
    assert places(lines) == {"b": 1, "a": 2, "c": None}
    assert lines["c"].ranked.decided_by == "enough_evenings"


def test_an_organiser_attended() -> None:
    by = scheme(least_ranked=2)
    lines = season(by, [given(1, a=1), given(2, b=1)], "ab", {("a", "e2"): "organiser"})
    assert places(lines) == {"a": 1, "b": None}


TABLE = [given(1, a=11, b=9, c=7, d=7, e=3), given(2, a=0.01, b=0, c=0, d=0, e=0)]


def finalists(**switches: object) -> list[tuple[str, int, int]]:
    rules = scheme(**{"final": 3, **switches})
    chosen = qualify(list(season(rules, TABLE).values()), rules, seed=1)
    return [(one.person, one.seed, one.start) for one in chosen.finalists]


@cases(
    ("switches", "starts"),
    [
        ({}, [0, 0]),
        ({"carry": "full"}, [11_010, 9000]),
        ({"carry": "half"}, [5505, 4500]),
        ({"carry": "half", "carry_step": "0.1"}, [5500, 4500]),
        ({"carry": "half", "carry_step": "0.5"}, [5500, 4500]),
        ({"carry": "half", "carry_step": 1}, [6000, 5000]),
        ({"carry": "place", "carry_points": [5, 3]}, [5000, 3000]),
    ],
)
def test_what_the_first_two_take_along(switches: dict[str, object], starts: list[int]) -> None:
    assert [start for _person, _seed, start in finalists(final=2, **switches)] == starts


def test_who_shares_a_place_shares_the_points_of_the_places() -> None:
    assert [start for *_rest, start in finalists(final=4, carry="place", carry_points=[8, 4, 3, 2])] == [
        8000, 4000, 2500, 2500,
    ]  # fmt: skip


def test_lots_choose_among_those_who_share_the_last_place_and_the_cut_says_so() -> None:
    rules = scheme(final=3)
    lines = list(season(rules, TABLE).values())
    chosen = {qualify(lines, rules, seed=seed).finalists[2].person for seed in range(20)}
    assert chosen == {"c", "d"}
    cut = qualify(lines, rules, seed=1).cut
    assert (cut.decided_by, set(cut.tied)) == ("lots", {"c", "d"})


def test_the_next_takes_the_seat_of_somebody_who_cannot_come_and_points_stay_with_the_place() -> None:
    rules = scheme(final=2, carry="place", carry_points=[8, 4])
    chosen = qualify(list(season(rules, TABLE).values()), rules, here="bcde", seed=1)
    assert [(one.person, one.seed, one.start) for one in chosen.finalists[:1]] == [("b", 1, 4000)]
    assert chosen.finalists[1].start == 0
    assert chosen.cut.passed_over == ("a",)


def test_the_final_needs_more_evenings_than_the_table() -> None:
    rules = scheme(final=2, least_final=2)
    evenings = [given(1, a=9, b=2, c=1), given(2, b=1, c=1)]
    chosen = qualify(list(season(rules, evenings).values()), rules)
    assert [one.person for one in chosen.finalists] == ["b", "c"]
    assert chosen.too_few == ("a",)


def test_after_the_final_its_places_come_first_and_the_others_follow_the_table() -> None:
    lines = list(season(scheme(), TABLE).values())
    assert after_final(lines, {"a": 2, "b": 1}) == [(1, "b"), (2, "a"), (3, "c"), (3, "d"), (5, "e")]
    assert after_final(lines, {"a": 1, "e": 1}) == [(1, "a"), (1, "e"), (3, "b"), (4, "c"), (4, "d")]
