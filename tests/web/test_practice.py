"""The pages of a practice against bots: a whole session, refusals, old pages, and no hidden card."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import count
from types import SimpleNamespace

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_event
from tests.web.conftest import seen
from tournaments.core.pace import Pace
from tournaments.core.words.words import card_name
from tournaments.models import Club, Practice
from tournaments.play.verbs import practices

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run."""
    seeds = count(1)
    monkeypatch.setattr(practices, "secrets", SimpleNamespace(randbits=lambda _bits: 2**61 + next(seeds)))


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests act as fast as they can."""
    for name in ("OF_ACTS", "OF_HINTS", "OF_ALL_HINTS", "OF_NETWORK", "OF_ALL"):
        monkeypatch.setattr(practices, name, Pace(burst=10_000, interval=timedelta(seconds=1)))


def begin(browser: Client, query: str = "", **choice: str) -> str:
    """Start a practice and return the address of its table."""
    answer = browser.post(
        reverse("practice") + query, {"preset": "pagat", "seats": "4", "opponents": "mixed", **choice}
    )
    assert answer.status_code == 302, answer.content.decode()
    return str(answer.headers["Location"])


def first_act(page: str) -> dict[str, str] | None:
    """What the first button of a possible act sends; None at the end of a session."""
    moves = re.search(r'name="moves" value="(\d+)"', page)
    assert moves
    buttons = re.findall(r'name="act" value="([^"]+)" class="(?:possible|plain|big)"', page)
    if buttons:
        return {"moves": moves[1], "act": buttons[0]}
    assert "The session is over." in page
    return None


def hidden_cards(practice: Practice) -> set[str]:
    """The cards that the person may not see: of other hands and of the talon."""
    deal = practices.deal_of(practice)
    seen = deal.seen()
    known = {*seen["hand"], *seen["played"], seen["upcard"]}
    known |= {card for cards in seen["shown"].values() for card in cards}
    pack = deal._dealt["deck"].split()
    return set(pack) - known - {play.split()[2] for play in deal.actions if " play " in play}


AT_NIGHT = [
    pytest.param(name, marks=pytest.mark.nightly) for name in ("adpoker", "alvensleben", "poque-1789")
]


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("preset", ["pagat", *AT_NIGHT])
def test_a_session_of_ten_deals_never_shows_a_hidden_card(client: Client, preset: str) -> None:
    address = begin(client, preset=preset)
    deals, hid = set(), 0
    while True:
        page = client.get(address + "?hint=1").content.decode()
        practice = Practice.objects.get()
        deals.add(practice.number)
        hidden = hidden_cards(practice)
        hid += len(hidden)
        assert [card for card in hidden if f'aria-label="{card_name(card)}"' in page] == []
        bare = re.sub(r' d="[^"]*"|<head>.*</head>|<input[^>]*csrf[^>]*>', "", page, flags=re.DOTALL)
        assert [card for card in hidden if re.search(rf"\b{card}\b|{card_name(card)}", bare)] == []
        assert str(practice.seed) not in page
        act = first_act(page)
        if act is None:
            break
        assert client.post(address, act).status_code == 302
    assert deals == set(range(1, 11))
    assert hid > 250
    assert re.search(r"In this deal you (won|lost) ", page)
    assert len(practice.nets) == 10


@pytest.mark.usefixtures("unhurried")
def test_an_act_against_the_rules_is_explained_and_changes_nothing(client: Client) -> None:
    address = begin(client)
    page = client.get(address).content.decode()
    assert "What would the expert do here?" in page
    before = Practice.objects.get()
    for act, why in (
        ("show", "Only who opened the betting asks for the showdown"),
        ("nonsense", "This is not a move of the game. Press one of the buttons."),
        ("", "This is not a move of the game."),
        ("next", "This deal is not over yet."),
    ):
        page = client.post(address, {"moves": before.moves, "act": act}, follow=True).content.decode()
        assert why in page
    assert Practice.objects.get().actions == before.actions


@pytest.mark.usefixtures("unhurried")
def test_an_old_page_changes_nothing_and_says_so(client: Client) -> None:
    address = begin(client)
    act = first_act(client.get(address).content.decode())
    assert act
    client.post(address, act)
    before = Practice.objects.get()
    for moves in (act["moves"], "x", "", "99999999999999999999"):
        page = client.post(address, act | {"moves": moves}, follow=True).content.decode()
        assert "so your move changed nothing" in page
    after = Practice.objects.get()
    assert (after.actions, after.moves) == (before.actions, before.moves)


@pytest.mark.usefixtures("unhurried")
def test_people_play_by_the_rules_of_an_event_and_again_by_the_same(client: Client, club: Club) -> None:
    event = make_event(club, rules={"preset": "pagat", "bet_limit": 3, "purse": "table"})
    query = f"?event={event.slug}"
    shown = seen(client, "practice", event=event.slug)
    assert f"You play by the rules of <bdi>{event.name}</bdi>" in shown
    address = begin(client, query, opponents="bold")
    before = Practice.objects.get()
    assert before.rules["bet_limit"] == 3
    for page, ref in (("club", club.slug), ("rules", event.slug)):
        assert f'href="{reverse("practice")}{query}"' in seen(client, page, ref)
    client.post(address, {"moves": "0", "act": "again"})
    after = Practice.objects.exclude(pk=before.pk).get()
    assert (after.rules, after.bots, after.nets) == (before.rules, before.bots, [])
    assert after.seed != before.seed
    closed = make_event(club, visibility="private")
    assert client.get(reverse("practice"), {"event": closed.slug}).status_code == 404


def test_a_wrong_number_of_players_is_refused_and_a_network_has_a_pace(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = client.post(reverse("practice"), {"preset": "pagat", "seats": "10", "opponents": "bold"})
    assert answer.status_code == 422
    assert "By these rules 3 to 6 people play." in answer.content.decode()
    assert not Practice.objects.exists()
    with time_machine.travel(timezone.now(), tick=False):
        address = begin(client)
        for _ in range(10):
            assert client.get(address + "?hint=1").status_code == 200
        assert "Try again in" in client.get(address + "?hint=1", follow=True).content.decode()
        monkeypatch.setattr(practices, "OF_NETWORK", Pace(burst=1, interval=timedelta(minutes=5)))
        answer = client.post(reverse("practice"), {"preset": "pagat", "seats": "4", "opponents": "bold"})
    assert answer.status_code == 422
    assert "Too many moves came from here at once. Try again in" in answer.content.decode()


def test_a_practice_that_rested_for_a_day_is_gone(client: Client) -> None:
    address = begin(client)
    Practice.objects.update(used_at=timezone.now() - timedelta(days=1))
    answer = client.get(address)
    assert answer.status_code == 404
    assert "This practice does not exist any more." in answer.content.decode()


@pytest.mark.usefixtures("unhurried")
def test_a_deal_can_be_watched_with_all_hands_when_it_is_over_and_not_before(client: Client) -> None:
    address = begin(client)
    while not Practice.objects.get().deal_is_over:
        for steps in (address + "steps/", address + "steps/1/"):
            early = client.get(steps)
            assert early.status_code == 302
            assert b"viewer-step" not in early.content
        assert "This deal is not over yet." in client.get(address + "steps/", follow=True).content.decode()
        act = first_act(client.get(address).content.decode())
        assert act
        client.post(address, act)
    assert f'href="{address}steps/"' in client.get(address).content.decode()
    parts = [client.get(f"{address}steps/{first}/").content.decode() for first in (1, 11, 21)]
    steps = practices.deal_of(Practice.objects.get()).all_steps()["steps"]
    hands = next(step["hands"] for step in steps if step["hands"])
    assert all(f'aria-label="{card_name(card)}"' in parts[0] for hand in hands for card in hand.split())
    assert "Now you decide." in "".join(parts)
    assert re.search(r"You (pass|bet|call|raise|play)", "".join(parts))
    last = client.get(address + "steps/?step=99999").content.decode()
    assert "the deal is over" in last
    assert "What would the expert do here?" in "".join(parts)
    act = first_act(client.get(address).content.decode())
    assert act
    client.post(address, act)
    assert client.get(address + "steps/1/").status_code == 302, "the next deal goes on"


@pytest.mark.usefixtures("unhurried")
def test_a_bot_that_pays_nothing_cannot_stake_more_than_two_antes(client: Client) -> None:
    address = begin(client, preset="pagat", opponents="expert")
    practice = Practice.objects.get()
    limit = practices.own_limit(practice.rules)
    assert practice.rules["bet_limit"] == limit == 18
    said = False
    while act := first_act(page := client.get(address).content.decode()):
        said = said or "In a practice everybody may stake at most 18 chips" in page
        assert "with changes" not in page
        steps = practices.deal_of(Practice.objects.get()).steps()["steps"]
        assert all(stake <= limit for step in steps for stake in step["stakes"])
        client.post(address, act)
    assert said


@pytest.mark.usefixtures("unhurried")
def test_a_bet_takes_its_chips_from_the_field(client: Client) -> None:
    for _ in range(30):
        address = begin(client)
        page = client.get(address).content.decode()
        if 'value="bet"' in page:
            break
    practice = Practice.objects.latest("made_at")
    page = client.post(address, {"moves": 0, "act": "bet", "chips": "0"}, follow=True).content.decode()
    assert "A bet is at least 1 chip." in page
    page = client.post(address, {"moves": 0, "act": "bet", "chips": "2"}, follow=True).content.decode()
    assert "You bet 2 chips." in page
    assert f"{0} bet 2" in Practice.objects.get(pk=practice.pk).actions
