"""Django's backend for PostgreSQL. Whether a kept connection still lives is read off its socket.

With CONN_HEALTH_CHECKS Django asks the server for `SELECT 1` at the start of each request. A server that
ends, or ends a connection, says so and hangs up: then there is something to be read from the socket while
nothing was asked, and only then the server is asked. (One that is gone without a word answers neither way.)
"""

from __future__ import annotations

import select

from django.db.backends.postgresql import base
from psycopg.pq import ConnStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, which looks before it asks."""

    def is_usable(self) -> bool:
        """Whether the connection lives."""
        return self._is_quiet() or bool(super().is_usable())

    def _is_quiet(self) -> bool:
        """Whether it is open, and the server has not said anything unasked."""
        if self.connection is None:
            return False
        inner = self.connection.pgconn
        if inner.status != ConnStatus.OK:
            return False
        poll = select.poll()
        poll.register(inner.socket, select.POLLIN | select.POLLPRI)
        return not poll.poll(0)
