"""Standings: how they renew themselves, round by round, "Where do I sit?", ties."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    alike,
    boss,
    enter,
    nets_by_the_ledger,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import press, seen, words
from tournaments.clubs.verbs.people import edit_player
from tournaments.desk.verbs import leaving
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.models import Club, Event, Seat, Stage, Standing
from tournaments.play.verbs import corrections
from tournaments.standings.verbs.standings import refresh
from tournaments.standings.words.crosstable import Cell, CrossLine, graph_of_places
from tournaments.tables.verbs.tallies import PARTS, chips_by_part, seat_tallies

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An event of eight, its first round closed, one deal of the second played."""
    event = running_event(8, rounds_planned=2, deals_per_round=2)
    play_round(published_round(event))
    play(the_table(published_round(event)), seed=5)
    event.refresh_from_db()
    refresh(event.pk)
    return event


def renewal(event: Event, version: int | str) -> str:
    return f"{reverse('standings_renew', args=[event.ref])}?version={version}"


def ranked_names(event: Event) -> list[str]:
    """The public names of everybody, best first."""
    names = {str(entry.pk): entry.player.public_name for entry in event.entries.select_related("player")}
    return [names[row["entry"]] for row in newest(event).rows]


def newest(event: Event) -> Standing:
    return Standing.objects.filter(event=event).latest("version")


def test_a_standing_shows_how_places_moved_and_that_after_a_round_is_kept(
    client: Client, event: Event
) -> None:
    before = {row["entry"]: row["place"] for row in Standing.objects.get(event=event, round__number=1).rows}
    moved = [before[row["entry"]] - row["place"] for row in newest(event).rows]
    page = seen(client, "standings", event.ref)
    assert page.count('<span class="unseen">up</span>') == sum(places > 0 for places in moved)
    assert page.count('<span class="unseen">down</span>') == sum(places < 0 for places in moved)
    assert ("Arrows show the places" in page) == any(moved)
    url = reverse("standings", args=[event.ref])
    page = client.get(url, {"round": 1}).content.decode()
    assert "after round 1" in page
    assert reverse("standings_renew", args=[event.ref]) not in page
    assert client.get(url, {"round": 2}).status_code == 404
    assert client.get(url, {"round": "x"}).status_code == 404


def test_something_new_is_answered_by_the_table_alone(client: Client, event: Event) -> None:
    answer = client.get(renewal(event, newest(event).version - 1))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert f"version={newest(event).version}" in page
    etag = answer.headers["ETag"]
    assert etag == f'W/"{newest(event).version}-en-french-UTC"'
    assert client.get(renewal(event, ""), headers={"If-None-Match": etag}).status_code == 304


def test_a_long_standing_is_shown_in_pages_and_whole_to_print(client: Client) -> None:
    event = running_event(80, deals_per_round=1)
    refresh(event.pk)
    url, ranked = reverse("standings", args=[event.ref]), ranked_names(event)
    first = client.get(url).content.decode()
    assert [f"<bdi>{name}</bdi>" in first for name in ranked] == [True] * 50 + [False] * 30
    assert "1 to 50 of 80" in first
    assert 'href="?page=2"' in first
    second = client.get(url, {"page": 2}).content.decode()
    assert [f"<bdi>{name}</bdi>" in second for name in ranked] == [False] * 50 + [True] * 30
    assert f"version={newest(event).version}&amp;page=2" in second
    renewed = client.get(renewal(event, 0) + "&page=2").content.decode()
    assert f"<bdi>{ranked[-1]}</bdi>" in renewed
    whole = seen(client, "standings_to_print", event.ref)
    places = [whole.index(f"<bdi>{name}</bdi>") for name in ranked]
    assert places == sorted(places)


def nets(event: Event) -> Counter[str]:
    """The net chips of each entry, as the standings count them."""
    counts: Counter[str] = Counter()
    for tally in seat_tallies(event):
        counts[tally.entry] += int(tally.chips)
    return counts


@pytest.fixture
def two_rounds() -> Event:
    """An event of eight after two of three rounds."""
    event = running_event(8, rounds_planned=3, deals_per_round=2)
    for seed in (1, 2):
        play_round(published_round(event), seed=seed)
    refresh(event.pk)
    event.refresh_from_db()
    return event


def test_the_crosstable_has_each_round_with_place_and_running_total(
    client: Client, two_rounds: Event
) -> None:
    page = seen(client, "standings_by_round", two_rounds.ref)
    first = page.split("<tbody>")[1].split("</tr>")[0]
    leader = Standing.objects.filter(event=two_rounds).latest("version").rows[0]
    assert two_rounds.entries.get(pk=leader["entry"]).player.public_name in first
    for number in (1, 2):
        kept = Standing.objects.get(event=two_rounds, round__number=number)
        row = next(row for row in kept.rows if row["entry"] == leader["entry"])
        assert f"Place {row['place']}" in first
        assert str(abs(row["score"])) in first
    assert page.count('scope="row"') == 2 * 8
    assert nets(two_rounds) == nets_by_the_ledger(two_rounds)


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
    assert {entry: sum(counts.values()) for entry, counts in parts.items()} == dict(nets(event))
    assert str(spare.pk) in parts
    assert set().union(*parts.values()) <= set(PARTS)


def line(name: str, *places: int | None) -> CrossLine:
    cells = [Cell(place=place) for place in places]
    return CrossLine(name, name, places[-1], 0, cells, withdrawn=False)


def test_the_graph_joins_the_places_and_leaves_gaps() -> None:
    graph = graph_of_places([line("Anna", 2, 1, 1), line("Ben", 1, None, 3)], [1, 2, 3])
    assert graph is not None
    anna, ben = graph["courses"]
    assert (len(anna["strokes"]), len(anna["points"])) == (2, 3)
    assert (len(ben["strokes"]), len(ben["points"])) == (0, 2)
    assert anna["points"][0][1] != anna["points"][1][1] == anna["points"][2][1]
    assert anna["points"][1][1] == ben["points"][0][1]
    assert [number for _x, number in graph["rounds"]] == [1, 2, 3]


def search_page(client: Client, event: Event, **query: str) -> str:
    answer = client.get(reverse("find", args=[event.ref]), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_name_leads_to_the_place_and_the_table(client: Client, event: Event) -> None:
    seats = Seat.objects.filter(round=event.rounds.latest("number"))
    seat = seats.select_related("entry__player", "table").first()
    assert seat is not None
    edit_player(seat.entry.player, owner_of(event.club), name="Zoë Quist", public_name="Zoë Q.")
    page = search_page(client, event, name="zoë")
    assert "<bdi>Zoë Q.</bdi>" in page
    assert f'href="{reverse("table", args=[seat.table.pk])}"' in page
    assert "Place " in page
    assert search_page(client, event).count("<li data-entry") == event.entries.count(), "all names at once"
    [late] = enter(event, 1)
    refresh(event.pk)
    assert "no seat in this round" in search_page(client, event, name=late.player.public_name)
    # Only the name that everybody sees is searched.
    assert "No player of this event is called" in search_page(client, event, name="Quist")


AT_THE_END = "Equal players share a place. Lots decide at the end."


def test_a_finished_event_says_what_lots_decided(client: Client) -> None:
    event = alike(2, tie_breaks=["lots"])
    finish_event(event, owner_of(event.club))
    page = words(seen(client, "standings", event.ref))
    assert "Lots decided these places: 1, 2, 3, 4, 5, 6, 7, 8." in page
    assert AT_THE_END not in page
    assert page.count("drawn by lots") == 8
    after = words(seen(client, "standings", event.ref, round="1"))
    assert AT_THE_END in after, "the standing after the round has no lots"


def test_a_director_adds_a_play_off_where_players_are_equal(director: Client, club: Club) -> None:
    event = alike(club=club)
    assert "Add a play-off" in words(seen(director, "stages", event.ref))
    press(director, "add_play_off", event.ref, deals_per_round="2")
    play_off = Stage.objects.get(event=event, play_off=True)
    assert play_off.deals_per_round == 2
    page = words(seen(director, "stages", event.ref))
    assert "A play-off is next already. Draw its round, or remove it." in page
    assert "Players who are equal play one table for their order. It counts nowhere else." in page
    round_ = published_round(event)
    assert "These players are equal in everything, and play for their order." in words(
        seen(director, "round", round_.pk)
    )
    play_round(round_)
    refresh(event.pk)
    assert words(seen(director, "standings", event.ref)).count("by a play-off") == 3
