"""The real web server with an event, and clients of its streams."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.platform.processes import PYTHON, TIMEOUT, Running, running, serving, succeed, until
from tests.plugins.launch import free_port

DEALS = 12

MIGRATE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""

PREPARE = f"""
import json, sys
from django.db import transaction
from tests.builders import a_table, make_key, next_document, play
table = a_table(4, deals_per_round={DEALS})
documents = []
with transaction.atomic():
    for _ in range({DEALS}):
        documents.append(next_document(table))
        play(table)
    transaction.set_rollback(True)
event = table.round.event
with open(WHERE, "w") as file:
    json.dump({{
        "event": str(event.pk),
        "table": str(table.pk),
        "key": make_key(event.club, "scorer"),
        "documents": documents,
    }}, file)
"""


@dataclass
class Site:
    """An installation with one table that has no deal."""

    environ: dict[str, str]
    port: int
    folder: Path
    event: str = ""
    table: str = ""
    key: str = ""
    documents: list[dict[str, Any]] = field(default_factory=list)

    @property
    def stream(self) -> str:
        return f"/api/v1/events/{self.event}/stream/"

    def ask(self, method: str, path: str, body: Any = None) -> http.client.HTTPResponse:
        """Send a request to the API with the key."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Content-Type": "application/json",
            "Host": self.host,
        }
        connection.request(method, f"/api/v1{path}", body and json.dumps(body), headers)
        try:
            return connection.getresponse()
        finally:
            connection.close()

    def put(self, number: int) -> http.client.HTTPResponse:
        """Record this deal over REST."""
        document = self.documents[number - 1]
        return self.ask("PUT", f"/tables/{self.table}/deals/{number}/", {"document": document})

    def record(self, number: int) -> int:
        """Record this deal over REST. Return the status."""
        return self.put(number).status

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    def is_free(self) -> bool:
        """Return whether no server uses its port."""
        try:
            socket.create_server(("127.0.0.1", self.port)).close()
        except OSError:
            return False
        return True

    @contextmanager
    def one_process(self) -> Iterator[Running]:
        """Run web server, workers and beat in one process during the block."""
        with serving(self.folder, self.port, **self.environ) as server:
            yield server

    @contextmanager
    def server(self, *options: str) -> Iterator[Running]:
        """Run the web server during the block."""
        command: list[str | Path] = [PYTHON, "-m", "pochleague.server", f"--bind=127.0.0.1:{self.port}"]
        with running(
            *command, *options, output=self.folder / "server.output", environ=self.environ
        ) as server:
            server.wait_for("Application startup complete")
            yield server


def prepare(database: str, folder: Path) -> Site:
    """Make a published table, a key that may record, and the deals to record.

    database: the address of a migrated database; empty means SQLite in the folder.
    """
    port = free_port()
    environ = {
        "DATABASE_URL": database,
        "SECRET_KEY": "s" * 50,
        "POCH_ORIGIN": f"http://localhost:{port}",
        "POCH_DATA": str(folder),
        "POCH_LOG_LEVEL": "INFO",
    }
    where = folder / "prepared.json"
    script = PREPARE.replace("WHERE", repr(str(where)))
    script = script if database else MIGRATE + script
    succeed(PYTHON, "manage.py", "shell", "--no-imports", environ=environ, stdin=script)
    return Site(environ, port, folder, **json.loads(where.read_text()))


class EventSource:
    """A reader of a stream, in a thread. It keeps what it receives."""

    def __init__(self, site: Site, last_event_id: str | None = None, *, key: str = "") -> None:
        self.events: list[dict[str, Any]] = []
        self.last_event_id = last_event_id
        self.status = 0
        self._connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=TIMEOUT)
        headers = {"Host": site.host}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        self._connection.request("GET", site.stream, headers=headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        event: dict[str, Any] = {}
        try:
            for line in self._answer:
                name, _colon, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    event[name] = value
                    continue
                self.last_event_id = event.get("id", self.last_event_id)
                if "data" in event:
                    self.events.append({**event, "data": json.loads(event["data"])})
                event = {}
        except (OSError, ValueError, http.client.HTTPException):
            return  # the connection is closed

    @property
    def deals(self) -> list[int]:
        """Return the numbers of the deals that it received, in order."""
        return [event["data"]["data"]["number"] for event in self.events if event["event"] == "deal.recorded"]

    def until_received(self, deals: list[int]) -> None:
        until(lambda: self.deals == deals, lambda: f"{self.deals} instead of {deals}")

    def until_closed(self) -> None:
        """Wait until the server has closed the stream."""
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive()

    def close(self) -> None:
        """Close the connection."""
        sock = self._connection.sock or self._answer.fp.raw._sock  # type: ignore[attr-defined]
        sock.shutdown(2)
        self._thread.join(TIMEOUT)
        self._connection.close()


def connections_to(database: str) -> int:
    """Return how many other connections this database has."""
    with psycopg.connect(database) as own:
        row = own.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        ).fetchone()
    return int(row[0]) if row else 0
