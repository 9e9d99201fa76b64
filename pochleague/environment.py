"""Read environment variables with their types. Only settings.py uses it.

An invalid value stops the start with an error that names the variable. It is never replaced by a default.
"""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"", "0", "false", "no", "off"}
_UTC = {"Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "UCT", "Universal", "Zulu"}
"""Other names of UTC."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def text(name: str, default: str = "") -> str:
    """Return the variable without surrounding blanks, or the default if it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return a boolean: 1/true/yes/on or 0/false/no/off."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in _TRUE:
        return True
    if value.strip().lower() in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def number(name: str, default: int, *, least: int = 0) -> int:
    """Return a whole number of at least `least`."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise ImproperlyConfigured(f"{name} must be a whole number of at least {least}, not {value!r}.")
    return int(value)


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    """Return one of the allowed values."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def time_zone(name: str) -> str:
    """Return the name of a time zone. Without the variable it is that of this machine."""
    value = text(name) or machine_time_zone()
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ImproperlyConfigured(
            f"{name} must be a time zone such as Europe/Berlin, not {value!r}."
        ) from error
    return value


def machine_time_zone(root: Path = Path("/")) -> str:
    """Return the name of the time zone of this machine; UTC if nothing names it.

    TZ comes first. Then /etc/localtime tells, a link to the file of the zone, and /etc/timezone.
    """
    said = os.environ.get("TZ", "").strip().lstrip(":")
    names = [said] if said else [os.path.realpath(root / "etc/localtime"), _first_line(root / "etc/timezone")]
    for name in names:
        # Such as /usr/share/zoneinfo/Europe/Berlin. A rule such as CET-1CEST names no place.
        zone = name.rpartition("zoneinfo/")[2].removeprefix("posix/")
        if zone in available_timezones():
            return "UTC" if zone in _UTC else zone
    return "UTC"


def _first_line(file: Path) -> str:
    try:
        return file.read_text().split("\n")[0].strip()
    except (OSError, UnicodeDecodeError):
        return ""


def redis(name: str) -> str:
    """Return the address of Redis, or nothing if the variable is unset or empty."""
    value = text(name)
    if value and (urlsplit(value).scheme not in {"redis", "rediss"} or not urlsplit(value).hostname):
        # Without the value, which can contain a password.
        raise ImproperlyConfigured(f"{name} must be an address such as redis://HOST/0 or rediss://HOST/0.")
    return value


def address(name: str) -> tuple[str, int] | None:
    """Return the host and the port of HOST:PORT; None if the variable is unset or empty."""
    value = text(name)
    if not value:
        return None
    host, _colon, port = value.rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ImproperlyConfigured(f"{name} must be HOST:PORT, such as 127.0.0.1:9100, not {value!r}.")
    return host.strip("[]"), int(port)


def mail_server(name: str) -> dict[str, Any] | None:
    """Return Django's settings for smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS; None if it is unset or empty.

    smtp:// goes over to TLS before it says the password, except on this machine; smtps:// begins with TLS.
    """
    value = text(name)
    if not value:
        return None
    try:
        parts = urlsplit(value)
        port, sender = parts.port, parse_qs(parts.query, strict_parsing=True).get("from", [""])[0]
    except ValueError:
        port, sender, parts = None, "", urlsplit("")
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname or "@" not in sender:
        # Without the value, which can contain a password.
        raise ImproperlyConfigured(
            f"{name} must be an address such as smtp://USER:PASSWORD@HOST:587?from=club@example.org."
        )
    at_once = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if at_once else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": at_once,
        "EMAIL_USE_TLS": not at_once and parts.hostname not in LOOPBACK,
        "DEFAULT_FROM_EMAIL": sender,
    }


def file_to_touch(name: str) -> Path | None:
    """Return a file that this user may write; None if the variable is unset or empty."""
    value = text(name)
    if not value:
        return None
    path = Path(value)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ImproperlyConfigured(f"{name} must be a file that this user may write, not {value!r}.")
    return path


def origins(name: str, default: str) -> list[str]:
    """Return origins (scheme://host[:port]), separated by commas. Links use the first one."""
    values = [part.strip().rstrip("/") for part in text(name, default).split(",") if part.strip()]
    for origin in values:
        parts = urlsplit(origin)
        if (
            parts.scheme not in {"http", "https"}
            or not parts.hostname
            or origin != f"{parts.scheme}://{parts.netloc}"
        ):
            raise ImproperlyConfigured(
                f"{name} must hold origins such as https://poch.example.org or http://192.168.1.20:8000, "
                f"not {origin!r}."
            )
    if not values:
        raise ImproperlyConfigured(
            f"{name} is empty. Give the address of the site, such as http://localhost:8000."
        )
    return values


def host(origin: str) -> str:
    """Return the host of an origin for ALLOWED_HOSTS (an IPv6 address in brackets)."""
    name = urlsplit(origin).hostname or ""
    return f"[{name}]" if ":" in name else name


def is_loopback(origin: str) -> bool:
    """Return whether only this machine can reach the origin."""
    return (urlsplit(origin).hostname or "") in LOOPBACK


def database(name: str, default_file: Path) -> dict[str, Any]:
    """Return Django's settings for a database URL: sqlite:///PATH, or postgresql:// as libpq reads it."""
    url = text(name)
    scheme = urlsplit(url).scheme if url else "sqlite"
    if scheme == "sqlite":
        path = Path(url.removeprefix("sqlite:///")) if url else default_file
        return sqlite(path)
    if scheme in {"postgres", "postgresql"}:
        return postgresql(name, url)
    # Without the value, which can contain a password.
    raise ImproperlyConfigured(f"{name} must begin with sqlite:/// or postgresql://.")


def sqlite(path: Path) -> dict[str, Any]:
    """Return settings for SQLite: a recorded deal survives a power cut, and writers wait for each other.

    IMMEDIATE takes the write lock when a transaction begins. `select_for_update` does nothing on SQLite, and
    without IMMEDIATE two transactions that read and then write fail with "database is locked".
    """
    return {
        "ENGINE": "pochleague.sqlite",
        "NAME": str(path),
        "CONN_MAX_AGE": 60,
        # pytest-django knows only Django's own engine, and would give each of its processes a file.
        "TEST": {"NAME": ":memory:"},
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                # Without it INSERT OR REPLACE removes rows without running their triggers.
                "PRAGMA recursive_triggers=ON; "
                "PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728;"
            ),
        },
    }


def postgresql(name: str, url: str) -> dict[str, Any]:
    """Return settings for PostgreSQL: timeouts for statements, locks and idle transactions."""
    try:
        parts = {key: str(value) for key, value in conninfo_to_dict(url).items() if value is not None}
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} is not a valid PostgreSQL address.") from error
    if not parts.get("dbname"):
        raise ImproperlyConfigured(f"{name} has no database name. It must end in /NAME.")
    limits = "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.pop("dbname"),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        # Seconds. A new connection has no cached plans: its first deal takes ten times as long as later ones.
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **parts,
            "options": f"{limits} {parts.get('options', '')}".strip(),
            # PostgreSQL keeps the plan of a statement that a connection has sent this often. Planning the
            # statements of a deal takes as long as running them.
            "server_side_binding": True,
            "prepare_threshold": 2,
        },
    }


def make_folder(path: Path) -> None:
    """Make a folder that only this user can read, if there is none. It must be possible to write there."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {path} cannot be made: {error.strerror}. Choose another one with POCH_DATA."
        ) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(
            f"This user may not write in {path}. Change its rights, or choose another folder with POCH_DATA."
        )


def secret(name: str, kept_in: Path | None) -> str:
    """Return the secret from the environment, or from a file that only its owner can read."""
    value = text(name)
    if value:
        if len(value) < 32:
            raise ImproperlyConfigured(f"{name} is too short. Give 50 random characters.")
        return value
    if kept_in is None:
        raise ImproperlyConfigured(
            f"{name} is not set. Give 50 random characters, the same for web, worker and beat."
        )
    make_folder(kept_in.parent)
    try:
        handle = os.open(kept_in, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _kept_secret(kept_in)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
    except OSError:
        kept_in.unlink()  # the disk is full; an empty file would be taken for a lost key
        raise
    return _kept_secret(kept_in)


def _kept_secret(path: Path) -> str:
    value = path.read_text().strip()
    if len(value) < 32:
        raise ImproperlyConfigured(
            f"{path} holds no secret key. Delete the file to get a new key. All users must sign in again."
        )
    return value
