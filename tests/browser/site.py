"""The server for the browser. It runs in this process and knows when it has no connections."""

from __future__ import annotations

from http.client import HTTPConnection
from threading import Condition
from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer

from tests.platform.processes import TIMEOUT


class Server(ThreadedWSGIServer):
    """Django's test server, with a count of its connections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._connections = 0
        self._changed = Condition()

    def process_request(self, *args: Any) -> None:
        with self._changed:
            self._connections += 1
        super().process_request(*args)

    def process_request_thread(self, *args: Any) -> None:
        try:
            super().process_request_thread(*args)
        finally:
            with self._changed:
                self._connections -= 1
                self._changed.notify_all()

    def wait_until_left(self) -> None:
        """Wait until every current connection is closed.

        The tables are emptied after a test. A page that renews itself at the same moment could deadlock with
        it.
        """
        # The server accepts connections in order, so all earlier ones are counted when this one is answered.
        last = HTTPConnection("localhost", self.server_port, timeout=TIMEOUT)
        last.request("GET", "/healthz", headers={"Connection": "close"})
        last.getresponse().read()
        last.close()
        with self._changed:
            assert self._changed.wait_for(lambda: self._connections == 0, TIMEOUT), (
                "a browser is still connected"
            )
