"""What people need on the last evening: the same as trying every way in which it can end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.tournaments.seasons.rules.seasons import given, given_to, scheme
from tests.tournaments.standings.forecasts.endings import orders
from tournaments.seasons.rules.counting import Member
from tournaments.seasons.rules.needs import Need, Terms, needs
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.rules.table import Facts, table
from tournaments.seasons.rules.worth import Evening, EveningWorth, Result, worth_of

POINTS = {"worth": "points", "points": [10, 7, 5, 4, 3, 2, 1]}


def needed(facts: Facts, by: Scheme, people: int, **fields: Any) -> dict[str, Need]:
    """What everybody needs on the evening "last", which so many people can play at the most."""
    terms = Terms("last", len(facts.evenings) + 1, range(2, people + 1), **fields)
    return {need.person: need for need in needs(facts, by, terms)}


def facts_of(*evenings: EveningWorth, members: str = "abcd", **fields: Any) -> Facts:
    return Facts([Member(one) for one in members], evenings, fields.pop("absences", {}), **fields)


def test_the_leader_is_sure_with_a_place_that_no_rival_can_make_up() -> None:
    found = needed(facts_of(given(1, a=20, b=15, c=8, d=0)), scheme(**POINTS), 7)
    # With third place a has 25; b would have to win for 25, which is not less: so a second place it must be.
    assert found["a"] == Need("a", Fraction(0), sure=2, alone=True, possible=7), "four who share it get 4.75"
    assert found["b"] == Need("b", Fraction(5), sure=None, possible=3)
    assert (found["c"].sure, found["c"].possible) == (None, None)


def test_other_worths_tell_only_the_distance() -> None:
    found = needed(facts_of(given(1, a=9, b=4)), scheme(worth="tables"), 4)
    assert found["b"] == Need("b", Fraction(5))


def test_only_the_first_ten_are_told() -> None:
    people = "abcdefghijkl"
    facts = facts_of(given_to(1, dict(zip(people, range(12), strict=True))), members=people)
    assert list(needed(facts, scheme(**POINTS), 12)) == list("lkjihgfedc")


def test_for_the_final_who_has_too_few_evenings_or_has_left_is_no_rival_and_out_of_reach() -> None:
    by = scheme(final=1, least_final=3, **POINTS)
    people = [Member("a", "withdrawn", left=2), Member("b"), Member("c")]
    facts = Facts(people, [given(1, a=10, b=1, c=9), given(2, a=10, b=1)], {})
    found = needed(facts, by, 3, final=True)
    assert [(found[one].sure, found[one].possible) for one in "abc"] == [(None, None), (3, 3), (None, None)]
    assert needed(facts, by, 3)["b"].possible is None, "in the table the two stay ahead"


def test_where_nobody_knows_what_a_place_is_worth_points_are_told() -> None:
    facts = facts_of(given(1, a=9, b=4))
    for by, people in ((scheme(), range(0)), (scheme(decay=[[30, "1/2"]]), range(2, 5))):
        found = needs(facts, by, Terms("last", 2, people))
        assert [(need.sure, need.possible) for need in found] == [(None, None)] * 4


Ending = tuple[dict[str, int], Facts]
"""The places of the last evening, and the season after it."""


def endings(facts: Facts, by: Scheme, guests: int, *, newcomers: bool) -> Iterator[Ending]:
    """Each way in which the last evening can end: who comes, who is ranked, and in which order."""
    number = len(facts.evenings) + 1
    for some in range(guests + 1):
        others = [f"guest {guest}" for guest in range(some)]
        members = [*facts.members, *(Member(each, joined=number) for each in others if newcomers)]
        for here in subsets([member.person for member in facts.members]):
            field = [*here, *others]
            if len(field) == 1:
                continue  # nobody plays alone
            for ranked, order in ((some, order) for some in subsets(field) for order in orders(len(some))):
                # The others came, and played too few rounds for a place.
                places = dict.fromkeys(field, 0) | dict(zip(ranked, order, strict=True))
                last = Evening("last", number, [Result(*line) for line in places.items()])
                # Places count among those who came, if they are members.
                counted = worth_of(last, by, [member.person for member in members])
                yield places, replace(facts, members=members, evenings=[*facts.evenings, counted])


def subsets(people: Sequence[str]) -> list[tuple[str, ...]]:
    return [some for size in range(len(people) + 1) for some in combinations(people, size)]


def random_season(chance: Random) -> tuple[Facts, Scheme, dict[str, Any], int]:
    """A season of three or four people before its last evening, and what is asked."""
    people = "abcd"[: chance.choice([3, 3, 4])]
    worth: dict[str, Any] = chance.choice([POINTS, POINTS, {"worth": "linear"}, {"worth": "root"}])
    counting = chance.choice(
        [{}, {}, {"best": 2}, {"struck": 1}, {"mean_from": 1}, {"least_ranked": 2}, {"bonus": 1}]
    )
    absent = {reason: chance.choice(["nothing", "mean"]) for reason in ("excused", "unexcused", "organiser")}
    by = scheme(**worth, **counting, **absent, among=chance.choice(["all", "members"]))
    scale = {"linear": 100, "root": 2}.get(worth["worth"], 1)
    evenings = [
        given_to(number, {one: scale * chance.randint(0, 10) for one in people if chance.random() < 0.8})
        for number in range(1, chance.choice([2, 3, 4]))
    ]
    members = [
        Member(
            one,
            chance.choice(["active", "active", "active", "reserve"]),
            start=1000 * chance.choice([0, 0, 5]),
        )
        for one in people
    ]
    noted = {
        (one, "last"): chance.choice(["excused", "organiser"]) for one in people if chance.random() < 0.2
    }
    lucky, given_ = chance.choice(people), chance.randint(-4, 4) * 1000
    members = [replace(one, credits=given_) if one.person == lucky else one for one in members]
    guests = 0 if len(people) == 4 else chance.choice([0, 1])
    newcomers = bool(guests) and chance.random() < 0.5
    facts = Facts(members, evenings, noted)
    return facts, by, {"newcomers": newcomers, "goal": chance.choice([1, 1, 2])}, guests


@pytest.mark.parametrize("seasons", [30, pytest.param(5_000, marks=pytest.mark.nightly)])
@pytest.mark.timeout(7200)
def test_what_is_sure_or_out_of_reach_is_so_in_each_way_in_which_the_evening_can_end(seasons: int) -> None:
    told, certain = Counter[str](), Counter[str]()
    for number in range(seasons):
        facts, by, asked, guests = random_season(Random(number))
        # Where the number of people moves, other worths have wide bounds.
        is_exact = by.worth == "points"
        people = len(facts.members) + (guests if by.among == "all" or asked["newcomers"] else 0)
        found = needed(facts, by, people, **asked)
        enough: dict[tuple[str, int, bool], bool] = {}
        reached: set[str] = set()
        for places, after in endings(facts, by, guests, newcomers=asked["newcomers"]):
            lines = {line.person: line for line in table(after, by, trend=False)}
            night = after.evenings[-1].played
            taken = Counter(each.place for each in night.values() if each.place)
            ranked = [line.score for line in lines.values() if not line.below]
            for person in found:
                line = lines[person]
                place = night[person].place if person in places else 0
                above = sum(score > line.score for score in ranked)
                if not line.below and above < asked["goal"]:
                    reached.add(person)
                if place:
                    equal = sum(score >= line.score for score in ranked) - 1
                    at = person, place, taken[place] == 1
                    is_sure = not line.below and equal < asked["goal"]
                    enough[at] = enough.get(at, True) and is_sure
        for person, need in found.items():
            told["out"] += is_exact and need.possible is None
            certain["out"] += is_exact and person not in reached
            assert need.possible is not None or person not in reached, (number, need)
            for place in range(1, people + 1):
                told["sure"] += is_exact and place <= (need.sure or 0)
                certain["sure"] += is_exact and enough.get((person, place, True), False)
                if place <= (need.sure or 0):
                    assert enough.get((person, place, True), True), (number, need, place)
            if need.sure and not need.alone:
                assert enough.get((person, need.sure, False), True), (number, need)
    assert {kind: told[kind] >= 0.95 * certain[kind] for kind in certain} == dict.fromkeys(certain, True), (
        told,
        certain,
    )
