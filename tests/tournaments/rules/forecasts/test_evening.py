"""The chances on the last evening of a season: beside the exact needs, and never against them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.tournaments.rules.season.seasons import given, given_to, scheme
from tournaments.rules.forecasts.evening import EveningChance, chances
from tournaments.rules.season.attendance import Member
from tournaments.rules.season.needs import needs
from tournaments.rules.season.scheme import Scheme
from tournaments.rules.season.table import Facts
from tournaments.rules.season.worth import EveningWorth

POINTS = {"worth": "points", "points": [10, 7, 5, 4, 3, 2, 1]}


def found(facts: Facts, by: Scheme, people: int, **fields: Any) -> dict[str, EveningChance]:
    number = len(facts.evenings) + 1
    told = needs(facts, by, number, people, **fields)
    return {each.person: each for each in chances(facts, by, number, people, told, **fields)}


def facts_of(*evenings: EveningWorth, members: str = "abcd") -> Facts:
    return Facts([Member(one) for one in members], evenings, {})


def test_who_is_sure_or_out_is_told_so_and_the_others_share_the_rest() -> None:
    facts = facts_of(given(1, a=10, b=7, c=5, d=0), given(2, a=10, b=10, c=3, d=0))
    each = found(facts, scheme(**POINTS), 4)
    # 20 17 8 0: c and d cannot reach a any more.
    assert [each[person].certain for person in "abcd"] == ["open", "open", "out", "out"]
    assert each["a"].share + each["b"].share == pytest.approx(1)
    assert each["a"].share > each["b"].share
    assert each["a"].place is not None
    assert each["b"].place == 1


def test_chances_of_a_worse_goal_are_larger_and_add_up() -> None:
    chance = Random(5)
    evenings = [
        given_to(number, {person: chance.randrange(11) for person in "abcdefgh"}) for number in (1, 2, 3)
    ]
    facts = facts_of(*evenings, members="abcdefgh")
    first, three = (found(facts, scheme(**POINTS), 8, goal=goal) for goal in (1, 3))
    assert sum(each.share for each in first.values()) == pytest.approx(1)
    assert sum(each.share for each in three.values()) == pytest.approx(3)
    assert all(three[person].share >= first[person].share for person in "abcdefgh")


def test_the_even_place_is_between_what_is_possible_and_what_is_sure() -> None:
    chance = Random(7)
    for _case in range(10):
        evenings = [
            given_to(number, {person: chance.randrange(11) for person in "abcdef"}) for number in (1, 2, 3)
        ]
        facts = facts_of(*evenings, members="abcdef")
        by = scheme(best=3, **POINTS)
        told = {need.person: need for need in needs(facts, by, 4, 6)}
        for person, each in found(facts, by, 6).items():
            if each.place is not None:
                assert each.place <= (told[person].possible or 0)
                assert each.place >= (told[person].sure or 0)


def test_equal_people_have_equal_chances() -> None:
    facts = facts_of(given(1, a=5, b=5, c=5, d=5), given(2, a=5, b=5, c=5, d=5))
    each = found(facts, scheme(**POINTS), 4)
    assert all(each[person].share == pytest.approx(0.25, abs=0.04) for person in "abcd")


def test_nothing_is_told_without_places_or_after_one_evening() -> None:
    one = facts_of(given(1, a=10, b=7))
    assert found(one, scheme(**POINTS), 4) == {}
    two = facts_of(given(1, a=10, b=7), given(2, a=10, b=7))
    assert found(two, scheme(worth="tables"), 4) == {}


def test_nothing_is_told_of_a_table_without_people() -> None:
    nobody = facts_of(given(1, a=10, b=7), given(2, a=10, b=7), members="")
    assert found(nobody, scheme(**POINTS), 4) == {}
