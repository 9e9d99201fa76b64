"""The commands, settings and variables in docker/compose.yml exist. Docker itself does not run here."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.house.settings_read import names_that_settings_read

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = (ROOT / "docker" / "compose.yml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
BUILT = {name: service for name, service in SERVICES.items() if "build" in service}
OURS = {name: service for name, service in BUILT.items() if service["build"]["target"] == "application"}
BIN = Path(sys.executable).parent


def test_there_is_a_service_for_each_process() -> None:
    assert set(SERVICES) == {
        "migrate",
        "proxy",
        "web",
        "worker",
        "messenger",
        "simulator",
        "beat",
        "postgres",
        "redis",
    }


@pytest.mark.parametrize("name", sorted(OURS))
def test_services_set_only_variables_that_the_settings_read(name: str) -> None:
    assert set(OURS[name]["environment"]) <= names_that_settings_read()


def test_every_queue_has_one_worker_and_webhooks_simulations_and_rehearsals_leave_standings_alone() -> None:
    taken = {
        name: set(word.removeprefix("--queues=").split(","))
        for name, service in OURS.items()
        for word in service["command"]
        if word.startswith("--queues=")
    }
    assert taken["messenger"] == {"webhooks"}
    assert taken["simulator"] == {"simulations", "rehearsals"}
    every = [queue for name in taken for queue in taken[name]]
    assert sorted(every) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)


def test_simulations_have_the_lowest_priority() -> None:
    assert SERVICES["simulator"]["cpu_shares"] < 1024  # the default of a service
    assert not any("cpu_shares" in service for name, service in SERVICES.items() if name != "simulator")
    # Without a number Celery starts one process for each core.
    assert not any("--concurrency" in word for word in SERVICES["simulator"]["command"])


def test_the_example_has_every_variable_of_compose() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    offered = set(re.findall(r"^([A-Z_]+)=", (ROOT / "docker" / ".env.example").read_text(), re.MULTILINE))
    assert used == offered


def test_every_dependency_of_a_service_exists() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)


def test_only_the_proxy_is_reachable_from_other_machines() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert ports["proxy"] == ["80:80", "443:443"]
    assert all(port.startswith("127.0.0.1:") for name in ports if name != "proxy" for port in ports[name])
    assert SERVICES["web"]["environment"]["POCH_PROXIES"] == "${POCH_PROXIES:-1}"
    assert "POCH_PROXIES=1" in (ROOT / "docker" / ".env.example").read_text()


def test_the_images_copy_only_files_that_exist() -> None:
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    for service in BUILT.values():
        assert (ROOT / "docker" / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        assert f" AS {service['build']['target']}\n" in dockerfile
    copied = re.findall(r"^COPY ([^-].*) \S+$", dockerfile, re.MULTILINE)
    paths = [path for line in copied for path in line.split()]
    assert all((ROOT / path).exists() for path in paths)
    # .dockerignore leaves out everything that it does not name.
    assert set(paths) <= set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE))


@pytest.mark.process
@pytest.mark.parametrize(
    ("name", "rehearsal"),
    [
        ("web", ["--check"]),
        ("worker", ["--help"]),
        ("messenger", ["--help"]),
        ("simulator", ["--help"]),
        ("beat", ["--help"]),
        ("migrate", ["--plan"]),
    ],
)
def test_the_command_of_a_service_accepts_its_options(
    name: str, rehearsal: list[str], postgres_url: str
) -> None:
    program, *options = OURS[name]["command"]
    environment = {"DATABASE_URL": postgres_url, "SECRET_KEY": "s" * 50, "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [BIN / program, *options, *rehearsal],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(OURS[name]['command'])}\n{done.stderr}"
