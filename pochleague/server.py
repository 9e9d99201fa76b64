"""The web server: uvicorn with our limits. `python -m pochleague.server --bind=HOST:PORT --workers=N`.

`pochleague.embedded` runs it in one process with Celery; docker/ runs it in separate processes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import django
import uvicorn
from uvicorn.supervisors import Multiprocess

from pochleague import metrics_listener
from pochleague.failures import sentences
from pochleague.timeouts import TimeoutProtocol

if TYPE_CHECKING:
    from pochleague.bridge import Application
    from pochleague.lan_certificate import Certificate

APPLICATION = "pochleague.server:application"
SHUTDOWN_TIMEOUT = 10
"""Seconds that running requests have when the server stops."""
BROKER_TIMEOUT = 0.5
"""Seconds to wait for a broker to take the message that wakes a worker."""
CONNECTIONS = 4000
"""Connections of one process, streams included. Further ones get 503."""
OPEN_FILES = 8192
"""Files that a process may open, connections included. Many systems allow 1024 if a program does not ask."""
SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread that computes lets another one run. With Python's 5 ms each statement of a
deal, and each step of the event loop, waits that long for a page that is being made."""
SILENCE = 30_000
"""Milliseconds without an acknowledgement after which the kernel ends a connection: the phone is switched off
or out of reach. A stream sends something every 15 seconds, so its place is free soon."""


class Server(uvicorn.Server):
    """A server in this process, for a person at a terminal.

    It calls `announce` when it accepts connections, and says at once that it stops.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        sys.stdout.write("\nStopping. Running requests and tasks may need some seconds.\n")
        await super().shutdown(sockets)


def config(*, workers: int = 1, **further: Any) -> uvicorn.Config:
    """Return uvicorn's settings, changed where its defaults wait for ever or trust every proxy."""
    return uvicorn.Config(
        APPLICATION,
        factory=True,
        http=TimeoutProtocol,
        ws="none",
        lifespan="on",
        workers=workers,
        log_config=None,  # Django configures logging
        # The addresses of invitations and password resets are secrets. A proxy has its own log.
        access_log=False,
        server_header=False,
        # The application checks the headers of proxies. It knows how many proxies there are.
        proxy_headers=False,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        **further,
    )


def application() -> Application:
    """Return the application of this process. A child process ends when its parent has ended."""
    if (parent := multiprocessing.parent_process()) is not None:

        def end_after_parent() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=end_after_parent, name="end-after-parent", daemon=True).start()
    sys.setswitchinterval(SWITCH_INTERVAL)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")
    django.setup(set_prefix=False)
    from pochleague.bridge import Application, Django  # noqa: PLC0415 - Django must be set up first

    if parent is not None:
        _shorten_broker_timeouts()
    return Application(Django())


def _shorten_broker_timeouts() -> None:
    """Set short timeouts for Redis. This process only sends messages, so it need not wait as workers do."""
    from pochleague.celery import app  # noqa: PLC0415 - as above

    if app.conf.broker_url.startswith("redis"):
        app.conf.broker_transport_options |= {
            "socket_timeout": BROKER_TIMEOUT,
            "socket_connect_timeout": BROKER_TIMEOUT,
        }


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises OSError if the port is not available."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=2048)
    listening.set_inheritable(True)
    # Every connection inherits this option. Without it the second part of a response waits up to 40 ms until
    # the client has acknowledged the first.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)
    return listening


def allow_open_files() -> None:
    """Raise the limit of open files of this process and its children."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def serve(host: str, port: int, announce: Callable[[], None], certificate: Certificate | None = None) -> None:
    """Serve from this process until SIGINT or SIGTERM, by https with a certificate.

    Call it from the main thread.

    Raises OSError before anything starts if the port is not available.
    """
    listening = listen(host, port)
    allow_open_files()
    # uvicorn raises the signal again after its shutdown.
    signal.signal(signal.SIGTERM, _ignore)
    signal.signal(signal.SIGINT, _ignore)
    https: dict[str, Any] = (
        {"ssl_certfile": certificate.chain, "ssl_keyfile": certificate.key} if certificate else {}
    )
    Server(config(**https), announce).run([listening])


def _ignore(_signal: int, _frame: object) -> None:
    """Do nothing."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m pochleague.server", description=__doc__)
    parser.add_argument("--bind", default="127.0.0.1:8000", help="HOST:PORT")
    parser.add_argument("--workers", type=int, default=2, help="processes; default: 2")
    parser.add_argument(
        "--max-requests", type=int, help="replace a process after this many requests, plus up to a tenth"
    )
    parser.add_argument("--check", action="store_true", help="load the application, then exit")
    arguments = parser.parse_args()
    host, _colon, port = arguments.bind.rpartition(":")
    ours = config(
        workers=arguments.workers,
        limit_max_requests=arguments.max_requests,
        limit_max_requests_jitter=(arguments.max_requests or 0) // 10,
    )
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")
    if arguments.check:
        ours.load()
        return
    metrics_listener.listen(has_children=True, has_sweep=False)
    allow_open_files()
    Multiprocess(ours, sockets=[listen(host.strip("[]"), int(port))]).run()


if __name__ == "__main__":
    with sentences():
        main()
