"""What is certain is so in each end of the round, and nearly all that is certain is told."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.tournaments.rules.forecasts.endings import random_round, truth_of
from tournaments.standings.rules.forecasts.certain import Certainty
from tournaments.standings.rules.forecasts.facts import OPEN, OUT, SURE, LastRound, is_told

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
