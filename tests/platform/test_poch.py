"""The script `poch`, run from a checkout."""

from __future__ import annotations

import re
import shutil
import signal
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.platform.processes import OWNER, ROOT, TIMEOUT, Running, row, run, running, serving, status, until
from tests.plugins.launch import free_port

pytestmark = pytest.mark.process

POCH = ROOT / "poch"
DEALS = "SELECT count(*) FROM tournaments_deal"
SHOWN = "SELECT coalesce(max(version), 0) FROM tournaments_standing"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that stands for a checkout. The data lies there."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    shutil.copy(POCH, folder)
    for name in ("manage.py", "pyproject.toml", "requirements.lock", "requirements-dev.lock", ".venv"):
        (folder / name).symlink_to(ROOT / name)
    return folder


class Served(NamedTuple):
    """A server that several tests share."""

    server: Running
    data: Path
    port: int


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data, port = tmp_path_factory.mktemp("served") / "data", free_port()
    with serving(data, port) as server:
        yield Served(server, data, port)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def port() -> int:
    return free_port()


def test_serve_founds_the_club_and_answers_requests(served: Served) -> None:
    assert f"The data is in {served.data}\nMaking the tables of the database.\n" in served.server.printed
    assert "The club Kartenfreunde is created. Its owner is anna." in served.server.printed
    assert f"http://localhost:{served.port}/" in served.server.printed
    assert status(f"http://localhost:{served.port}/healthz") == 200
    assert status(f"http://127.0.0.1:{served.port}/") == 200
    until(lambda: status(f"http://localhost:{served.port}/readyz") == 200)  # after the first sweep


def test_the_owner_can_sign_in(served: Served) -> None:
    """This uses real cookies, which forms need, and the real server."""
    site, jar = f"http://localhost:{served.port}", CookieJar()
    person = build_opener(HTTPCookieProcessor(jar))
    page = person.open(f"{site}/sign-in/", timeout=TIMEOUT).read().decode()
    [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page))
    words = {
        "csrfmiddlewaretoken": token,
        "username": OWNER["POCH_OWNER_NAME"],
        "password": OWNER["POCH_OWNER_PASSWORD"],
    }
    there = person.open(f"{site}/sign-in/", urlencode(words).encode(), timeout=TIMEOUT)
    assert there.status == 200
    assert person.open(f"{site}/clubs/kartenfreunde/keys/", timeout=TIMEOUT).geturl().endswith("/keys/")


def test_only_the_owner_of_the_process_can_read_the_secret_key(served: Served) -> None:
    assert stat.S_IMODE((served.data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(served.data.stat().st_mode) == 0o700


def test_serve_answers_only_its_own_host_names(served: Served) -> None:
    assert status(f"http://localhost:{served.port}/", host="evil.example") == 400


def test_a_second_server_with_the_same_data_is_refused(served: Served, port: int) -> None:
    done = run(POCH, "serve", "--port", str(port), environ={"POCH_DATA": str(served.data)})
    assert done.returncode == 1
    assert f"is in use by `serve` at http://localhost:{served.port}" in done.stderr


@pytest.mark.nightly
def test_a_port_in_use_gives_a_clear_error(served: Served, data: Path) -> None:
    done = run(POCH, "serve", "--port", str(served.port), environ={"POCH_DATA": str(data), **OWNER})
    assert done.returncode == 1
    assert f"Cannot use port {served.port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.nightly
def test_serve_without_a_club_or_a_terminal_names_the_variables_to_set(data: Path) -> None:
    done = run(POCH, "serve", "--port", str(free_port()), environ={"POCH_DATA": str(data)})
    assert done.returncode == 1
    assert "POCH_CLUB_NAME, POCH_OWNER_NAME and POCH_OWNER_PASSWORD" in done.stderr


def test_the_demo_plays_by_itself_and_starts_with_a_new_database_each_time(
    checkout: Path, port: int, tmp_path: Path
) -> None:
    database = checkout / "var" / "demo" / "poch.sqlite3"
    command: list[str | Path] = [checkout / "poch", "demo", "--port", str(port)]
    with running(*command, output=tmp_path / "first", environ={"DATABASE_URL": "nonsense"}) as demo:
        demo.wait_for(f"The demo is at  http://localhost:{port}/")
        assert status(f"http://localhost:{port}/") == 200
        until(lambda: row(database, DEALS) > (0,))
        shown = row(database, SHOWN)
        until(lambda: row(database, SHOWN) > shown)
        assert demo.stop(signal.SIGINT) == 0
    with closing(sqlite3.connect(database, timeout=TIMEOUT)) as connection, connection:
        connection.execute("UPDATE tournaments_club SET name = 'Yesterday'")
    with running(*command, output=tmp_path / "second", environ={}) as demo:
        demo.wait_for("The demo is at")
        assert row(database, "SELECT name, count(*) FROM tournaments_club") == ("Café Rochester", 1)
