"""The life of an event, and what may be changed when."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tests.builders import enter, make_club, owner_of, play_round, published_round, refusal, running_event
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.verbs.again import repeat_event
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, open_event, reopen_event, start_event
from tournaments.draw.verbs import wishes
from tournaments.events.verbs import entries, events
from tournaments.models import AuditEntry, Event, SeatingWish
from tournaments.programs.privacy import anonymise_player

pytestmark = pytest.mark.django_db


def test_an_event_goes_from_draft_to_finished_and_back_when_it_may() -> None:
    club = make_club()
    actor = owner_of(club)
    event = events.create_event(club, actor, "Winter cup", deals_per_round=1, rounds_planned=1)
    assert (event.status, event.slug, event.frozen_rules) == ("draft", "winter-cup", None)
    event = open_event(event, actor)
    with refusal("too_few_checked_in"):
        start_event(event, actor)
    enter(event, 4)
    event = start_event(event, actor)
    assert event.status == "running"
    assert event.rules_in_force == games.resolve_rules({"preset": "pagat"})
    round_ = published_round(event)
    with refusal("round_open"):
        finish_event(event, actor)
    play_round(round_)
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
    """In a long one the number takes the place of the last letters."""
    club = make_club()
    slugs = [events.create_event(club, owner_of(club), name).slug for name in ("Cup", "x" * 60) * 3]
    assert slugs == ["cup", "x" * 50, "cup-2", "x" * 48 + "-2", "cup-3", "x" * 48 + "-3"]


def test_the_rules_are_frozen_by_the_start_and_the_name_is_not() -> None:
    event = running_event(4)
    actor = owner_of(event.club)
    for change in (
        {"rules": {"preset": "pagat-open"}}, {"size": 5}, {"tie_breaks": ["net"]}, {"deals_per": "seat"},
        {"missed": "mean"}, {"best_rounds": 2}, {"struck_rounds": 1}, {"least_rounds": 1},
    ):  # fmt: skip
        with refusal("event_frozen"):
            edit_event(event, actor, **change)
    assert edit_event(event, actor, name="Another name").name == "Another name"


def test_invalid_settings_are_refused_with_their_field(subtests: pytest.Subtests) -> None:
    club = make_club()
    cases: list[tuple[dict[str, Any], str]] = [
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
    ]
    for fields, field in cases:
        with subtests.test(fields=fields), pytest.raises(Invalid) as caught:
            events.create_event(club, owner_of(club), **{"name": "Cup", **fields})
        assert caught.value.field == field
    none_at_all: list[Any] = [{"preset": "bog"}, {"preset": "pagat", "stake": 0}, []]
    for rules in none_at_all:
        with pytest.raises(games.EngineError):
            events.create_event(club, owner_of(club), "Cup", rules=rules)
    # A record may carry a switch that would do nothing; an organiser who chooses it is told.
    with pytest.raises(games.EngineError, match="stop_pay and shedding"):
        events.create_event(club, owner_of(club), "Cup", rules={"preset": "hoffmann", "shedding": "tricks"})
    assert Event.objects.count() == 0


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
