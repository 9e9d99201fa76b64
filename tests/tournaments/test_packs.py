"""The pack of a club and of an event: verbs and documents."""

from __future__ import annotations

import pytest

from tests.builders import (
    boss,
    make_club,
    make_event,
    owner_of,
    play_round,
    published_round,
    refusal,
    running_event,
)
from tournaments.clubs.verbs.clubs import change_club
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.events.verbs.events import create_event
from tournaments.models import Club, Event
from tournaments.programs.documents.documents import document_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    return change_club(club, owner_of(club), pack="german")


def test_a_new_club_has_french_suits_and_a_new_event_those_of_its_club() -> None:
    club = make_club()
    assert (club.pack, make_event(club).pack) == ("french", "")


def test_other_changes_of_the_club_leave_its_pack(club: Club) -> None:
    assert change_club(club, owner_of(club), name="Kartenfreunde").pack == "german"


def test_unknown_packs_are_refused(club: Club) -> None:
    for pack in ("tarot", ""):
        with refusal("pack_unknown"):
            change_club(club, owner_of(club), pack=pack)
    with refusal("pack_unknown"):
        create_event(club, owner_of(club), "Tarot night", pack="tarot")


def test_a_document_of_an_event_has_its_pack() -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=1, pack="german")
    play_round(published_round(event))
    event = Event.objects.get(pk=event.pk)
    finish_event(event, boss(event))
    event.refresh_from_db()
    assert document_of(event)["settings"]["pack"] == "german"
