"""What a person has played: equal to the tallies of their events, seat by seat."""

from __future__ import annotations

from collections import Counter, defaultdict
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import owner_of
from tests.tournaments.evenings import evening
from tests.tournaments.seasons import a_club, played, started
from tournaments.clubs.verbs.people import Someone, someone_of
from tournaments.core.audit import Actor
from tournaments.models import Entry, Event, Occupant, Player, SeatResult, Showdown
from tournaments.seasons.access import events_of_person, person_for_viewer, seasons_of_person
from tournaments.seasons.verbs import ending, figures, results
from tournaments.tables.models.rounds import COUNTED
from tournaments.tables.verbs.tallies import chips_by_part, seat_tallies

pytestmark = pytest.mark.django_db


def everybody(event: Event) -> list[Someone]:
    """The people of an event."""
    players = Player.objects.filter(entries__event=event, bot="", anonymised_at=None)
    return [someone for player in players if (someone := someone_of(player.pk)) is not None]


@pytest.fixture
def event() -> Event:
    return evening()


def test_head_to_head_adds_up_to_the_tallies_of_the_tables(event: Event) -> None:
    names = {str(entry.pk): str(entry.player_id) for entry in Entry.objects.filter(event=event)}
    tables: dict[str, Counter[str]] = defaultdict(Counter)
    for tally in seat_tallies(event):
        if tally.deals > 0:
            tables[tally.table][names[tally.entry]] += int(tally.chips)
    events = Event.objects.filter(pk=event.pk)
    for someone in everybody(event):
        own = str(someone.players[0].pk)
        expected: dict[str, list[int]] = defaultdict(list)
        for table in tables.values():
            if own in table:
                for other in table.keys() - {own}:
                    expected[other].append(table[own] - table[other])
        rows = {row.ref: row for row in figures.opponents(someone, events)}
        assert {ref: row.tables for ref, row in rows.items()} == {
            ref: len(more) for ref, more in expected.items()
        }
        for ref, row in rows.items():
            assert row.difference.mean == pytest.approx(sum(expected[ref]) / len(expected[ref]))
            ahead = sum((more > 0) + (more == 0) / 2 for more in expected[ref])
            assert row.ahead.mean == pytest.approx(ahead / len(expected[ref]))


def test_chips_by_part_are_those_of_the_event(event: Event) -> None:
    parts = chips_by_part(event)
    deals: Counter[str] = Counter()
    for tally in seat_tallies(event):
        deals[tally.entry] += tally.deals
    events = Event.objects.filter(pk=event.pk)
    people = {str(entry.player_id): str(entry.pk) for entry in Entry.objects.filter(event=event)}
    for someone in everybody(event):
        entry = people[str(someone.players[0].pk)]
        if deals[entry]:
            rows = figures.chips_by_stage(someone, events)
            assert [row.own.mean for row in rows] == [
                pytest.approx(parts[entry][row.name] / deals[entry]) for row in rows
            ]
    everyone = {row.name: row.all.mean for row in rows}
    whole: Counter[str] = Counter()
    for entry in people.values():
        whole.update(parts[entry])
    assert everyone == {name: pytest.approx(whole[name] / deals.total()) for name in everyone}


def test_the_best_deals_are_those_of_the_ledger(event: Event) -> None:
    events = Event.objects.filter(pk=event.pk)
    counting = {"deal__kind": "recorded", "deal__replaced_by": None}
    found = [deal for someone in everybody(event) for deal in figures.best_deals(someone, events)]
    pots = SeatResult.objects.filter(**counting).order_by("-pots").values_list("pots", flat=True)
    assert max(deal.value for deal in found if deal.kind == "pot") == pots[0]
    fours = Showdown.objects.filter(kind="four", **counting)
    assert {deal.deal for deal in found if deal.kind == "four"} <= set(fours.values_list("deal", flat=True))
    for deal in found:
        assert SeatResult.objects.filter(deal=deal.deal, deal__number=deal.number).exists()


def test_a_person_has_places_and_seasons_with_few_queries() -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    season = started(club, nights)
    owner, stranger = owner_of(club), Actor(None, "page")
    someone = person_for_viewer(owner, people[0])
    with CaptureQueriesContext(
        connection,
    ) as queries:
        evenings = results.evening_results(someone, events_of_person(stranger, someone))
        (running,) = results.season_results(someone, seasons_of_person(stranger, someone))
    assert len(queries) <= 8
    ids = [each.event.pk for each in evenings]
    for selector, most in ((figures.chips_by_stage, 7), (figures.opponents, 7), (figures.best_deals, 5)):
        with CaptureQueriesContext(connection) as queries:
            assert selector(someone, ids)
        assert len(queries) <= most, selector
    assert [each.event for each in evenings] == [*reversed(nights)]
    assert all(each.people == 4 and each.form is not None for each in evenings)
    assert sum(each.net for each in evenings) == sum(
        tally.chips
        for night in nights
        for tally in seat_tallies(night)
        if Entry.objects.get(pk=tally.entry).player_id == someone.players[0].pk
    )
    ending.end_season(season, owner)
    (ended,) = results.season_results(someone, seasons_of_person(stranger, someone))
    assert (ended.place, ended.points, ended.move) == (running.place, running.points, "stays")


def test_the_records_of_a_club_are_those_of_its_tables() -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    records = figures.club_records(Event.objects.filter(club=club))
    nets = [
        (tally.chips, night.pk, Entry.objects.get(pk=tally.entry).player_id)
        for night in nights
        for tally in seat_tallies(night)
    ]
    best = next(record for record in records if record.kind == "evening")
    assert (best.value, best.event, best.player) in nets
    assert best.value == max(chips for chips, *_rest in nets)
    pots = SeatResult.objects.order_by("-pots").values_list("pots", flat=True)
    assert [record.value for record in records if record.kind == "pot"] == [pot for pot in pots if pot][:5]


def test_chips_of_an_evening_belong_to_those_who_sat_there(event: Event) -> None:
    assert Occupant.objects.filter(round__event=event, entry__isnull=False).exists()
    chips: Counter[UUID] = Counter()
    results = SeatResult.objects.filter(seat__round__event=event, seat__round__status__in=COUNTED)
    for result in results.filter(seat__entry__player__bot="").select_related("deal", "seat__entry"):
        later = result.seat.occupants.filter(from_deal__lte=result.deal.number).exclude(entry=None)
        last = later.order_by("from_deal").last()
        entry = (last or result.seat).entry
        assert entry is not None
        chips[entry.player_id] += result.net
    best = sorted((net for net in chips.values() if net > 0), reverse=True)[:5]
    found = figures.club_records(Event.objects.filter(pk=event.pk))
    records = [(record.player, record.value) for record in found if record.kind == "evening"]
    assert [value for _player, value in records] == best
    assert all(chips[player] == value for player, value in records)


def test_strangers_see_public_events_alone() -> None:
    club, people = a_club(4)
    played(club, people, visibility="private")
    someone = person_for_viewer(owner_of(club), people[0])
    assert events_of_person(owner_of(club), someone).count() == 1
    assert events_of_person(Actor(None, "page"), someone).count() == 0
