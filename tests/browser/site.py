"""The site that the browser looks at: this process serves it, and knows when nobody asks it for anything."""

from __future__ import annotations

from http.client import HTTPConnection
from threading import Condition
from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer

from tests.platform.processes import TIMEOUT


class Server(ThreadedWSGIServer):
    """Django's server for tests, which counts its connections."""

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
        """Return when every connection is closed that was made until now: browsers that ask end with a test.

        Its tables are emptied after it. A page that renewed itself at that moment would read from them in
        another order, and one of the two be ended for a deadlock.
        """
        # Connections are taken in the order in which they came: before this one is answered, all are counted.
        last = HTTPConnection("localhost", self.server_port, timeout=TIMEOUT)
        last.request("GET", "/healthz", headers={"Connection": "close"})
        last.getresponse().read()
        last.close()
        with self._changed:
            assert self._changed.wait_for(lambda: self._connections == 0, TIMEOUT), "a browser stays"
