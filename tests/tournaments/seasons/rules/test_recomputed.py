"""A season counted once more by slow, other code: fractions, person by person, no code of the rules.

Each random season has weights, ties, absences, late starters and credits. The second computation
works from the same facts: places, net chips, and the chips at each table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import isqrt
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.seasons.rules.seasons import places, scheme, scores, season, told
from tournaments.seasons.rules.counting import Member
from tournaments.seasons.rules.worth import Evening, Result, worth_of
from tournaments.standings.rules.scoring import Tally

PEOPLE = "abcdefghij"


@dataclass
class Facts:
    """A season as a list of evenings, each as a list of rounds of tables: {person: chips}."""

    evenings: list[list[list[dict[str, int]]]]
    weights: list[Fraction]
    joined: dict[str, int]
    absences: dict[tuple[str, str], str]
    credits: list[tuple[str, int]]


def random_facts(seed: int) -> Facts:
    rng = Random(seed)
    joined = {person: rng.choice([1, 1, 1, 2, 3]) for person in PEOPLE}
    evenings: list[list[list[dict[str, int]]]] = []
    absences: dict[tuple[str, str], str] = {}
    for number in range(1, rng.randint(2, 7)):
        here = [person for person in PEOPLE if number >= joined[person] and rng.random() < 0.8]
        here = here if len(here) >= 3 else list(PEOPLE[:4])
        rounds = []
        for _round in range(rng.randint(1, 3)):
            rng.shuffle(here)
            tables = [here[start :: -(-len(here) // 4)] for start in range(-(-len(here) // 4))]
            # Few different numbers of chips, so that there are ties.
            rounds.append([{person: rng.randint(-3, 3) for person in table} for table in tables])
        evenings.append(rounds)
        for person in PEOPLE:
            if person not in here and rng.random() < 0.7:
                reason = rng.choice(["excused", "unexcused", "organiser"])
                absences[person, f"e{number}"] = reason
    weights = [Fraction(rng.choice([1, 1, 1, 2]), rng.choice([1, 1, 3])) for _evening in evenings]
    written = [(rng.choice(PEOPLE), rng.randint(-500, 500)) for _credit in range(rng.randint(0, 3))]
    return Facts(evenings, weights, joined, absences, written)


def net_of(rounds: Sequence[Sequence[Mapping[str, int]]]) -> dict[str, int]:
    nets: dict[str, int] = {}
    for tables in rounds:
        for table in tables:
            for person, chips in table.items():
                nets[person] = nets.get(person, 0) + chips
    return nets


# How the rules count it.


def by_the_rules(facts: Facts, switches: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    rules = scheme(**switches)
    evenings = []
    for number, (rounds, weight) in enumerate(zip(facts.evenings, facts.weights, strict=True), 1):
        nets = net_of(rounds)
        standing = [
            Result(person, 1 + sum(other > net for other in nets.values()), Fraction(net, 3), net)
            for person, net in nets.items()
        ]
        tallies = [
            Tally(person, round_number, f"t{index}", chips=chips, deals=1)
            for round_number, tables in enumerate(rounds, 1)
            for index, table in enumerate(tables)
            for person, chips in table.items()
        ]
        evenings.append(Evening(f"e{number}", number, standing, tallies, weight))
    return season(
        rules,
        [worth_of(evening, rules) for evening in evenings],
        [
            Member(
                person,
                joined=facts.joined[person],
                credits=sum(points for whose, points in facts.credits if whose == person),
            )
            for person in PEOPLE
        ],
        facts.absences,
        seed="s",
        finished=True,
    ), rules


# How this test counts it.


def rounded(value: Fraction) -> Fraction:
    """To a thousandth, half up, by trying."""
    below = Fraction(int(value * 1000) - 2, 1000)
    while value - below >= Fraction(1, 2000):
        below += Fraction(1, 1000)
    return below


def slow_root(square: Fraction) -> Fraction:
    """A square root to forty decimals."""
    return Fraction(isqrt(square.numerator * 10**80 // square.denominator), 10**40)


def place_points(table: Mapping[str, int]) -> dict[str, Fraction]:
    """Each person gets a point of n - 1 for each whom they beat, and half of it for each who is level."""
    others = max(len(table) - 1, 1)
    return {
        person: sum(
            (
                Fraction(1) if chips > other else Fraction(1, 2) if chips == other else Fraction(0)
                for rival, other in table.items()
                if rival != person
            ),
            Fraction(0),
        )
        / others
        for person, chips in table.items()
    }


def slow_worths(
    rounds: Sequence[Sequence[Mapping[str, int]]], weight: Fraction, switches: Mapping[str, Any]
) -> dict[str, Fraction]:
    nets = net_of(rounds)
    kind = switches.get("worth", "linear")
    order = sorted(nets, key=lambda person: -nets[person])
    listed = switches.get("points", [])
    worths: dict[str, Fraction] = {}
    for person, net in nets.items():
        group = [index for index, other in enumerate(order, 1) if nets[other] == net]
        if kind == "linear":
            each = [Fraction(1000 * (len(order) - place), max(len(order) - 1, 1)) for place in group]
        elif kind == "points":
            each = [Fraction(listed[place - 1]) if place <= len(listed) else Fraction(0) for place in group]
        elif kind == "root":
            each = [10 * slow_root(Fraction(len(order), place)) for place in group]
        elif kind == "tables":
            each = [
                sum(
                    (place_points(table)[person] for tables in rounds for table in tables if person in table),
                    Fraction(0),
                )
            ]
        elif kind == "even":
            each = [
                sum(
                    (
                        table[person] - Fraction(sum(table.values()), len(table))
                        for tables in rounds
                        for table in tables
                        if person in table
                    ),
                    Fraction(0),
                )
            ]
        elif kind == "net_root":
            each = [slow_root(Fraction(abs(net))) * (1 if net >= 0 else -1)]
        else:
            each = [Fraction(net, 3)]
        worths[person] = rounded(sum(each, Fraction(0)) / len(each) * weight)
    return worths


def slow_season(facts: Facts, switches: Mapping[str, Any]) -> dict[str, tuple[Fraction, set[int]]]:
    """The score of each person, and which evenings are struck."""
    nights = [
        slow_worths(rounds, weight, switches)
        for rounds, weight in zip(facts.evenings, facts.weights, strict=True)
    ]
    mean = "mean_from" in switches
    result = {}
    for person in PEOPLE:
        own = [
            (worths[person], facts.weights[index]) for index, worths in enumerate(nights) if person in worths
        ]
        rate = (
            sum((worth for worth, _ in own), Fraction(0)) / sum((w for _, w in own), Fraction(0))
            if own
            else 0
        )
        values: dict[int, Fraction] = {}
        late, organised = set(), 0
        for index, worths in enumerate(nights):
            if person in worths:
                values[index] = worths[person]
                continue
            reason = facts.absences.get((person, f"e{index + 1}"), "unexcused")
            if index + 1 < facts.joined[person]:
                reason = "late"
                late.add(index)
            organised += reason == "organiser"
            rule = switches.get(reason, "mean" if reason == "organiser" else "nothing")
            if rule == "mean":
                values[index] = rounded(Fraction(rate) * facts.weights[index])
            elif rule == "fixed":
                values[index] = Fraction(switches[f"{reason}_points"])
            elif not mean:
                values[index] = Fraction(0)
        strike = 0
        if "best" in switches:
            strike = max(len(values) - switches["best"], 0)
        elif "struck" in switches:
            strike = min(switches["struck"], max(len(values) - 1, 0))
        struck: set[int] = set()
        for _turn in range(strike):
            left = [index for index in values if index not in struck]
            struck.add(
                min(
                    left,
                    key=lambda index: (
                        index not in late,
                        values[index] / facts.weights[index] if mean else values[index],
                        -index,
                    ),
                )
            )
        kept = [index for index in values if index not in struck]
        score = sum((values[index] for index in kept), Fraction(0))
        if mean:
            by = sum((facts.weights[index] for index in kept), Fraction(0))
            score /= by + max(switches["mean_from"] - len(kept), 0)
        score += Fraction(switches.get("bonus", 0)) * (len(own) + organised)
        score += sum((Fraction(points, 1000) for who, points in facts.credits if who == person), Fraction(0))
        result[person] = (score, struck)
    return result


def slow_places(facts: Facts, results: Mapping[str, Fraction], ties: Sequence[str]) -> dict[str, int]:
    """The places: groups of equal people are split by one tie-break after the other."""
    standings = []
    for rounds in facts.evenings:
        nets = net_of(rounds)
        standings.append(
            {person: 1 + sum(other > net for other in nets.values()) for person, net in nets.items()}
        )

    def figure(tie: str, person: str, group: Sequence[str]) -> Any:
        if tie == "score":
            return results[person]
        if tie == "evenings_won":
            return sum(standing.get(person) == 1 for standing in standings)
        if tie == "countback":
            return [
                sum(standing.get(person) == place for standing in standings)
                for place in range(1, len(PEOPLE) + 1)
            ]
        if tie == "net":
            return sum(net_of(rounds).get(person, 0) for rounds in facts.evenings)
        if tie == "shared_tables":
            return sum(
                (
                    place_points(table)[person]
                    for rounds in facts.evenings
                    for tables in rounds
                    for table in tables
                    if all(one in table for one in group)
                ),
                Fraction(0),
            )
        assert tie == "lots"
        return int.from_bytes(sha256(f"s:{1 + PEOPLE.index(person)}".encode()).digest()[:6], "big")

    order: list[list[str]] = [list(PEOPLE)]
    for tie in ["score", *ties]:
        split: list[list[str]] = []
        for group in order:
            figures = {person: figure(tie, person, group) for person in group}
            values = sorted({str(one): one for one in figures.values()}.values(), reverse=True)
            split += [[person for person in group if figures[person] == value] for value in values]
        order = split
    found: dict[str, int] = {}
    place = 1
    for group in order:
        found |= dict.fromkeys(group, place)
        place += len(group)
    return found


SCHEMES: list[dict[str, Any]] = [
    {"worth": "linear"},
    {"worth": "points", "points": [10, 7, 5, 3, 2, 1], "best": 3, "bonus": 1},
    {"worth": "root", "struck": 1, "excused": "mean"},
    {"worth": "tables", "best": 2, "unexcused": "fixed", "unexcused_points": -1},
    {"worth": "even", "best": 4, "organiser": "nothing"},
    {"worth": "net_root", "struck": 2},
    {"worth": "score", "mean_from": 3, "best": 4},
    {"worth": "linear", "mean_from": 2, "unexcused": "fixed", "unexcused_points": 0},
]
TIES = [["evenings_won", "countback", "lots"], ["shared_tables", "net"], ["net", "shared_tables", "lots"], []]


@pytest.mark.parametrize("switches", SCHEMES, ids=str)
@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(TIES))
@example(1, ["shared_tables", "net"])
@example(16, ["evenings_won", "countback", "lots"])
def test_a_random_season_is_the_same_when_other_code_counts_it(
    switches: dict[str, Any], seed: int, ties: list[str]
) -> None:
    facts = random_facts(seed)
    lines, _rules = by_the_rules(facts, {**switches, "ties": ties})
    slow = slow_season(facts, switches)
    assert scores(lines) == {person: slow[person][0] for person in lines}
    for person, line in lines.items():
        struck = {index for index, (_w, state, _r) in enumerate(told(line)) if state.endswith("struck")}
        assert struck == slow[person][1]
    assert places(lines) == slow_places(facts, {person: score for person, (score, _) in slow.items()}, ties)
