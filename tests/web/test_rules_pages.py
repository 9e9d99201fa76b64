"""How we play: the prose, the settings in a fold, and the board."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

import games.services as games
from tests.builders import make_event, running_event
from tournaments.desk.words.prose import prose_of
from tournaments.models import Club

pytestmark = pytest.mark.django_db


def text_of(page: str) -> str:
    """The page without tags, with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_page_of_a_preset_tells_its_rules_and_keeps_its_settings_in_a_fold(
    client: Client, subtests: pytest.Subtests
) -> None:
    for preset in games.presets():
        with subtests.test(preset):
            page = client.get(reverse("preset", args=[preset])).content.decode()
            shown = text_of(page)
            for sentence in prose_of({"preset": preset}).text.splitlines():
                assert escape(sentence) in shown
            assert "An example deal" in shown
            assert "What differs at this table" not in shown
            fold = page[page.index("All settings of these rules") :]
            assert all(f'id="{switch.name}"' in fold for switch in games.switches())


def test_the_list_of_the_games_has_their_names_and_no_word_for_programs(client: Client) -> None:
    shown = text_of(client.get(reverse("presets")).content.decode())
    assert "Modern Poch, the upcard is played" in shown
    assert [preset for preset in games.presets() if "-" in preset and preset in shown] == []


@pytest.mark.parametrize("where", ["rules", "rules_to_print"])
def test_the_pages_of_an_event_tell_what_differs_from_its_preset(client: Client, where: str) -> None:
    rules = {"preset": "adpoker", "deals_next": "opener", "ten_pool": "ten_nine", "two_pairs": False}
    event = running_event(4, rules=rules)
    page = client.get(reverse(where, args=[event.ref])).content.decode()
    prose = prose_of(rules)
    assert "What differs at this table" in page
    assert len(prose.differs) >= 3
    for sentence in (*prose.differs, *prose.lacks):
        assert escape(sentence) in text_of(page)
    assert page.count("★") == (len(prose.differs) if where == "rules_to_print" else 0)
    assert "10+9" in page


def test_an_event_without_rules_has_no_prose(client: Client, club: Club) -> None:
    event = make_event(club, rules={"preset": "none"})
    page = client.get(reverse("rules", args=[event.ref])).content.decode()
    assert "Each table plays its own game" in page
    assert "An example deal" not in page
