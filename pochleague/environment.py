"""Typed reading of the environment: every variable that the project reads is read through here, in settings.

A value that cannot be read stops the start with a sentence that names the variable: a setting with a typing
error is never replaced by a default.
"""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"", "0", "false", "no", "off"}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def text(name: str, default: str = "") -> str:
    """The variable without surrounding blanks; unset or empty gives the default."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """A yes or a no: 1/true/yes/on and 0/false/no/off."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in _TRUE:
        return True
    if value.strip().lower() in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is a switch: give 1 or 0, not {value!r}.")


def number(name: str, default: int, *, least: int = 0) -> int:
    """A whole number of at least `least`."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise ImproperlyConfigured(f"{name} is a whole number of at least {least}, not {value!r}.")
    return int(value)


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(allowed)}, not {value!r}.")
    return value


def origins(name: str, default: str) -> list[str]:
    """Origins (scheme://host[:port]) separated by commas; the first is the one that links name."""
    found = [part.strip().rstrip("/") for part in text(name, default).split(",") if part.strip()]
    for origin in found:
        parts = urlsplit(origin)
        if (
            parts.scheme not in {"http", "https"}
            or not parts.hostname
            or origin != f"{parts.scheme}://{parts.netloc}"
        ):
            raise ImproperlyConfigured(
                f"{name} holds origins such as https://poch.example.org or http://192.168.1.20:8000, "
                f"not {origin!r}."
            )
    if not found:
        raise ImproperlyConfigured(
            f"{name} holds no origin: say where the site is reached, as in http://localhost:8000."
        )
    return found


def host(origin: str) -> str:
    """The host of an origin, as Django's ALLOWED_HOSTS wants it (an IPv6 address in brackets)."""
    name = urlsplit(origin).hostname or ""
    return f"[{name}]" if ":" in name else name


def is_loopback(origin: str) -> bool:
    """Whether only this very machine can reach the origin."""
    return (urlsplit(origin).hostname or "") in LOOPBACK


def database(name: str, default_file: Path) -> dict[str, Any]:
    """Django's settings for the database of a URL: sqlite:///PATH, or postgresql:// as libpq reads it."""
    url = text(name)
    scheme = urlsplit(url).scheme if url else "sqlite"
    if scheme == "sqlite":
        path = Path(url.removeprefix("sqlite:///")) if url else default_file
        return sqlite(path)
    if scheme in {"postgres", "postgresql"}:
        return postgresql(name, url)
    raise ImproperlyConfigured(f"{name} is a sqlite:/// or a postgresql:// address, not one of {scheme}://.")


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite as a home for real data: an acknowledged deal survives a power cut, writers queue up.

    IMMEDIATE takes the write lock when a transaction begins: it is the only lock SQLite has
    (`select_for_update` does nothing there), and without it two transactions that read and then write end in
    "database is locked".
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                # Without it INSERT OR REPLACE would remove rows past the triggers that keep them.
                "PRAGMA recursive_triggers=ON; "
                "PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728;"
            ),
        },
    }


def postgresql(name: str, url: str) -> dict[str, Any]:
    """PostgreSQL, with limits so that no statement or forgotten transaction can hold up a club's evening."""
    try:
        parts = {key: str(value) for key, value in conninfo_to_dict(url).items() if value is not None}
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} cannot be read as a PostgreSQL address.") from error
    if not parts.get("dbname"):
        raise ImproperlyConfigured(f"{name} names no database: it ends in /NAME.")
    limits = "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
    return {
        "ENGINE": "pochleague.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        # Seconds. A new connection knows no plan: its first deal takes it ten times as long as the others.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **parts,
            "options": f"{limits} {parts.get('options', '')}".strip(),
            # The server takes values apart from statements, and keeps the plan of a statement that a
            # connection has sent so often: to plan those of a deal takes it as long as to do them.
            "server_side_binding": True,
            "prepare_threshold": 2,
        },
    }


def secret(name: str, kept_in: Path | None) -> str:
    """The secret from the environment, or else from a file made at first use for its owner alone to read."""
    value = text(name)
    if value:
        if len(value) < 32:
            raise ImproperlyConfigured(f"{name} is too short to be a secret: give 50 random characters.")
        return value
    if kept_in is None:
        raise ImproperlyConfigured(
            f"{name} is not set. Give 50 random characters, the same for web, worker and beat."
        )
    kept_in.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(kept_in, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _kept_secret(kept_in)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(48) + "\n")
    return _kept_secret(kept_in)


def _kept_secret(path: Path) -> str:
    value = path.read_text().strip()
    if len(value) < 32:
        raise ImproperlyConfigured(
            f"{path} holds no secret key: delete it and a new one is made (all sessions end)."
        )
    return value
