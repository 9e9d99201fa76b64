"""Which evenings count: the best, all but the worst, a mean; and what absences are worth."""

from __future__ import annotations

from tests.tournaments.rules.season.seasons import given, places, scheme, scores, season, told
from tournaments.seasons.rules.counting import Member


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
