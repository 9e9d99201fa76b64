"""What is certain is so in each end of the round, and nearly all that is certain is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.cases import cases
from tests.tournaments.standings.forecasts.endings import random_round, truth_of
from tournaments.events.rules.counting import (
    FIXED,
    MEAN,
    UNCOUNTED,
    Counting,
    RoundResult,
    count_rounds,
    score_of,
)
from tournaments.standings.rules.forecasts.certain import Certainty
from tournaments.standings.rules.forecasts.facts import (
    OPEN,
    OUT,
    SURE,
    Forecast,
    LastRound,
    Outlook,
    Person,
    Table,
    course_of,
    is_told,
    score_without,
)
from tournaments.standings.rules.forecasts.forecast import forecast

GOALS = (1, 2)

Kinds = Counter[str]


def compare(last: LastRound) -> tuple[list[str], Kinds, Kinds]:
    """What is told wrongly of a round, how much is told, and how much is certain."""
    truth, certainty = truth_of(last, GOALS), Certainty(last)
    wrong: list[str] = []
    told, true = Kinds(), Kinds()
    for entry in (person.entry for person in last.people):
        table = certainty.tables.get(entry)
        for goal in GOALS:
            said = SURE if certainty.is_sure(entry, goal) else OUT if certainty.is_out(entry, goal) else OPEN
            for kind, holds in ((SURE, truth.always), (OUT, truth.never)):
                true[kind] += holds[entry, goal]
                told[kind] += said == kind
                if said == kind and not holds[entry, goal]:
                    wrong.append(f"{entry} is {kind} for {goal}")
            if said != OPEN or table is None or not table.left:
                continue
            enough, alone = certainty.sure_at_table(entry, goal)
            for place in range(1, len(table.entries) + 1):
                at, is_enough = (entry, goal, place), place <= (enough or 0)
                true["at table"] += truth.at_table.get(at, False)
                told["at table"] += is_enough
                if is_enough and not truth.at_table.get(at, True):
                    wrong.append(f"{at} is enough")
                if place == enough and not alone and not truth.together.get(at, True):
                    wrong.append(f"{at} is enough if shared")
    return wrong, told, true


@pytest.mark.parametrize("certainties", [300, pytest.param(200_000, marks=pytest.mark.nightly)])
@pytest.mark.timeout(7200)
def test_what_is_told_as_certain_is_so_in_each_end_and_little_is_withheld(certainties: int) -> None:
    told, true = Kinds(), Kinds()
    number = 0
    while told.total() < certainties:
        last = random_round(Random(number))
        number += 1
        if is_told(last.counting):
            wrong, told_here, true_here = compare(last)
            assert wrong == [], number - 1
            told, true = told + told_here, true + true_here
    assert {kind: told[kind] >= 0.95 * true[kind] for kind in true} == dict.fromkeys(true, True), (told, true)


POINTS = ((4, (5, 3, 1, 0)),)


def person(entry: str, *results: int | Fraction) -> Person:
    """Somebody with these results of rounds 1, 2, ..."""
    return Person(entry, tuple(RoundResult(number, result) for number, result in enumerate(results, 1)))


def by_chips(*scores: int, tables: int | None = None, **fields: object) -> LastRound:
    """Four people at each table who have these chips after three rounds; luck is 10 chips in a deal."""
    people = tuple(person(f"p{index}", score) for index, score in enumerate(scores))
    seats = [each.entry for each in people]
    drawn = tuple(
        Table(tuple(seats[first : first + 4]), (0,) * 4, 12) for first in range(0, len(seats), 4)
    )  # fmt: skip
    last = LastRound(people, 4, drawn[:tables], sizes=(4,) * len(drawn), spreads=((4, 10.0),))
    return replace(last, **fields)  # type: ignore[arg-type]


def outlook(found: Forecast | None, entry: str) -> Outlook:
    assert found is not None
    return next(each for each in found.outlooks if each.entry == entry)


def test_all_chances_to_win_add_up_to_one_and_those_of_the_first_three_to_three() -> None:
    found = forecast(by_chips(40, 10, 0, -5, 30, 20, -20, -75))
    assert found is not None
    assert sum(each.win.share for each in found.outlooks) == pytest.approx(1)
    assert sum(each.top.share for each in found.outlooks) == pytest.approx(3)
    assert [each.entry for each in found.outlooks][:2] == ["p0", "p4"]


def test_equal_facts_give_equal_chances_and_another_seed_gives_nearly_the_same() -> None:
    last = by_chips(40, 10, 0, -5, 30, 20, -20, -75)
    assert forecast(last) == forecast(last)
    other = outlook(forecast(replace(last, seed=5)), "p0").win.share
    assert other == pytest.approx(outlook(forecast(last), "p0").win.share, abs=0.05)


def test_equals_have_equal_chances() -> None:
    found = forecast(by_chips(0, 0, 0, 0, 0, 0, 0, 0))
    assert found is not None
    assert all(each.win.share == pytest.approx(1 / 8, abs=0.03) for each in found.outlooks)


def test_the_chips_for_an_even_chance_make_the_chance_one_half() -> None:
    last = by_chips(40, 10, 0, -5, 30, 20, -20, -75)
    needed = outlook(forecast(last), "p0").win.chips
    assert needed is not None
    # The table is over with these chips: the others have lost them in equal parts.
    first, second = last.tables
    done = replace(first, so_far=(needed, *(-needed // 3,) * 3), played=12)
    share = outlook(forecast(replace(last, tables=(done, second))), "p0").win.share
    assert share == pytest.approx(0.5, abs=0.12)


def test_chips_so_far_and_the_deals_that_are_left_count() -> None:
    last = by_chips(40, 10, 0, -5, 30, 20, -20, -75)
    first, second = last.tables
    half = replace(first, so_far=(60, -20, -20, -20), played=9)
    ahead = outlook(forecast(replace(last, tables=(half, second))), "p0").win
    before = outlook(forecast(last), "p0").win
    assert ahead.share > before.share
    assert ahead.chips is not None
    assert before.chips is not None
    assert ahead.chips < before.chips


def points_last() -> LastRound:
    """Points 5 3 1 0: the first has 6 more than the second, the last cannot win."""
    people = tuple(person(f"p{index}", points) for index, points in enumerate((13, 7, 6, 4, 9, 3, 2, 1)))
    tables = (Table(("p0", "p1", "p2", "p3"), (0,) * 4, 12), Table(("p4", "p5", "p6", "p7"), (0,) * 4, 12))
    return LastRound(people, 4, tables, scoring="points", points=POINTS, spreads=((4, 10.0),))


def test_by_points_a_place_at_the_table_is_told_and_what_is_certain() -> None:
    found = forecast(points_last())
    leader = outlook(found, "p0")
    # 9 + 5 = 14: with 3 or 5 more, 13 is above all others. With 1 more, it shares the 14. Two who share the
    # second place get 2 each, which is enough, too.
    assert (leader.win.at_table, leader.win.alone) == (2, False)
    assert leader.win.chips is None
    assert leader.top.certain == SURE
    assert outlook(found, "p7").win.certain == OUT
    assert outlook(found, "p1").win.certain == OUT
    assert outlook(found, "p4").win.certain == OPEN


def test_a_round_that_is_not_drawn_is_forecast_over_many_seatings() -> None:
    last = by_chips(40, 10, 0, -5, 30, 20, -20, -75)
    tables, last = last.tables, replace(last, tables=())
    anywhere = outlook(forecast(last), "p0").win
    assert anywhere.share == pytest.approx(
        outlook(forecast(replace(last, tables=tables)), "p0").win.share, abs=0.05
    )
    assert anywhere.chips is not None


@cases("scoring", ["chips", "average", "even", "root", "uma", "place", "points"])
def test_each_scoring_is_forecast(scoring: str) -> None:
    last = replace(points_last(), scoring=scoring, worths=((4, Fraction(1)),))
    found = forecast(last)
    assert found is not None
    assert outlook(found, "p0").win.share > outlook(found, "p7").win.share
    assert 1 / 8 < found.outlooks[0].win.share <= 1


def test_nothing_is_told_where_nobody_can_know() -> None:
    last = by_chips(40, 10, 0, -5)
    assert forecast(replace(last, spreads=())) is None
    assert forecast(replace(last, scoring="points", points=())) is None
    assert forecast(replace(last, tables=(), sizes=())) is None
    assert forecast(replace(last, counting=Counting(missed=MEAN, best=2))) is None


@pytest.mark.parametrize(
    "counting",
    [
        Counting(),
        Counting(best=3),
        Counting(struck=1),
        Counting(missed=FIXED, fixed=Fraction(-5), struck=1),
        Counting(missed=MEAN),
        Counting(missed=UNCOUNTED),
        Counting(missed=UNCOUNTED, best=2),
    ],
    ids=str,
)
@pytest.mark.parametrize("scoring", ["chips", "average"])
def test_a_course_gives_the_score_that_the_rules_give(counting: Counting, scoring: str) -> None:
    chance = Random(18)
    if scoring == "average" and counting.missed in (MEAN, FIXED):
        return
    assert is_told(counting)
    for _case in range(200):
        weight = 12 if scoring == "average" else 1
        played = [RoundResult(number, chance.randrange(-40, 40), weight) for number in (1, 2, 3, 4)]
        gone = {number for number in (2, 3) if chance.random() < 0.4}
        results = [result for result in played if result.round not in gone]
        before = count_rounds(results, gone, counting, scoring)
        adjusted = Fraction(chance.randrange(-6, 6))
        of = Person("p", before, adjusted)
        last = LastRound((of,), 5, scoring=scoring, counting=counting)
        course = course_of(of, scoring, counting, 12)
        value = chance.randrange(-40, 40)
        is_mean = counting.is_mean(scoring)
        whole = count_rounds([*results, RoundResult(5, value, weight)], gone, counting, scoring)
        assert course.score(value) == score_of(whole, adjusted, mean=is_mean)
        without = count_rounds(results, [*gone, 5], counting, scoring)
        assert score_without(of, last, missed=True) == score_of(without, adjusted, mean=is_mean)
