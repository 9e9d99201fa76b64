"""The one-process server at its work: simulations, webhooks, and a task that hangs."""

from __future__ import annotations

import json
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from pochleague import embedded
from pochleague.celery import app
from tests.platform.processes import PYTHON, TIMEOUT, Running, row, serving, status, succeed, until
from tests.plugins.launch import free_port
from tests.tournaments.programs.receiver import receiving
from tests.tournaments.programs.receiver import serving as answering
from tournaments.simulations.verbs.chunks import warm_up
from tournaments.simulations.verbs.simulations import run_here, spec_of

SIDE: dict[str, Any] = {"rules": {"preset": "pagat"}, "seats": ["cautious", "bold", "random", "bold"]}
START = """
import json
from tournaments.core.actors import COMMAND
from tournaments.simulations.verbs.simulations import start_simulation
start_simulation(None, COMMAND, json.loads('''{spec}'''))
"""
A_DEAL_THAT_TWO_ARE_TOLD_OF = """
from tests.builders import a_table, owner_of, play
from tournaments.programs.webhooks.webhooks import add_webhook
table = a_table()
for url in ("{hangs}", "{takes}"):
    add_webhook(table.round.event.club, owner_of(table.round.event.club), url, ["deal.recorded"])
play(table)
"""


class Served:
    """A server that was just started, and its database."""

    def __init__(self, server: Running, data: Path, port: int, environ: dict[str, str]) -> None:
        self.server, self.port, self._data, self._environ = server, port, data, environ

    def shell(self, code: str) -> None:
        environ = {"POCH_DATA": str(self._data), **self._environ}
        succeed(PYTHON, "manage.py", "shell", "-v0", "-c", code, environ=environ)

    def row(self, sql: str) -> Any:
        return row(self._data / "poch.sqlite3", sql)


@contextmanager
def served(folder: Path, **environ: str) -> Iterator[Served]:
    data, port = folder / "data", free_port()
    with serving(data, port, **environ) as server:
        yield Served(server, data, port, environ)


def test_every_queue_has_a_worker_and_standings_do_not_wait_for_background_work() -> None:
    taken = [*embedded.MESSAGES, *embedded.SIMULATIONS, *embedded.OTHERS]
    assert sorted(taken) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert settings.CELERY_TASK_ROUTES["webhooks.*"]["queue"] in embedded.MESSAGES
    queues = {
        task: app.amqp.router.route({}, task)["queue"].name
        for task in ("standings.refresh", "bots.play_deal", "ratings.refresh")
    }
    assert queues["ratings.refresh"] in embedded.SIMULATIONS
    assert {queues["standings.refresh"], queues["bots.play_deal"]} <= set(embedded.OTHERS)


@pytest.mark.process
@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_simulation_is_played_beside_the_server_which_never_imports_its_libraries(tmp_path: Path) -> None:
    warm_up()  # compile the core first
    spec = spec_of(**SIDE, deals=40_000, deals_each=1, seed=6)
    with served(tmp_path) as site:
        site.shell(START.format(spec=json.dumps(spec)))
        until(lambda: site.row("SELECT status FROM tournaments_simulation") == ("done",))
        (report,) = site.row("SELECT report FROM tournaments_simulation")
        assert json.loads(report) == json.loads(json.dumps(run_here(spec)))
        assert len(site.server.children()) == 1
        loaded = Path(f"/proc/{site.server.process.pid}/maps").read_text()
        assert "llvmlite" not in loaded
        assert status(f"http://localhost:{site.port}/healthz") == 200


@pytest.mark.process
@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_stopped_server_ends_its_second_process_and_continues_the_simulation_later(tmp_path: Path) -> None:
    warm_up()
    spec = spec_of(**SIDE, deals=100_000_000, deals_each=1, seed=6)
    with served(tmp_path) as site:
        site.shell(START.format(spec=json.dumps(spec)))
        until(lambda: site.row("SELECT chunks_done FROM tournaments_simulation") > (0,))
        (player,) = site.server.children()
        assert site.server.stop(signal.SIGINT) == 0
        until(lambda: not Path(f"/proc/{player}").exists())
        assert site.row("SELECT status FROM tournaments_simulation") == ("running",)


@pytest.mark.process
@pytest.mark.nightly
def test_messages_and_standings_arrive_although_a_receiver_hangs(tmp_path: Path) -> None:
    hung, go_on = threading.Event(), threading.Event()

    def hang(connection: socket.socket) -> None:
        hung.set()
        go_on.wait(TIMEOUT)

    newest = "SELECT (SELECT coalesce(max(version), 0) FROM tournaments_standing) = max(version)"
    with (
        receiving() as receiver,
        answering(hang) as port_of_hanging,
        served(tmp_path, POCH_WEBHOOK_HTTP="1") as site,
    ):
        hangs = f"http://127.0.0.1:{port_of_hanging}/"
        site.shell(A_DEAL_THAT_TWO_ARE_TOLD_OF.format(hangs=hangs, takes=receiver.url))
        until(hung.is_set)
        until(lambda: bool(receiver.received))
        until(lambda: site.row(f"{newest} FROM tournaments_event") == (1,))
        go_on.set()
    assert b'"deal.recorded"' in receiver.received[0].body


@pytest.mark.process
@pytest.mark.nightly
def test_rows_behind_a_task_that_hangs_are_done_by_another_thread(tmp_path: Path) -> None:
    undone = "SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL"
    disturbed = {"DJANGO_SETTINGS_MODULE": "tests.process.settings", "DISTURBED": "hanging"}
    with served(tmp_path, **disturbed) as site:
        site.shell("from tests.builders import running_event; running_event(8)")
        assert site.row(undone) > (0,)
        site.server.wait_for("Task standings.refresh hangs. The worker gets another thread.")
        until(lambda: site.row(undone) == (0,))
        assert "has been due for" in site.server.printed
