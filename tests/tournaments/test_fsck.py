"""fsck on records without damage: it says nothing, whatever happened in the evening."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from tests.builders import a_table, make_event, owner_of, play, work
from tests.tournaments.seasons import a_club, played, started
from tests.tournaments.test_fsck_damage import switch_triggers_off
from tournaments.core import outbox
from tournaments.models import AuditEntry, SeatResult, new_id
from tournaments.programs.fsck import references
from tournaments.programs.fsck import run as fsck
from tournaments.programs.fsck.damage import Scope
from tournaments.seasons.verbs import ending, members

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


def test_a_season_is_clean_while_it_runs_and_after_its_end() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people, seed=seed) for seed in (1, 2)])
    members.give_credit(season, owner_of(club), people[0], 3, "helped")
    work()
    assert damage() == []
    ending.end_season(season, owner_of(club))
    work()
    assert damage() == []
    assert fsck.run().checked["seasons"] == 1


def test_mails_that_wait_are_duties_of_their_event_and_reply() -> None:
    event = make_event()
    outbox.add("announcements.mail", event.pk, "2026-07-31T19:30:00+00:00")
    outbox.add("replies.confirm", new_id())
    assert damage() == []


def test_an_evening_of_bots_is_clean_after_each_step() -> None:
    call_command("seed_demo", stdout=StringIO())
    for _step in range(3):
        with suppress(AssertionError):  # more tasks wait
            work(40)
        assert damage() == []


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
