"""The times that slow clients get.

uvicorn waits for headers, and for a client to read, without a limit. A waiting client occupies no thread, but
a connection and its memory. (The timeout of a body is in bridge.py.)
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_TIMEOUT = 10.0
"""Seconds for the headers of a request: from the connection, or from their first byte."""
READ_TIMEOUT = 20.0
"""Seconds after which a client that reads nothing is disconnected."""


class TimeoutProtocol(H11Protocol):
    """A connection with timeouts."""

    _headers_due: asyncio.TimerHandle | None = None
    _reading_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._expect_headers()
        elif self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading_due = self.loop.call_later(READ_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._reading_due)

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._headers_due)
        _cancel(self._reading_due)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End the streams, which do not end by themselves."""
        app: Any = self.app
        app.end_streams()
        super().shutdown()

    def _expect_headers(self) -> None:
        if self._headers_due is None and not self.transport.is_closing():
            self._headers_due = self.loop.call_later(HEADERS_TIMEOUT, self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
