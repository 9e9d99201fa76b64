"""The statements of entering names and of publishing a round hardly grow with the event.

SQLite inserts at most 999 values with one statement, so a bulk insert takes several.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_event, owner_of, running_event
from tournaments.core.rules.lists import read_list
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs.draws import draw_round
from tournaments.events.verbs.entries import add_entries
from tournaments.events.verbs.lists import paste_entries
from tournaments.models import Account, Entry, Event, Player

pytestmark = [pytest.mark.django_db, pytest.mark.both]

FEW, MANY = 12, 120


def statements(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as counted:
        call()
    return len(counted)


def bulk_inserts(rows: int, fields: int) -> int:
    """The statements that insert so many rows at once."""
    return 1 if connection.vendor == "postgresql" else -(-rows // (999 // fields))


def names(count: int) -> list[str]:
    return [f"Player {number}" for number in range(count)]


def inserts_of_entries(count: int) -> int:
    return bulk_inserts(count, len(Player._meta.fields)) + bulk_inserts(count, len(Entry._meta.fields))


@pytest.mark.parametrize(
    "enter",
    [
        lambda event, count: add_entries(event, owner_of(event.club), names(count)),
        lambda event, count: paste_entries(event, owner_of(event.club), read_list("\n".join(names(count)))),
    ],
    ids=["added", "pasted"],
)
def test_many_names_are_entered_with_as_many_statements_as_a_few(
    enter: Callable[[Event, int], object],
) -> None:
    few, many = (
        statements(lambda event=event, count=count: enter(event, count)) - inserts_of_entries(count)  # type: ignore[misc]
        for event, count in ((make_event(), FEW), (make_event(), MANY))
    )
    assert few == many


@pytest.mark.parametrize("bot", ["", "random"])
def test_a_large_round_is_published_with_as_many_statements_as_a_small_one(bot: str) -> None:
    counted = []
    for players in (FEW, MANY):
        event = running_event(players, bot=bot)
        actor = owner_of(event.club)
        drawn = draw_round(event, actor)
        total = statements(lambda drawn=drawn, actor=actor: publish_round(drawn, actor, drawn.draw))  # type: ignore[misc]
        accounts = Account.objects.filter(table__round=drawn).count()
        inserts = bulk_inserts(accounts, len(Account._meta.fields) - 1)
        counted.append((total, inserts))
    assert counted[0][0] - counted[0][1] == counted[1][0] - counted[1][1]
