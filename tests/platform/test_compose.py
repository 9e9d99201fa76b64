"""The commands, settings and variables in docker/compose.yml exist, and docker sees the files that it copies.

Docker itself does not run here. `python3 -m tests.compose` runs it.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from tests.house.settings_read import names_that_settings_read
from tests.platform.processes import PYTHON, ROOT, succeed

COMPOSE = (ROOT / "docker" / "compose.yml").read_text()
WHOLE: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)
SERVICES: dict[str, dict[str, Any]] = WHOLE["services"]
BUILT = {name: service for name, service in SERVICES.items() if "build" in service}
OURS = {name: service for name, service in BUILT.items() if service["build"]["target"] == "application"}


@pytest.mark.parametrize("name", sorted(OURS))
def test_services_set_only_variables_that_the_settings_read(name: str) -> None:
    assert set(OURS[name]["environment"]) <= {*names_that_settings_read(), "TMPDIR"}


def test_every_queue_has_one_worker_and_webhooks_and_background_work_leave_standings_alone() -> None:
    taken = {
        name: set(word.removeprefix("--queues=").split(","))
        for name, service in OURS.items()
        for word in service["command"]
        if word.startswith("--queues=")
    }
    assert taken["messenger"] == {"webhooks"}
    assert taken["simulator"] == {"simulations", "background"}
    every = [queue for name in taken for queue in taken[name]]
    assert sorted(every) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)


def test_the_example_has_every_variable_of_compose() -> None:
    used = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    offered = set(re.findall(r"^([A-Z_]+)=", (ROOT / "docker" / ".env.example").read_text(), re.MULTILINE))
    assert used == offered


def test_only_the_proxy_is_reachable_from_other_machines() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert ports["proxy"] == ["80:80", "443:443"]
    assert all(port.startswith("127.0.0.1:") for name in ports if name != "proxy" for port in ports[name])
    assert SERVICES["web"]["environment"]["POCH_PROXIES"] == "${POCH_PROXIES:-1}"
    assert "POCH_PROXIES=1" in (ROOT / "docker" / ".env.example").read_text()


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_a_service_has_few_rights_a_health_check_and_a_limited_log(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert ("healthcheck" in service) is (name != "migrate")
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}
    # The proxy listens on port 80. The image of the database begins as root.
    needed = {
        "proxy": {"NET_BIND_SERVICE"},
        "postgres": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"},
    }
    assert set(service.get("cap_add", [])) == needed.get(name, set())


def test_the_proxy_does_not_reach_redis_and_redis_asks_for_a_password() -> None:
    networks = {name: set(service["networks"]) for name, service in SERVICES.items()}
    assert not networks["proxy"] & networks["redis"]
    assert networks["redis"] == networks["postgres"] == {"inside"}
    assert WHOLE["networks"]["inside"] == {"internal": True}
    with_a_way_out = {name for name in networks if networks[name] - {"inside"}}
    assert with_a_way_out == {"proxy", "web", "messenger"}
    assert "--requirepass" in SERVICES["redis"]["command"]
    assert all(":${REDIS_PASSWORD:?" in service["environment"]["REDIS_URL"] for service in OURS.values())


def test_docker_sees_what_the_images_copy() -> None:
    dockerfile = (ROOT / "docker" / "Dockerfile").read_text()
    copied = re.findall(r"^COPY ((?!--from).*) \S+$", dockerfile, re.MULTILINE)
    seen = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert {path for line in copied for path in line.split()} == seen


def test_the_health_check_of_a_worker_looks_at_the_age_of_its_file(tmp_path: Path) -> None:
    kind, command = SERVICES["worker"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    file = SERVICES["worker"]["environment"]["POCH_HEARTBEAT"]
    here = tmp_path / "heartbeat"
    assert file in command

    def is_healthy() -> bool:
        # compose reads $$ as $.
        words = ["sh", "-c", command.replace("$$", "$").replace(file, str(here))]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0

    assert not is_healthy()
    here.touch()
    assert is_healthy()
    os.utime(here, (time.time() - 60,) * 2)
    assert not is_healthy()


@pytest.mark.parametrize(
    ("variable", "least"), [("SECRET_KEY", 50), ("POSTGRES_PASSWORD", 20), ("REDIS_PASSWORD", 20)]
)
def test_the_example_says_how_to_make_its_secrets(variable: str, least: int) -> None:
    example = (ROOT / "docker" / ".env.example").read_text()
    command = re.search(rf"^#     (.+)\n{variable}=$", example, re.MULTILINE)
    assert command is not None
    made = subprocess.run(["sh", "-c", command[1]], capture_output=True, text=True, check=True).stdout.strip()
    # Neither compose nor an address gives a letter or a digit another meaning.
    assert re.fullmatch(rf"[a-z0-9]{{{least},}}", made)
    # Django's own check of a secret key.
    assert len(set(made)) >= 5


@pytest.mark.process
@pytest.mark.nightly
@pytest.mark.parametrize("name", sorted(OURS))
def test_the_command_of_a_service_accepts_its_options(name: str, postgres_url: str) -> None:
    program, *options = OURS[name]["command"]
    rehearsal = {"web": "--check", "migrate": "--plan"}.get(name, "--help")
    environ = {"DATABASE_URL": postgres_url, "SECRET_KEY": "s" * 50}
    succeed(PYTHON.parent / program, *options, rehearsal, environ=environ)
