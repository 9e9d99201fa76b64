"""The measured site: as in docker/compose.yml, on a PostgreSQL with fsync on, or as `./poch serve`."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from statistics import median

from tests.bench.database import new_database
from tests.plugins.launch import Server, free_port, start_postgres, start_redis

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def databases() -> Iterator[Server]:
    """Start a PostgreSQL and a Redis, and set up Django in this process to use them."""
    with tempfile.TemporaryDirectory(prefix="poch-bench-") as folder:
        postgres, redis = start_postgres(durable=True), start_redis()
        try:
            os.environ |= {
                "DATABASE_URL": postgres.url,
                "REDIS_URL": redis.url,
                "SECRET_KEY": secrets.token_urlsafe(48),
                "POCH_DATA": folder,
                "POCH_ORIGIN": "http://localhost",
                "POCH_STATIC": folder,
                "POCH_LOG_LEVEL": "ERROR",
                "DJANGO_SETTINGS_MODULE": "pochleague.settings",
            }
            import django

            django.setup()
            from django.core.management import call_command

            call_command("migrate", verbosity=0)
            yield postgres
        finally:
            redis.stop()
            postgres.stop()


@contextmanager
def served() -> Iterator[int]:
    """Start the web server as docker/compose.yml does. Yield its port."""
    port = free_port()
    environment = _at(port) | {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    with _running(_web(port), environment) as process:
        _await_port(port, process)
        yield port


def spread(values: Sequence[float]) -> str:
    """Return the median and the range of the values as text."""
    return f"{median(values):7.2f}  ({min(values):7.2f} to {max(values):7.2f})"


Start = Callable[[], AbstractContextManager[int]]
"""Starts all processes of the site. It yields their port."""

MODES = ("one-process", "separate")


@contextmanager
def whole_site(mode: str) -> Iterator[Start]:
    """Prepare the site in this mode, and set up Django in this process to use its database."""
    if mode == "separate":
        with databases():
            yield _start_separate
    else:
        with new_database():
            yield _start_one_process


@contextmanager
def _start_one_process() -> Iterator[int]:
    port = free_port()
    with _running(["manage.py", "serve", f"--port={port}"], _at(port)) as process:
        _await_port(port, process)
        yield port


@contextmanager
def _start_separate() -> Iterator[int]:
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    port = free_port()
    schedule = Path(os.environ["POCH_DATA"]) / "beat"
    with ExitStack() as stack:
        web = stack.enter_context(_running(_web(port), _at(port)))
        stack.enter_context(workers())
        beat = ["-m", "celery", "--app=pochleague", "beat", f"--schedule={schedule}"]
        stack.enter_context(_running(beat, os.environ))
        _await_port(port, web)
        yield port


def _at(port: int) -> dict[str, str]:
    """The environment of a web server at this port. A request may name the port, or leave it out."""
    return os.environ | {"POCH_ORIGIN": f"http://localhost,http://localhost:{port}"}


def _web(port: int) -> list[str]:
    return ["-m", "pochleague.server", f"--bind=127.0.0.1:{port}", "--workers=2"]


def workers() -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Start the two processes of the service `worker`."""
    queues = "--queues=default,standings,bots,searches"
    return _running(["-m", "celery", "--app=pochleague", "worker", queues, "--concurrency=2"], os.environ)


@contextmanager
def _running(words: list[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run Python with these words during the block, without its output."""
    process = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise SystemExit("the server did not start") from None
            time.sleep(0.05)
        else:
            return
