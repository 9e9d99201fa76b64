"""/healthz says whether this process can serve."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client

pytestmark = pytest.mark.django_db


def test_healthz_is_200_while_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "database": "ok"}
    assert "no-store" in answer["Cache-Control"]


def test_healthz_is_503_without_a_database_and_gives_no_reason(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("password authentication failed")):
        answer = client.get("/healthz")
    assert answer.status_code == 503
    assert "password" not in answer.content.decode()


def test_every_response_has_the_security_headers(client: Client) -> None:
    answer = client.get("/healthz")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]
