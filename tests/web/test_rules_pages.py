"""How we play: the prose, the settings in a fold, and the board."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

import games.services as games
from tests.builders import running_event
from tests.web.conftest import seen, words
from tournaments.desk.words.prose import prose_of

pytestmark = pytest.mark.django_db


def test_the_page_of_a_preset_tells_its_rules_and_keeps_its_settings_in_a_fold(
    client: Client, subtests: pytest.Subtests
) -> None:
    for preset in games.presets():
        with subtests.test(preset):
            page = seen(client, "preset", preset)
            shown = words(page)
            for sentence in prose_of({"preset": preset}).text.splitlines():
                assert sentence in shown
            assert "An example deal" in shown
            assert "What differs at this table" not in shown
            fold = page[page.index("All settings of these rules") :]
            assert fold.count("<dt>") == len(games.switches())


@pytest.mark.parametrize("where", ["rules", "rules_to_print"])
def test_the_pages_of_an_event_tell_what_differs_from_its_preset(client: Client, where: str) -> None:
    rules = {"preset": "adpoker", "deals_next": "opener", "ten_pool": "ten_nine", "two_pairs": False}
    event = running_event(4, rules=rules)
    page = client.get(reverse(where, args=[event.ref])).content.decode()
    prose = prose_of(rules)
    assert "What differs at this table" in page
    assert len(prose.differs) >= 3
    for sentence in (*prose.differs, *prose.lacks):
        assert sentence in words(page)
    assert page.count("<b>*</b>") == (len(prose.differs) if where == "rules_to_print" else 0)
    assert "10+9" in page
