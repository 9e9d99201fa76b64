"""The certificate of a draw."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil
from random import Random

import pytest

from tests.tournaments.draw.seating.counting import weighted_repeats
from tournaments.draw.rules.certificate.audit import audit, error_of
from tournaments.draw.rules.certificate.bounds import cost, fair_share
from tournaments.draw.rules.certificate.explain import Reason, for_everybody, reason
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import Apart, Pin, Plan, Request, Tables, Together
from tournaments.events.rules.tables import split

PLAYERS = tuple("abcdefgh")
FIRST: Tables = (("a", "b", "c", "d"), ("e", "f", "g", "h"))


def reasons_with(reasons: list[Reason], code: str) -> list[Reason]:
    return [item for item in reasons if item["code"] == code]


def test_repeats_that_cannot_be_avoided_are_counted_and_proved() -> None:
    """Two tables of four out of two tables of four: two from each, so four pairs meet again."""
    plan = Plan((("a", "b", "e", "f"), ("c", "d", "g", "h")))
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST,)), plan)
    assert certificate["repeats"] == certificate["repeats_here"] == 4
    assert (certificate["q"], certificate["bound"]) == (4, 4)
    assert certificate["proved"]
    assert (certificate["least_repeats"], certificate["why"]) == (4, "tables")
    assert reasons_with(certificate["tables"][0]["reasons"], "meet_again") == [
        reason("meet_again", ["a", "b"], 2),
        reason("meet_again", ["e", "f"], 2),
    ]


def test_too_few_partners_make_repeats_unavoidable() -> None:
    """13 players have 78 pairs, six rounds of 4 3 3 3 have 90 meetings: 12 repeats at least."""
    players = tuple("abcdefghijklm")
    first: Tables = (tuple("abcd"), tuple("efg"), tuple("hij"), tuple("klm"))
    outlook = audit(Request(players, (4, 3, 3, 3), (first,), rounds_left=5), Plan(first, (first,) * 4))[
        "outlook"
    ]
    assert (outlook["rounds"], outlook["least_repeats"], outlook["why"]) == (6, 12, "partners")


def test_a_poor_draw_is_not_called_proved() -> None:
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST,)), Plan(FIRST))
    assert certificate["q"] == 12
    assert certificate["bound"] == 4
    assert not certificate["proved"]
    assert certificate["dealer_spread"] == [0, 2]
    assert certificate["seat_spread"] == [0, 2]
    assert certificate["least_dealer_spread"] == 1
    assert reason("deals_first_again", ["a"], 2) in certificate["tables"][0]["reasons"]


def test_players_who_sit_at_a_small_table_again_are_named() -> None:
    players = tuple("abcdefg")
    first: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))
    certificate = audit(Request(players, (4, 3), (first,)), Plan((("a", "b", "e", "f"), ("c", "d", "g"))))
    assert certificate["small_spread"] == [0, 2]
    assert certificate["least_small_spread"] == 1
    assert reason("small_table_again", ["g"], 2) in certificate["tables"][1]["reasons"]
    fresh = audit(Request(players, (4, 3), (first,)), Plan((("d", "e", "f", "g"), ("a", "b", "c"))))
    assert fresh["small_spread"] == [0, 1]
    assert reason("small_table_first") in fresh["tables"][1]["reasons"]


@pytest.mark.parametrize(
    ("tables", "codes"),
    [
        ((("a", "b", "c", "d"), ("e", "f", "g")), {"player_not_seated"}),
        ((("a", "b", "c", "d"), ("e", "f", "g", "h", "a")), {"player_seated_twice"}),
        ((("a", "b", "c", "d"), ("e", "f", "g", "h", "x")), {"player_unknown"}),
        ((("a", "b", "c", "d", "e"), ("f", "g", "h")), {"wrong_sizes"}),
    ],
)
def test_a_plan_that_is_wrong_is_found_out(tables: Tables, codes: set[str]) -> None:
    certificate = audit(Request(PLAYERS, (4, 4)), Plan(tables))
    assert {fault["code"] for fault in certificate["faults"]} == codes
    assert not certificate["proved"]


def test_only_players_with_as_many_games_are_compared() -> None:
    """a to d have played once before and dealt; the others came later."""
    late = Request(PLAYERS, (4, 4), ((("a", "b", "c", "d"),),))
    certificate = audit(late, Plan((("b", "a", "e", "f"), ("c", "d", "g", "h"))))
    assert certificate["dealer_spread"] == [0, 1]
    assert certificate["least_dealer_spread"] == 1
    again = audit(late, Plan((("a", "b", "e", "f"), ("c", "d", "g", "h"))))
    assert again["dealer_spread"] == [0, 2]


def test_wishes_are_told_to_directors_only() -> None:
    request = Request(
        PLAYERS,
        (4, 4),
        apart=(Apart("a", "b"), Apart("a", "h", must=False), Apart("a", "nobody")),
        together=(Together("a", "e"), Together("e", "f", must=True)),
    )
    certificate = audit(request, Plan(FIRST))
    assert certificate["wishes"] == {"kept": 2, "broken": 2}
    assert [fault["code"] for fault in certificate["faults"]] == ["wish_must_apart"]
    assert error_of(certificate["faults"][0]).detail == "a and b must sit apart, but both sit at table 1."
    first, second = (table["reasons"] for table in certificate["tables"])
    assert reason("wish_apart_broken", ["a", "b"]) in first
    assert reason("wish_together_broken", ["a"], table=2) in first
    assert reason("wish_together_broken", ["e"], table=1) in second
    assert reason("wish_together_kept", ["e", "f"]) in second
    assert not certificate["proved"]
    public = for_everybody(certificate)
    assert public["faults"] == []
    assert "wish_" not in json.dumps(public)
    assert "wish_" in json.dumps(certificate)


def test_a_wish_to_meet_once_ends_with_the_meeting() -> None:
    request = Request(PLAYERS, (4, 4), (FIRST,), together=(Together("a", "b", must=True), Together("c", "e")))
    plan = Plan((("a", "e", "c", "g"), ("b", "d", "f", "h")))
    certificate = audit(request, plan)
    assert certificate["faults"] == []
    assert certificate["wishes"] == {"kept": 2, "broken": 0}
    always = Request(PLAYERS, (4, 4), (FIRST,), together=(Together("a", "b", must=True, always=True),))
    assert [fault["code"] for fault in audit(always, plan)["faults"]] == ["wish_must_together"]


def test_players_with_fixed_places_are_listed_and_left_out_of_the_spreads() -> None:
    pins = (Pin("a", seat=0, table=1), Pin("f", seat=2), Pin("h", table=1))
    certificate = audit(Request(PLAYERS, (4, 4), (FIRST, FIRST), pins=pins), Plan(FIRST))
    assert certificate["wishes"] == {"kept": 2, "broken": 2}
    first, second = (table["reasons"] for table in certificate["tables"])
    assert reason("pinned_seat", ["a"], seat=1) in first
    assert reason("pinned_table", ["a"]) in first
    assert reason("pinned_seat_missed", ["f"], seat=3) in second
    assert reason("pinned_table_missed", ["h"], table=1) in second
    assert not reasons_with(first, "deals_first_again")
    assert certificate["dealer_spread"] == [0, 3]


def test_the_standings_of_a_table_are_told() -> None:
    request = Request(PLAYERS, (4, 4), standing=(1, 2, 3, 4, 5, 5, 5, 5))
    certificate = audit(request, Plan(FIRST))
    first, second = (table["reasons"] for table in certificate["tables"])
    assert reason("standing_places", first=1, last=4) in first
    assert reason("standing_place", first=5) in second


def test_somebody_away_from_their_own_place_is_a_fault_for_directors() -> None:
    pins = (Pin("a", table=2), Pin("e", seat=0), Pin("f", seat=0), Pin("b", table=1))
    certificate = audit(Request(PLAYERS, (4, 4), pins=pins), Plan(FIRST))
    assert [(fault["code"], error_of(fault).detail) for fault in certificate["faults"]] == [
        ("pinned_table_missed", "a must sit at table 2, but sits at another one."),
        ("pinned_seat_missed", "f must have seat 1, but has another one."),
    ]
    assert not certificate["proved"]
    assert for_everybody(certificate)["faults"] == []


SOAK = int(os.environ.get("POCH_SOAK", "40"))


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def figures(request: Request, plan: Plan) -> dict[str, int]:
    found = fair_share(request, [plan.tables, *plan.ahead])
    assert found is not None
    return found


def beyond(request: Request, coming: Sequence[Tables]) -> int:
    """How far somebody ever is beyond one of the fair share, counted round by round."""
    share, times, worst = Counter[str](), Counter[str](), 0
    for number, tables in enumerate([*request.past, *coming], 1):
        most = max(map(len, tables))
        small = [player for table in tables for player in table if len(table) < most]
        here = [player for table in tables for player in table]
        times.update(small)
        share.update(dict.fromkeys(here, Fraction(len(small), len(here))))
        if number > len(request.past):
            away = [abs(times[player] - share[player]) - 1 for player in request.players]
            worst = max(worst, ceil(max(away)))
    return worst


EVERY = [(players, size, rounds) for players in range(7, 61) for size in (4, 5, 6) for rounds in range(2, 7)]


@pytest.mark.parametrize("draws", [SOAK, pytest.param(len(EVERY), marks=pytest.mark.nightly)])
def test_small_tables_are_fair_after_each_round_of_a_plan(draws: int) -> None:
    chance = Random(14)
    for players, size, rounds in chance.sample(EVERY, min(draws, len(EVERY))):
        sizes = tuple(split(players, size, 3, size))
        moves, seed = chance.choice((0, 2_000, 20_000)), chance.randrange(1 << 30)
        request = Request(ids(players), sizes, rounds_left=rounds, seed=seed, moves=moves)
        plan = draw(request)
        coming = [plan.tables, *plan.ahead]
        assert beyond(request, coming) == 0, request
        outlook = audit(request, plan)["outlook"]
        met = Counter(
            frozenset(pair) for tables in coming for table in tables for pair in combinations(table, 2)
        )
        q = sum(count * (count - 1) // 2 for count in met.values())
        fair = outlook["fair"]
        assert (fair is None) == (sizes[0] == sizes[-1])
        if fair is not None:
            assert fair["beyond"] == fair["least_beyond"] == 0
            assert outlook["bound"] <= fair["bound"] <= q == outlook["q"]
            assert outlook["proved"] == (q == fair["bound"])


def test_small_tables_stay_fair_when_players_come_and_go() -> None:
    chance = Random(5)
    for seed in range(SOAK // 4):
        names = list(ids(chance.randrange(8, 45)))
        size, rounds = chance.choice((4, 5, 6)), chance.randrange(3, 7)
        past: list[Tables] = []
        ahead: tuple[Tables, ...] = ()
        for number in range(rounds):
            if number and chance.random() < 0.5:
                names += [f"late{number}{one}" for one in range(chance.randrange(1, 3))]
            elif number and chance.random() < 0.2:
                del names[0]
            sizes = tuple(split(len(names), size, 3, size + 1))
            request = Request(
                tuple(names), sizes, tuple(past), rounds - number, seed, moves=5_000, ahead=ahead
            )
            plan = draw(request)
            fair = audit(request, plan)["fair"]
            away = beyond(request, [plan.tables])
            assert fair is None or fair["least_beyond"] <= fair["beyond"] == away
            assert away == (fair["least_beyond"] if fair else 0), request
            past.append(plan.tables)
            ahead = plan.ahead


def groupings(players: Sequence[str], sizes: Sequence[int]) -> Iterator[Tables]:
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        rest = [player for player in players if player not in table]
        for others in groupings(rest, sizes[1:]):
            if not others or len(others[0]) != sizes[0] or table < others[0]:
                yield (table, *others)


@pytest.mark.parametrize(("sizes", "rounds"), [((4, 3), 2), ((4, 3), 3), ((3, 2, 2), 2), ((3, 2), 4)])
def test_no_plan_of_all_is_below_a_bound(sizes: tuple[int, ...], rounds: int) -> None:
    players = ids(sum(sizes))
    every = list(groupings(players, sizes))
    request = Request(players, sizes, rounds_left=rounds)
    plans = list(_plans(every, rounds))
    least = min(weighted_repeats(plan) for plan in plans if _is_fair(players, plan))
    for plan in plans[:: max(1, len(plans) // 60)]:
        assert figures(request, Plan(plan[0], plan[1:]))["bound"] <= least


def _plans(every: Sequence[Tables], rounds: int) -> Iterator[tuple[Tables, ...]]:
    for later in product(every, repeat=rounds - 1):
        yield (every[0], *later)


def _is_fair(players: Sequence[str], plan: Sequence[Tables]) -> bool:
    return not beyond(Request(tuple(players), ()), plan)


@pytest.mark.parametrize(
    ("players", "size", "rounds", "bound"), [(31, 6, 5, 20), (11, 4, 5, 26), (14, 4, 3, 4)]
)
def test_a_fair_plan_needs_repeats(players: int, size: int, rounds: int, bound: int) -> None:
    """31 players can play five rounds without a repeat, but a fair plan needs 20."""
    request = Request(ids(players), tuple(split(players, size, 3, 6)), rounds_left=rounds, moves=0)
    unfair = figures(request, draw(replace(request, prefer="repeats")))
    assert (unfair["bound"], unfair["least_beyond"]) == (bound, 0)
    assert unfair["beyond"] > 0
    assert figures(request, draw(request))["beyond"] == 0


BEST: Tables = (("a", "b", "e", "f"), ("c", "d", "g", "h"))
REQUEST = Request(PLAYERS, (4, 4), (FIRST,))


def test_a_swap_between_tables_costs_the_repeats_it_makes() -> None:
    assert cost(REQUEST, BEST) == {"repeats": 4, "q": 4, "wishes": 0, "small": 0}
    swapped = cost(REQUEST, (("a", "b", "c", "f"), ("e", "d", "g", "h")))
    assert (swapped["repeats"], swapped["q"]) == (6, 6)


def test_the_cost_is_what_the_audit_counts() -> None:
    request = Request(
        PLAYERS,
        (4, 4),
        (FIRST, BEST),
        apart=(Apart("c", "g"),),
        together=(Together("a", "h"),),
        pins=(Pin("g", table=1),),
    )
    swapped = (("a", "g", "e", "f"), ("c", "d", "b", "h"))
    before, after = cost(request, BEST), cost(request, swapped)
    certificate = audit(request, Plan(swapped))
    assert (after["repeats"], after["q"]) == (certificate["repeats"], certificate["q"])
    assert after["wishes"] == certificate["wishes"]["broken"]
    assert (before["wishes"], after["wishes"]) == (3, 1)


def test_a_move_changes_the_players_at_the_small_table() -> None:
    players = tuple("abcdefg")
    first: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))
    request = Request(players, (4, 3), (first,))
    assert cost(request, (("e", "a", "b", "c"), ("d", "f", "g")))["small"] == 2
    assert cost(request, (("a", "b", "c"), ("d", "f", "g", "e")))["small"] == 0
