"""Bring docker/compose.yml up on this machine, work with it, break it, move its data, and take it down.

    python3 -m tests.compose

It needs a docker daemon with `docker compose`, and this checkout; no libraries. It has its own project,
volumes, images and ports, so it does not touch a service that runs on this machine.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from tests.compose.project import OWNER, ROOT, Failed, Project, say, tell
from tests.faults.checker import Finding, Rows, check, waiting
from tests.faults.client import TIMEOUT, Client
from tests.faults.evening import Evening
from tests.faults.journal import Journal, Record

LIMIT = 45 * 60
"""Seconds until the whole trial gives up."""
PATIENCE = 180.0
"""Seconds to wait for one effect."""
TABLES = 4
DEALS = 25
"""Deals that must be recorded before a restart and after it."""
IDLE = 30
"""Seconds in which the log of a service without work is read."""
MOST_IDLE_LINES = 2
"""Lines of all services together in these seconds."""
RESTARTED = ("web", "proxy", "worker", "messenger", "simulator", "beat", "redis", "postgres")
STRANGER = "12345"
"""A user that no file and no folder of the image belongs to."""


class SecureClient(Client):
    """A client of the proxy, by https."""

    tls: ssl.SSLContext

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPSConnection("localhost", self._port, timeout=TIMEOUT, context=self.tls)


class SecureEvening(Evening):
    """An evening whose clients use https."""

    tls: ssl.SSLContext

    def client(self, name: str, *, key: bool = True) -> Client:
        client = SecureClient(self._port, name, self._key if key else "", self.journal)
        client.tls = self.tls
        return client


def main() -> int:
    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise Failed(f"The trial has not ended after {LIMIT} seconds, or it was stopped.")

    signal.signal(signal.SIGALRM, give_up)
    signal.signal(signal.SIGTERM, give_up)
    signal.alarm(LIMIT)
    try:
        with tempfile.TemporaryDirectory() as folder:
            summary = trial(Path(folder))
    except Failed as failure:
        say(f"FAILED: {failure}")
        return 1
    say(f"PASSED: {summary}")
    return 0


def trial(folder: Path) -> str:
    """Do all steps. Return the summary. Raises Failed."""
    project = Project(folder)
    try:
        say(f"Build the images and start the services: {project.words}")
        project.up("--build")
        tell(f"images: {project.sizes()}")
        key = found_club(project)
        look_at_site(project)
        journal = Journal(folder / "journal")
        evening = SecureEvening(project.port, key, "kartenfreunde", journal, tables=TABLES, seed=1)
        evening.tls = project.trust()
        longest = restart_each(project, evening)
        verify(journal, project.rows, "on the server")
        look(evening)
        idle = count_idle_lines(project)
        move(project, evening, folder)
        journal.close()
        return (
            f"{evening.acknowledged} deals, {len(RESTARTED)} restarts, longest pause {longest:.1f} s, {idle}"
        )
    except Failed:
        project.show_logs()
        raise
    finally:
        say("Take everything down")
        project.remove()


# --- The main job


def found_club(project: Project) -> str:
    """Create the club by the documented command. Return a key of its owner."""
    say("Found a club and make a key")
    options = [f"--env={name}={value}" for name, value in OWNER.items()]
    project.compose("exec", "-T", *options, "web", "python", "manage.py", "found_club")
    scopes = [f"--scope={scope}" for scope in ("read", "results", "events")]
    words = ["python", "manage.py", "create_key", "--club=kartenfreunde", "--member=anna", *scopes]
    return project.compose("exec", "-T", "web", *words).strip()


def look_at_site(project: Project) -> None:
    """Read a few pages as a browser does, and ask the health checks."""
    say(f"Look at {project.origin} through the proxy")
    tls = project.trust()

    def ask(url: str) -> tuple[int, str, Any]:
        request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
        try:
            with urllib.request.urlopen(request, timeout=30, context=tls) as answer:
                return answer.status, answer.read().decode("latin-1"), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, "", error.headers

    for page in ("/", "/first-result/", "/api/v1/docs/", "/healthz"):
        status, _text, headers = ask(project.origin + page)
        expect(status == 200, f"{page} has the status {status}")
        expect("max-age" in headers.get("Strict-Transport-Security", ""), f"{page} has no HSTS")
    plain = urllib.request.urlopen(f"{project.origin}/sign-in/", timeout=30, context=tls)
    sheet = re.search(r'href="(/static/[^"]+\.css)"', plain.read().decode())
    expect(sheet is not None, "the page has no stylesheet")
    status, _text, headers = ask(project.origin + (sheet[1] if sheet else ""))
    expect(status == 200, f"the stylesheet has the status {status}")
    expect(headers["Content-Encoding"] == "gzip", "the stylesheet is not compressed")
    expect("immutable" in headers["Cache-Control"], "the stylesheet is not kept by browsers")
    expect(ask(f"{project.origin}/readyz")[0] == 404, "/readyz is open to the world")
    until(project.is_ready, lambda: f"/readyz is not 200: {project.readiness()}")


def restart_each(project: Project, evening: SecureEvening) -> float:
    """Restart the services in turn while clients work. Return the longest pause without a deal (seconds)."""
    say(f"Record deals at {TABLES} tables, and restart each service meanwhile")
    longest = 0.0
    with evening.running():
        progress(evening, DEALS)
        for name in RESTARTED:
            began, before = time.time(), evening.acknowledged
            project.compose("restart", name)
            took, meanwhile = time.time() - began, evening.acknowledged - before
            progress(evening, DEALS)
            pause = longest_pause(evening.journal.read(), began)
            longest = max(longest, pause)
            tell(
                f"{name}: {took:.1f} s, {meanwhile} deals meanwhile, the longest pause {pause:.1f} s, "
                f"{evening.acknowledged} deals in all"
            )
    expect(not evening.failures, "; ".join(evening.failures))
    say("Wait until all services are healthy again")
    until(lambda: not project.unhealthy(), lambda: f"not healthy: {project.unhealthy()}")
    until(project.is_ready, lambda: f"/readyz is not 200: {project.readiness()}")
    return longest


def progress(evening: Evening, deals: int) -> None:
    """Wait until this many further deals are acknowledged."""
    aim = evening.acknowledged + deals
    until(lambda: evening.acknowledged >= aim or bool(evening.failures), lambda: "nobody can record a deal")
    expect(not evening.failures, "; ".join(evening.failures))


def longest_pause(journal: list[Record], began: float) -> float:
    """Return the longest time between two acknowledged deals since this time, in seconds."""
    times = [
        record["at"]
        for record in journal
        if record["do"] == "answer" and record["op"].startswith("deal ") and record["status"] < 300
    ]
    times = [began, *(at for at in times if at > began)]
    return max((after - before for before, after in pairwise(times)), default=0.0)


def verify(journal: Journal, rows: Rows, where: str) -> None:
    """Wait until the workers have done everything. Then compare the database with the journal."""
    until(lambda: not waiting(rows), lambda: "\n".join(map(str, waiting(rows))))
    findings: list[Finding] = check(journal.read(), rows)
    expect(not findings, "\n".join(map(str, findings[:20])))
    tell(f"{where}: every acknowledged deal is there once, and every standing is counted")


def look(evening: SecureEvening) -> None:
    """Read all standings, as a viewer does."""
    viewer = evening.client("last viewer", key=False)
    for event in evening.events:
        evening.look(viewer, event, {})


def count_idle_lines(project: Project) -> str:
    say(f"Read the logs of {IDLE} seconds without work")
    time.sleep(5)  # the last tasks of the evening
    time.sleep(IDLE)
    lines = project.compose("logs", "--no-color", f"--since={IDLE}s").splitlines()
    for line in lines[:20]:
        tell(line)
    expect(len(lines) <= MOST_IDLE_LINES, f"{len(lines)} lines in {IDLE} seconds without work")
    return f"{len(lines)} log lines in {IDLE} idle seconds"


# --- The move, by the lines of docker/README.md


def move(project: Project, evening: SecureEvening, folder: Path) -> None:
    """Move the data to a laptop (`./poch`) and to a new server, and record a deal there."""
    say("Move the data from the server to a laptop")
    club, again = folder / "club.poch", folder / "again.poch"
    words = ("run", "--rm", "-T", "backup", "python", "manage.py")
    began = time.monotonic()
    club.write_bytes(project.raw(*words, "backup", "-"))
    made = time.monotonic() - began
    club.chmod(0o600)
    laptop = folder / "laptop"
    environ = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "POCH_DATA": str(laptop)}
    restored = poch("restore", str(club), environ=environ)
    tell(f"{club.stat().st_size / 1e6:.1f} MB, backup {made:.0f} s. {restored.strip()[:80]}")
    verify(evening.journal, rows_of(laptop / "poch.sqlite3"), "on the laptop")

    say("Move the data from the laptop to a new server")
    poch("backup", str(again), environ=environ)
    project.down()
    in_folder = ("run", "--rm", "-T", f"--volume={folder}:/from")
    refused = project.refused(
        *in_folder, f"--user={STRANGER}", "web", *words[4:], "restore", "/from/again.poch"
    )
    expect("has no right to read /from/again.poch" in refused, f"the refusal does not say why: {refused}")
    began = time.monotonic()
    project.raw(*words, "restore", "-", stdin=again.read_bytes())
    tell(f"restored in {time.monotonic() - began:.0f} s")
    project.up()
    verify(evening.journal, project.rows, "on the new server")
    evening.tls = project.trust()
    evening.enter_one()
    verify(evening.journal, project.rows, "after one more deal")
    project.compose("exec", "-T", "web", "python", "manage.py", "fsck", limit=600)
    by_stranger = ("run", "--rm", "-T", f"--user={STRANGER}", "web", *words[4:])
    third = project.raw(*by_stranger, "backup", "-")
    expect(third.startswith(b"PK"), "the backup of another user is no backup")


def poch(*words: str, environ: dict[str, str]) -> str:
    """Run ./poch as a person with a laptop does."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "poch"), *words],
        env=environ,
        capture_output=True,
        check=False,
        timeout=900,
    )
    expect(done.returncode == 0, f"./poch {' '.join(words)}: {done.stdout!r} {done.stderr!r}")
    return done.stdout.decode()


def rows_of(database: Path) -> Rows:
    """Return a function that reads this SQLite database."""

    def rows(sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return connection.execute(sql).fetchall()

    return rows


# --- Waiting


def expect(condition: bool, sentence: str) -> None:
    """Raise Failed with the sentence if the condition is false."""
    if not condition:
        raise Failed(sentence)


def until(is_true: Callable[[], bool], sentence: Callable[[], str]) -> None:
    """Wait until the condition is true. Raises Failed with the sentence if it takes too long."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        expect(time.monotonic() < end, sentence())
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
