"""What the program writes without a reader is in the language of the club."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from tests.builders import enter, make_club, make_event, make_member, owner_of, work
from tests.offering import offering
from tournaments.clubs.verbs.clubs import change_club
from tournaments.core.actors import Actor
from tournaments.core.pages import picture
from tournaments.core.zones import language_of
from tournaments.events.verbs import replies
from tournaments.events.verbs.announcements import announce
from tournaments.models import Club, Event
from tournaments.programs.privacy import anonymise_player

pytestmark = pytest.mark.django_db

GERMAN = {
    "%(event)s: an announcement": "%(event)s: eine Mitteilung",
    "%(event)s: your reply": "%(event)s: deine Antwort",
    "Hello %(name)s,": "Hallo %(name)s,",
    "You have a place at %(event)s.": "Du hast einen Platz bei %(event)s.",
    "Player %(tag)s": "Spieler %(tag)s",
}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A club that writes German, on an installation in English."""
    with offering(tmp_path, {"de": GERMAN}):
        club = make_club("Pochclub Bern")
        yield change_club(club, owner_of(club), language="de")


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club, name="Herbstpochen", starts_on=date(2026, 11, 26))


MAIL = override_settings(SENDS_MAIL=True, EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend")


@MAIL
def test_an_announcement_by_mail(event: Event) -> None:
    user = make_member(event.club, "scorer").user
    user.email = "anna@example.org"
    user.save()
    (entry,) = enter(event, 1)
    entry.player.user = user
    entry.player.save()
    with translation.override("en"):  # the director reads English
        announce(event, owner_of(event.club), "Die Suppe ist da.", by_mail=True)
    work()
    assert [letter.subject for letter in mail.outbox] == ["Herbstpochen: eine Mitteilung"]


@MAIL
def test_the_answer_to_a_reply(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(sign_up="open", status="open")
    event.refresh_from_db()
    replies.sign_up(event, Actor(user=None, via="page"), name="Anna", contact="anna@example.org")
    work()
    (letter,) = mail.outbox
    assert letter.subject == "Herbstpochen: deine Antwort"
    assert letter.body.startswith("Hallo Anna,\n\nDu hast einen Platz bei Herbstpochen.")


def test_the_name_of_somebody_who_is_forgotten(event: Event) -> None:
    (entry,) = enter(event, 1)
    player = anonymise_player(entry.player, owner_of(event.club))
    assert player.name.startswith("Spieler ")


def test_the_picture_of_a_link_for_everybody(event: Event) -> None:
    address = reverse("event_preview", args=[event.ref])
    with patch("tournaments.desk.pages.previews.picture_of", wraps=picture.picture_of) as drawn:
        answer = Client().get(address, headers={"Accept-Language": "fr"})
    assert answer.status_code == 200
    assert drawn.call_args[0][0].lines == ("Donnerstag, 26. November 2026",)


def test_a_language_that_is_offered_no_longer_gives_way_to_that_of_the_installation(club: Club) -> None:
    club.language = "fr"
    assert language_of(club) == "en"
