"""A form that arrives twice at the same moment, as after a double click without scripts."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_member, running_event
from tests.race.together import at_once, meet
from tests.web.conftest import client_of
from tournaments.core.pages import common
from tournaments.models import Adjustment, Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def event(collected_static: None) -> Event:
    return running_event(4)


def send_twice_at_once(event: Event, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Send one penalty twice. Both requests look for a stored response at the same moment.

    Return where the responses lead, or their status.
    """
    entry = event.entries.order_by("number")[0]
    fields = {"entry": entry.pk, "chips": -5, "played_round": "", "reason": "late", "once": "the form"}
    browser = client_of(make_member(event.club).user)
    meet(monkeypatch, common, "find_response")

    def send() -> str:
        same = Client()
        same.cookies = browser.cookies
        answer = same.post(reverse("adjustments", args=[event.ref]), fields)
        return answer.headers.get("Location", str(answer.status_code))

    return at_once(send, send)


def test_both_responses_lead_on_and_the_penalty_counts_once(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = reverse("adjustments", args=[event.ref])
    assert send_twice_at_once(event, monkeypatch) == [page, page]
    assert Adjustment.objects.filter(event=event).count() == 1
