"""The script `poch`: what a person types, from a checkout, and what then runs."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.platform.processes import BOTS_AT_PLAY, PATIENCE, ROOT, Running, run, running, status, until
from tests.plugins.launch import free_port

pytestmark = pytest.mark.process

POCH = ROOT / "poch"
OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """This checkout as another folder: the data that it makes lies there."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    shutil.copy(POCH, folder)
    for name in ("manage.py", "requirements.lock", "requirements-dev.lock", ".venv"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def deals(database: Path) -> int:
    """How many deals a server has recorded so far."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=PATIENCE)) as connection:
        found: int = connection.execute("SELECT count(*) FROM tournaments_deal").fetchone()[0]
    return found


def standings_shown(database: Path) -> int:
    """The newest version that a standing covers."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=PATIENCE)) as connection:
        found = connection.execute("SELECT coalesce(max(version), 0) FROM tournaments_standing").fetchone()[0]
    return int(found)


@contextmanager
def serve(data: Path, port: int) -> Iterator[Running]:
    """A real club, served from this folder."""
    environ = {**OWNER, "POCH_DATA": str(data)}
    with running(
        POCH, "serve", "--port", str(port), output=data.with_suffix(".said"), environ=environ
    ) as server:
        server.wait_for("Stop it with")
        yield server


class Served(NamedTuple):
    """A server that several tests look at."""

    server: Running
    data: Path
    port: int


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data, port = tmp_path_factory.mktemp("served") / "data", free_port()
    with serve(data, port) as server:
        yield Served(server, data, port)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def port() -> int:
    return free_port()


def test_serve_founds_the_club_and_answers(served: Served) -> None:
    assert "Kartenfreunde is founded; anna owns it." in served.server.said
    assert f"http://localhost:{served.port}/" in served.server.said
    assert status(f"http://localhost:{served.port}/healthz") == 200
    assert status(f"http://127.0.0.1:{served.port}/") == 200


def test_the_owner_signs_in_where_it_is_served(served: Served) -> None:
    """With real cookies, through the real server: forms are nothing without."""
    site, jar = f"http://localhost:{served.port}", CookieJar()
    person = build_opener(HTTPCookieProcessor(jar))
    page = person.open(f"{site}/sign-in/", timeout=PATIENCE).read().decode()
    [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
    words = {
        "csrfmiddlewaretoken": token,
        "username": OWNER["POCH_OWNER_NAME"],
        "password": OWNER["POCH_OWNER_PASSWORD"],
    }
    there = person.open(f"{site}/sign-in/", urlencode(words).encode(), timeout=PATIENCE)
    assert there.status == 200
    assert person.open(f"{site}/clubs/kartenfreunde/keys/", timeout=PATIENCE).geturl().endswith("/keys/")


def test_serve_keeps_its_secret_key_from_others(served: Served) -> None:
    assert stat.S_IMODE((served.data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(served.data.stat().st_mode) == 0o700


def test_serve_answers_only_for_its_own_hosts(served: Served) -> None:
    assert status(f"http://localhost:{served.port}/", host="evil.example") == 400


def test_a_room_full_of_phones_does_not_keep_others_out(served: Served) -> None:
    """Browsers keep their connections open: thirty of them leave more than a hundred idle."""
    with ExitStack() as open_ones:
        for _ in range(200):
            open_ones.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE))
        assert status(f"http://localhost:{served.port}/healthz") == 200


def test_a_second_server_on_the_same_data_is_refused(served: Served) -> None:
    done = run(POCH, "serve", "--port", str(free_port()), environ={"POCH_DATA": str(served.data)})
    assert done.returncode == 1
    assert f"is in use by `serve` at http://localhost:{served.port}" in done.stderr


def test_a_port_in_use_is_said_in_a_sentence(served: Served, data: Path) -> None:
    done = run(POCH, "serve", "--port", str(served.port), environ={"POCH_DATA": str(data), **OWNER})
    assert done.returncode == 1
    assert f"Cannot use port {served.port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_serve_ends_in_order_when_told_to(data: Path, port: int, how: signal.Signals) -> None:
    with serve(data, port) as server:
        assert server.stop(how) == 0
        assert "Traceback" not in server.said


def test_serve_without_a_club_or_a_terminal_says_what_to_set(data: Path) -> None:
    done = run(POCH, "serve", "--port", str(free_port()), environ={"POCH_DATA": str(data)})
    assert done.returncode == 1
    assert "POCH_CLUB_NAME, POCH_OWNER_NAME and POCH_OWNER_PASSWORD" in done.stderr


def test_a_server_that_was_killed_goes_on_where_it_was(data: Path, port: int, tmp_path: Path) -> None:
    environ = {"POCH_DATA": str(data)}
    for words in (["migrate", "-v0"], ["shell", "-v0", "-c", BOTS_AT_PLAY]):
        assert run(POCH, "manage", *words, environ=environ).returncode == 0
    database = data / "poch.sqlite3"
    for life in range(2):
        before = deals(database)
        command: list[str | Path] = [POCH, "serve", "--port", str(port)]
        with running(*command, output=tmp_path / f"life {life}", environ=environ) as server:
            server.wait_for("Stop it with")
            until(lambda: deals(database) >= before + 10, lambda: server.said)  # noqa: B023
            server.stop(signal.SIGKILL)


def test_the_demo_plays_by_itself_and_starts_with_a_new_database_each_time(
    checkout: Path, port: int, tmp_path: Path
) -> None:
    database = checkout / "var" / "demo" / "poch.sqlite3"
    command: list[str | Path] = [checkout / "poch", "demo", "--port", str(port)]
    with running(*command, output=tmp_path / "first", environ={"DATABASE_URL": "nonsense"}) as demo:
        demo.wait_for(f"The demo is at  http://localhost:{port}/")
        assert status(f"http://localhost:{port}/") == 200
        until(lambda: deals(database) > 0)
        shown = standings_shown(database)
        until(lambda: standings_shown(database) > shown)
        assert demo.stop(signal.SIGINT) == 0
    with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection, connection:
        connection.execute("UPDATE tournaments_club SET name = 'Yesterday'")
    with running(*command, output=tmp_path / "second", environ={}) as demo:
        demo.wait_for("The demo is at")
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection:
            assert connection.execute("SELECT name FROM tournaments_club").fetchall() == [("Café Rochester",)]
