"""Two people change seats at once, or while a deal is recorded, on PostgreSQL.

A barrier makes each race certain (see `test_at_once`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import games.services as games
from tests.builders import (
    enter,
    next_document,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
)
from tests.race.together import at_once, meet, meet_across
from tournaments.core import locks
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import leaving, seats
from tournaments.draw.verbs import draws
from tournaments.models import Account, AuditEntry, Deal, Occupant, Round, Seat, SeatResult
from tournaments.play.verbs import results
from tournaments.tables.verbs.tallies import seat_tallies

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def drawn() -> Round:
    event = running_event(8)
    return draws.draw_round(event, owner_of(event.club))


@pytest.fixture
def published() -> Round:
    return published_round(running_event(8, rules={"preset": "pagat", "purse": "table"}))


def swapping_at(round_: Round, table: int) -> Callable[[], Round]:
    """Return a call that swaps two people at this table. It does not concern other tables."""
    first, second = (seat.entry for seat in Seat.objects.filter(table=the_table(round_, table))[:2])
    return lambda: seats.swap_seats(round_, owner_of(round_.event.club), first, second, round_.draw)


def recording_while_it_shrinks(round_: Round) -> list[Any]:
    table = the_table(round_)
    actor, document = owner_of(round_.event.club), next_document(table)
    missing = Seat.objects.select_related("entry").get(table=table, number=1).entry
    return at_once(
        lambda: results.record(table, actor, 1, document),
        lambda: seats.leave_out(round_, actor, missing, round_.draw),
    )


def test_simultaneous_changes_of_seats_happen_one_after_the_other(
    drawn: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, locks, "lock_event")
    answers = at_once(swapping_at(drawn, 1), swapping_at(drawn, 2))
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert [error.code for error in refused] == ["draw_stale"]
    assert AuditEntry.objects.filter(verb="swap_seats").count() == Round.objects.get().by_hand == 1


def test_a_deal_recorded_while_its_table_shrinks_keeps_every_seat_or_is_refused(
    published: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (results, "lock_and_bump"), (locks, "lock_event"))
    recorded, shrunk = recording_while_it_shrinks(published)
    if isinstance(shrunk, Conflict):
        assert shrunk.code == "table_has_deals"
        assert SeatResult.objects.count() == 4
    else:
        # The document is for four seats, so it does not fit the table any more.
        assert isinstance(recorded, Conflict | games.EngineError)
        assert not Deal.objects.exists()
        assert Seat.objects.filter(table=the_table(published)).count() == 3
    assert sum(Account.objects.values_list("balance", flat=True)) == 0


@pytest.fixture
def begun(published: Round) -> Round:
    """A round whose first table has a deal, in an event with a spare player."""
    play(the_table(published))
    enter(published.event, 1)
    return published


def recording_while_somebody_leaves(round_: Round) -> list[Any]:
    """Deal 2 is recorded while the player of seat 1 leaves before deal 2."""
    table = the_table(round_)
    actor, document = owner_of(round_.event.club), next_document(table)
    out = Seat.objects.select_related("entry").get(table=table, number=1).entry
    into = round_.event.entries.latest("number")
    return at_once(
        lambda: results.record(table, actor, 2, document),
        lambda: leaving.leave_table(table, actor, out, into, 2),
    )


def test_a_deal_recorded_while_somebody_leaves_belongs_to_one_of_the_two(
    begun: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (results, "lock_and_bump"), (locks, "lock_event"))
    recorded, left = recording_while_somebody_leaves(begun)
    assert recorded.deal.number == 2
    (before, *after) = [tally.deals for tally in seat_tallies(begun.event) if tally.seat == 1 and tally.deals]
    if isinstance(left, Conflict):
        assert (left.code, before, after) == ("next_deal_moved", 2, [])
        assert not Occupant.objects.exists()
    else:
        assert (before, after) == (1, [1])
