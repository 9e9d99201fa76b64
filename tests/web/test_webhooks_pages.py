"""The owners' pages of webhooks: adding, the secret once, the log, a second try."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from django.test import Client, override_settings

from tests.builders import make_event, owner_of, work
from tests.tournaments.programs.following import secrets_of
from tests.tournaments.programs.receiver import answer, receiving
from tests.web.conftest import client_of, press, seen
from tournaments.models import Club, Webhook, WebhookDelivery
from tournaments.programs.webhooks import sending, webhooks

pytestmark = pytest.mark.django_db

ALL = ["round.published", "deal.recorded", "deal.corrected", "standing.changed", "event.finished"]


@pytest.fixture(autouse=True)
def here() -> Iterator[None]:
    """Receivers are on this machine."""
    with override_settings(WEBHOOK_HTTP=True):
        yield


@pytest.fixture
def browser(client: Client, club: Club) -> Client:
    """The club's owner's."""
    user = owner_of(club).user
    assert user is not None
    return client_of(user)


def a_webhook(club: Club, url: str) -> Webhook:
    return webhooks.add_webhook(club, owner_of(club), url)[0]


def secrets_in(html: str) -> list[str]:
    return re.findall(r"whsec_[\w+/=&#;]+", html)


def test_a_webhook_is_added_and_its_secret_shown_once(browser: Client, club: Club) -> None:
    assert "No webhooks" in seen(browser, "webhooks", club.slug)
    event = make_event(club, name="Sunday Poch")
    made = press(
        browser, "webhooks", club.slug, url="https://example.org/hook", types=ALL[:2], event=event.pk
    )
    webhook = Webhook.objects.get()
    assert secrets_in(made) == secrets_of(webhook)
    assert (webhook.event, webhook.types) == (event, ["round.published", "deal.recorded"])
    listed = seen(browser, "webhooks", club.slug)
    assert secrets_in(listed) == []
    assert "https://example.org/hook" in listed
    assert "Sunday Poch" in listed
    assert "Send a message when a round is published, a deal is recorded" in listed


def test_the_log_shows_the_response_status_and_not_its_body_or_why_there_was_none(
    browser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with receiving(answer(500, "X-Inner: secret"), answer(204)) as receiver:
        webhook = a_webhook(club, receiver.url)
        assert "No messages yet" in seen(browser, "webhook", webhook.pk)
        assert "A test message is being sent" in press(browser, "test_webhook", webhook.pk)
        work()
        failed = seen(browser, "webhook", webhook.pk)
        assert "answered 500" in failed
        assert "given up" in failed
        assert "webhook.test" in failed
        assert "X-Inner" not in failed
        message = WebhookDelivery.objects.get()
        again = press(browser, "redeliver", message.pk)
        assert "The message is being sent again" in again
        work()
        assert "answered 204" in seen(browser, "webhook", webhook.pk)
    monkeypatch.setattr(sending, "_lookup", Mock(side_effect=socket.gaierror(socket.EAI_NONAME, "unknown")))
    hostile = a_webhook(club, "https://hooks.example.test/?<script>alert(1)</script>")
    press(browser, "test_webhook", hostile.pk)
    work()
    shown = seen(browser, "webhook", hostile.pk)
    assert "the host is unknown" in shown
    assert "<script>alert" not in shown + seen(browser, "webhooks", club.slug)
