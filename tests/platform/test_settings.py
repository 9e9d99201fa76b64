"""Settings: unsafe values stop the start, risky values warn, and others follow from the origin."""

from __future__ import annotations

import os
import runpy
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory, override_settings

from pochleague.checks import plain_http_beyond_this_machine
from tournaments.core.requests import client_address

ROOT = Path(__file__).resolve().parents[2]


class Environment:
    """An environment for one test, and the settings that it gives."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
        for name in [
            name for name in os.environ if name.startswith(("POCH_", "DATABASE_", "REDIS_", "SECRET_"))
        ]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("POCH_DATA", str(data))
        self.monkeypatch = monkeypatch

    def settings(self, **environ: str) -> dict[str, Any]:
        for name, value in environ.items():
            self.monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "pochleague" / "settings.py"))


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Environment:
    return Environment(monkeypatch, tmp_path / "data")


SECRET = "s" * 50
POSTGRES = "postgresql://anna:p%40ss@db.example:5433/club?sslmode=require"


HTTPS = {"POCH_ORIGIN": "https://poch.example.org"}


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        (
            {},
            {"ON_SQLITE": True, "ALLOWED_HOSTS": ["localhost", "127.0.0.1"], "DEBUG": False, "PROXIES": 0},
        ),
        (
            HTTPS,
            {
                "SESSION_COOKIE_NAME": "__Host-session",
                "CSRF_COOKIE_NAME": "__Host-csrftoken",
                "SESSION_COOKIE_SECURE": True,
                "CSRF_COOKIE_SECURE": True,
                "SECURE_SSL_REDIRECT": True,
                "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
                "SECURE_HSTS_INCLUDE_SUBDOMAINS": False,
                "SECURE_HSTS_PRELOAD": False,
                "ALLOWED_HOSTS": ["poch.example.org"],
                "PROXIES": 1,
            },
        ),
        (
            HTTPS | {"POCH_HSTS": "subdomains"},
            {"SECURE_HSTS_INCLUDE_SUBDOMAINS": True, "SECURE_HSTS_PRELOAD": False},
        ),
        (
            HTTPS | {"POCH_HSTS": "preload"},
            {"SECURE_HSTS_INCLUDE_SUBDOMAINS": True, "SECURE_HSTS_PRELOAD": True},
        ),
        ({"POCH_METRICS": ""}, {"METRICS": None}),
        ({"POCH_METRICS": "127.0.0.1:9100"}, {"METRICS": ("127.0.0.1", 9100)}),
        ({"POCH_METRICS": "[::1]:9100"}, {"METRICS": ("::1", 9100)}),
    ],
)
def test_settings_follow_from_the_environment(
    environment: Environment, environ: dict[str, str], expected: dict[str, Any]
) -> None:
    settings = environment.settings(**environ)
    assert {name: settings[name] for name in expected} == expected


def test_sqlite_is_durable_and_pages_run_no_inline_scripts(environment: Environment) -> None:
    settings = environment.settings()
    options = settings["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]
    assert "journal_mode=WAL" in options["init_command"]
    policy = settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]


def test_a_secret_key_is_made_once_and_only_its_owner_can_read_it(
    environment: Environment, tmp_path: Path
) -> None:
    made = environment.settings()["SECRET_KEY"]
    assert len(made) >= 50
    assert environment.settings()["SECRET_KEY"] == made
    assert stat.S_IMODE((tmp_path / "data" / "secret_key").stat().st_mode) == 0o600


def test_an_address_of_postgresql_has_the_format_of_libpq(environment: Environment) -> None:
    database = environment.settings(DATABASE_URL=POSTGRES, SECRET_KEY=SECRET)["DATABASES"]["default"]
    assert {name: database[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")} == {
        "NAME": "club",
        "USER": "anna",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
    }
    assert database["OPTIONS"]["sslmode"] == "require"
    assert "lock_timeout" in database["OPTIONS"]["options"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("POCH_ORIGIN", "poch.example.org", "must hold origins"),
        ("POCH_ORIGIN", "https://poch.example.org/club", "must hold origins"),
        ("POCH_ORIGIN", "http://192.168.1.20:8000", "POCH_PLAIN_HTTP=1"),
        ("POCH_ORIGIN", "https://poch.example.org,http://other.example.org", "mixes http and https"),
        ("POCH_PLAIN_HTTP", "perhaps", "must be 1 or 0"),
        ("POCH_PROXIES", "-1", "whole number"),
        ("POCH_LANGUAGE", "la", "one of en"),
        ("POCH_LOG_LEVEL", "LOUD", "one of DEBUG"),
        ("POCH_METRICS", "9100", "must be HOST:PORT"),
        ("POCH_METRICS", "localhost:http", "must be HOST:PORT"),
        ("POCH_METRICS", "localhost:65536", "must be HOST:PORT"),
        ("SECRET_KEY", "secret", "too short"),
        ("DATABASE_URL", POSTGRES, "SECRET_KEY is not set"),
        ("DATABASE_URL", "mysql://localhost/club", "sqlite:/// or postgresql://"),
        ("DATABASE_URL", "postgresql://localhost", "has no database name"),
        ("DATABASE_URL", "postgresql://localhost/club?nonsense=1", "is not a valid PostgreSQL address"),
    ],
)
def test_an_invalid_setting_stops_the_start(
    environment: Environment, name: str, value: str, sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=sentence):
        environment.settings(**{name: value})


def test_debug_is_allowed_only_on_this_machine(environment: Environment) -> None:
    assert environment.settings(POCH_DEBUG="1")["DEBUG"]
    with pytest.raises(ImproperlyConfigured, match="POCH_DEBUG"):
        environment.settings(POCH_ORIGIN="https://poch.example.org")


def test_webhooks_may_use_this_machine_only_if_the_site_does(
    environment: Environment,
) -> None:
    assert not environment.settings()["WEBHOOK_HTTP"]
    assert environment.settings(POCH_WEBHOOK_HTTP="1")["WEBHOOK_HTTP"]
    with pytest.raises(ImproperlyConfigured, match="POCH_WEBHOOK_HTTP"):
        environment.settings(POCH_ORIGIN="https://poch.example.org", POCH_WEBHOOK_HTTP="1")


def test_plain_http_in_the_network_of_a_club_warns(environment: Environment) -> None:
    settings = environment.settings(POCH_ORIGIN="http://192.168.1.20:8000", POCH_PLAIN_HTTP="1")
    assert not settings["SESSION_COOKIE_SECURE"]
    assert settings["ALLOWED_HOSTS"] == ["192.168.1.20"]
    with override_settings(HTTPS=settings["HTTPS"], PLAIN_HTTP=settings["PLAIN_HTTP"]):
        assert [warning.id for warning in plain_http_beyond_this_machine()] == ["pochleague.W001"]


@pytest.mark.parametrize(
    ("proxies", "forwarded", "believed"),
    [
        (0, "6.6.6.6", "10.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        (2, "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "", "10.0.0.1"),
    ],
)
def test_only_the_configured_number_of_proxies_is_trusted(
    proxies: int, forwarded: str, believed: str
) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
    with override_settings(PROXIES=proxies):
        assert client_address(request) == believed
