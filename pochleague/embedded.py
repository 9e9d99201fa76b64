"""The one-process server, for a club with one laptop: the web server, Celery's workers and its beat.

The workers and the beat are threads. One worker only delivers webhooks, so slow receivers do not delay
standings. Another runs simulations and rehearsals; a second process plays the chunks. The queues are in
memory and are lost when the process ends. Each task is a row of the outbox, so the first sweep after the next
start finds it.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable

from celery import Celery
from celery.beat import Scheduler, Service
from celery.worker import WorkController, state
from django.conf import settings
from django.db import connections

from pochleague import server
from pochleague.celery import another, app
from tournaments.services.simulations import chunks
from tournaments.services.simulations.process import ChunkProcess

logger = logging.getLogger(__name__)

_SHUTDOWN_TIMEOUT = 10.0  # seconds that a running task has when the server stops

MESSAGES = ["webhooks"]
SIMULATIONS = ["simulations", "rehearsals"]
OTHERS = [q.name for q in settings.CELERY_TASK_QUEUES if q.name not in [*MESSAGES, *SIMULATIONS]]


class CannotListenError(RuntimeError):
    """The port is not available."""


class Background:
    """The workers and the beat, each in a thread. A worker that fails is started again."""

    def __init__(self) -> None:
        self._ending = threading.Event()
        self._sweeper = Service(app, max_interval=1, scheduler_cls=Scheduler)
        self._chunk_process = ChunkProcess()
        workers = {
            "worker": (app, OTHERS),
            "messenger": (another("messenger"), MESSAGES),
            "simulator": (another("simulator"), SIMULATIONS),
        }
        self._threads = [
            *(
                threading.Thread(target=self._work, args=queues, name=name, daemon=True)
                for name, queues in workers.items()
            ),
            threading.Thread(target=self._sweeper.start, name="beat", daemon=True),
        ]

    def start(self) -> None:
        """Start the workers and the beat."""
        chunks.play_with(self._chunk_process.play)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop all threads after their current tasks. The current chunk of a simulation is cancelled."""
        self._ending.set()
        self._chunk_process.close()
        self._sweeper.stop()
        state.should_stop = 0  # type: ignore[assignment]  # an exit status; the stubs allow only None
        for thread in self._threads:
            thread.join(_SHUTDOWN_TIMEOUT)

    def _work(self, application: Celery, queues: list[str]) -> None:
        while not self._ending.is_set():
            try:
                WorkController(
                    app=application,
                    queues=queues,
                    hostname=f"{queues[0]}@localhost",
                    pool="solo",
                    concurrency=1,
                    without_heartbeat=True,
                    without_mingle=True,
                    without_gossip=True,
                    loglevel=logging.WARNING,
                ).start()
            except Exception:
                logger.exception("The worker failed and is started again")
            finally:
                connections.close_all()
            self._ending.wait(1)


def check_port(host: str, port: int) -> None:
    """Raise CannotListenError if the port is not available. Call it before any preparation."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise _cannot_listen(port, error) from error


def run(host: str, port: int, announce: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM. Call `announce` when the port answers.

    Raises CannotListenError before anything starts if the port is not available. Call it from the main
    thread, which receives signals.
    """
    background = Background()
    has_begun = False

    def begin() -> None:
        nonlocal has_begun
        has_begun = True
        background.start()
        announce()

    try:
        server.serve(host, port, begin)
    except OSError as error:
        if has_begun:
            raise
        raise _cannot_listen(port, error) from error
    finally:
        if has_begun:
            background.stop()
        connections.close_all()


def _cannot_listen(port: int, error: OSError) -> CannotListenError:
    return CannotListenError(f"Cannot use port {port}: {error.strerror}. Choose another one with --port.")
