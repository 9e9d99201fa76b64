"""A list of the API costs at most three times a trivial list of 100 rows (`tests/budgets.toml`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api.long_lists import ROWS, TRIVIAL, LongLists, list_routes, make_long_lists
from tests.budgets import budget

pytestmark = [pytest.mark.django_db, pytest.mark.nightly, pytest.mark.urls("tests.api.long_lists")]

SHORT = {
    "ClubList": 1,
    "PersonOpponents": 3,
    "PersonResults": 50,
    "PersonSeasons": 51,
    "ClaimList": 51,
    "DealList": 50,
    "EventCalls": 1,
    "EventDeals": 50,
    "DealRevisions": 10,
    "RoundList": 11,
    "TeamList": 50,
    "LineUpList": 50,
}
"""The rows of the lists that have fewer than 100. A deal has kilobytes, a round has forty seats, a team and
a line-up have a second row for their person, and a table has one open call. What a person played is computed,
for fifty events."""


@pytest.fixture
def lists() -> LongLists:
    return make_long_lists()


def calls(get: Callable[[str], Any], address: str) -> int:
    """Return how many functions of Python and C a GET calls. The number is the same in each run."""
    get(address)  # fills caches
    count = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        get(address)
    finally:
        sys.setprofile(before)
    return count


def queries(get: Callable[[str], Any], address: str) -> int:
    get(address)  # notes the use of the key
    with CaptureQueriesContext(connection) as counted:
        get(address)
    return len(counted.captured_queries)


def test_every_list_has_its_budget() -> None:
    assert sorted(budget("lists")) == sorted(list_routes())


def test_each_list_costs_at_most_three_times_a_trivial_list(lists: LongLists) -> None:
    """The long lists have as many rows as the trivial one, so that the comparison is fair."""
    get = lists.client.get
    assert len(get(f"http://testserver{TRIVIAL}").json()["results"]) == ROWS
    trivial = calls(get, f"http://testserver{TRIVIAL}")
    most = budget("each_list")["calls_percent"]
    costs = {}
    for name, address in lists.addresses.items():
        assert len(get(address).json()["results"]) == SHORT.get(name, ROWS), name
        costs[name] = 100 * calls(get, address) // trivial
    assert {name: cost for name, cost in costs.items() if cost > most} == {}, costs


def test_a_long_list_takes_the_queries_of_its_budget_and_no_more_than_a_short_one(lists: LongLists) -> None:
    get = lists.client.get
    # The clock stands, because the use of the key is noted once a minute, and that takes a query.
    with time_machine.travel(timezone.now(), tick=False):
        taken = {
            name: tuple(queries(get, f"{address}?limit={limit}") for limit in (1, ROWS))
            for name, address in lists.addresses.items()
        }
    assert taken == {name: (most, most) for name, most in budget("lists").items()}
