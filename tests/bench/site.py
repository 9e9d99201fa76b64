"""The measured site: started as in docker/compose.yml, on a PostgreSQL with fsync on."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.plugins.launch import Server, start_postgres, start_redis

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
def served() -> Iterator[tuple[int, int]]:
    """Start the site as docker/compose.yml does. Yield its port and its process id."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    words = [f"--bind=127.0.0.1:{port}", "--workers=2"]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.bench.settings"}
    process = subprocess.Popen([sys.executable, "-m", "pochleague.server", *words], cwd=ROOT, env=environment)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > end:
                    raise SystemExit("the server did not start") from None
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(10)
