"""The web server: uvicorn, with our patience. `python -m pochleague.server --bind=HOST:PORT --workers=N`.

The one process of `pochleague.embedded` runs it beside Celery; docker/ runs it as processes of its own.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from pochleague.timeouts import TimeoutProtocol

if TYPE_CHECKING:
    from pochleague.bridge import Application

APPLICATION = "pochleague.server:application"
GRACE = 10
"""Seconds that requests get to end in when the server is told to stop."""
RING_WITHIN = 0.5
"""Seconds that a request waits for a broker to take the message that wakes a worker."""
CONNECTIONS = 4000
"""Of one process, streams among them; further ones are told 503."""


class Server(uvicorn.Server):
    """A server in this process, which says when it can be reached."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()


def config(*, workers: int = 1, **further: Any) -> uvicorn.Config:
    """uvicorn's settings: ours where its own would wait for ever or believe every proxy."""
    return uvicorn.Config(
        APPLICATION,
        factory=True,
        http=TimeoutProtocol,
        ws="none",
        lifespan="on",
        workers=workers,
        log_config=None,  # Django's
        # The addresses of invitations and of new passwords are secrets; a proxy has a log of its own.
        access_log=False,
        server_header=False,
        # Headers of proxies are weighed by the application, which knows how many there are.
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE,
        **further,
    )


def application() -> Application:
    """The application of this process; of one process among several, it ends when their parent is gone."""
    if (parent := multiprocessing.parent_process()) is not None:

        def outlive() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=outlive, name="outlive", daemon=True).start()
    from pochleague.asgi import application  # noqa: PLC0415 - it loads Django, which a parent does without

    if parent is not None:
        _ring_with_little_patience()
    return application


def _ring_with_little_patience() -> None:
    """Let no request wait as long for a Redis that hangs as a worker may: this process only wakes workers."""
    from pochleague.celery import app  # noqa: PLC0415 - as above

    if app.conf.broker_url.startswith("redis"):
        app.conf.broker_transport_options |= {
            "socket_timeout": RING_WITHIN,
            "socket_connect_timeout": RING_WITHIN,
        }


def listen(host: str, port: int) -> socket.socket:
    """A socket on which the server may be reached; OSError when the port cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=2048)
    listening.set_inheritable(True)
    # Every connection inherits it. Without it the second piece of an answer waits, on a kept connection,
    # until the client has acknowledged the first: 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def serve(host: str, port: int, announce: Callable[[], None]) -> None:
    """Serve from this process until SIGINT or SIGTERM. To be called from the main thread.

    Raises OSError, with nothing started, when the port cannot be had.
    """
    listening = listen(host, port)
    # uvicorn raises the signal again when it has ended in order; it has done its work then.
    signal.signal(signal.SIGTERM, _taken)
    signal.signal(signal.SIGINT, _taken)
    Server(config(), announce).run([listening])


def _taken(_signal: int, _frame: object) -> None:
    """The signal has had its effect."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m pochleague.server", description=__doc__)
    parser.add_argument("--bind", default="127.0.0.1:8000", help="HOST:PORT")
    parser.add_argument("--workers", type=int, default=2, help="processes; default: 2")
    parser.add_argument(
        "--max-requests", type=int, help="a process is replaced after so many, and a tenth more"
    )
    parser.add_argument("--check", action="store_true", help="load everything, serve nothing")
    given = parser.parse_args()
    host, _colon, port = given.bind.rpartition(":")
    ours = config(
        workers=given.workers,
        limit_max_requests=given.max_requests,
        limit_max_requests_jitter=(given.max_requests or 0) // 10,
    )
    if given.check:
        ours.load()
        return
    Multiprocess(ours, sockets=[listen(host.strip("[]"), int(port))]).run()


if __name__ == "__main__":
    main()
