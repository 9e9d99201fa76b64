"""The life of an event, and what may be changed when."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tests.builders import (
    enter,
    make_club,
    make_event,
    owner_of,
    play_round,
    published_round,
    refusal,
    running_event,
)
from tournaments.errors import Invalid
from tournaments.models import AuditEntry, Event, SeatingWish
from tournaments.services.evening.again import repeat_event
from tournaments.services.evening.lifecycle import (
    edit_event,
    finish_event,
    open_event,
    reopen_event,
    start_event,
)
from tournaments.services.events import entries, events, wishes
from tournaments.services.privacy.people import anonymise_player

pytestmark = pytest.mark.django_db


def test_an_event_goes_from_draft_to_finished_and_back() -> None:
    club = make_club()
    actor = owner_of(club)
    event = events.create_event(club, actor, "Winter cup", deals_per_round=1, rounds_planned=1)
    assert (event.status, event.slug, event.frozen_rules) == ("draft", "winter-cup", None)
    event = open_event(event, actor)
    enter(event, 4)
    event = start_event(event, actor)
    assert event.status == "running"
    assert event.rules_in_force == games.resolve_rules({"preset": "pagat"})
    play_round(published_round(event))
    assert finish_event(event, actor).status == "finished"
    assert reopen_event(event, actor, "a deal was missing").status == "running"
    verbs = AuditEntry.objects.filter(event=event).order_by("id").values_list("verb", flat=True)
    assert [verb for verb in verbs if verb.endswith("_event")] == [
        "create_event",
        "open_event",
        "start_event",
        "finish_event",
        "reopen_event",
    ]


def test_two_events_of_one_name_have_two_addresses() -> None:
    club = make_club()
    slugs = [events.create_event(club, owner_of(club), "Cup").slug for _ in range(3)]
    assert slugs == ["cup", "cup-2", "cup-3"]


def test_two_events_of_one_long_name_have_two_addresses() -> None:
    """The number takes the place of the last letters."""
    club = make_club()
    slugs = [events.create_event(club, owner_of(club), "x" * 60).slug for _ in range(3)]
    assert slugs == ["x" * 50, "x" * 48 + "-2", "x" * 48 + "-3"]


def test_an_event_needs_players_to_start() -> None:
    event = make_event()
    with refusal("too_few_checked_in"):
        start_event(event, owner_of(event.club))


def test_an_event_with_an_open_round_cannot_be_finished() -> None:
    event = running_event(4)
    published_round(event)
    with refusal("round_open"):
        finish_event(event, owner_of(event.club))


def test_the_rules_are_frozen_by_the_start_and_the_name_is_not() -> None:
    event = running_event(4)
    actor = owner_of(event.club)
    for change in ({"rules": {"preset": "pagat-open"}}, {"size": 5}, {"tie_breaks": ["net"]}):
        with refusal("event_frozen"):
            edit_event(event, actor, **change)
    assert edit_event(event, actor, name="Another name").name == "Another name"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"size": 7}, "size"),
        ({"size": "4"}, "size"),
        ({"size": True}, "size"),
        ({"least": 5, "size": 4}, "size"),
        ({"least": 2}, "least"),
        ({"most": 8}, "most"),
        ({"deals_per_round": 0}, "deals_per_round"),
        ({"visibility": "secret"}, "visibility"),
        ({"scoring": "beauty"}, "scoring"),
        ({"scoring": "points", "points": {"4": [3, 2]}}, "points"),
        ({"tie_breaks": ["net", "net"]}, "tie_breaks"),
        ({"tie_breaks": ["luck"]}, "tie_breaks"),
        ({"colour": "red"}, "colour"),
        ({"name": "\x00"}, "name"),
    ],
)
def test_invalid_settings_are_refused_with_their_field(fields: dict[str, Any], field: str) -> None:
    club = make_club()
    with pytest.raises(Invalid) as caught:
        events.create_event(club, owner_of(club), fields.pop("name", "Cup"), **fields)
    assert caught.value.field == field
    assert Event.objects.count() == 0


@pytest.mark.parametrize(
    "rules", [{"preset": "bog"}, {"preset": "pagat", "stake": 0}, {"preset": "pagat", "colour": 1}, []]
)
def test_rules_that_are_none_are_refused_by_the_engine(rules: Any) -> None:
    club = make_club()
    with pytest.raises(games.EngineError):
        events.create_event(club, owner_of(club), "Cup", rules=rules)
    assert Event.objects.count() == 0


def test_rules_with_a_switch_that_would_do_nothing_are_refused_with_both_names() -> None:
    """A record may carry them (tests/engine/test_rules.py); an organiser who chooses them is told."""
    club = make_club()
    with pytest.raises(games.EngineError, match="stop_pay and shedding"):
        events.create_event(club, owner_of(club), "Cup", rules={"preset": "hoffmann", "shedding": "tricks"})


def test_an_event_is_repeated_with_its_players() -> None:
    event = running_event(5, size=5)
    again = repeat_event(event, owner_of(event.club))
    assert (again.status, again.size, again.entries.filter(status="checked_in").count()) == ("open", 5, 5)
    assert again.seed != event.seed


def test_a_repeated_event_copies_wishes_except_those_of_absent_players() -> None:
    event = running_event(6)
    actor, (anna, ben, cleo, dora, *_rest) = owner_of(event.club), event.entries.order_by("number")
    club = event.club
    wishes.add_wishes(club, actor, "apart", [anna.player_id, ben.player_id], event=event, note="a family")
    wishes.add_wishes(club, actor, "together", [anna.player_id, cleo.player_id], event=event, must=False)
    wishes.add_wishes(club, actor, "seat", [ben.player_id], event=event, number=0)
    wishes.add_wishes(club, actor, "apart", [cleo.player_id, dora.player_id])  # of every event of the club
    entries.withdraw(cleo, actor)
    anonymise_player(dora.player, actor)
    again = repeat_event(event, actor)
    assert again.entries.filter(player__in=[cleo.player_id, dora.player_id]).count() == 0
    copied = [
        (wish.kind, {wish.player_id, wish.other_id} - {None}, wish.number, wish.note)
        for wish in SeatingWish.objects.filter(event=again).order_by("kind")
    ]
    assert copied == [
        ("apart", {anna.player_id, ben.player_id}, None, "a family"),
        ("seat", {ben.player_id}, 0, ""),
    ]
    assert SeatingWish.objects.filter(event=event).count() == 3
