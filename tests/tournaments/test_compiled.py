"""Statements that are put into SQL once do what Django's own do."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.utils import timezone

from tests.builders import make_club, play, published_round, running_event, the_table
from tournaments import access
from tournaments.compiled import PLACE, CompiledOne, Rows, insert, insert_rows, one_row, together
from tournaments.kernel import outbox
from tournaments.kernel.audit import SYSTEM, Actor, entry_of, log
from tournaments.kernel.locks import lock_and_bump
from tournaments.models import AuditEntry, Club, Event, OutboxTask, Seat, Table, Transfer

pytestmark = pytest.mark.django_db

on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL is told so")

_SEATED = CompiledOne(
    lambda key: Seat.objects.filter(table__pk=key, number=1).select_related("table__round"), PLACE
)


def test_a_row_comes_with_those_beside_it_in_one_query(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    tables = [the_table(published_round(running_event(4))) for _ in range(2)]
    for table in tables:
        with django_assert_num_queries(1):
            seat = _SEATED.one(table.pk)
            assert seat is not None
            assert seat.table == table
            assert seat.table.round == table.round
            assert seat.table.round.certificate == table.round.certificate
        assert seat == Seat.objects.get(table=table, number=1)
        assert vars(seat).keys() == vars(Seat.objects.select_related("table__round").get(pk=seat.pk)).keys()


def test_a_row_that_is_not_there_is_none() -> None:
    assert _SEATED.one(uuid4()) is None


def test_what_was_left_out_of_a_row_is_read_when_it_is_asked_for() -> None:
    table = the_table(published_round(running_event(4)))
    club = table.round.event.club
    seen = access.table_for_viewer(Actor(None, "command"), table.pk)
    assert "certificate" not in vars(seen.round)
    assert seen.round.certificate == table.round.certificate
    assert seen.round.event.club == club


def test_a_change_is_made_to_one_row() -> None:
    first, other = running_event(4), running_event(4)
    versions = first.version, other.version
    lock_and_bump(first)
    lock_and_bump(first)
    first.refresh_from_db()
    other.refresh_from_db()
    assert (first.version, other.version) == (versions[0] + 2, versions[1])


@pytest.mark.parametrize("count", [1, 3])
def test_rows_are_inserted_as_they_are(count: int) -> None:
    due = timezone.now()
    rows = [
        OutboxTask(
            task=f'{{"{number}", \\ NULL}}', args=[number, None, 'a "b" {c}\\', {"d": [True]}], not_before=due
        )
        for number in range(count)
    ]
    rows[0].done_at, rows[-1].error = due, "NULL"
    insert(OutboxTask, rows)
    stored = {row.pk: row for row in OutboxTask.objects.all()}
    for row in rows:
        for field in OutboxTask._meta.concrete_fields:
            assert getattr(stored[row.pk], field.attname) == getattr(row, field.attname), field.name
        row.attempts = 2
        row.save()
    assert OutboxTask.objects.filter(attempts=2).count() == count


def test_what_a_list_of_numbers_leaves_open_stays_open() -> None:
    club, event = make_club(), running_event(4)
    rows = [AuditEntry(club=club, via="task", verb=f"verb {number}", target="x") for number in range(3)]
    rows[1].event = event
    insert(AuditEntry, rows)
    assert list(
        AuditEntry.objects.filter(verb__startswith="verb ").order_by("id").values_list("event", "data")
    ) == [
        (None, {}),
        (event.pk, {}),
        (None, {}),
    ]


@on_postgresql
@pytest.mark.parametrize("count", [1, 2])
def test_a_text_that_is_too_long_is_refused_and_not_cut_off(count: int) -> None:
    rows = [AuditEntry(club=make_club(), via="task", verb="x" * 41, target="y") for _ in range(count)]
    with pytest.raises(DataError), transaction.atomic():
        insert(AuditEntry, rows)


@on_postgresql
def test_a_column_that_is_too_long_is_refused_and_not_cut_off() -> None:
    table = the_table(published_round(running_event(4)))
    bank = table.accounts.get(name="bank").pk
    seats = list(table.accounts.filter(name__startswith="seat ").values_list("pk", flat=True))
    same = {
        "table_id": table.pk,
        "deal_id": None,
        "source_id": bank,
        "chips": 5,
        "created_at": timezone.now(),
    }
    each = {"seq": range(len(seats)), "target_id": seats}
    insert_rows(Rows(Transfer, len(seats), {**same, "reason": "issue", "note": "n" * 200}, each))
    assert table.transfers.filter(note="n" * 200).count() == len(seats)
    for wrong in ({"reason": "issue", "note": "n" * 201}, {"reason": "issue" * 3, "note": ""}):
        with pytest.raises(DataError), transaction.atomic():
            insert_rows(Rows(Transfer, len(seats), {**same, **wrong}, each))


def test_rows_of_several_tables_are_inserted_as_they_are_told() -> None:
    event = running_event(4)
    entry = entry_of(SYSTEM, "a deed", event, of=event, told="twice")
    duties = outbox.rows_for(
        [outbox.TaskCall("standings.refresh", (event.pk,)), outbox.TaskCall("a.task", (7,))]
    )
    insert_rows(one_row(entry), *map(one_row, duties))
    kept = AuditEntry.objects.get(verb="a deed")
    assert (kept.event, kept.club, kept.target, kept.data) == (
        event,
        event.club,
        f"event {event.pk}",
        {"told": "twice"},
    )
    found = OutboxTask.objects.filter(pk__in=[row.pk for row in duties])
    assert {(row.task, *row.args) for row in found} == {("standings.refresh", str(event.pk)), ("a.task", "7")}


def test_of_what_is_sent_together_nothing_stays_if_something_is_refused() -> None:
    event = running_event(4)
    before = AuditEntry.objects.count()

    def say_three_things() -> None:
        log(SYSTEM, "one", event, of=event)
        insert(Club, [Club(slug=event.club.slug, name="Twice")])
        log(SYSTEM, "two", event, of=event)

    with pytest.raises(IntegrityError), transaction.atomic(), together():
        say_three_things()
    assert AuditEntry.objects.count() == before
    with transaction.atomic(), together():
        log(SYSTEM, "three", event, of=event)
        assert Event.objects.filter(pk=event.pk).exists()
        outbox.add("standings.refresh", event.pk)
    assert AuditEntry.objects.count() == before + 1


@on_postgresql
def test_what_is_sent_with_every_deal_is_planned_once() -> None:
    table = the_table(published_round(running_event(4, deals_per_round=8)))
    for _ in range(8):
        play(Table.objects.get(pk=table.pk))
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = " ".join(row[0] for row in cursor.fetchall())
    for name in ("transfer", "seatresult", "deal", "auditentry", "outboxtask"):
        assert f'INSERT INTO "tournaments_{name}"' in prepared
