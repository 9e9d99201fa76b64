"""The deal viewer: each step is a page of its own, and hidden deals are hidden here as well."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import services
from tests.api.scorecards import scorecard_of
from tests.builders import a_table, boss, next_document, play
from tests.web.conftest import seen
from tournaments.models import Club, Player, Table
from tournaments.play.verbs import results
from tournaments.play.verbs.results import deal_steps

pytestmark = pytest.mark.django_db


def page(browser: Client, table: Table, number: int = 1, query: str = "") -> str:
    answer = browser.get(reverse("deal_steps", args=[table.pk, number]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def sentence(html: str) -> str:
    found = re.search(r"data-sentence>(.*?)</p>", html, re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]+>", "", found[1])


def test_each_step_has_an_address_and_links_to_the_others(client: Client) -> None:
    table = a_table()
    (deal,) = play(table)
    count = len(deal_steps(deal)["steps"])
    first = page(client, table)
    assert "Everybody pays the antes: 36 chips." in sentence(first)
    assert 'href="?step=2"' in first
    assert f'href="?step={count}"' in first
    second = page(client, table, query="?step=2")
    assert "a card is turned up" in sentence(second)
    assert 'href="?step=1"' in second
    last = page(client, table, query=f"?step={count}")
    assert "has no card left, and the deal is over" in sentence(last)


def test_the_parts_for_the_script_have_all_steps_in_order_and_names_as_text(client: Client) -> None:
    table = a_table()
    (deal,) = play(table)
    Player.objects.update(public_name="<b>Anna</b> {0}")
    count = len(deal_steps(deal)["steps"])
    numbers: list[int] = []
    for first in range(1, count + 1, 10):
        answer = client.get(reverse("deal_steps_part", args=[table.pk, 1, first]))
        numbers += map(int, re.findall(r'data-number="(\d+)"', answer.content.decode()))
        assert b"<b>" not in answer.content
    assert numbers == list(range(1, count + 1))
    for first in (0, 2, 10, 100_001):
        assert client.get(reverse("deal_steps_part", args=[table.pk, 1, first])).status_code == 404


def test_a_decision_says_what_the_expert_would_do_and_a_forced_card_does_not(client: Client) -> None:
    table = a_table()
    (deal,) = play(table)
    steps = deal_steps(deal)["steps"]
    decision = next(number for number, step in enumerate(steps, 1) if step["advice"])
    forced = next(number for number, step in enumerate(steps, 1) if step["forced"])
    shown = page(client, table, query=f"?step={decision}")
    assert "What would the expert do here?" in shown
    verb = steps[decision - 1]["advice"]["action"].split()[1]
    assert verb in re.sub(r"<[^>]+>", "", shown).lower()
    shown = page(client, table, query=f"?step={forced}")
    assert "What would the expert do here?" not in shown
    assert "must play it" in shown


def test_a_scorecard_is_watched_as_far_as_it_goes(client: Client, club: Club) -> None:
    table = a_table(club=club)
    document = next_document(table)
    results.record(table, boss(table.round), 1, scorecard_of(document, services.replay(document)))
    shown = page(client, table)
    assert "This deal was entered as a scorecard" in shown
    every = seen(client, "deal_steps_part", table.pk, 1, 1)
    assert "plays a card" not in every
    assert "What would the expert do here?" not in every


def test_the_next_deal_is_offered_as_soon_as_it_is_recorded(client: Client) -> None:
    table = a_table()
    play(table)
    assert "data-next-deal" not in page(client, table, query="?step=1&follow=1")
    play(table)
    shown = page(client, table, query="?step=1&follow=1")
    address = reverse("deal_steps", args=[table.pk, 2])
    assert f'data-next-deal href="{address}?step=1&amp;follow=1"' in shown.replace("&follow", "&amp;follow")
    assert 'href="?step=2&amp;follow=1"' in shown.replace("&follow", "&amp;follow")
