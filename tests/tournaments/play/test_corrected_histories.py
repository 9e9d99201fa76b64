"""Whatever was recorded, voided and corrected on the way: only the deals that count in the end matter."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import (
    another_document,
    next_document,
    owner_of,
    published_round,
    running_event,
    the_table,
)
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs import rounds
from tournaments.models import Account, Deal, Event, Table
from tournaments.play.verbs import corrections, results
from tournaments.standings.verbs import standings
from tournaments.tables.verbs.table_states import table_state

RULES: list[dict[str, Any]] = [
    {"preset": "pagat"},
    {"preset": "pagat", "leftover": "split"},
    {"preset": "pagat", "purse": "table", "leftover": "split"},
]

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["record", "record", "record", "correct", "correct", "void"]),
        st.integers(0, 1),
        st.integers(1, 10**6),
    ),
    min_size=3,
    max_size=14,
)


def event_of(rules: dict[str, Any]) -> tuple[Event, list[Table]]:
    """A running event of two tables, four players each, in an order of seats that a seed fixes."""
    event = running_event(8, rules=rules, starting_chips=60, deals_per_round=5)
    Event.objects.filter(pk=event.pk).update(seed=7)
    round_ = published_round(Event.objects.get(pk=event.pk))
    return Event.objects.get(pk=event.pk), [the_table(round_, number) for number in (1, 2)]


def take(step: str, table: Table, seed: int) -> None:
    """One step, if the table allows it just now."""
    actor = owner_of(table.round.event.club)
    state = table_state(table)
    played = state.next_number - 1
    if step == "record" and not state.is_over:
        results.record(table, actor, state.next_number, next_document(table, seed=seed))
    elif step == "void" and played:
        corrections.void(table, actor, played)
    elif step == "correct" and played:
        number = 1 + seed % played
        document = another_document(table, number, seed=seed)
        try:
            corrections.correct(table, actor, number, document, "wrong", closed_too=True)
        except Conflict as refusal:
            if refusal.code != "later_deal_fails":
                raise


def lines(event: Event) -> list[tuple[Any, ...]]:
    """The standing, with entries by their number; lots, which differ from event to event, left out."""
    numbers = {str(entry.pk): entry.number for entry in event.entries.all()}
    return sorted(
        (
            numbers[row["entry"]],
            row["score"],
            row["deals"],
            row["last"],
            tuple(sorted((name, value) for name, value in row["metrics"].items() if name != "lots")),
        )
        for row in standings.compute(event)
    )


def seated(table: Table) -> list[int]:
    return [seat.entry.number for seat in table.seats.select_related("entry").order_by("number")]


@contextmanager
def undone() -> Iterator[None]:
    """Each example by itself: every change of a balance in one transaction makes it longer to look for."""
    with transaction.atomic():
        yield
        connection.check_constraints()
        transaction.set_rollback(True)


@pytest.mark.django_db
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rules=st.sampled_from(RULES), steps=STEPS, late=STEPS)
@undone()
def test_standings_are_those_of_an_event_where_only_the_final_deals_were_recorded(
    rules: dict[str, Any], steps: list[tuple[str, int, int]], late: list[tuple[str, int, int]]
) -> None:
    event, tables = event_of(rules)
    actor = owner_of(event.club)
    for step, which, seed in steps:
        take(step, tables[which], seed)
    played = sum(Deal.objects.effective().filter(table=table).count() for table in tables)
    if played:
        rounds.close_round(tables[0].round, actor, early=True)
        tables = [the_table(tables[0].round, number) for number in (1, 2)]
        for _step, which, seed in late:
            take_late(tables[which], seed)
    fresh, fresh_tables = event_of(rules)
    assert [seated(table) for table in fresh_tables] == [seated(table) for table in tables]
    for table, again in zip(tables, fresh_tables, strict=True):
        for deal in Deal.objects.effective().filter(table=table).order_by("number"):
            results.record(again, owner_of(fresh.club), deal.number, deal.document)
    if played:
        rounds.close_round(fresh_tables[0].round, owner_of(fresh.club), early=True)
    assert lines(event) == lines(fresh)
    for table, again in zip(tables, fresh_tables, strict=True):
        balances = dict(Account.objects.filter(table=table).values_list("name", "balance"))
        assert balances == dict(Account.objects.filter(table=again).values_list("name", "balance"))
        assert sum(balances.values()) == 0


def take_late(table: Table, seed: int) -> None:
    """A correction after the round is closed."""
    if Deal.objects.effective().filter(table=table).exists():
        take("correct", table, seed)
