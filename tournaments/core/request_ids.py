"""The id of the request that the present code works for: `X-Request-Id`.

Log lines and outbox rows contain it. So one can find what a request did, also in the tasks that came later.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the id of the present request; empty if the code works for none."""
    return _request_id.get()


@contextmanager
def of_request(request_id: str) -> Iterator[None]:
    """Let this block work for the request with this id."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


def set_request_id(request_id: str) -> None:
    """Let this thread work for the request with this id from now on. Empty: for none."""
    _request_id.set(request_id)
