"""Standings round by round, chips by part of the game, the graph of places, and "Where do I sit?"."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    boss,
    enter,
    nets_by_the_ledger,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.desk.verbs import leaving
from tournaments.models import Event, Standing
from tournaments.play.verbs import corrections
from tournaments.standings.verbs.standings import refresh
from tournaments.standings.words.crosstable import Cell, CrossLine, graph_of_places
from tournaments.tables.verbs.tallies import PARTS, chips_by_part, seat_tallies

pytestmark = pytest.mark.django_db


def nets(event: Event) -> Counter[str]:
    """The net chips of each entry, as the standings count them."""
    counts: Counter[str] = Counter()
    for tally in seat_tallies(event):
        counts[tally.entry] += int(tally.chips)
    return counts


@pytest.fixture
def event() -> Event:
    """An event of eight after two of three rounds."""
    event = running_event(8, rounds_planned=3, deals_per_round=2)
    for seed in (1, 2):
        play_round(published_round(event), seed=seed)
    refresh(event.pk)
    event.refresh_from_db()
    return event


def page_of(client: Client, page: str, event: Event, **query: str) -> str:
    return client.get(reverse(page, args=[event.ref]), query).content.decode()


def test_the_crosstable_has_each_round_with_place_and_running_total(client: Client, event: Event) -> None:
    page = page_of(client, "standings_by_round", event)
    first = page.split("<tbody>")[1].split("</tr>")[0]
    leader = Standing.objects.filter(event=event).latest("version").rows[0]
    assert event.entries.get(pk=leader["entry"]).player.public_name in first
    for number in (1, 2):
        kept = Standing.objects.get(event=event, round__number=number)
        row = next(row for row in kept.rows if row["entry"] == leader["entry"])
        assert f"Place {row['place']}" in first
        assert str(abs(row["score"])) in first
    assert page.count('scope="row"') == 2 * 8


def test_chips_by_part_add_up_to_the_net_chips(event: Event) -> None:
    parts = chips_by_part(event)
    assert {entry: sum(counts.values()) for entry, counts in parts.items()} == dict(nets(event))
    assert nets(event) == nets_by_the_ledger(event)
    antes = {counts["antes"] for counts in parts.values()}
    assert max(antes) < 0
    # What one wins in the Pochen, others have staked, or it was in the pool; nothing is won out of nothing.
    assert sum(counts["shedding"] for counts in parts.values()) >= 0


def test_chips_by_part_follow_corrections_shared_boards_and_who_takes_a_seat_over() -> None:
    event = running_event(
        4,
        rounds_planned=2,
        deals_per_round=3,
        rules={"preset": "pagat", "purse": "table", "leftover": "split"},
    )
    table = the_table(published_round(event))
    play(table, 1)
    spare = enter(event, 1)[0]
    leaving.leave_table(table, boss(event), table.seats.get(number=0).entry, spare, 2)
    play(table, 1)
    corrections.void(table, boss(event), 2, "dealt again")
    play(table, 1, seed=9)
    play_round(table.round)
    parts = chips_by_part(event)
    expected = nets(event)
    assert {entry: sum(counts.values()) for entry, counts in parts.items()} == dict(expected)
    assert str(spare.pk) in parts
    assert set().union(*parts.values()) <= set(PARTS)


def line(name: str, *places: int | None) -> CrossLine:
    cells = [Cell(place=place) for place in places]
    return CrossLine(name, name, places[-1], 0, cells, withdrawn=False)


def test_the_graph_joins_the_places_and_leaves_gaps() -> None:
    graph = graph_of_places([line("Anna", 2, 1, 1), line("Ben", 1, None, 3)], [1, 2, 3])
    assert graph is not None
    anna, ben = graph.courses
    assert (len(anna.strokes), len(anna.points)) == (2, 3)
    assert (len(ben.strokes), len(ben.points)) == (0, 2)
    assert anna.points[0].y != anna.points[1].y == anna.points[2].y
    assert anna.points[1].y == ben.points[0].y
    assert [number for _x, number in graph.rounds] == [1, 2, 3]


def test_who_has_no_seat_is_told_so(client: Client) -> None:
    event = running_event(4, rounds_planned=2)
    published_round(event)
    late = enter(event, 1)[0]
    refresh(event.pk)
    page = page_of(client, "find", event, name=late.player.public_name)
    assert "no seat in this round" in page
    assert not re.search(r"Table \d", page)
