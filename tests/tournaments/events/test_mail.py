"""Mail through a real connection, as POCH_EMAIL_URL sets it: announcements and answers to sign-ups."""

from __future__ import annotations

from collections.abc import Iterator
from smtplib import SMTPConnectError

import pytest
from django.test import override_settings

from pochleague.environment import mail_server
from tests.builders import make_member, owner_of, running_event, work
from tests.tournaments.events.post_office import PostOffice, post_office
from tournaments.events.verbs.announcements import announce
from tournaments.models import Event, OutboxTask

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """A mail server, and settings as an installation has them."""
    with post_office() as office:
        monkeypatch.setenv("POCH_EMAIL_URL", f"smtp://127.0.0.1:{office.port}?from=club@example.org")
        with override_settings(SENDS_MAIL=True, EMAIL_TIMEOUT=10, **(mail_server("POCH_EMAIL_URL") or {})):
            yield office


def event_with(*addresses: str) -> Event:
    """An event whose first players have accounts with these addresses."""
    event = running_event(4)
    for entry, address in zip(event.entries.order_by("number"), addresses, strict=False):
        user = make_member(event.club, "scorer").user
        user.email = address
        user.save()
        entry.player.user = user
        entry.player.save()
    return event


def test_an_announcement_reaches_each_person_in_one_connection(office: PostOffice) -> None:
    event = event_with("anna@example.org", "ben@example.org")
    announce(event, owner_of(event.club), "Zehn Minuten später.\n. Bitte warten", by_mail=True)
    work()
    assert [letter.to for letter in office.letters] == [["anna@example.org"], ["ben@example.org"]]
    letter = office.letters[0]
    assert (letter.sender, letter.message["From"]) == ("club@example.org", "club@example.org")
    assert letter.message["Subject"] == f"{event.name}: an announcement"
    assert letter.message.get_content().splitlines()[:2] == ["Zehn Minuten später.", ". Bitte warten"]
    assert office.connections == 1


def test_a_refused_recipient_keeps_the_letter_from_nobody_else(
    office: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    office.refuses.add("anna@example.org")
    event = event_with("anna@example.org", "ben@example.org")
    announce(event, owner_of(event.club), "Soup is ready.", by_mail=True)
    work()
    assert [letter.to for letter in office.letters] == [["ben@example.org"]]
    assert "refused a recipient" in caplog.text
    assert "anna@example.org" not in caplog.text


def test_a_server_that_is_down_gets_the_letters_when_it_is_back(office: PostOffice) -> None:
    office.is_down = True
    event = event_with("anna@example.org")
    announce(event, owner_of(event.club), "Soup is ready.", by_mail=True)
    with pytest.raises(SMTPConnectError):
        work()
    row = OutboxTask.objects.get(task="announcements.mail")
    assert row.done_at is None
    office.is_down = False
    work()
    assert [letter.to for letter in office.letters] == [["anna@example.org"]]
