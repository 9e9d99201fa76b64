"""The standing of a season: credits, start points, kinds of evenings, trend, and what does not matter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.rules.season.seasons import evening, given, places, scheme, scores, season
from tournaments.seasons.rules.counting import Member
from tournaments.seasons.rules.divisions import qualify
from tournaments.seasons.rules.table import Credit
from tournaments.seasons.rules.worth import Evening, EveningWorth, Played, Result

THREE = [given(1, a=3, b=2, c=1), given(2, a=3, b=2, c=1), given(3, a=1, b=9, c=4)]


def test_credits_and_start_points_are_added_and_a_cancelled_credit_is_not() -> None:
    written = [Credit("a", -1500), Credit("a", 250), Credit("b", 9000, cancelled=True)]
    people = [Member("a", start=10_000), Member("b")]
    lines = season(scheme(), [given(1, a=3, b=2)], people, credits=written)
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
