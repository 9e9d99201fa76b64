"""fsck on records without damage: it says nothing, whatever happened in the evening."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from datetime import datetime, timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.builders import a_table, play
from tests.tournaments.programs.test_fsck_damage import (
    DAMAGES,
    codes,
    remove,
    switch_triggers_off,
    the_world,
    without_constraints,
)
from tournaments.models import AuditEntry, CheckMark, SeatResult, Table
from tournaments.programs.fsck import references, run, watch
from tournaments.programs.fsck import run as fsck
from tournaments.programs.fsck.damage import Scope

pytestmark = pytest.mark.django_db


def command(*options: str) -> tuple[int, str]:
    """The exit status and the output of `manage.py fsck`."""
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("fsck", *options, stdout=out)
    return int(end.value.code or 0), out.getvalue()


def damage() -> list[dict[str, Any]]:
    """All damage that a full run finds."""
    return [item.as_json() for item in fsck.run().damage]


def test_the_foreign_keys_of_a_kind_of_rows_are_checked_by_one_query() -> None:
    models = list(apps.get_app_config("tournaments").get_models())
    counts: Counter[str] = Counter()
    with CaptureQueriesContext(connection) as queries:
        assert list(references.check(Scope(), counts)) == []
    assert len(queries) <= len(models) < counts["references"]


def test_the_command_prints_a_report_for_programs() -> None:
    play(a_table(), 2)
    status, text = command("--json")
    report = json.loads(text)
    assert (status, report["ok"], report["damage"]) == (0, True, [])
    assert report["checked"]["deals"] == 2
    assert set(report) == {"ok", "checked", "damage", "newest", "seconds", "not_promised"}


def test_damage_is_exit_status_1_and_has_a_place_a_code_and_a_time() -> None:
    table = a_table()
    play(table)
    switch_triggers_off()
    SeatResult.objects.filter(deal__table=table).update(net=99)
    status, text = command()
    assert status == 1
    place, _colon, rest = text.splitlines()[0].partition(": ")
    assert place.startswith(table.round.event.club.name)
    assert "table 1" in place
    assert re.search(r"\[\w+, \d{4}-\d\d-\d\dT.+\]$", rest)
    status, text = command("--json")
    report = json.loads(text)
    assert (status, report["ok"]) == (1, False)
    assert {"code", "where", "detail", "since", "params"} == set(report["damage"][0])


def test_a_database_that_cannot_be_read_is_exit_status_2(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise OperationalError("no connection")

    monkeypatch.setattr("tournaments.management.commands.fsck.run", fail)
    err = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("fsck", stderr=err)
    assert end.value.code == 2
    assert "The database could not be read: no connection" in err.getvalue()


def test_a_run_since_an_entry_reads_only_what_changed() -> None:
    play(a_table())
    newest = AuditEntry.objects.latest("pk").pk
    other = a_table()
    play(other)
    assert fsck.run(newest).checked["tables"] == 1
    assert fsck.run(AuditEntry.objects.latest("pk").pk).checked.get("tables", 0) == 0


LATER = timedelta(minutes=10)
MODELS = list(apps.get_app_config("tournaments").get_models())


@pytest.fixture
def table() -> Table:
    """A table with two deals of an evening that was checked."""
    table = a_table()
    play(table, 2)
    watch.check_recent(timezone.now() + LATER)
    check_all()
    return table


def full() -> CheckMark:
    return CheckMark.objects.get(kind="full")


def check_all(now: datetime | None = None) -> int:
    """Check all slices of a day, each when it is due, and return their number."""
    now, slices = now or timezone.now(), 0
    while not slices or full().model:
        assert watch.check_slice(now)
        now, slices = full().next_at, slices + 1
    return slices


def forge(table: Table) -> None:
    switch_triggers_off()
    SeatResult.objects.filter(deal__table=table, deal__number=1).update(net=3)


def found() -> set[str]:
    return {damage["code"] for damage in watch.last_check().damage}


def test_damage_in_what_changed_lately_is_an_alarm(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    before = CheckMark.objects.get(kind="recent").entry
    play(table)
    forge(table)
    with caplog.at_level(logging.ERROR):
        watch.check_recent(timezone.now() + LATER)
    assert "A seat result differs from this deal." in caplog.text
    assert found() >= {"seat_result_differs"}
    assert CheckMark.objects.get(kind="recent").entry == before


def test_old_damage_is_found_within_a_day(table: Table) -> None:
    forge(table)
    watch.check_recent(timezone.now() + LATER)
    assert watch.last_check().is_clean
    began = timezone.now() + watch.DAY
    check_all(began)
    assert found() == {"seat_result_differs"}
    assert watch.last_check().since == began


def test_damage_stays_known_until_a_later_full_check_has_ended(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = list(SeatResult.objects.filter(deal__table=table, deal__number=1))
    forge(table)
    began = timezone.now() + watch.DAY
    check_all(began)
    SeatResult.objects.bulk_update(results, ["net"])  # somebody repairs it
    again = began + watch.AFTER_DAMAGE
    assert not watch.check_slice(again - timedelta(seconds=1))
    monkeypatch.setattr(watch, "SLICE", 0.0)
    assert watch.check_slice(again)
    assert not watch.last_check().is_clean
    assert full().next_at < again + LATER, "the rest follows at once"
    check_all(full().next_at)
    assert watch.last_check().is_clean


def test_each_row_of_each_table_is_in_one_slice_and_a_slice_has_few_rows(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(a_table(), 2)
    monkeypatch.setattr(watch, "SLICE", 0.0)
    monkeypatch.setattr(watch, "ROWS", 7)
    seen: Counter[tuple[str, object]] = Counter()

    def note(scope: Scope) -> run.Report:
        ((model, _where),) = (scope.parts or {}).items()
        rows = [(model.__name__, pk) for pk in scope.rows(model).values_list("pk", flat=True)]
        assert len(rows) <= watch.ROWS_OF.get(model, 7)
        seen.update(rows)
        return run.Report(seconds=0.01)

    monkeypatch.setattr(watch, "run_scope", note)
    slices = check_all(timezone.now() + watch.DAY)
    assert slices > len(MODELS)
    assert seen == Counter(
        (model.__name__, pk) for model in MODELS for pk in model._base_manager.values_list("pk", flat=True)
    )


def test_one_worker_at_a_time_checks_a_slice_and_a_dead_one_holds_up_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now() + watch.DAY

    def die(_scope: Scope) -> run.Report:
        assert not watch.check_slice(now + timedelta(seconds=3))
        raise RuntimeError

    with monkeypatch.context() as dying:
        dying.setattr(watch, "run_scope", die)
        with pytest.raises(RuntimeError):
            watch.check_slice(now)
    assert watch.check_slice(now + watch.LONGEST_SLICE)


def test_slices_find_what_a_full_run_finds(
    subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damages by chance, and rows of any kind that are gone without a trace."""
    monkeypatch.setattr(watch, "SLICE", 3600.0)
    seed = Random().randrange(10**6)
    chance = Random(seed)
    world = the_world()
    kinds = {row._meta.model: row for model in MODELS for row in model._base_manager.order_by("pk")[:3]}
    plants = [(what, plant) for damages in DAMAGES.values() for what, _code, plant in damages]
    gone = [(f"a lost {model.__name__}", lambda _w, row=row: remove([row])) for model, row in kinds.items()]
    switch_triggers_off()
    for what, plant in [*chance.sample(plants, 2), *chance.sample(gone, 2)]:
        with subtests.test(f"{what} (seed {seed})"), without_constraints(), transaction.atomic():
            vars(world).pop("deal", None)
            plant(world)
            CheckMark.objects.all().delete()
            check_all()
            # Of a lost event or club only its entries are left, which say so each.
            here, everything = found(), codes()
            assert everything - ({"audit_cut"} if "reference_lost" in here else set()) <= here <= everything
            transaction.set_rollback(True)
    transaction.set_rollback(True)
