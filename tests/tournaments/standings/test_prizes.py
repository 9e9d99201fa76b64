"""Prizes and tags of an event: who may change them, who gets what, and what is forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    boss,
    enter,
    owner_of,
    play_round,
    published_round,
    refusal,
    running_event,
    work,
)
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Entry, Event
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.standings.verbs.prizes import awards_of, final_awards, set_prizes, set_tags
from tournaments.standings.verbs.standings import current_standing, refresh

pytestmark = pytest.mark.django_db


def give(event: Event, *prizes: dict[str, Any], **more: Any) -> Event:
    """Set these prizes; each has a first place."""
    return set_prizes(event, boss(event), PrizeList.read({"prizes": list(prizes), "currency": "EUR", **more}))


def tag(entry: Entry, *tags: str) -> Entry:
    return set_tags(entry, boss(entry.event), tags)


def played(players: int = 4, **fields: Any) -> Event:
    """A running event after its only round."""
    event = running_event(players, rounds_planned=1, deals_per_round=1, **fields)
    play_round(published_round(event))
    return Event.objects.get(pk=event.pk)


def finished(event: Event) -> Event:
    return finish_event(event, boss(event))


def order(event: Event) -> list[Entry]:
    """The entries, best first."""
    standing = current_standing(event)
    assert standing is not None
    return [Entry.objects.select_related("player", "event").get(pk=row["entry"]) for row in standing.rows]


HAM, WINE = {"first": 1, "what": "a ham"}, {"first": 2, "what": "wine", "amount": "20"}
CUP = {"first": 1, "what": "a cup", "tag": "newcomer"}


def test_the_awards_of_a_finished_event_follow_its_standing() -> None:
    event = give(played(), HAM, WINE)
    assert final_awards(event) == []
    event = finished(event)
    first, second, *_others = order(event)
    given = final_awards(event)
    assert [award.entries for award in given] == [(str(first.pk),), (str(second.pk),)]
    assert given[1].amounts == (20_00,)


def test_a_reopened_event_shows_none_and_a_correction_changes_them() -> None:
    event = finished(give(played(), HAM))
    winner, *_others, last = order(event)
    event = reopen_event(event, boss(event))
    assert final_awards(event) == []
    add_adjustment(event, boss(event), last, "a mistake", chips=10_000)
    event = finished(event)
    assert [award.entries for award in final_awards(event)] == [(str(last.pk),)]
    assert str(winner.pk) != str(last.pk)


def test_a_player_without_a_deal_wins_nothing_and_those_behind_move_up() -> None:
    event = give(played(), HAM)
    winner = order(event)[0]
    (late,) = enter(event, 1)
    add_adjustment(event, boss(event), late, "a present", chips=100_000)
    refresh(event.pk)
    assert order(event)[0] == late
    assert awards_of(event)[0].entries == (str(winner.pk),)


def test_an_anonymous_person_keeps_the_prize_and_loses_all_other_tags() -> None:
    event = give(played(), HAM, CUP)
    winner = order(event)[2]
    tag(winner, "newcomer", "SC Bonn")
    event = finished(event)
    before = final_awards(event)
    assert before[1].entries == (str(winner.pk),)
    anonymise_player(winner.player, owner_of(event.club))
    work()
    winner.refresh_from_db()
    assert winner.tags == ["newcomer"]
    assert final_awards(event) == before


def test_in_a_running_event_an_anonymous_person_loses_every_tag_and_gets_no_new_one() -> None:
    event = give(played(), CUP)
    entry = tag(order(event)[0], "newcomer")
    anonymise_player(entry.player, owner_of(event.club))
    entry.refresh_from_db()
    assert entry.tags == []
    with refusal("player_anonymous", Conflict):
        tag(entry, "newcomer")
