"""The pack of a club and of an event: verbs and documents."""

from __future__ import annotations

import pytest

from tests.builders import make_club, owner_of, refusal
from tournaments.clubs.verbs.clubs import change_club
from tournaments.events.verbs.events import create_event
from tournaments.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    return change_club(club, owner_of(club), pack="german")


def test_unknown_packs_are_refused(club: Club) -> None:
    for pack in ("tarot", ""):
        with refusal("pack_unknown"):
            change_club(club, owner_of(club), pack=pack)
    with refusal("pack_unknown"):
        create_event(club, owner_of(club), "Tarot night", pack="tarot")
