"""Cards have French or German suits: as the club, the event or the reader chooses. Nothing else changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

import games.services as games
from tests import messages
from tests.builders import a_table, make_member, owner_of, play
from tests.house.test_messages import ids
from tests.web.conftest import client_of
from tournaments.clubs.verbs.clubs import change_club
from tournaments.core import packs
from tournaments.core.kept import SHELF
from tournaments.core.words.words import (
    RANK_NAMES,
    SUIT_NAMES,
    card_name,
    card_names,
    rank_sign,
    suit_name,
    value_in_words,
)
from tournaments.desk.words.prose import prose_of
from tournaments.desk.words.rulebook import pools_and_winners
from tournaments.models import Event, Pack, Role, Table
from tournaments.play.words.deals import set_name
from tournaments.templatetags import poch
from tournaments.templatetags._board import SUITS, describe, sign_of

FRENCH_WORDS = re.compile(r"\b(spades?|diamonds?|clubs of|of clubs|jacks?|queens?)\b", re.IGNORECASE)
FRENCH_SIGNS = re.compile(r'class="suit-[sdc]"|>[QJ]<|>K\+Q<')


def test_cards_have_the_names_of_their_pack() -> None:
    assert card_names("Qs Jc Td Kh") == "queen of spades, jack of clubs, ten of diamonds, king of hearts"
    with packs.reading("german"):
        assert card_names("Qs Jc Td Kh") == "Ober of leaves, Unter of acorns, ten of bells, king of hearts"
        assert [suit_name(suit) for suit in SUITS] == ["Leaves", "Hearts", "Bells", "Acorns"]
        assert [rank_sign(rank) for rank in "AKQJT9"] == ["A", "K", "O", "U", "10", "9"]
        assert set_name("two_pairs", "Qs Qh Js Jh") == "two pairs, Obers and Unters"
        assert value_in_words("choice", "skat", "ties").endswith("acorns, leaves, hearts, bells")
        assert describe({"queen": 3}, pay_suit="c").endswith("Pools: Ober 3. Pay suit: acorns.")
        assert [sign_of(pool, "pay_789", "ten") for pool in ("queen", "marriage")] == ["O", "K+O"]
        drawn = poch.card("Jc")
        assert 'aria-label="Unter of acorns"' in drawn
        assert ">U<" in drawn
        assert 'class="suit-acorns"' in drawn
    for pack in Pack.values:
        with packs.reading(pack):
            assert len({card_name(rank + suit) for rank in RANK_NAMES for suit in SUIT_NAMES}) == 52


def test_prose_and_papers_of_every_game_speak_of_german_suits_alone(subtests: pytest.Subtests) -> None:
    for preset in games.presets():
        with subtests.test(preset):
            rules = games.preset_switches(preset)
            with packs.reading("german"):
                prose = prose_of({"preset": preset})
                told = [prose.text, *prose.differs, *prose.lacks, prose.source]
                told += [str(prose.example.story["pochen"])]
                told += [text for row in pools_and_winners(rules) for text in row]
            assert FRENCH_WORDS.findall("\n".join(told)) == []
            assert "Unter" in prose.text


def test_what_the_engine_says_of_cards_has_a_sentence_for_german_suits() -> None:
    for french in packs.OF_GERMAN_PACK:
        assert french in ids("games"), "the engine says something else now"
    said = {text for text in ids("games") if FRENCH_WORDS.search(text)} - {
        text for text in ids("games") if text.startswith("%(value)s is not a card")
    }
    assert said == set(packs.OF_GERMAN_PACK)
    assert messages.unmarked_in_python("tournaments") == []


def test_the_reader_comes_before_the_event_and_the_first_event_before_others() -> None:
    with packs.reading(""):
        assert packs.current() == "french"
        packs.come_to("german")
        packs.come_to("french")
        assert (packs.current(), packs.chosen()) == ("german", "")
    with packs.reading("french"):
        packs.come_to("german")
        assert packs.current() == "french"
    with packs.reading("tarot"):
        assert packs.chosen() == ""


class Seen(HTMLParser):
    """What people see or hear of a page before its foot."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(html.partition('<footer class="foot"')[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in ("aria-label", "title", "alt") and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def french(self) -> list[str]:
        return FRENCH_WORDS.findall(" ".join(self.texts))


@pytest.fixture
def table(db: None) -> Iterator[Table]:
    """A table with two deals, and kept pages that are empty."""
    SHELF.clear()
    table = a_table()
    play(table, 2)
    yield table
    SHELF.clear()


def german(table: Table) -> Event:
    club = table.round.event.club
    change_club(club, owner_of(club), pack="german")
    return table.round.event


def read(address: str, browser: Client | None = None) -> str:
    answer = (browser or Client()).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def addresses(table: Table) -> list[str]:
    event = table.round.event
    return [
        reverse("deal", args=[table.pk, 1]),
        reverse("deal_steps", args=[table.pk, 1]) + "?step=2",
        reverse("table", args=[table.pk]),
        reverse("table", args=[table.pk]) + "?ledger",
        reverse("event", args=[event.ref]),
        reverse("rules", args=[event.ref]),
    ]


def test_no_french_suit_is_left_on_the_pages_of_a_german_club(table: Table) -> None:
    director = client_of(make_member(german(table).club, Role.DIRECTOR).user)
    of_members = [reverse("scorecard", args=[table.pk]), reverse("round", args=[table.round_id])]
    steps = reverse("deal_steps", args=[table.pk, 1])
    count = int(re.search(r"Step 1 of (\d+)", read(steps))[1])  # type: ignore[index]
    asked = [(address, Client()) for address in addresses(table)]
    asked += [(address, director) for address in addresses(table) + of_members]
    asked += [(f"{steps}?step={step}", Client()) for step in range(1, count + 1)]
    for address, browser in asked:
        html = read(address, browser)
        assert Seen(html).french() == [], address
        assert not FRENCH_SIGNS.search(html.partition('<footer class="foot"')[0]), address
    for address in (addresses(table)[0], of_members[1], reverse("round_scorecards", args=[table.round_id])):
        assert "Ober" in read(address, director), address


def test_a_reader_can_choose_for_themselves(table: Table) -> None:
    browser = Client(enforce_csrf_checks=True)  # kept pages have the form without a token
    address = addresses(table)[0]
    refused = browser.post(reverse("choose_pack"), {"pack": "tarot"})
    assert (refused.status_code, len(refused.cookies)) == (422, 0)
    answer = browser.post(
        reverse("choose_pack"), {"pack": "german"}, headers={"Referer": f"http://testserver{address}"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, f"http://testserver{address}")
    assert Seen(read(address, browser)).french() == []
    foot = read(address, browser).partition('class="packs"')[2]
    assert re.search(r'value="german"\s+aria-current="true"', foot)
    browser.post(reverse("choose_pack"), {"pack": ""})
    assert "Ober" not in read(address, browser)


def test_kept_pages_do_not_mix_packs(table: Table) -> None:
    """Strangers share what was rendered once, but only with those who see the same pack."""
    browsers = {pack: Client() for pack in ("", "french", "german")}
    for pack, browser in browsers.items():
        browser.post(reverse("choose_pack"), {"pack": pack})
    for address in addresses(table):
        pages = {pack: [read(address, browser) for _ in range(2)] for pack, browser in browsers.items()}
        for pack, (first, again) in pages.items():
            assert first == again
            assert bool(Seen(first).french()) <= (pack != "german"), address
        assert pages["german"][0] != pages["french"][0] != pages[""][0]


# Choosing
