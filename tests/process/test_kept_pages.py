"""A person who is made anonymous leaves the kept pages of every process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.platform.processes import PYTHON, TIMEOUT, Running, succeed, until
from tests.process.web import Site, prepare

pytestmark = pytest.mark.process

FORGET = """
from tournaments.core.actors import COMMAND
from tournaments.models import Player
from tournaments.programs.privacy import anonymise_player
player = Player.objects.filter(public_name=NAME).get()
anonymise_player(player, COMMAND)
"""

ENOUGH = 20
"""Requests after which both processes have surely answered one."""


def check_forgetting(site: Site, serving: Callable[[], AbstractContextManager[Running]]) -> None:
    def pages() -> list[str]:
        """The page of the table, from new connections, so that each process answers some."""
        url = Request(f"http://127.0.0.1:{site.port}/tables/{site.table}/", headers={"Host": site.host})
        texts = []
        for _request in range(ENOUGH):
            with urlopen(url, timeout=TIMEOUT) as response:
                texts.append(response.read().decode())
        return texts

    with serving():
        before = pages()
        name = before[0].split('<th scope="row">')[1].split("<bdi>")[1].split("</bdi>")[0]
        shown = f"<bdi>{name}</bdi>"
        assert all(shown in page for page in before)
        script = FORGET.replace("NAME", repr(name))
        succeed(PYTHON, "manage.py", "shell", "--no-imports", environ=site.environ, stdin=script)
        until(lambda: not any(shown in page for page in pages()))
        assert not any(shown in page for page in pages())


def test_in_one_process_on_sqlite(tmp_path: Path) -> None:
    site = prepare("", tmp_path)
    check_forgetting(site, site.one_process)


@pytest.mark.nightly
def test_in_two_processes_on_postgresql(migrated_url: str, tmp_path: Path) -> None:
    site = prepare(migrated_url, tmp_path)
    site.environ["POCH_STATIC"] = str(tmp_path / "static")
    succeed(PYTHON, "manage.py", "collectstatic", "--noinput", "-v0", environ=site.environ)
    check_forgetting(site, lambda: site.server("--workers=2"))
