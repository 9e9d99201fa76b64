"""What do I need? On phones, on the wall and over REST, before the last round and while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    boss,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.core import kept
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.publish import publish_round
from tournaments.desk.verbs.rounds import close_round
from tournaments.draw.verbs.draws import draw_round
from tournaments.events.verbs import marks
from tournaments.events.verbs.entries import withdraw
from tournaments.events.verbs.plans import outline_of
from tournaments.models import Event
from tournaments.play.verbs import results
from tournaments.standings.verbs.forecasts import Needs, may_end_soon, needs_of
from tournaments.standings.verbs.standings import current_standing, refresh
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


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
    assert "Nothing can be told now" in page
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


def test_without_rules_luck_is_as_large_as_in_the_rounds_before() -> None:
    event = running_event(8, rules={"preset": "none"}, rounds_planned=2)
    round_ = published_round(event)
    for table in (1, 2):
        total = {"format": "poch-count/1", "deals": 4, "net": [100, 0, -50, -50]}
        results.record(the_table(round_, table), boss(event), TOTAL, total)
    close_round(round_, boss(event))
    found = needs(fresh(event))
    assert found is not None
    # Two people share the lead. They are 100 chips before the next, and a round moves 61 by luck.
    assert [each.win.share > 0.3 for each in found.forecast.outlooks] == [True] * 2 + [False] * 6
    assert all(each.win.share > 0.001 for each in found.forecast.outlooks[:4])


def test_pages_of_the_event_lead_there_only_when_the_last_round_is_next(client: Client) -> None:
    early, late = an_event(1), an_event(2)
    for event, leads in ((early, False), (late, True)):
        assert may_end_soon(event, outline_of(event), current_standing(event)) is leads
        address = reverse("what_do_i_need", args=[event.ref])
        for name in ("event", "standings"):
            assert (f'href="{address}"' in text_of(client, name, event)) is leads
        wall = text_of(client, "projector", event)
        assert (reverse("projector_needs", args=[event.ref]) in wall) is leads
    assert "Chances to win" in text_of(client, "projector_needs", late)
    assert "Chances to win" not in text_of(client, "projector_needs", early)


def test_a_drawn_round_is_told_with_its_tables_once_it_is_published(client: Client) -> None:
    event = an_event(2)
    drawn = draw_round(event, owner_of(event.club))
    proposal = needs(fresh(event))
    assert proposal is not None
    assert proposal.ending.round is None
    last = publish_round(drawn, owner_of(event.club), drawn.draw)
    play(the_table(last))
    found = needs(fresh(event))
    assert found is not None
    assert found.ending.round == last
    assert "In round 3, which is the last one" in text_of(client, "what_do_i_need", event)


def test_after_the_last_deal_the_chances_become_certain() -> None:
    event = an_event(2)
    last = published_round(event)
    for table in last.tables.order_by("number"):
        play(table, seed=table.number)
    found = needs(fresh(event))
    assert found is not None
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
    assert "Nothing can be told now" in after
    assert "The last round is over." in after
    assert "hx-get" not in after


def test_a_final_is_told_among_those_who_reach_it() -> None:
    event = running_event(
        8,
        deals_per_round=2,
        stages=[
            {"format": "rotation", "rounds_planned": 2},
            {"format": "final", "cut": 4, "rounds_planned": 1},
        ],
    )
    for _round in range(2):
        play_round(published_round(event))
    found = needs(fresh(event))
    assert found is not None
    standing = current_standing(event)
    assert standing is not None
    ahead = {row["entry"] for row in standing.rows[:4]}
    assert {each.entry for each in found.forecast.outlooks} == ahead
    last = published_round(event)
    found = needs(fresh(event))
    assert found is not None
    assert found.ending.round == last
    assert len(found.forecast.outlooks) == 4


def test_by_places_a_place_at_the_table_is_told(client: Client) -> None:
    event = an_event(3, rounds=4, players=4, scoring="place")
    published_round(event)
    found = needs(fresh(event))
    assert found is not None
    assert len(found.forecast.outlooks) == 4
    assert any(outlook.win.at_table for outlook in found.forecast.outlooks)
    assert "at the table is enough" in text_of(client, "what_do_i_need", event)


def test_who_has_withdrawn_keeps_the_score_and_plays_no_more() -> None:
    event = an_event(2)
    standing = current_standing(event)
    assert standing is not None
    last = standing.rows[-1]["entry"]
    withdraw(event.entries.get(pk=last), owner_of(event.club))
    found = needs(fresh(event))
    assert found is not None
    outlook = next(each for each in found.forecast.outlooks if each.entry == last)
    assert outlook.win.share < 0.01
    assert outlook.win.chips is None


def test_rest_gives_the_chances_with_what_is_needed(client: Client) -> None:
    late = an_event(2)
    body = client.get(f"/api/v1/events/{late.slug}/needs/").json()
    assert (body["round"], body["drawn"], body["top"]) == (3, False, 3)
    assert sum(row["win"]["chance"] for row in body["rows"]) == pytest.approx(1, abs=0.01)
    assert body["rows"][0]["win"]["place"] == 1
    assert {row["win"]["certain"] for row in body["rows"]} == {"open"}
    early = client.get(f"/api/v1/events/{an_event(1).slug}/needs/").json()
    assert (early["round"], early["rows"]) == (None, [])
