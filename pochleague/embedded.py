"""Everything in one process, and the update when it starts.

The workers and the beat are threads. One worker only delivers webhooks, so slow receivers do not delay
standings. Another runs simulations and background work; a second process plays the chunks. The queues are in
memory and are lost when the process ends. Each task is a row of the outbox, so the first sweep after the next
start finds it. A worker whose task hangs gets a second thread: nothing can end a thread from outside.
"""

from __future__ import annotations

import errno
import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery import Celery
from celery.beat import Scheduler, Service
from celery.signals import task_postrun, task_prerun
from celery.worker import WorkController, state
from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from pochleague import backups, metrics_listener, portable, server
from pochleague.celery import another, app
from pochleague.lan_certificate import Certificate
from tournaments.core.watchdog import Watchdog
from tournaments.simulations.verbs import chunks
from tournaments.simulations.verbs.simulations import ChunkProcess

logger = logging.getLogger(__name__)

_SHUTDOWN_TIMEOUT = 10.0  # seconds that a running task has when the server stops

MESSAGES = ["webhooks"]
SIMULATIONS = ["simulations", "background"]
OTHERS = [q.name for q in settings.CELERY_TASK_QUEUES if q.name not in [*MESSAGES, *SIMULATIONS]]


class CannotListenError(RuntimeError):
    """The port is not available."""


HANGING = 30.0
"""Seconds after which a task hangs, unless it has a time limit of its own. (These workers enforce none.)"""

_running: dict[int, tuple[Any, float]] = {}
"""The task of each thread that runs one, and when it began, on the monotonic clock."""


@task_prerun.connect
def _note_begin(task: Any, **_options: Any) -> None:
    _running[threading.get_ident()] = (task, time.monotonic())


@task_postrun.connect
def _note_end(**_options: Any) -> None:
    _running.pop(threading.get_ident(), None)


class Background:
    """The workers and the beat, each in a thread. What fails or hangs is started again."""

    def __init__(self) -> None:
        self._ending = threading.Event()
        self._beat: Service | None = None
        self._chunk_process = ChunkProcess()
        self._watchdog = Watchdog(self.replace_hanging)
        self._workers = {
            "worker": (app, OTHERS),
            "messenger": (another("messenger"), MESSAGES),
            "simulator": (another("simulator"), SIMULATIONS),
        }
        self._threads: dict[str, threading.Thread] = {}

    def start(self) -> None:
        """Start the workers, the beat and the watchdog."""
        chunks.play_with(self._chunk_process.play)
        # A module of tasks adds them to all applications. So it is imported before a worker reads its tasks.
        for application, _queues in self._workers.values():
            application.loader.import_default_modules()
            application.finalize()
        for name in self._workers:
            self._start_worker(name)
        threading.Thread(target=self._run_beat, name="beat", daemon=True).start()
        self._watchdog.start()

    def stop(self) -> None:
        """Stop all threads after their current tasks. The current chunk of a simulation is cancelled."""
        self._ending.set()
        self._watchdog.stop(_SHUTDOWN_TIMEOUT)
        self._chunk_process.stop()
        if self._beat is not None:
            self._beat.stop()
        state.should_stop = 0  # type: ignore[assignment]  # an exit status; the stubs allow only None
        for thread in self._threads.values():
            thread.join(_SHUTDOWN_TIMEOUT)

    def replace_hanging(self) -> None:
        """Start another thread for each worker whose task hangs. A chunk that hangs gets another process.

        If the task goes on later, its thread takes further tasks beside the other one.
        """
        for name, thread in list(self._threads.items()):
            task, began = _running.get(thread.ident or 0, (None, 0.0))
            if task is None or time.monotonic() - began < (task.time_limit or HANGING):
                continue
            logger.error("Task %s hangs. The %s gets another thread.", task.name, name)
            if task.name == "simulations.play_chunk":
                self._chunk_process.close()
            else:
                self._start_worker(name)

    def _start_worker(self, name: str) -> None:
        thread = threading.Thread(target=self._work, args=self._workers[name], name=name, daemon=True)
        thread.start()
        self._threads[name] = thread

    def _run_beat(self) -> None:
        while not self._ending.is_set():
            self._beat = Service(app, max_interval=1, scheduler_cls=Scheduler)
            try:
                self._beat.start()
            except Exception:
                logger.exception("The beat failed and is started again")
            self._ending.wait(1)

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


def run(host: str, port: int, announce: Callable[[], None], certificate: Certificate | None = None) -> None:
    """Serve until SIGINT or SIGTERM, with a certificate by https. Call `announce` when the port answers.

    Raises CannotListenError before anything starts if the port is not available. Call it from the main
    thread, which receives signals.
    """
    background = Background()
    has_begun = False

    def begin() -> None:
        nonlocal has_begun
        has_begun = True
        background.start()
        metrics_listener.listen(has_children=False, has_sweep=True)
        announce()

    try:
        server.serve(host, port, begin, certificate)
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


class NewerDatabaseError(RuntimeError):
    """A newer version of the program has updated this database. Nothing was changed."""


def update_database(say: Callable[[str], object]) -> None:
    """Bring the database to this version of the program; `say` gets what a person should know.

    A SQLite database that holds data is written to a backup beside it first. Raises NewerDatabaseError, and
    `backups.BackupError` if there is no backup. Then nothing is changed. Raises PermissionError if this user
    may not write the files of SQLite: it would open them for reading, and each later change would fail.
    """
    if connection.vendor == "sqlite":
        _need_right_to_write(Path(connection.settings_dict["NAME"]))
    if portable.unknown_migrations(DEFAULT_DB_ALIAS):
        raise NewerDatabaseError(
            "A newer version of Pochleague has updated this database. Use that version, or go back with the "
            "backup that it wrote before the update: ./poch restore FILE --force."
        )
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting and portable.is_empty(DEFAULT_DB_ALIAS):
        say("Making the tables of the database.")
    elif waiting:
        say("An older version of Pochleague has written this database. It is updated now.")
        if connection.vendor == "sqlite":
            place = Path(connection.settings_dict["NAME"])
            file = place.with_name(f"before-update-{timezone.now():%Y%m%d-%H%M%S}.poch")
            backups.make(file)
            say(f"{file} is its backup. To go back, use that version and run: ./poch restore {file} --force")
    call_command("migrate", interactive=False, verbosity=0)


def _need_right_to_write(database: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        file = database.with_name(database.name + suffix)
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
