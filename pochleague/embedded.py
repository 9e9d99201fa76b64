"""Everything in one process, for a club with one laptop: the web server, Celery's worker, and its beat.

The worker and the beat run in threads beside the web server and talk through memory. What is queued there is
gone when the process ends, which costs nothing: the duty to do something is a row of the outbox, and the
beat's first sweep after the next start finds it.
"""

from __future__ import annotations

import logging
import select
import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType

from celery.beat import Scheduler, Service
from celery.worker import WorkController, state
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections
from waitress.server import create_server

from pochleague.celery import app

logger = logging.getLogger(__name__)

WEB_THREADS = 8
_CONNECTIONS = 800  # a browser keeps up to six open, for a whole evening; a shell allows 1024 files
_IDLE = 30  # seconds after which a connection is closed over which nothing came
_LARGEST_BODY = 4 * 1024 * 1024  # bytes; settings are stricter, this only spares the memory
_PATIENCE = 10.0  # seconds that a running task gets to end in


class CannotListenError(RuntimeError):
    """The port cannot be had."""


class Background:
    """The worker and the beat, each in a thread; a worker that dies of an error is replaced."""

    def __init__(self) -> None:
        self._ending = threading.Event()
        self._sweeper = Service(app, max_interval=1, scheduler_cls=Scheduler)
        self._threads = [
            threading.Thread(target=self._work, name="worker", daemon=True),
            threading.Thread(target=self._sweeper.start, name="beat", daemon=True),
        ]

    def start(self) -> None:
        """Begin to work off the queues, and to sweep the outbox."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End both, once the task at hand is done."""
        self._ending.set()
        self._sweeper.stop()
        state.should_stop = 0  # type: ignore[assignment]  # an exit status; the stubs know only its None
        for thread in self._threads:
            thread.join(_PATIENCE)

    def _work(self) -> None:
        while not self._ending.is_set():
            try:
                WorkController(
                    app=app,
                    pool="solo",
                    concurrency=1,
                    without_heartbeat=True,
                    without_mingle=True,
                    without_gossip=True,
                    loglevel=logging.WARNING,
                ).start()
            except Exception:
                logger.exception("The worker ended with an error and is started again")
            finally:
                connections.close_all()
            self._ending.wait(1)


def check_port(host: str, port: int) -> None:
    """Raise CannotListenError when the port cannot be had: to be asked before anything is made ready."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise _cannot_listen(port, error) from error


def run(host: str, port: int, announce: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is called once the port answers.

    Raises CannotListenError, with nothing started, when the port cannot be had. To be called from the main
    thread, which serves: signals arrive there.
    """
    try:
        server = create_server(
            get_wsgi_application(),  # now and not sooner: it looks at the static files as they are
            host=host,
            port=port,
            threads=WEB_THREADS,
            connection_limit=_CONNECTIONS,
            channel_timeout=_IDLE,
            asyncore_use_poll=hasattr(select, "poll"),  # select knows no more than 1024 files
            ident=None,
            max_request_body_size=_LARGEST_BODY,
            # Headers of proxies are weighed by the application, which knows how many there are.
            clear_untrusted_proxy_headers=not settings.PROXIES,
        )
    except OSError as error:
        raise _cannot_listen(port, error) from error
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, _end)
    background = Background()
    background.start()
    try:
        announce()
        server.run()  # until _end
    finally:
        server.close()
        background.stop()
        connections.close_all()


def _end(_signal: int, _frame: FrameType | None) -> None:
    """The server's loop takes this as its end, finishes the requests it has begun, and returns."""
    raise SystemExit(0)


def _cannot_listen(port: int, error: OSError) -> CannotListenError:
    return CannotListenError(f"Port {port} cannot be had: {error.strerror}. Name another with --port.")
