"""Requests that another site or a tampering client makes a browser send."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.builders import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def test_after_signing_in_and_out_a_browser_stays_on_this_site(client: Client) -> None:
    targets = [
        "https://evil.example/",
        "//evil.example",
        "///evil.example",
        "\\\\evil.example",
        "/\\evil.example",
        "http:evil.example",
        "javascript:alert(1)",
        " //evil.example",
        "\t//evil.example",
        "https:///evil.example",
    ]
    user = make_user()
    for target in targets:
        entering = {"username": user.username, "password": PASSWORD, "next": target}
        for answer in (
            client.post(reverse("sign_in"), entering),
            client.get(reverse("sign_in"), {"next": target}),
            client.post(reverse("sign_out"), {"next": target}),
        ):
            assert (answer.status_code, answer.headers["Location"]) == (302, reverse("home")), target


def test_a_form_with_too_many_fields_or_too_long_a_body_is_refused(client: Client) -> None:
    fields = {f"field_{number}": "1" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert client.post(reverse("sign_in"), fields).status_code == 400
    long = {"username": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    body = "&".join(f"{name}={value}" for name, value in long.items())
    answer = client.post(reverse("sign_in"), body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413)
