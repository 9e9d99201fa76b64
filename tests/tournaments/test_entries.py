"""Entering, pasting, checking in, withdrawing."""

from __future__ import annotations

import pytest

from tests.builders import make_club, make_event, owner_of, published_round, refusal, running_event
from tournaments.clubs.verbs.players import add_player
from tournaments.core.audit import Actor
from tournaments.core.rules.lists import read_list
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.events.verbs import entries
from tournaments.events.verbs.lists import paste_entries
from tournaments.models import AuditEntry, Entry, Event, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def boss(event: Event) -> Actor:
    return owner_of(event.club)


def test_a_pasted_name_that_the_roster_has_is_that_player(event: Event, boss: Actor) -> None:
    anna = add_player(event.club, boss, "Anna")
    report = paste_entries(event, boss, read_list("ANNA\nBen"))
    assert report.entries[0].player == anna
    assert Player.objects.filter(club=event.club).count() == 2


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


def test_a_player_of_another_club_is_unknown(event: Event, boss: Actor) -> None:
    other = make_club()
    stranger = add_player(other, owner_of(other), "Anna")
    with refusal("player_unknown", Invalid):
        entries.add_entries(event, boss, [str(stranger.pk)])


def test_checking_in_and_taking_it_back(event: Event, boss: Actor) -> None:
    (entry,) = entries.add_entries(event, boss, ["Anna"])
    assert entries.check_in(entry, boss).status == "checked_in"
    assert entries.check_in(entry, boss).status == "checked_in"
    assert entries.undo_check_in(entry, boss).status == "registered"
    assert entries.withdraw(entry, boss).status == "withdrawn"
    with pytest.raises(Conflict):
        entries.check_in(entry, boss)


def test_a_late_entry_counts_from_the_next_round() -> None:
    event = running_event(4)
    published_round(event)
    (late,) = entries.add_entries(event, owner_of(event.club), ["Late Lena"])
    assert late.from_round == 2


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
