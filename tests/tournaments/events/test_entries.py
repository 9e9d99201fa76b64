"""Entering, pasting, checking in, withdrawing."""

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
from tournaments.core.actors import Actor
from tournaments.core.rules.lists import read_list
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, open_event, reopen_event, start_event
from tournaments.desk.verbs.repeating import repeat_event
from tournaments.draw.verbs import wishes
from tournaments.events.verbs import entries, events
from tournaments.events.verbs.lists import paste_entries
from tournaments.models import AuditEntry, Entry, Event, Player, SeatingWish
from tournaments.programs.privacy import anonymise_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def boss(event: Event) -> Actor:
    return owner_of(event.club)


def test_lines_that_are_no_new_name_are_reported_and_the_others_entered(event: Event, boss: Actor) -> None:
    entries.add_entries(event, boss, ["Anna"])
    report = paste_entries(event, boss, read_list("Ben\nAnna\nben\n???"))
    assert [entry.player.name for entry in report.entries] == ["Ben"]
    assert [(line.line, line.text) for line in report.refused] == [(2, "Anna"), (3, "ben"), (4, "???")]


def test_entries_are_added_all_or_none(event: Event, boss: Actor) -> None:
    entries.add_entries(event, boss, ["Anna"])
    with pytest.raises(Invalid, match="Anna"):
        entries.add_entries(event, boss, ["Ben", "Anna"])
    assert Entry.objects.filter(event=event).count() == 1
    assert not Player.objects.filter(name="Ben").exists()


def test_checking_in_and_taking_it_back(event: Event, boss: Actor) -> None:
    (entry,) = entries.add_entries(event, boss, ["Anna"])
    assert entries.check_in(entry, boss).status == "checked_in"
    assert entries.check_in(entry, boss).status == "checked_in"
    assert entries.undo_check_in(entry, boss).status == "registered"
    assert entries.withdraw(entry, boss).status == "withdrawn"
    with pytest.raises(Conflict):
        entries.check_in(entry, boss)


def test_seeds_are_given_in_an_order_and_the_rest_has_none(event: Event, boss: Actor) -> None:
    made = entries.add_entries(event, boss, ["Anna", "Ben", "Cleo"])
    ids = [str(entry.pk) for entry in made]
    entries.set_seeding(event, boss, [ids[2], ids[0]])
    assert seeds(event) == {"Anna": 2, "Ben": None, "Cleo": 1}
    entries.set_seeding(event, boss, [ids[1]])
    assert seeds(event) == {"Anna": None, "Ben": 1, "Cleo": None}
    assert AuditEntry.objects.filter(event=event, verb="set_seeding").count() == 2


def test_seeds_name_each_entry_of_the_event_once(event: Event, boss: Actor) -> None:
    made = entries.add_entries(event, boss, ["Anna", "Ben"])
    first = str(made[0].pk)
    elsewhere = str(running_event(3).entries.get(number=1).pk)
    for order, code in (
        ([first, first], "entry_twice"),
        ([elsewhere], "entry_unknown"),
        (["x"], "entry_unknown"),
    ):
        with pytest.raises(Invalid) as caught:
            entries.set_seeding(event, boss, order)
        assert caught.value.code == code
    assert set(seeds(event).values()) == {None}


def seeds(event: Event) -> dict[str, int | None]:
    return {entry.player.name: entry.seeding for entry in event.entries.select_related("player")}


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
