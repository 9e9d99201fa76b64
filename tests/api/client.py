"""A client of the API for tests."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rest_framework.test import APIClient

from api.codes import examples
from api.problems import MEDIA_TYPE
from tournaments.core.rules.refusals import declared
from tournaments.models import Table
from tournaments.tables.verbs.table_states import table_state

PREFIX = "/api/v1"


ALSO = {"link_ended": {401}, "rules_disagree": {422}}
"""Further statuses: of a session of a table, and of a document that is imported."""


@cache
def statuses_of(code: str) -> set[int]:
    """Return the statuses that the list of codes gives a code; nothing for a code that is not listed."""
    listed = examples().get(code)
    declarations = {kind.status for kind in declared() if kind.code == code}
    return declarations | ALSO.get(code, set()) | ({listed["status"]} if listed else set())


class Client(APIClient):
    """A client that speaks JSON to `/api/v1` with a key, or without one.

    A careful client reads a resource before it changes it, and sends the version that it has read.
    """

    def __init__(self, secret: str = "", *, careful: bool = True) -> None:
        super().__init__(raise_request_exception=False)
        self.careful = careful
        if secret:
            self.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")

    def generic(self, method: str, path: str, *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        """Send a request. A path begins after `/api/v1`, unless it is a whole address from a response."""
        whole = path if path.startswith(("/api/", "http")) else PREFIX + path
        headers = dict(kwargs.get("headers") or {})
        place = whole.partition("?")[0]
        corrects = method == "POST" and place.endswith("/correction/")
        guarded = method in ("PATCH", "DELETE") or (
            method == "PUT" and place.endswith(("/prizes/", "/divisions/"))
        )
        if self.careful and (corrects or guarded) and "If-Match" not in headers:
            seen = super().generic("GET", place.removesuffix("correction/") if corrects else place)
            kwargs["headers"] = {"If-Match": seen.headers.get("ETag", "*"), **headers}
        answer = super().generic(method, whole, *args, **kwargs)
        if answer.headers.get("Content-Type") == MEDIA_TYPE and answer.content:
            problem = answer.json()
            assert answer.status_code in statuses_of(problem["code"]), f"not so in api/codes.py: {problem}"
        return answer

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request with an optional JSON body."""
        text = b"" if body is None else json.dumps(body).encode()
        return self.generic(method, path, text, "application/json", headers=headers or None)

    def send_text(
        self, method: str, path: str, text: str | bytes, content_type: str = "application/json"
    ) -> Any:
        """Send a request with this text as its body."""
        body = text.encode() if isinstance(text, str) else text
        return self.generic(method, path, body, content_type)


def deal_path(table: Table, number: int | None = None) -> str:
    """Return the address of a deal of a table. Default: its next deal."""
    number = table_state(table).next_number if number is None else number
    return f"/tables/{table.pk}/deals/{number}/"
