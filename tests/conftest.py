"""What every test may lean on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import override_settings


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Argon2 is slow on purpose; a test that signs in forty people need not be."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def collected_static() -> None:
    """The static files as they are served in earnest: collected, with hashed names."""
    call_command("collectstatic", "--noinput", "--verbosity=0")


@pytest.fixture(autouse=True)
def static_for_pages(request: pytest.FixtureRequest) -> None:
    """Pages name their static files by hash, so tests that render pages need them collected."""
    if {"client", "live_server", "rf", "admin_client"} & set(request.fixturenames):
        request.getfixturevalue("collected_static")
