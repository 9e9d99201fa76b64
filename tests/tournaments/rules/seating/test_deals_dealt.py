"""How often everybody deals: counted deal by deal, and never more even than proved possible."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.deals import SEAT, Deals
from tournaments.rules.seating.certificate.audit import audit, audit_rotation
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import Pin, Plan, Request, Tables
from tournaments.rules.seating.sizes import split

PLAYERS = tuple("abcdefg")
FIRST: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))


def dealt(tables: Tables, deals: Deals, *, clockwise: bool = True) -> Counter[str]:
    """Pass the deal around each table, deal by deal."""
    turns: Counter[str] = Counter()
    for table in tables:
        dealer = 0
        for _deal in range(deals.at(len(table))):
            turns[table[dealer]] += 1
            dealer = (dealer + (1 if clockwise else -1)) % len(table)
    return turns


def ends(turns: Counter[str]) -> list[int]:
    """The least and the most of these turns."""
    return [min(turns[player] for player in PLAYERS), max(turns[player] for player in PLAYERS)]


seatings = st.permutations(PLAYERS).map(lambda order: (tuple(order[:4]), tuple(order[4:])))


@settings(max_examples=60, deadline=None)
@given(seatings, seatings, st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_the_turns_of_all_rounds_are_those_of_the_deals_as_they_pass(
    first: Tables, second: Tables, before: int, now: int, clockwise: bool
) -> None:
    request = Request(
        PLAYERS,
        (4, 3),
        past=(first,),
        past_deals=((before, before),),
        deals=Deals(now, SEAT),
        clockwise=clockwise,
    )
    turns = dealt(first, Deals(before), clockwise=clockwise)
    turns += dealt(second, Deals(now, SEAT), clockwise=clockwise)
    assert audit(request, Plan(second))["deals_spread"] == ends(turns)


@settings(max_examples=60, deadline=None)
@given(seatings, seatings, st.integers(1, 11))
def test_no_seats_at_these_tables_are_more_even_than_proved_possible(
    first: Tables, second: Tables, number: int
) -> None:
    request = Request(PLAYERS, (4, 3), rounds_left=2, deals=Deals(number))
    certificate = audit_rotation(request, Plan(first, ahead=(second,)))
    least, most = certificate["deals_spread"] or [0, 0]
    tables = [*first, *second]
    best = most - least
    # Who deals once more at each table is the choice.
    for choice in product(*[combinations(table, number % len(table)) for table in tables]):
        turns = Counter(player for table in tables for player in table for _ in range(number // len(table)))
        for chosen in choice:
            turns.update(chosen)
        best = min(best, ends(turns)[1] - ends(turns)[0])
    proved = certificate["least_deals_spread"]
    assert proved is not None
    assert proved <= best <= most - least


def test_everybody_deals_equally_often_where_the_rounds_are_as_long_as_the_tables() -> None:
    request = Request(PLAYERS, (4, 3), rounds_left=3, deals=Deals(2, SEAT))
    certificate = audit_rotation(request, draw(request))
    assert (certificate["deals_spread"], certificate["least_deals_spread"]) == ([6, 6], 0)


def test_the_first_seats_deal_once_more_where_the_deals_do_not_come_out_even() -> None:
    request = Request(PLAYERS, (4, 3), deals=Deals(7))
    certificate = audit(request, Plan(FIRST))
    # 7 = 2 2 2 1 at the table of four, and 3 2 2 at the table of three: nobody can do better.
    assert (certificate["deals_spread"], certificate["least_deals_spread"]) == ([1, 3], 2)


def test_the_deal_can_pass_the_other_way() -> None:
    past = ((("a", "b", "c", "d"), ("e", "f", "g")),)
    request = Request(PLAYERS, (4, 3), past, past_deals=((2, 3),), deals=Deals(2), clockwise=False)
    # The second deal is that of the last seat: d, then g at the other table.
    again = audit(request, Plan((("d", "b", "c", "a"), ("e", "f", "g"))))
    assert again["deals_spread"] == [0, 2]


def test_players_with_pinned_seats_are_not_compared() -> None:
    request = Request(PLAYERS, (4, 3), pins=(Pin("a", seat=0), Pin("e", seat=0)), deals=Deals(1))
    certificate = audit(request, Plan(FIRST))
    assert (certificate["deals_spread"], certificate["least_deals_spread"]) == ([0, 0], 0)


def test_nothing_is_counted_where_the_deals_are_not_known() -> None:
    certificate = audit(Request(PLAYERS, (4, 3)), Plan(FIRST))
    assert (certificate["deals_spread"], certificate["least_deals_spread"]) == (None, None)


@pytest.mark.parametrize("players", [9, 13, 14, 16, 22])
@pytest.mark.parametrize("number", [4, 6, 9, 10, 12])
def test_the_seats_of_a_draw_are_no_more_uneven_than_a_few_deals(players: int, number: int) -> None:
    sizes = tuple(split(players, 4, 3, 6))
    ids = tuple(f"p{n}" for n in range(players))
    request = Request(ids, sizes, rounds_left=4, moves=2_000, deals=Deals(number))
    certificate = audit_rotation(request, draw(request))
    least, most = certificate["deals_spread"] or [0, 0]
    proved = certificate["least_deals_spread"]
    assert proved is not None
    assert proved <= most - least <= max(1, proved) + 1


def test_the_seats_share_the_deals_without_a_price_in_first_deals() -> None:
    ids = tuple(f"p{n}" for n in range(16))
    request = Request(ids, (4, 4, 4, 4), rounds_left=2, moves=2_000, deals=Deals(10))
    certificate = audit_rotation(request, draw(request))
    # Two of four deal once more at each table: everybody at one of their two tables.
    assert certificate["deals_spread"] == [5, 5]
    assert certificate["dealer_spread"] == [0, 1]
    assert certificate["seat_spread"] == [0, 1]


@pytest.mark.parametrize("deals", [Deals(8), Deals(2, SEAT)])
def test_even_deals_leave_the_seats_as_they_are(deals: Deals) -> None:
    ids = tuple(f"p{n}" for n in range(16))
    request = Request(ids, (4, 4, 4, 4), rounds_left=3, moves=2_000)
    assert draw(replace(request, deals=deals)) == draw(request)
