"""Clients of an evening: scorers that enter deals, a director that gives penalties, viewers of standings."""

from __future__ import annotations

import itertools
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.faults.client import Client, in_threads
from tests.faults.journal import Journal
from tests.faults.scorecards import SEATS, Board, scorecard, settle

DEALS = 200
"""Deals of a table. A scorer then takes a table of another event."""


@dataclass
class Table:
    """A table that one scorer keeps."""

    event: str
    id: str
    entries: list[str]
    board: Board
    number: int = 1


class Evening:
    """The load on one installation. It runs until it is told to stop; then every request has its answer."""

    def __init__(self, port: int, key: str, club: str, journal: Journal, *, tables: int, seed: int) -> None:
        self.journal = journal
        self.failures: list[str] = []
        self.acknowledged = 0
        self._port = port
        self._key = key
        self._club = club
        self._tables = tables
        self._seed = seed
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._free: list[Table] = []
        self.events: list[str] = []
        self._numbers = itertools.count(1)
        self._kept: dict[int, Table] = {}
        self._punished: list[Table] = []

    def client(self, name: str, *, key: bool = True) -> Client:
        return Client(self._port, name, self._key if key else "", self.journal)

    # --- Preparation, by requests that are retried like all others

    def found_event(self, director: Client, tables: int) -> list[Table]:
        """Make an event with this many tables of four, and publish its round."""
        number = next(self._numbers)
        settings = {
            "name": f"Evening {number} of {self._seed}",
            "visibility": "public",
            "deals_per_round": DEALS,
            "rounds_planned": 1,
            "scoring": "chips",
        }
        event = self._post(director, f"/clubs/{self._club}/events/", settings)["id"]
        director.insist(f"open {event}", "PATCH", f"/events/{event}/", {"status": "open"}, {"If-Match": "*"})
        names = [f"Player {number}.{seat}" for seat in range(1, SEATS * tables + 1)]
        entered = self._post(director, f"/events/{event}/entries/", {"players": names, "checked_in": True})
        entries = [row["id"] for row in entered["results"]]
        self._post(director, f"/events/{event}/start/", None)
        seats = [entries[start : start + SEATS] for start in range(0, len(entries), SEATS)]
        drawn = self._post(director, f"/events/{event}/rounds/", {"seats": seats})
        self._post(director, f"/rounds/{drawn['id']}/publish/", {"draw": drawn["draw"]})
        found = []
        for row in director.insist(f"round of {event}", "GET", f"/rounds/{drawn['id']}/").body["tables"]:
            table = director.insist(f"table {row['id']}", "GET", f"/tables/{row['id']}/").body
            seated = [seat["entry"] for seat in sorted(table["seats"], key=lambda seat: seat["number"])]
            board = Board(table["next_dealer"], dict(table["pools"]))
            found.append(Table(event, table["id"], seated, board))
            self.journal.write("table", event=event, table=table["id"], entries=seated)
        version = director.insist(f"event {event}", "GET", f"/events/{event}/").body["version"]
        self.journal.write("event", event=event, version=version)
        self.events.append(event)
        return found

    def _post(self, director: Client, path: str, body: Any) -> Any:
        return director.post(f"post {uuid.uuid4()}", path, body).body

    def take(self, client: Client) -> Table:
        """Return a table that nobody keeps. If there is none, make another event."""
        with self._lock:
            if not self._free:
                self._free = self.found_event(client, self._tables)
            return self._free.pop()

    # --- The clients

    @contextmanager
    def running(self, *, viewers: int = 1) -> Iterator[None]:
        """Let all clients work during the block, and then until each has the answer to its last request."""
        self._stopping.clear()
        calls: list[Callable[[], None]] = [
            *(lambda number=number: self._score(number) for number in range(self._tables)),
            *(lambda number=number: self._view(number) for number in range(viewers)),
            self._punish,
        ]
        threads = [threading.Thread(target=self._guard, args=(call,), daemon=True) for call in calls]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            for thread in threads:
                thread.join()

    def _guard(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:  # noqa: BLE001 - the test shows it
            self.failures.append(f"{type(error).__name__}: {error}")
            self.journal.write("gave up", error=str(error))

    def _score(self, number: int) -> None:
        chance = Random(f"{self._seed} scorer {number} {time.time()}")
        client, double = self.client(f"scorer {number}"), self.client(f"double {number}")
        table = self._kept.get(number)
        while not self._stopping.is_set():
            if table is None or table.number > DEALS:
                table = self.take(client)
                self._kept[number] = table
            self._enter(client, double, table, chance)

    def _enter(self, client: Client, double: Client, table: Table, chance: Random) -> None:
        """Enter the next deal of the table, sometimes twice, and read it."""
        document = scorecard(chance, table.board.dealer)
        net = settle(table.board, document)
        op, path = f"deal {table.id} {table.number}", f"/tables/{table.id}/deals/{table.number}/"
        self.journal.write("deal", op=op, event=table.event, table=table.id, number=table.number, net=net)
        body = {"document": document}
        fate = chance.random()
        if fate < 0.1:
            in_threads(
                lambda: client.insist(op, "PUT", path, body), lambda: double.insist(op, "PUT", path, body)
            )
        else:
            client.insist(op, "PUT", path, body)
            if fate < 0.2:
                double.insist(op, "PUT", path, body)
        if fate > 0.8:
            read = client.insist(f"read {op}", "GET", path).body
            self.journal.write("read", op=op, id=read["id"], net=read["result"]["net"])
        table.number += 1
        with self._lock:
            self.acknowledged += 1

    def enter_one(self) -> None:
        """Enter one further deal at a table of an earlier scorer."""
        self._enter(self.client("late"), self.client("double"), self._kept[0], Random(self._seed))

    def _punish(self) -> None:
        """Give penalties in an event without deals, so version v of it has a known number of penalties."""
        chance = Random(f"{self._seed} director {time.time()}")
        director = self.client("director")
        self._punished = self._punished or self.found_event(director, 1)
        while not self._stopping.is_set():
            self._give(director, self._punished[0], chance, again=chance.random() < 0.3)
            self._stopping.wait(0.1)

    def _give(self, director: Client, table: Table, chance: Random, *, again: bool) -> None:
        """Give a penalty. Again: send the same request a second time."""
        op, entry, chips = f"penalty {uuid.uuid4()}", chance.choice(table.entries), chance.randint(1, 9)
        self.journal.write("penalty", op=op, event=table.event, entry=entry, chips=-chips)
        body = {"entry": entry, "chips": -chips, "reason": op}
        key = {"Idempotency-Key": str(uuid.uuid4())}
        for _ in range(1 + again):
            director.insist(op, "POST", f"/events/{table.event}/adjustments/", body, key)

    def _view(self, number: int) -> None:
        """Read the standings of all events by turns, as a page that polls does."""
        viewer = self.client(f"viewer {number}", key=False)
        tags: dict[str, str] = {}
        while not self._stopping.is_set():
            for event in list(self.events)[-3:]:
                self.look(viewer, event, tags)
            self._stopping.wait(0.2)

    def look(self, viewer: Client, event: str, tags: dict[str, str]) -> None:
        """Read a standing once, and note its scores if it is new."""
        headers = {"If-None-Match": tags[event]} if event in tags else {}
        answer = viewer.ask(f"standings {event}", "GET", f"/events/{event}/standings/", None, headers)
        if answer is not None and answer.status == 200:
            tags[event] = answer.headers.get("etag", "")
            rows = answer.body["rows"]
            scores = {row["entry"]: row["score"] for row in rows}
            places = [row["place"] for row in rows]
            self.journal.write(
                "standing", event=event, version=answer.body["version"], scores=scores, places=places
            )
