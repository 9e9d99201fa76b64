"""What everybody reads of an event in stages: where it stands, who went on and why, how it goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import SignIn
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.verbs import draws, wishes
from tournaments.draw.verbs.seating import seating_of
from tournaments.draw.words.tables import bracket_of, moves_of
from tournaments.events.verbs import stages
from tournaments.models import Entry, Event, Round, Seat
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


def in_stages(players: int, *settings: dict[str, Any], **fields: Any) -> Event:
    """A running event with these stages."""
    event = running_event(players, rounds_planned=settings[0]["rounds_planned"] or 3, **fields)
    actor = owner_of(event.club)
    stages.edit_stage(event.stages.get(), actor, **settings[0])
    for later in settings[1:]:
        stages.add_stage(event, actor, **later)
    return Event.objects.select_related("club").get(pk=event.pk)


SWISS = {"format": "swiss", "rounds_planned": 1}
FINAL = {"format": "final", "rounds_planned": 1, "cut": 4}


def flat(browser: Client, name: str, *args: object) -> str:
    return re.sub(r"\s+", " ", browser.get(reverse(name, args=args)).content.decode())


def test_the_event_tells_its_stages_and_which_is_played(client: Client) -> None:
    event = in_stages(8, SWISS, FINAL, deals_per_round=1)
    page = flat(client, "event", event.ref)
    assert 'class="steps"' in page
    assert "Final of 4" in page
    play_round(published_round(event))
    round_ = published_round(event)
    page = flat(client, "event", event.ref)
    assert "Final of 4 · round 2" in page
    assert 'class="live" aria-current="step"' in page
    assert "Final of 4 · round 2" in flat(client, "round", round_.pk)
    assert "The best 4 players take part." in flat(client, "rules", event.ref)


def test_the_page_shows_the_players_who_went_on_and_the_tie_break(client: Client) -> None:
    event = in_stages(8, SWISS, FINAL, deals_per_round=1, tie_breaks=["lots"])
    first = published_round(event)
    for number in (1, 2):
        play(the_table(first, number))
    standing = refresh(event.pk)
    actor = owner_of(event.club)
    # Everybody is brought to the same score: lots alone can tell them apart.
    for row in standing.rows:
        if row["score"]:
            entry = Entry.objects.get(pk=row["entry"])
            adjustments.add_adjustment(event, actor, entry, "levelled for the test", chips=-row["score"])
    rounds.close_round(Round.objects.get(pk=first.pk), actor)
    final = published_round(event)
    went_on = [entry.player.public_name for entry in Entry.objects.filter(seats__round=final)]
    page = flat(client, "round", final.pk)
    cut = re.search(r'<section class="note cut">.*?</section>', page)
    assert cut is not None
    assert all(name in cut[0] for name in went_on)
    assert "4 did not" in cut[0]
    assert "were level in everything. Lots decided." in cut[0]


def test_standings_mark_the_finalists(client: Client) -> None:
    event = in_stages(8, SWISS, FINAL, deals_per_round=1)
    play_round(published_round(event))
    final = play_round(published_round(event), seed=3)
    refresh(event.pk)
    page = flat(client, "standings", event.ref)
    top, rest = page.split("Final of 4</th>")[1].split("Swiss</th>")
    for entry in Entry.objects.filter(event=event).select_related("player"):
        reached = Seat.objects.filter(round=final, entry=entry).exists()
        assert f"<bdi>{entry.player.public_name}</bdi>" in (top if reached else rest)


def test_a_knockout_stands_in_columns(client: Client) -> None:
    event = in_stages(
        16, {"format": "knockout", "rounds_planned": None, "advance": 2, "size": 4}, deals_per_round=1
    )
    for seed in (1, 2):
        play_round(published_round(event), seed=seed)
    last = published_round(event)
    columns = bracket_of(last)
    assert [len(column["tables"]) for column in columns] == [4, 2, 1]
    assert [column["round"].number for column in columns] == [1, 2, 3]
    states = [
        [player["state"] for table in column["tables"] for player in table["people"]] for column in columns
    ]
    assert [column.count("on") for column in states] == [8, 4, 0]
    assert [column.count("out") for column in states] == [8, 4, 0]
    assert flat(client, "round", last.pk).count('class="people"') == 7
    shown = flat(client, "event", event.ref)
    assert "The knockout" in shown
    assert "The final table</a>" in shown


def test_a_league_night_shows_promotions_and_relegations(client: Client) -> None:
    event = in_stages(8, {"format": "ladder", "rounds_planned": 3, "advance": 1}, deals_per_round=1)
    first = play_round(published_round(event))
    assert moves_of(first) == {}, "before the first round nobody sat anywhere"
    second = published_round(event)
    came = moves_of(second)
    before, now = (
        {seat.entry_id: seat.table.number for seat in round_.seats.all()} for round_ in (first, second)
    )
    assert came == {
        str(entry): "up" if now[entry] < before[entry] else "down"
        for entry in now
        if now[entry] != before[entry]
    }
    assert sorted(came.values()) == ["down", "up"]
    page = flat(client, "round", second.pk)
    assert page.count("came up a table") == page.count("came down a table") == 1


def test_only_directors_see_a_broken_wish_with_names(client: Client, sign_in: SignIn) -> None:
    event = running_event(8, deals_per_round=1)
    director = owner_of(event.club)
    round_ = draws.draw_round(event, director)
    a, b = (seat.entry for seat in Seat.objects.filter(table__round=round_, table__number=1)[:2])
    wishes.add_wishes(event.club, director, "apart", [a.player_id, b.player_id], event=event)
    seats = seating_of(round_)
    draws.discard_draw(round_, director)
    round_ = draws.draw_round(event, director, seats=seats)
    publish_round(round_, director, round_.draw)
    page = client.get(reverse("round", args=[round_.pk])).content.decode()
    assert "must sit apart" not in page
    page = sign_in(event.club).get(reverse("draw", args=[round_.pk])).content.decode()
    match = re.search(r"(Player \d+) and (Player \d+) must sit apart, but both sit at table 1\.", page)
    assert match is not None
    assert {*match.groups()} == {a.player.name, b.player.name}
