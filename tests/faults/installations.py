"""Installations with real processes: one process on SQLite, or separate ones with PostgreSQL and Redis.

A supervisor starts a program again when it has ended, as systemd or Docker do. It never ends one.
"""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import redis
import yaml

from tests.faults.proxy import Proxy
from tests.platform.processes import OWNER, PYTHON, ROOT, TIMEOUT, Running, start, succeed, until
from tests.plugins.launch import Server, free_port, start_postgres, start_redis

CLUB = "kartenfreunde"
MAKE_KEY = (
    "create_key",
    f"--club={CLUB}",
    "--member=anna",
    "--scope=read",
    "--scope=results",
    "--scope=events",
)
PREPARE = f"""
from django.core.management import call_command
for words in ("migrate", "-v0"), ("collectstatic", "--noinput", "-v0"), ("found_club",), {MAKE_KEY}:
    call_command(*words)
"""
RATES = {f"POCH_API_{rate}": "1000000" for rate in ("READS", "WRITES", "ADDRESS", "REPLAYS")}


class Program:
    """A program that is started again when it has ended."""

    def __init__(
        self, name: str, command: list[str], environ: Mapping[str, str], place: Installation
    ) -> None:
        self._command, self._environ, self._code = command, environ, place.code
        self.output = place.folder / f"{name}.output"
        self.running: Running | None = None

    def start(self) -> None:
        self.running = start(*self._command, output=self.output, environ=self._environ, code=self._code)

    @property
    def has_ended(self) -> bool:
        return self.running is None or self.running.has_ended

    def kill(self) -> None:
        """Kill the program and all its children."""
        if self.running is not None:
            self.running.kill()


class Installation:
    """An installation, its supervisor, and the keys of its clients.

    code: the checkout that its programs and commands run. It can change while programs run.
    """

    mode = ""

    def __init__(self, folder: Path, environ: Mapping[str, str], code: Path = ROOT) -> None:
        self.folder = folder
        self.code = code
        self.port = free_port()
        self.stack = ExitStack()
        self.environ = {
            "POCH_ORIGIN": f"http://localhost:{self.port}",
            "POCH_DATA": str(folder / "data"),
            "POCH_LOG_LEVEL": "WARNING",
            **OWNER,
            **RATES,
            **environ,
        }
        self.programs: dict[str, Program] = {}
        self.key = ""
        self._resting = threading.Event()
        self._lock = threading.Lock()
        self._supervisor = threading.Thread(target=self._supervise, daemon=True)

    def add(self, name: str, *command: str, **environ: str) -> None:
        environ = {**self.environ, **environ}
        self.programs[name] = Program(name, list(command), environ, self)

    def manage(self, *words: str) -> str:
        """Run a command of Django to its end. Return its output."""
        return succeed(PYTHON, "manage.py", *words, environ=self.environ, code=self.code)

    def start(self) -> None:
        """Start all programs and wait for an answer."""
        for program in self.programs.values():
            program.start()
        self._supervisor.start()
        self.wait_for_answer()

    def prepare(self) -> None:
        """Make the tables, the static files, the club and a key of its owner, in one process to save time."""
        self.key = self.manage("shell", "-v0", "--no-imports", "-c", PREPARE).split()[-1]

    def make_key(self) -> str:
        return self.manage(*MAKE_KEY).strip()

    def wait_for_answer(self, port: int | None = None) -> None:
        """Wait until the site answers a read from its database, at its own port or another one."""
        until(lambda: self.answers(port), lambda: "the site does not answer")

    def answers(self, port: int | None = None) -> bool:
        """Return whether the site answers a read from its database, at its own port or another one."""
        with closing(http.client.HTTPConnection("localhost", port or self.port, timeout=5)) as connection:
            try:
                connection.request("GET", "/api/v1/clubs/?limit=1")
                return connection.getresponse().status < 500
            except (OSError, http.client.HTTPException):
                return False

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT."""
        raise NotImplementedError

    def kill(self, name: str) -> None:
        """Kill a program with its children. The supervisor starts it again."""
        self.programs[name].kill()

    def kill_child(self, name: str) -> bool:
        """Kill the newest child of a program. Return False if it has none at the moment."""
        program = self.programs[name].running
        children = program.children() if program else []
        if not children:
            return False
        with suppress(ProcessLookupError):
            os.kill(children[-1], signal.SIGKILL)
        return True

    def _supervise(self) -> None:
        while not self._resting.wait(0.1):
            with self._lock:
                for program in self.programs.values():
                    if program.has_ended and not self._resting.is_set():
                        program.start()

    def stop(self) -> None:
        """Kill everything that was started here."""
        self._resting.set()
        with self._lock:
            for program in self.programs.values():
                program.kill()
        self.stack.close()


class OneProcess(Installation):
    """`./poch serve`: everything in one process, on SQLite."""

    mode = "one process"

    def __init__(self, folder: Path, environ: Mapping[str, str] = {}) -> None:
        super().__init__(folder, environ)
        self.add("serve", str(PYTHON), "manage.py", "serve", f"--port={self.port}")

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        path = quote(str(self.folder / "data" / "poch.sqlite3"))
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=60)) as database:
            return database.execute(sql).fetchall()


def _here(option: str, web_port: int) -> str:
    """Return the option of a service as it is on this machine. One worker serves all queues."""
    if option.startswith("--queues="):
        return "--queues=default,standings,bots,searches,webhooks,simulations,background"
    return option.replace("0.0.0.0:8000", f"127.0.0.1:{web_port}")


class SeparateProcesses(Installation):
    """The services of docker/compose.yml: web, worker and beat, with PostgreSQL (fsync on) and Redis.

    With the proxy, if Caddy is installed and the test wants it. All requests pass it then.
    """

    mode = "separate processes"

    def __init__(
        self, folder: Path, environ: Mapping[str, str] = {}, code: Path = ROOT, *, with_proxy: bool = True
    ) -> None:
        super().__init__(folder, {"SECRET_KEY": "s" * 50, **environ}, code)
        self.postgres: Server = start_postgres(durable=True)
        self.stack.callback(self.postgres.stop)
        self.redis: Server = start_redis()
        self.stack.callback(self.redis.stop)
        # Between the services and PostgreSQL.
        self.wire = Proxy(self.postgres.folder / ".s.PGSQL.5432")
        self.stack.callback(self.wire.stop)
        self.environ |= {
            "DATABASE_URL": (
                f"postgresql://postgres@127.0.0.1:{self.wire.port}/postgres?sslmode=disable&gssencmode=disable"
            ),
            "REDIS_URL": self.redis.url,
            "POCH_STATIC": str(folder / "static"),
        }
        self.add_services(self._add_proxy() if with_proxy and shutil.which("caddy") else self.port)

    def add_services(self, web_port: int, suffix: str = "") -> list[Program]:
        """Add and return the web server at this port, the worker and the beat of the present checkout."""
        services = yaml.safe_load((self.code / "docker" / "compose.yml").read_text())["services"]
        for name in ("web", "worker", "beat"):
            program, *options = services[name]["command"]
            options = [_here(option, web_port) for option in options]
            self.add(name + suffix, str(PYTHON.parent / program), *options)
        return [self.programs[name + suffix] for name in ("web", "worker", "beat")]

    def remove(self, name: str) -> None:
        """End a program in an orderly way, as an update does. It is not started again."""
        with self._lock:
            program = self.programs.pop(name).running
        if program:
            program.stop()

    def _add_proxy(self) -> int:
        """Add the proxy of the web server. Return the port of the web server behind it."""
        web_port = free_port()
        self.environ |= {"POCH_PROXIES": "1"}
        self.add(
            "proxy",
            *("caddy", "run", "--config", str(ROOT / "docker" / "Caddyfile"), "--adapter", "caddyfile"),
            POCH_UPSTREAM=f"127.0.0.1:{web_port}",
            XDG_DATA_HOME=str(self.folder),
            XDG_CONFIG_HOME=str(self.folder),
        )
        return web_port

    def start(self) -> None:
        self.prepare()
        super().start()

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        with self._connect() as database:
            return database.execute(sql.encode()).fetchall()

    def _connect(self) -> psycopg.Connection:
        """Connect to PostgreSQL past the wire. Wait while it recovers from another fault."""
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                return psycopg.connect(self.postgres.url)
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    # --- Faults of the servers

    def restart_postgres(self, how: signal.Signals) -> None:
        """Stop PostgreSQL (SIGQUIT: without a checkpoint; SIGINT: orderly) and start it again."""
        self.postgres.crash(how)
        self.postgres.restart()

    def crash_a_backend(self) -> None:
        """Kill one process of PostgreSQL, which then ends all connections and recovers."""
        with self._connect() as database:
            row = database.execute(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                " AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
            ).fetchone()
        if row is not None:
            with suppress(ProcessLookupError):
                os.kill(row[0], signal.SIGKILL)

    def terminate_all_connections(self) -> None:
        with self._connect() as database:
            database.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )

    def set_read_only(self, *, on: bool) -> None:
        """Let PostgreSQL refuse changes, or take them again."""
        with psycopg.connect(self.postgres.url, autocommit=True) as database:
            database.execute("SET default_transaction_read_only = off")
            value = "on" if on else "off"
            database.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}".encode())
            database.execute("SELECT pg_reload_conf()")

    def hold_locks(self, seconds: float) -> None:
        """Lock all events for this time, longer than a request waits for a lock."""
        with psycopg.connect(self.postgres.url) as database:
            database.execute("SELECT 1 FROM tournaments_event FOR UPDATE")
            time.sleep(seconds)

    def crash_redis(self, seconds: float = 0.0) -> None:
        """Kill Redis, which has no persistence, and start it again later."""
        self.redis.crash()
        time.sleep(seconds)
        self.redis.restart()

    def pause_redis(self, seconds: float) -> None:
        """Let Redis answer nothing for this time."""
        self.redis.process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.redis.process.send_signal(signal.SIGCONT)

    def tell_redis(self, *words: str | int) -> None:
        """Run a command of Redis."""
        with redis.Redis.from_url(self.redis.url) as client:
            client.execute_command(*words)
