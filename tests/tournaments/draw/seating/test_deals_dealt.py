"""How often everybody deals, counted deal by deal."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import Request, Tables
from tournaments.events.rules.tables import Deals, split


def dealt(tables: Tables, deals: Deals) -> Counter[str]:
    """Pass the deal around each table, deal by deal."""
    turns: Counter[str] = Counter()
    for table in tables:
        dealer = 0
        for _deal in range(deals.at(len(table))):
            turns[table[dealer]] += 1
            dealer = (dealer + 1) % len(table)
    return turns


def difference(request: Request) -> int:
    """The difference of deals that people deal after the plan of this request."""
    plan = draw(request)
    assert request.deals is not None
    turns = Counter(dict.fromkeys(request.players, 0))
    for tables in (plan.tables, *plan.ahead):
        turns.update(dealt(tables, request.deals))
    return max(turns.values()) - min(turns.values())


@pytest.mark.parametrize("players", [9, 13, 14, 16, 22])
@pytest.mark.parametrize("number", [4, 6, 9, 10, 12])
def test_the_seats_of_a_draw_are_no_more_uneven_than_a_few_deals(players: int, number: int) -> None:
    sizes = tuple(split(players, 4, 3, 6))
    ids = tuple(f"p{n}" for n in range(players))
    request = Request(ids, sizes, rounds_left=4, moves=2_000, deals=Deals(number))
    assert difference(request) <= 3


def test_the_seats_share_the_deals_without_a_price_in_first_deals() -> None:
    ids = tuple(f"p{n}" for n in range(16))
    request = Request(ids, (4, 4, 4, 4), rounds_left=2, moves=2_000, deals=Deals(10))
    # Two of four deal once more at each table: everybody at one of their two tables.
    assert difference(request) == 0
    outlook = audit(request, draw(request))["outlook"]
    assert outlook["dealer_spread"] == outlook["seat_spread"] == [0, 1]
