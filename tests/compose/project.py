"""The services of docker/compose.yml as a project of their own: other names, ports and volumes."""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
OWNER = {
    "POCH_CLUB_NAME": "Kartenfreunde",
    "POCH_OWNER_NAME": "anna",
    "POCH_OWNER_PASSWORD": "a long pass phrase",
}
NAME = "pochleague-trial"
IMAGES = [NAME, f"{NAME}-proxy"]
BUILD_LIMIT = 1800.0
START_LIMIT = 180.0
"""Seconds until all services must be healthy."""
RATES = {f"POCH_API_{rate}": "1000000" for rate in ("READS", "WRITES", "ADDRESS", "REPLAYS")}
"""The clients of a trial are faster than people."""
ROOT_CERTIFICATE = "/data/caddy/pki/authorities/local/root.crt"
"""Caddy makes the certificate of `localhost` itself and signs it with this one."""


BEGIN = time.monotonic()


def say(sentence: str) -> None:
    """Print a step of the trial, with the seconds since its start."""
    tell(sentence, f"[{time.monotonic() - BEGIN:4.0f} s] ")


def tell(sentence: str, before: str = " " * 9) -> None:
    """Print a detail of the step."""
    sys.stdout.write(f"{before}{sentence}\n")
    sys.stdout.flush()


class Failed(Exception):
    """The trial has failed. The text says why."""


def run(
    *command: str, check: bool = True, limit: float = 300.0, stdin: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end. Raises Failed with its output if it fails and `check` is set.

    limit: seconds.
    """
    try:
        done = subprocess.run(command, input=stdin or b"", capture_output=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{' '.join(command)} has not ended after {limit:.0f} seconds") from error
    if check and done.returncode:
        output = (done.stdout[-2000:] + done.stderr[-4000:]).decode(errors="replace")
        raise Failed(f"{' '.join(command)} has failed:\n{output}")
    return done


def docker(*words: str, check: bool = True, limit: float = 300.0) -> str:
    """Run a command of docker and return its standard output."""
    return run("docker", *words, check=check, limit=limit).stdout.decode().strip()


class Project:
    """A compose project in which only names, ports and rates differ from docker/compose.yml."""

    def __init__(self, folder: Path) -> None:
        self.port, self._web_port = two_free_ports()
        self.origin = f"https://localhost:{self.port}"
        self._file = folder / "compose.json"
        self._file.write_text(json.dumps(self._configuration(folder)))
        self.words = f"docker compose -p {NAME} -f {self._file}"

    def _configuration(self, folder: Path) -> dict[str, Any]:
        """Return docker/compose.yml as docker understands it, with the changes of the trial."""
        environ = folder / "env"
        environ.write_text(filled_in(self.origin, self._web_port))
        compose = ["compose", "-p", NAME, f"--env-file={environ}", "-f", str(ROOT / "docker" / "compose.yml")]
        configuration: dict[str, Any] = json.loads(docker(*compose, "config", "--format=json"))
        for service in configuration["services"].values():
            if "build" in service:
                # Not the images of a club that runs on this machine.
                service["image"] = service["image"].replace("pochleague", NAME)
                service["environment"] |= RATES
        # Caddy listens on the port of the address.
        configuration["services"]["proxy"]["ports"] = [
            {"target": self.port, "published": str(self.port), "host_ip": "127.0.0.1", "protocol": "tcp"}
        ]
        return configuration

    # --- Commands

    def raw(self, *words: str, stdin: bytes | None = None, limit: float = 300.0) -> bytes:
        """Run a command of docker compose. Return its standard output. Raises Failed."""
        return run(
            "docker", "compose", "-p", NAME, "-f", str(self._file), *words, stdin=stdin, limit=limit
        ).stdout

    def compose(self, *words: str, limit: float = 300.0) -> str:
        return self.raw(*words, limit=limit).decode()

    def refused(self, *words: str) -> str:
        """Run a command that must fail. Return what it says."""
        done = run("docker", "compose", "-p", NAME, "-f", str(self._file), *words, check=False)
        if not done.returncode:
            raise Failed(f"{' '.join(words)} was not refused")
        return done.stderr.decode()

    def up(self, *options: str) -> None:
        """Start all services and wait until they are healthy."""
        began = time.monotonic()
        self.compose("up", "-d", *options, limit=BUILD_LIMIT)
        started = time.monotonic()
        while late := self.unhealthy():
            if time.monotonic() > started + START_LIMIT:
                raise Failed(f"not healthy after {START_LIMIT:.0f} seconds: {late}")
            time.sleep(0.5)
        now = time.monotonic()
        tell(f"up took {started - began:.0f} s; all services are healthy {now - started:.0f} s later")

    def down(self) -> None:
        """End all services and delete their data."""
        self.compose("down", "--volumes", "--remove-orphans")

    def remove(self) -> None:
        """Leave nothing behind, images included."""
        self.down()
        # Compose builds an image for each service. Only the last one keeps the name.
        ours = f"label=com.docker.compose.project={NAME}"
        if images := docker("image", "ls", "--quiet", "--filter", ours).split():
            docker("image", "rm", "--force", *sorted(set(images)))

    def show_logs(self) -> None:
        words = ("logs", "--no-color", "--tail=40")
        done = run("docker", "compose", "-p", NAME, "-f", str(self._file), *words, check=False)
        tell(done.stdout.decode())

    # --- What it does

    def unhealthy(self) -> list[str]:
        """Return the services that do not run, or are not healthy."""
        ids = self.compose("ps", "--all", "--quiet").split()
        late = []
        for container in json.loads(docker("inspect", *ids)) if ids else []:
            name, state = container["Config"]["Labels"]["com.docker.compose.service"], container["State"]
            if state["Status"] == "exited" and name == "migrate" and state["ExitCode"] == 0:
                continue
            health = state.get("Health", {}).get("Status", "without a health check")
            if health != "healthy":
                late.append(f"{name}: {state['Status']}, {health}")
        return late if ids else ["everything"]

    def is_ready(self) -> bool:
        return self.readiness()[0] == 200

    def readiness(self) -> tuple[int, str]:
        """Ask /readyz at the port for a monitor."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._web_port}/readyz", headers={"Host": f"localhost:{self.port}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, ""
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError as error:
            return 0, str(error)

    def trust(self) -> ssl.SSLContext:
        """Return a context that trusts the certificate of the proxy, and no other."""
        return ssl.create_default_context(cadata=self.compose("exec", "-T", "proxy", "cat", ROOT_CERTIFICATE))

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT whose columns have different names."""
        as_json = f"SELECT coalesce(json_agg(q), '[]') FROM ({sql}) q"
        words = ["psql", "--username=pochleague", "--dbname=pochleague", "-Atc", as_json]
        found = json.loads(self.compose("exec", "-T", "postgres", *words))
        return [tuple(row.values()) for row in found]

    def sizes(self) -> str:
        """Return the sizes of the images that were built."""
        sizes = [int(docker("image", "inspect", "--format", "{{.Size}}", image)) for image in IMAGES]
        return ", ".join(f"{image} {size / 1e6:.0f} MB" for image, size in zip(IMAGES, sizes, strict=True))


def filled_in(origin: str, web_port: int) -> str:
    """Return .env.example, filled in as it says, with its own commands for the secrets."""
    text = (ROOT / "docker" / ".env.example").read_text()
    values = {"POCH_ORIGIN": origin, "POCH_PORT": str(web_port)}
    for command, name in re.findall(r"^#     (.+)\n([A-Z_]+)=$", text, re.MULTILINE):
        values[name] = run("sh", "-c", command).stdout.decode().strip()
    for name, value in values.items():
        text = re.sub(rf"(?m)^{name}=.*$", f"{name}={value}", text)
    return text


def two_free_ports() -> tuple[int, int]:
    """Return two different ports of this machine that are free at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]
