"""The one-process server delivers webhooks with a separate worker."""

from __future__ import annotations

import socket
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from pochleague import embedded
from pochleague.celery import app
from tests.platform.processes import PYTHON, ROOT, TIMEOUT, run, running, until
from tests.plugins.launch import free_port
from tests.tournaments.receiver import receiving, serving

OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}

A_DEAL_THAT_TWO_ARE_TOLD_OF = """
from tests.builders import a_table, owner_of, play
from tournaments.programs.webhooks.webhooks import add_webhook
table = a_table()
for url in ("{hangs}", "{takes}"):
    add_webhook(table.round.event.club, owner_of(table.round.event.club), url, ["deal.recorded"])
play(table)
"""


def single_number(database: Path, sql: str) -> int:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=TIMEOUT)) as connection:
        value: int = connection.execute(sql).fetchone()[0]
    return value


def test_webhooks_have_their_own_worker_and_every_queue_has_one() -> None:
    taken = [*embedded.MESSAGES, *embedded.SIMULATIONS, *embedded.OTHERS]
    assert sorted(taken) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    assert settings.CELERY_TASK_ROUTES["webhooks.*"]["queue"] in embedded.MESSAGES


def test_standings_do_not_wait_for_background_work() -> None:
    queues = {
        task: app.amqp.router.route({}, task)["queue"].name
        for task in ("standings.refresh", "bots.play_deal", "ratings.refresh")
    }
    assert queues["ratings.refresh"] in embedded.SIMULATIONS
    assert {queues["standings.refresh"], queues["bots.play_deal"]} <= set(embedded.OTHERS)


@pytest.mark.process
@pytest.mark.nightly
def test_messages_and_standings_arrive_although_a_receiver_hangs(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    environ = {**OWNER, "POCH_DATA": str(data), "POCH_WEBHOOK_HTTP": "1"}
    hung, go_on = threading.Event(), threading.Event()

    def hang(connection: socket.socket) -> None:
        hung.set()
        go_on.wait(TIMEOUT)

    database = data / "poch.sqlite3"
    command = (ROOT / "poch", "serve", "--port", str(port))
    with (
        receiving() as receiver,
        serving(hang) as port_of_hanging,
        running(*command, output=tmp_path / "said", environ=environ) as server,
    ):
        server.wait_for("Stop it with")
        code = A_DEAL_THAT_TWO_ARE_TOLD_OF.format(
            hangs=f"http://127.0.0.1:{port_of_hanging}/", takes=receiver.url
        )
        done = run(PYTHON, "manage.py", "shell", "-c", code, environ=environ)
        assert done.returncode == 0
        until(hung.is_set)
        until(lambda: bool(receiver.received))
        versions = "SELECT coalesce(max(version), 0) FROM tournaments_{}"
        until(
            lambda: (
                single_number(database, versions.format("standing"))
                == single_number(database, versions.format("event"))
            )
        )
        go_on.set()
    assert b'"deal.recorded"' in receiver.received[0].body
