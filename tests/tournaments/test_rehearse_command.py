"""`manage.py rehearse_event`: the whole evening in the command's own process, output as text or as JSON."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.builders import enter, make_event, running_event
from tournaments.models import Event, OutboxTask, Rehearsal

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = make_event(deals_per_round=2, rounds_planned=2, name="Autumn evening")
    enter(event, 9)
    return event


def run(*args: str, **options: Any) -> str:
    out = StringIO()
    call_command("rehearse_event", *args, stdout=out, **options)
    return out.getvalue()


def test_the_evening_is_reported_round_by_round(event: Event) -> None:
    output = run(event.slug, seed=4)
    assert output.startswith("Autumn evening: ")
    assert "Round 1: " in output
    assert "Round 2: " in output
    assert "Final standings:" in output
    assert "--seed 4" in output
    assert Rehearsal.objects.get().status == "done"


def test_the_same_report_is_printed_as_json(event: Event) -> None:
    output = json.loads(run(str(event.pk), "--json", "--calm", seed=4, players=8, seconds=60))
    assert (output["format"], output["status"], output["players"], output["happenings"]) == (
        "poch-rehearsal/1",
        "done",
        8,
        [],
    )
    assert [round_["tables"] for round_ in output["rounds"]] == [[4, 4], [4, 4]]
    assert output["deals"] == 8
    # Two deals of a minute and five minutes for sitting down, twice.
    assert output["seconds"] == 2 * (2 * 60 + 300)


def test_a_plan_that_the_players_cannot_fill_is_a_warning() -> None:
    stages: list[dict[str, Any]] = [
        {"format": "swiss", "rounds_planned": 1},
        {"format": "knockout", "cut": 40, "rounds_planned": 5},
    ]
    output = run(make_event(deals_per_round=1, stages=stages).slug, players=9, seed=4, calm=True)
    assert "- Knockout of 40: only 3 of 5 rounds are played, because one table is left." in output
    assert "- Knockout of 40: the cut removes nobody, because only 9 players are left." in output


def test_tables_that_run_out_of_chips_are_one_warning_for_each_round() -> None:
    poor = make_event(
        rules={"preset": "pagat", "purse": "table"}, starting_chips=10, rounds_planned=1, deals_per_round=20
    )
    output = run(poor.slug, players=8, seed=4, calm=True)
    assert output.count("could not pay the antes") == 1
    assert "- Round 1: at 2 of 2 tables players could not pay the antes. Table 1 ended after" in output


def test_a_command_without_a_database_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection.introspection, "table_names", list)
    for command, words in (
        ("rehearse_event", ["autumn-evening"]),
        ("create_key", ["--club=my-club", "--member=anna", "--scope=results"]),
        ("simulate", ["--watch=019ab1c0-0000-7000-8000-000000000000"]),
        ("simulate", ["--bots=bold,bold,bold", "--deals=5", "--queue"]),
    ):
        with pytest.raises(CommandError, match=r"Run \./poch serve once"):
            call_command(command, *words)


def test_it_leaves_nothing_for_the_workers_but_standings(event: Event) -> None:
    run(event.slug, seed=4)
    left = OutboxTask.objects.filter(done_at__isnull=True).values_list("task", flat=True)
    assert set(left) <= {"standings.refresh"}


def test_an_impossible_rehearsal_is_refused_with_a_sentence() -> None:
    with pytest.raises(CommandError, match=r"no event nothing\. Every event has begun\."):
        run("nothing")
    make_event(name="Spring evening")
    with pytest.raises(CommandError, match=r"not begun: spring-evening\."):
        run("nothing")
    with pytest.raises(CommandError, match="already begun"):
        run(running_event(4).slug)


def test_a_rehearsal_that_stops_says_why() -> None:
    event = make_event(size=6, least=5, most=6)
    output = run(event.slug, players=4)
    assert "The rehearsal stopped before its end." in output
    assert output.startswith(f"{event.name}: 4 players, and no round.")
    assert output.count("The evening could not begin.") == 1
    assert "  ! The evening could not begin." in output
