"""The page "Submit your first result in five minutes": its lines work as they are printed."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.live_server_helper import LiveServer

from tests.builders import make_club, make_key
from tests.platform.processes import ROOT, TIMEOUT
from tournaments.models import Deal, Event
from tournaments.services.standings import standings

A_CURL = f'curl() {{ PYTHONPATH="{ROOT}" "{sys.executable}" -m tests.api.curl "$@"; }}'
"""For a machine that has none."""


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


@pytest.mark.django_db(transaction=True)
def test_the_lines_work_as_printed(live_server: LiveServer, tmp_path: Path) -> None:
    club = make_club()
    page = Client(HTTP_HOST="localhost").get(reverse("first_result")).content.decode()
    own, *until_the_deal, look = blocks_of(
        page, POCH=live_server.url, CLUB=club.slug, KEY=make_key(club, "director", "events", "results")
    )

    def type_in(*blocks: str) -> str:
        lines = [*([] if shutil.which("curl") else [A_CURL]), own, *blocks]
        shell = ["bash", "-euo", "pipefail", "-c", "\n".join(lines)]
        done = subprocess.run(
            shell, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=TIMEOUT
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    first = type_in(*until_the_deal)
    deal = Deal.objects.get()
    assert (deal.number, deal.document["format"]) == (1, "poch-scorecard/1")
    assert f'"id":"{deal.pk}"' in first
    once = look.replace("do sleep 1; done", "do break; done")
    assert type_in(once) == "", "the standings do not know of the deal yet"
    standings.refresh(deal.table.round.event_id)
    rows = json.loads(type_in(look))["rows"]
    assert [row["score"] for row in rows] == sorted(deal.result["net"], reverse=True)

    made = until_the_deal[0].split("\n\n")[0]
    assert json.loads(type_in(made))["slug"] == "my-first-event", "sent again, it is answered as before"
    assert Event.objects.count() == 1
