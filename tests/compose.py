"""Bring docker/compose.yml up on this machine, work with it, restart it, move its data, and take it down.

    python3 -m tests.compose

It needs a docker daemon with `docker compose`, and this checkout; no libraries. It has its own project,
volumes, images and ports, so it does not touch a service that runs on this machine.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.faults.checker import check, waiting
from tests.faults.client import TIMEOUT, Client
from tests.faults.evening import Evening
from tests.faults.journal import Journal

ROOT = Path(__file__).resolve().parents[1]
NAME = "pochleague-trial"
PATIENCE = 180.0
"""Seconds to wait for one effect."""
DEALS = 25
"""Deals that must be recorded before a restart and after it."""
RESTARTED = ("web", "proxy", "worker", "messenger", "simulator", "beat", "redis", "postgres")
OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}
RATES = {f"POCH_API_{rate}": "1000000" for rate in ("READS", "WRITES", "ADDRESS", "REPLAYS")}
"""The clients of a trial are faster than people."""
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"
"""Caddy makes the certificate of `localhost` itself and signs it with this one."""


class Failed(Exception):
    """The trial has failed. The text says why."""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        try:
            trial(project, Path(folder))
        except Failed as failure:
            say(project.compose("logs", "--no-color", "--tail=40"))
            say(f"FAILED: {failure}")
            return 1
        finally:
            project.remove()
    say("PASSED")
    return 0


def trial(project: Project, folder: Path) -> None:
    """Do all steps. Raises Failed."""
    say("Build the images and start the services")
    project.up("--build")
    say("Found a club and make a key")
    options = [f"--env={name}={value}" for name, value in OWNER.items()]
    project.compose("exec", "-T", *options, "web", "python", "manage.py", "found_club")
    scopes = [f"--scope={scope}" for scope in ("read", "results", "events")]
    words = ["python", "manage.py", "create_key", "--club=kartenfreunde", "--member=anna", *scopes]
    key = project.compose("exec", "-T", "web", *words).strip()
    look_at_site(project)

    journal = Journal(folder / "journal")
    evening = SecureEvening(project.port, key, "kartenfreunde", journal, tables=4, seed=1)
    evening.tls = project.trust()
    with evening.running():
        for name in RESTARTED:
            say(f"Record deals, and restart {name} meanwhile")
            progress(evening)
            project.compose("restart", name)
        progress(evening)
    expect(not evening.failures, "; ".join(evening.failures))
    verify(project, journal)

    say("Move the data to a new server, by the lines of docker/README.md")
    command = ("run", "--rm", "-T", "backup", "python", "manage.py")
    backup = project.raw(*command, "backup", "-")
    project.compose("down", "--volumes", "--remove-orphans")
    project.raw(*command, "restore", "-", stdin=backup)
    project.up()
    verify(project, journal)
    evening.tls = project.trust()
    evening.enter_one()
    verify(project, journal)
    project.compose("exec", "-T", "web", "python", "manage.py", "fsck")
    journal.close()


def look_at_site(project: Project) -> None:
    """Read a few pages as a browser does, and ask the health checks."""
    say(f"Look at {project.origin} through the proxy")
    tls = project.trust()

    def ask(path: str) -> tuple[int, bytes, Any]:
        request = urllib.request.Request(project.origin + path, headers={"Accept-Encoding": "gzip"})
        try:
            with urllib.request.urlopen(request, timeout=30, context=tls) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, b"", error.headers

    for page in ("/", "/first-result/", "/api/v1/docs/", "/healthz"):
        status, _text, headers = ask(page)
        expect(status == 200, f"{page} has the status {status}")
        expect("max-age" in headers.get("Strict-Transport-Security", ""), f"{page} has no HSTS")
    with urllib.request.urlopen(f"{project.origin}/sign-in/", timeout=30, context=tls) as plain:
        sheet = re.search(r'href="(/static/[^"]+\.css)"', plain.read().decode())
    status, _text, headers = ask(sheet[1] if sheet else "/no/stylesheet")
    expect(status == 200, f"the stylesheet has the status {status}")
    expect(headers["Content-Encoding"] == "gzip", "the stylesheet is not compressed")
    expect("immutable" in headers["Cache-Control"], "the stylesheet is not kept by browsers")
    expect(ask("/readyz")[0] == 404, "/readyz is open to the world")


def progress(evening: Evening) -> None:
    """Wait until some further deals are acknowledged."""
    aim = evening.acknowledged + DEALS
    until(lambda: evening.acknowledged >= aim or bool(evening.failures), lambda: "nobody can record a deal")


def verify(project: Project, journal: Journal) -> None:
    """Wait until the workers have done everything. Then compare the database with the journal."""
    until(lambda: not project.unhealthy(), lambda: f"not healthy: {project.unhealthy()}")
    until(lambda: project.readiness() == 200, lambda: f"/readyz is {project.readiness()}")
    until(lambda: not waiting(project.rows), lambda: "\n".join(map(str, waiting(project.rows))))
    findings = check(journal.read(), project.rows)
    expect(not findings, "\n".join(map(str, findings[:20])))


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


class Project:
    """A compose project in which only names, ports and rates differ from docker/compose.yml."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
            self.port, self._web_port = one.getsockname()[1], other.getsockname()[1]
        self.origin = f"https://localhost:{self.port}"
        environ = folder / "env"
        environ.write_text(self._filled_in())
        yml = str(ROOT / "docker" / "compose.yml")
        words = ("compose", "-p", NAME, f"--env-file={environ}", "-f", yml, "config", "--format=json")
        configuration: dict[str, Any] = json.loads(run("docker", *words))
        for service in configuration["services"].values():
            if "build" in service:
                # Not the images of a club that runs on this machine.
                service["image"] = service["image"].replace("pochleague", NAME)
                service["environment"] |= RATES
        # Caddy listens on the port of the address.
        configuration["services"]["proxy"]["ports"] = [
            {"target": self.port, "published": str(self.port), "host_ip": "127.0.0.1", "protocol": "tcp"}
        ]
        self._file = folder / "compose.json"
        self._file.write_text(json.dumps(configuration))

    def _filled_in(self) -> str:
        """Return .env.example, filled in as it says, with its own commands for the secrets."""
        text = (ROOT / "docker" / ".env.example").read_text()
        values = {"POCH_ORIGIN": self.origin, "POCH_PORT": str(self._web_port)}
        for command, name in re.findall(r"^#     (.+)\n([A-Z_]+)=$", text, re.MULTILINE):
            values[name] = run("sh", "-c", command).decode().strip()
        for name, value in values.items():
            text = re.sub(rf"(?m)^{name}=.*$", f"{name}={value}", text)
        return text

    def raw(self, *words: str, stdin: bytes = b"") -> bytes:
        """Run a command of docker compose. Return its standard output. Raises Failed."""
        return run("docker", "compose", "-p", NAME, "-f", str(self._file), *words, stdin=stdin)

    def compose(self, *words: str) -> str:
        return self.raw(*words).decode()

    def up(self, *options: str) -> None:
        """Start all services and wait until they are healthy."""
        self.compose("up", "-d", *options)
        until(lambda: not self.unhealthy(), lambda: f"not healthy: {self.unhealthy()}")

    def remove(self) -> None:
        """End all services. Leave nothing behind, images included."""
        self.compose("down", "--volumes", "--remove-orphans")
        ours = f"label=com.docker.compose.project={NAME}"
        if images := run("docker", "image", "ls", "--quiet", "--filter", ours).decode().split():
            run("docker", "image", "rm", "--force", *sorted(set(images)))

    def unhealthy(self) -> list[str]:
        """Return the services that do not run, or are not healthy."""
        ids = self.compose("ps", "--all", "--quiet").split()
        late = []
        for container in json.loads(run("docker", "inspect", *ids)) if ids else []:
            name, state = container["Config"]["Labels"]["com.docker.compose.service"], container["State"]
            if state["Status"] == "exited" and name == "migrate" and state["ExitCode"] == 0:
                continue
            health = state.get("Health", {}).get("Status", "without a health check")
            if health != "healthy":
                late.append(f"{name}: {state['Status']}, {health}")
        return late if ids else ["everything"]

    def readiness(self) -> int:
        """Return the status of /readyz at the port for a monitor."""
        address = f"http://127.0.0.1:{self._web_port}/readyz"
        request = urllib.request.Request(address, headers={"Host": f"localhost:{self.port}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def trust(self) -> ssl.SSLContext:
        """Return a context that trusts the certificate of the proxy, and no other."""
        return ssl.create_default_context(cadata=self.compose("exec", "-T", "proxy", "cat", ROOT_CERTIFICATE))

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT whose columns have different names."""
        as_json = f"SELECT coalesce(json_agg(q), '[]') FROM ({sql}) q"
        words = ["psql", "--username=pochleague", "--dbname=pochleague", "-Atc", as_json]
        return [tuple(row.values()) for row in json.loads(self.compose("exec", "-T", "postgres", *words))]


def run(*command: str, stdin: bytes = b"") -> bytes:
    """Run a program to its end. Return its standard output. Raises Failed with its output if it fails."""
    done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=1800)
    if done.returncode:
        output = (done.stdout[-2000:] + done.stderr[-4000:]).decode(errors="replace")
        raise Failed(f"{' '.join(command)} has failed:\n{output}")
    return done.stdout


def say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def expect(condition: bool, sentence: str) -> None:
    """Raise Failed with the sentence if the condition is false."""
    if not condition:
        raise Failed(sentence)


def until(is_true: Callable[[], bool], sentence: Callable[[], str]) -> None:
    """Wait until the condition is true. Raises Failed with the sentence if it takes too long."""
    end = time.monotonic() + PATIENCE
    while not is_true():
        expect(time.monotonic() < end, sentence())
        time.sleep(0.5)


if __name__ == "__main__":
    sys.exit(main())
