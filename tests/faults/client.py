"""An HTTP client that retries. It writes each request and each answer to the journal."""

from __future__ import annotations

import hashlib
import http.client
import json
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tests.faults.journal import Journal

TIMEOUT = 30.0
"""Seconds to wait for an answer. Then the client hangs up and sends the request again."""
PAUSE = 0.2
"""Seconds between two attempts. `Retry-After` is read and noted, but seconds of waiting would hide faults."""
PATIENCE = 180.0
"""Seconds after which a client gives up a request that is never answered."""


class Refused(Exception):
    """An answer that no retry will change, or no answer at all."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: Any


class Client:
    """One connection of one program with one key."""

    def __init__(self, port: int, name: str, key: str, journal: Journal) -> None:
        self.name = name
        self._port = port
        self._key = key
        self._journal = journal
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, op: str, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer | None:
        """Send a request once. None: the connection was lost, and nobody knows what happened."""
        self._journal.write("send", op=op, who=self.name, method=method)
        try:
            answer = self._exchange(method, path, body, headers or {})
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.hang_up()
            self._journal.write("lost", op=op, who=self.name, error=type(error).__name__)
            return None
        seen: dict[str, Any] = {"status": answer.status}
        if answer.status >= 400:
            seen |= {"retry_after": answer.headers.get("retry-after"), "code": _code(answer.body)}
        elif method != "GET" and isinstance(answer.body, dict):
            canonical = json.dumps(answer.body, sort_keys=True).encode()
            seen |= {"body": hashlib.sha256(canonical).hexdigest(), "id": answer.body.get("id")}
            seen |= {"version": answer.body.get("event_version")}
        self._journal.write("answer", op=op, who=self.name, method=method, **seen)
        return answer

    def insist(
        self, op: str, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request until it is answered with success. Raises Refused for any other final answer."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.ask(op, method, path, body, headers)
            if answer is not None and answer.status < 400:
                return answer
            if answer is not None and "retry-after" not in answer.headers:
                raise Refused(f"{self.name}: {method} {path}: {answer.status} {answer.body}")
            if time.monotonic() > end:
                raise Refused(f"{self.name}: {method} {path} got no answer for {PATIENCE:.0f} seconds")
            time.sleep(PAUSE)

    def post(self, op: str, path: str, body: Any) -> Answer:
        """Send a POST with an Idempotency-Key, until it is answered."""
        return self.insist(op, "POST", path, body, {"Idempotency-Key": str(uuid.uuid4())})

    def hang_up(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", self._port, timeout=TIMEOUT)

    def _exchange(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Answer:
        if self._connection is None:
            self._connection = self._connect()
        sent = {"Authorization": f"Bearer {self._key}", **headers} if self._key else headers
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            sent = {**sent, "Content-Type": "application/json"}
        self._connection.request(method, f"/api/v1{path}", content, sent)
        response = self._connection.getresponse()
        text = response.read()
        names = {name.lower(): value for name, value in response.getheaders()}
        is_json = "json" in names.get("content-type", "")
        return Answer(response.status, names, json.loads(text) if is_json and text else text.decode())


def _code(body: Any) -> str:
    return str(body.get("code", "")) if isinstance(body, dict) else str(body)[:80]


def in_threads(*calls: Callable[[], Any]) -> list[Any]:
    """Call all of these at the same time. Return their results in order."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [waiting.result() for waiting in [pool.submit(call) for call in calls]]
