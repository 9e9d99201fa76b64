"""What do I need? On phones, on the wall and over REST, before the last round and while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import owner_of, play, play_round, published_round, running_event
from tournaments.core import kept
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs.draws import draw_round
from tournaments.events.verbs import marks
from tournaments.events.verbs.plans import outline_of
from tournaments.models import Event
from tournaments.standings.verbs.forecasts import Needs, needs_of
from tournaments.standings.verbs.standings import current_standing, refresh

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_waiting() -> Iterator[None]:
    """Kept pages follow a change at once."""
    kept.SHELF.clear()
    with patch.object(marks, "FRESH_FOR", 0.0), patch.object(kept, "REST", 0):
        yield
    kept.SHELF.clear()


def an_event(closed: int, rounds: int = 3, players: int = 8, **fields: Any) -> Event:
    """An event with so many closed rounds."""
    event = running_event(players, rounds_planned=rounds, deals_per_round=1, **fields)
    for _round in range(closed):
        play_round(published_round(event))
    return fresh(event)


def fresh(event: Event) -> Event:
    refresh(event.pk)
    return Event.objects.select_related("club").get(pk=event.pk)


def needs(event: Event) -> Needs | None:
    return needs_of(event, outline_of(event), current_standing(event))


def text_of(browser: Client, name: str, event: Event) -> str:
    answer = browser.get(reverse(name, args=[event.ref]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_chances_are_told_before_the_last_round_and_not_earlier(client: Client) -> None:
    early, late = an_event(1), an_event(2)
    assert needs(early) is None
    page = text_of(client, "what_do_i_need", early)
    assert "Nothing to say yet" in page
    assert "When round 2 is over, this page tells" in page
    found = needs(late)
    assert found is not None
    assert sum(each.win.share for each in found.forecast.outlooks) == pytest.approx(1)
    page = text_of(client, "what_do_i_need", late)
    assert "Before round 3, which is the last one." in page
    leader = found.entries[found.forecast.outlooks[0].entry].player.public_name
    assert leader in page
    assert "Among the first 3" in page
    assert "an even chance" in page


def test_a_drawn_round_is_told_once_it_is_published_and_after_its_last_deal_all_is_certain(
    client: Client,
) -> None:
    event = an_event(2)
    drawn = draw_round(event, owner_of(event.club))
    proposal = needs(fresh(event))
    assert proposal is not None
    assert proposal.ending.round is None
    last = publish_round(drawn, owner_of(event.club), drawn.draw)
    for table in last.tables.order_by("number"):
        play(table, seed=table.number)
    found = needs(fresh(event))
    assert found is not None
    assert found.ending.round == last
    assert "In round 3, which is the last one" in text_of(client, "what_do_i_need", event)
    assert {each.win.certain for each in found.forecast.outlooks} == {"sure", "out"}
    best = max(current_standing(event).rows, key=lambda row: row["score"])  # type: ignore[union-attr]
    assert found.forecast.outlooks[0].entry == best["entry"]


def test_the_page_renews_itself_until_the_end(client: Client) -> None:
    event = an_event(2)
    page = text_of(client, "what_do_i_need", event)
    stamp = page.split("needs/renew/?version=")[1].split('"')[0]
    address = reverse("needs_renew", args=[event.ref])
    assert client.get(address, {"version": stamp}).status_code == 204
    play_round(published_round(event))
    event = finish_event(fresh(event), owner_of(event.club))
    after = client.get(address, {"version": stamp}).content.decode()
    assert "It is decided" in after
    assert "The last round is over." in after
    assert "hx-get" not in after


def test_rest_gives_the_chances_with_what_is_needed(client: Client) -> None:
    body = client.get(f"/api/v1/events/{an_event(2).slug}/needs/").json()
    assert (body["round"], body["drawn"], body["top"]) == (3, False, 3)
    assert sum(row["win"]["chance"] for row in body["rows"]) == pytest.approx(1, abs=0.01)
    assert (body["rows"][0]["win"]["place"], body["rows"][0]["win"]["certain"]) == (1, "open")
    early = client.get(f"/api/v1/events/{an_event(1).slug}/needs/").json()
    assert (early["round"], early["rows"]) == (None, [])


def test_a_final_is_told_among_those_who_reach_it() -> None:
    stages = [{"format": "rotation", "rounds_planned": 2}, {"format": "final", "cut": 4, "rounds_planned": 1}]
    event = running_event(8, deals_per_round=2, stages=stages)
    for _round in range(2):
        play_round(published_round(event))
    found, standing = needs(fresh(event)), current_standing(event)
    assert found is not None
    assert standing is not None
    assert {each.entry for each in found.forecast.outlooks} == {row["entry"] for row in standing.rows[:4]}
