"""Requests that another site or a tampering client makes a browser send."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.urls import reverse

from tests.builders import PASSWORD, make_user
from tests.rights import rows_of
from tests.web.test_rights import World, make_world, url_of

pytestmark = pytest.mark.django_db

HARMLESS = {"choose_language", "choose_pack"}
"""A cookie keeps what a reader sees. Kept pages, the same for all, have these forms, without a token."""

HERE, ELSEWHERE = "http://testserver", "https://evil.example"


@pytest.fixture
def world(collected_static: None, db: None) -> World:
    return make_world()


def test_no_form_acts_without_its_token_or_from_another_site(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    acted = []
    for row in rows_of("pages"):
        if row.method != "POST" or row.address in HARMLESS:
            continue
        caller = row.who_may()[-1] if row.who_may() else "owner"
        browser.cookies = world.browser(caller).cookies
        browser.cookies[settings.CSRF_COOKIE_NAME] = secret = _get_new_csrf_string()
        url, token = url_of(row, world.things), {"csrfmiddlewaretoken": secret}
        for data, origin in ((row.body, HERE), ({**(row.body or {}), **token}, ELSEWHERE)):
            answer = browser.post(url, data, headers={"Origin": origin})
            if answer.status_code != 403 or "403_csrf.html" not in {page.name for page in answer.templates}:
                acted.append((str(row), origin, answer.status_code))
    assert acted == []
    browser.cookies = world.browser("owner").cookies
    browser.cookies[settings.CSRF_COOKIE_NAME] = secret
    signed_out = browser.post(reverse("sign_out"), token, headers={"Origin": HERE})
    assert signed_out.status_code == 302, "the token is the right one"


def test_no_header_or_field_makes_a_request_another_method(world: World) -> None:
    owner = world.browser("owner")
    remove = reverse("remove_webhook", args=[world.things["webhook"]])
    for header in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        assert owner.get(f"{remove}?_method=POST", headers={header: "POST"}).status_code == 405
    assert owner.trace(remove).status_code == 405
    assert owner.trace(reverse("event", args=[world.things["event"]])).status_code == 405


@pytest.mark.parametrize(
    "target",
    [
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
    ],
)
def test_after_signing_in_and_out_a_browser_stays_on_this_site(target: str, client: Client) -> None:
    user = make_user()
    entering = {"username": user.username, "password": PASSWORD, "next": target}
    for answer in (
        client.post(reverse("sign_in"), entering),
        client.get(reverse("sign_in"), {"next": target}),
        client.post(reverse("sign_out"), {"next": target}),
    ):
        assert (answer.status_code, answer.headers["Location"]) == (302, reverse("home"))


def test_a_form_with_too_many_fields_or_too_long_a_body_is_refused(client: Client) -> None:
    fields = {f"field_{number}": "1" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert client.post(reverse("sign_in"), fields).status_code == 400
    long = {"username": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}
    body = "&".join(f"{name}={value}" for name, value in long.items())
    answer = client.post(reverse("sign_in"), body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413)
