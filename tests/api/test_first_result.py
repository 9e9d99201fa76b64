"""The pages for authors of clients: their lines work as they are printed, again and again."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from api.standings import Standings
from tests.builders import a_table, make_club, make_key
from tests.platform.processes import ROOT, TIMEOUT
from tournaments.models import Deal, Event
from tournaments.standings.verbs import standings

A_CURL = f'curl() {{ PYTHONPATH="{ROOT}" "{sys.executable}" -m tests.api.curl "$@"; }}'
"""For a machine that has none."""


def script_of(page: str, kind: str, **own: str) -> str:
    """The script of a page in this language, with the reader's own values in it."""
    found = re.search(rf"<pre[^>]*data-{kind}>(.*?)</pre>", page, re.DOTALL)
    assert found is not None
    script = html.unescape(re.sub(r"<[^>]+>", "", found[1]))
    for name, value in own.items():
        script, put_in = re.subn(rf'(?m)^((?:const )?{name}) = "[^"]*"', rf'\1 = "{value}"', script)
        assert put_in == 1
    return script


def blocks_of(page: str, **own: str) -> list[str]:
    """What a reader copies into a terminal. `own`: where the site is, their club, their key."""
    blocks = [
        html.unescape(re.sub(r"<[^>]+>", "", block))
        for block in re.findall(r"<pre[^>]*data-run>(.*?)</pre>", page, re.DOTALL)
    ]
    for name, value in own.items():
        blocks[0], put_in = re.subn(rf"(?m)^export {name}=.*$", f"export {name}={value}", blocks[0])
        assert put_in == 1
    return blocks


def typed(folder: Path, *blocks: str) -> str:
    """Type these lines into a terminal, and return what it prints."""
    lines = [*([] if shutil.which("curl") else [A_CURL]), *blocks]
    shell = ["bash", "-euo", "pipefail", "-c", "\n".join(lines)]
    done = subprocess.run(shell, cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def page_of(name: str) -> str:
    return Client(HTTP_HOST="localhost:8000").get(reverse(name)).content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_lines_work_as_printed_and_can_be_run_twice(live_server: LiveServer, tmp_path: Path) -> None:
    club = make_club()
    key = make_key(club, "director", "events", "results")
    for run in ("1", "2"):
        own, *until_the_deal, look = blocks_of(
            page_of("first_result"), POCH=live_server.url, CLUB=club.slug, KEY=key, RUN=run
        )
        first = typed(tmp_path, own, *until_the_deal)
        deal = Deal.objects.latest("recorded_at")
        assert (deal.number, deal.document["format"]) == (1, "poch-scorecard/1")
        assert f'"id":"{deal.pk}"' in first
        once = look.replace("do sleep 1; done", "do break; done")
        assert typed(tmp_path, own, once) == "", "the standings do not know of the deal yet"
        standings.refresh(deal.table.round.event_id)
        rows = json.loads(typed(tmp_path, own, look))["rows"]
        assert [row["score"] for row in rows] == sorted(deal.result["net"], reverse=True)

        made = until_the_deal[0].split("\n\n")[0]
        slug = json.loads(typed(tmp_path, own, made))["slug"]
        assert slug == f"first-{run}", "sent again, it is answered as before"
    assert Event.objects.count() == 2


def test_a_terminal_gives_each_run_a_number_of_its_own() -> None:
    assert "export RUN=$(date +%s)" in blocks_of(page_of("first_result"))[0].splitlines()


@pytest.fixture
def counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the standings when somebody asks for them, since no worker does it here."""
    shown = Standings.show

    def show(view: Standings) -> Any:
        standings.refresh(view.target.pk)
        return shown(view)

    monkeypatch.setattr(Standings, "show", show)


@pytest.mark.usefixtures("counted_at_once")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["python", "javascript"])
def test_the_scripts_work_as_printed_and_can_be_run_twice(
    live_server: LiveServer, tmp_path: Path, kind: str
) -> None:
    program, name = {"python": (sys.executable, "first.py"), "javascript": ("node", "first.mjs")}[kind]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed; tests/browser/test_outside.py runs it in Chromium")
    club = make_club()
    key = make_key(club, "director", "events", "results")
    own = {"POCH": live_server.url, "CLUB": club.slug, "KEY": key}
    (tmp_path / name).write_text(script_of(page_of("first_result"), kind, **own))
    for runs in (1, 2):
        done = subprocess.run(
            [program, name], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=TIMEOUT
        )
        assert done.returncode == 0, done.stderr
        assert Deal.objects.count() == Event.objects.count() == runs
        net = sorted(Deal.objects.latest("recorded_at").result["net"], reverse=True)
        assert [int(line.rpartition(" ")[2]) for line in done.stdout.splitlines()] == net


@pytest.mark.django_db(transaction=True)
def test_the_six_calls_of_a_table_app_work_as_printed(live_server: LiveServer, tmp_path: Path) -> None:
    table = a_table(4, deals_per_round=2)
    key = make_key(table.round.event.club, "scorer", "results")
    blocks = blocks_of(page_of("six_calls"), POCH=live_server.url, KEY=key, TABLE=str(table.pk))
    assert len(blocks) == 1 + 6
    own, ask, attempt, record, played, void, standing = blocks
    asked = typed(tmp_path, own, ask)
    assert asked == f"Table {table.pk}: deal 1\n"
    assert '"dry_run":true' in typed(tmp_path, own, ask, attempt)
    assert not Deal.objects.exists()
    both = typed(tmp_path, own, ask, attempt, record, record)
    deal = Deal.objects.get()
    assert both.count(f'"id":"{deal.pk}"') == 2, "sent again, it is recorded once"
    (shown,) = json.loads(typed(tmp_path, own, played))["results"]
    assert shown["id"] == str(deal.pk)
    undone = json.loads(typed(tmp_path, own, "NUMBER=1", void))
    assert undone["kind"] == "void"
    standings.refresh(table.round.event_id)
    event = f"EVENT={table.round.event_id}"
    assert len(json.loads(typed(tmp_path, own, event, standing))["rows"]) == 4
