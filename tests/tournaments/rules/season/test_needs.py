"""What people need on the last evening: the same as trying every way in which it can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from tests.tournaments.rules.season.seasons import given, given_to, scheme
from tournaments.rules.season.attendance import Member
from tournaments.rules.season.needs import Need, needs
from tournaments.rules.season.scheme import Scheme
from tournaments.rules.season.table import Credit, Facts, table
from tournaments.rules.season.worth import EveningWorth, Played, worth_of_place

POINTS = {"worth": "points", "points": [10, 7, 5, 4, 3, 2, 1]}


def needed(facts: Facts, by: Scheme, people: int, **fields: Any) -> dict[str, Need]:
    return {need.person: need for need in needs(facts, by, len(facts.evenings) + 1, people, **fields)}


def facts_of(*evenings: EveningWorth, members: str = "abcd", **fields: Any) -> Facts:
    return Facts([Member(one) for one in members], evenings, fields.pop("absences", {}), **fields)


def test_the_leader_is_sure_with_a_place_that_no_rival_can_make_up() -> None:
    found = needed(facts_of(given(1, a=20, b=15, c=8, d=0)), scheme(**POINTS), 7)
    # With third place a has 25; b would have to win for 25, which is not less: so a second place it must be.
    assert found["a"] == Need("a", Fraction(0), sure=2, possible=7)
    assert found["b"] == Need("b", Fraction(5), sure=None, possible=3)
    assert (found["c"].sure, found["c"].possible) == (None, None)


def test_a_goal_behind_the_first_place_is_reached_more_easily() -> None:
    found = needed(facts_of(given(1, a=20, b=15, c=8, d=0)), scheme(**POINTS), 7, goal=2)
    assert found["a"].sure == 7
    assert found["b"] == Need("b", Fraction(0), sure=4, possible=7)
    assert found["c"] == Need("c", Fraction(7), sure=None, possible=2)


def test_the_last_evening_may_replace_a_struck_one() -> None:
    by = scheme(best=1, **POINTS)
    found = needed(facts_of(given(1, a=10, b=7, c=5, d=4)), by, 4)
    # Nobody can lose anything. With the second place b stays at 7; if b is first, both have 10.
    assert (found["a"].sure, found["a"].possible) == (1, 4)
    assert (found["b"].sure, found["b"].possible) == (None, 1)


def test_other_worths_tell_only_the_distance() -> None:
    found = needed(facts_of(given(1, a=9, b=4)), scheme(worth="tables"), 4)
    assert found["b"] == Need("b", Fraction(5))


def test_credits_start_points_and_the_bonus_count() -> None:
    by = scheme(bonus=1, **POINTS)
    plain = facts_of(given(1, a=10, b=10), members="ab")
    assert needed(plain, by, 2)["a"].sure == 1
    ahead = Facts([Member("a", start=4000), Member("b")], plain.evenings, {}, [Credit("b", -4000)])
    assert needed(ahead, by, 2)["a"].sure == 2


def test_only_the_first_ten_are_told() -> None:
    people = "abcdefghijkl"
    facts = facts_of(given_to(1, dict(zip(people, range(12), strict=True))), members=people)
    assert list(needed(facts, scheme(**POINTS), 12)) == list("lkjihgfedc")


def test_who_has_left_is_no_rival_and_needs_nothing() -> None:
    people = [Member("a"), Member("b", "withdrawn", left=1)]
    facts = Facts(people, [given(1, a=10, b=8)], {})
    found = needed(facts, scheme(**POINTS), 5)
    assert (found["a"].sure, found["b"].sure, found["b"].possible) == (5, None, None)


def test_who_cannot_reach_the_minimum_any_more_is_no_rival() -> None:
    evenings = [given(1, a=5, b=9), given(2, a=5)]
    three, two = scheme(least_ranked=3, **POINTS), scheme(least_ranked=2, **POINTS)
    assert needed(facts_of(*evenings, members="ab"), three, 2)["a"].sure == 2
    assert needed(facts_of(*evenings, members="ab"), two, 2)["a"].sure == 1


def test_for_the_final_who_has_too_few_evenings_or_has_left_is_no_rival_and_out_of_reach() -> None:
    by = scheme(final=1, least_final=3, **POINTS)
    people = [Member("a", "withdrawn", left=2), Member("b"), Member("c")]
    facts = Facts(people, [given(1, a=10, b=1, c=9), given(2, a=10, b=1)], {})
    found = needed(facts, by, 3, final=True)
    assert [(found[one].sure, found[one].possible) for one in "abc"] == [(None, None), (3, 3), (None, None)]
    assert needed(facts, by, 3)["b"].possible is None, "in the table the two stay ahead"


def endings(people: int, person: str, place: int, rivals: Sequence[str]) -> Iterator[dict[str, int]]:
    """Every way in which the last evening can end. 0: did not come."""
    free = [number for number in range(1, people + 1) if number != place]
    for chosen in set(permutations([*free, *[0] * len(rivals)], len(rivals))):
        yield {person: place, **dict(zip(rivals, chosen, strict=True))}


def score_after(facts: Facts, by: Scheme, people: int, places: Mapping[str, int]) -> dict[str, Fraction]:
    played = {
        person: Played(worth_of_place(by, people, place, 1, Fraction(1)), place, 0)
        for person, place in places.items()
        if place
    }
    last = EveningWorth("last", len(facts.evenings) + 1, played)
    after = Facts(facts.members, [*facts.evenings, last], facts.absences)
    return {line.person: line.score for line in table(after, by, trend=False)}


@pytest.mark.parametrize("worth", [POINTS, {"worth": "linear"}, {"worth": "root"}])
@settings(max_examples=12)
@for_all(
    st.lists(st.lists(st.integers(0, 10), min_size=4, max_size=4), min_size=1, max_size=3),
    st.sampled_from([{}, {"best": 2}, {"struck": 1}, {"mean_from": 1}]),
    st.integers(1, 2),
)
def test_every_way_in_which_the_evening_can_end(
    worth: dict[str, Any], before: list[list[int]], counting: dict[str, Any], goal: int
) -> None:
    by, people, members = scheme(**worth, **counting), 4, "abcd"
    scale = {"linear": 100, "root": 2}.get(worth["worth"], 1)
    evenings = [
        given_to(number, {one: scale * value for one, value in zip(members, row, strict=True)})
        for number, row in enumerate(before, 1)
    ]
    facts = facts_of(*evenings)
    for person, need in needed(facts, by, people, goal=goal).items():
        rivals = [one for one in members if one != person]
        sure = possible = None
        for place in range(1, people + 1):
            ends = [score_after(facts, by, people, end) for end in endings(people, person, place, rivals)]
            if all(sum(end[rival] >= end[person] for rival in rivals) < goal for end in ends):
                sure = place
            if any(sum(end[rival] > end[person] for rival in rivals) < goal for end in ends):
                possible = place
        assert need.sure == sure
        if "mean_from" in counting:
            # An absence costs nothing there, so a rival must come and be the last, which only one can be.
            assert (need.possible or 0) >= (possible or 0)
        else:
            assert need.possible == possible
