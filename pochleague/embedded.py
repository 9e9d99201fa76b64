"""Everything in one process, for a club with one laptop: the web server, Celery's workers, and its beat.

One worker is for webhooks alone: however slow their receivers are, standings do not wait for them. Another is
for simulations and rehearsals; a process of its own plays the chunks (`simulations/process.py`).
The workers and the beat run in threads beside the web server and talk through memory. What is queued there is
gone when the process ends, which costs nothing: the duty to do something is a row of the database, and the
beat's first sweep after the next start finds it.
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
from tournaments.services.simulations.process import Aside

logger = logging.getLogger(__name__)

_PATIENCE = 10.0  # seconds that a running task gets to end in


MESSAGES = ["webhooks"]
SIMULATIONS = ["simulations", "rehearsals"]
OTHERS = [q.name for q in settings.CELERY_TASK_QUEUES if q.name not in [*MESSAGES, *SIMULATIONS]]


class CannotListenError(RuntimeError):
    """The port cannot be had."""


class Background:
    """The workers and the beat, each in a thread; a worker that dies of an error is replaced."""

    def __init__(self) -> None:
        self._ending = threading.Event()
        self._sweeper = Service(app, max_interval=1, scheduler_cls=Scheduler)
        self._aside = Aside()
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
        """Begin to work off the queues, and to sweep the outbox."""
        chunks.play_by(self._aside.play)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End them all, once the tasks at hand are done; a chunk of a simulation is played another time."""
        self._ending.set()
        self._aside.close()
        self._sweeper.stop()
        state.should_stop = 0  # type: ignore[assignment]  # an exit status; the stubs know only its None
        for thread in self._threads:
            thread.join(_PATIENCE)

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
    background = Background()
    begun = False

    def begin() -> None:
        nonlocal begun
        begun = True
        background.start()
        announce()

    try:
        server.serve(host, port, begin)
    except OSError as error:
        if begun:
            raise
        raise _cannot_listen(port, error) from error
    finally:
        if begun:
            background.stop()
        connections.close_all()


def _cannot_listen(port: int, error: OSError) -> CannotListenError:
    return CannotListenError(f"Port {port} cannot be had: {error.strerror}. Name another with --port.")
