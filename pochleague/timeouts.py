"""How long the server waits for a client: uvicorn's HTTP protocol with an end to it.

uvicorn waits for headers for as long as they take, and for a client to read for as long as it likes. Neither
holds a thread, but a connection and its memory. (The body's time is the bridge's business.)
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS_WITHIN = 10.0
"""Seconds in which a request's headers must have come: from the connection on, or from their first byte."""
READ_WITHIN = 20.0
"""Seconds after which a client is hung up on that takes nothing of what is sent to it."""


class TimeoutProtocol(H11Protocol):
    """One connection."""

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
        self._reading_due = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._reading_due)

    def connection_lost(self, exc: Exception | None) -> None:
        _cancel(self._headers_due)
        _cancel(self._reading_due)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Streams, which would not end by themselves, are asked to."""
        app: Any = self.app
        app.end_streams()
        super().shutdown()

    def _expect_headers(self) -> None:
        if self._headers_due is None and not self.transport.is_closing():
            self._headers_due = self.loop.call_later(HEADERS_WITHIN, self.transport.abort)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
