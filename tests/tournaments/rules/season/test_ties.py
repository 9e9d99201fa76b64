"""Equal points: each tie-break separates what it should, and each line says what decided."""

from __future__ import annotations

from tests.tournaments.rules.season.seasons import given, places, scheme, season
from tournaments.seasons.rules.table import Line
from tournaments.seasons.rules.worth import EveningWorth, Played


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
