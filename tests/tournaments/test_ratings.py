"""Ratings of a club: they follow events, corrections, links and people who become anonymous."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import pytest
from openskill.models import PlackettLuce

from tests.builders import (
    another_document,
    make_club,
    make_event,
    owner_of,
    play_round,
    published_round,
    running_event,
    the_table,
    with_account,
    work,
)
from tests.by_hand import by_hand
from tests.tournaments.seasons import a_club, played
from tournaments.models import Club, Event, OutboxTask, Player, RatedEvent, Rating, RatingReport, Round
from tournaments.rules.ratings.strength import BETA, MU, SIGMA, TAU
from tournaments.services.evening.lifecycle import finish_event, reopen_event
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event
from tournaments.services.fsck import run as fsck
from tournaments.services.play.corrections import correct_deal
from tournaments.services.privacy.people import anonymise_player
from tournaments.services.ratings import ratings
from tournaments.services.seasons.people import leave

pytestmark = pytest.mark.django_db

FIRST_DAY = date(2026, 1, 2)

Numbers = dict[tuple[str, str], tuple[float, float, int]]


def evenings(club: Club, people: Sequence[str], number: int, first: int = 0) -> list[Event]:
    """So many finished evenings of these people, a week apart."""
    return [
        played(club, list(people), seed=each + 1, starts_on=FIRST_DAY + timedelta(weeks=each))
        for each in range(first, first + number)
    ]


def numbers() -> Numbers:
    """What is stored: mu, sigma and rounds by player and family."""
    return {(str(row.player_id), row.family): (row.mu, row.sigma, row.rounds) for row in Rating.objects.all()}


def from_scratch() -> Numbers:
    """What is stored after everything was deleted and computed again."""
    for model in (Rating, RatingReport, RatedEvent):
        model.objects.all().delete()
    assert ratings.ask_for_stale() > 0
    work()
    return numbers()


def from_documents(events: Sequence[Event]) -> dict[str, tuple[float, float]]:
    """Mu and sigma by player, computed from documents alone, without the code of ratings."""
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0, gamma=lambda *_: 1.0)
    now: dict[str, tuple[float, float]] = defaultdict(lambda: (MU, SIGMA))
    last: dict[str, date] = {}
    for event in events:
        document = document_of(event)
        day = date.fromisoformat(document["settings"]["starts_on"])
        player = {entry["id"]: entry["player"] for entry in document["entries"]}
        for table in (table for round_ in document["rounds"] for table in round_["tables"]):
            people = [player[entry] for entry in table["seats"]]
            before = []
            for person in people:
                mu, sigma = now[person]
                days = (day - last.get(person, day)).days
                before.append([model.rating(mu=mu, sigma=min(SIGMA, (sigma**2 + TAU**2 * days) ** 0.5))])
            won = _nets(table)
            after = model.rate(before, ranks=[float(sum(other > net for other in won)) for net in won])
            for person, (each,) in zip(people, after, strict=True):
                now[person], last[person] = (each.mu, each.sigma), day
    return dict(now)


def _nets(table: dict[str, Any]) -> list[int]:
    """The chips of each seat: what the deals that count moved."""
    counting: dict[int, list[int]] = {}
    for act in table["game"]:
        if act["act"] == "deal":
            counting[act["number"]] = act["result"]["net"]
        elif act["act"] == "void":
            counting.pop(act["number"])
    return [sum(net) for net in zip(*counting.values(), strict=True)]


def test_ratings_follow_finished_events_and_equal_those_from_the_documents() -> None:
    club, people = a_club(4)
    events = []
    for each in range(3):
        events += evenings(club, people, 1, first=each)
        work()
        assert {rounds for _mu, _sigma, rounds in numbers().values()} == {each + 1}
    expected = from_documents(events)
    assert {player for player, _family in numbers()} == set(people) == set(expected)
    for (player, family), (mu, sigma, _rounds) in numbers().items():
        assert family == "pagat"
        assert (mu, sigma) == pytest.approx(expected[player], rel=1e-9)
    kept = numbers()
    assert from_scratch() == kept
    assert fsck.run().damage == []


def test_a_correction_long_ago_gives_what_everything_from_scratch_gives() -> None:
    club, people = a_club(4)
    events = evenings(club, people, 2)
    work()
    before = numbers()
    actor = owner_of(club)
    event = reopen_event(events[0], actor)
    work()
    assert not RatedEvent.objects.filter(event=event).exists()
    assert {rounds for _mu, _sigma, rounds in numbers().values()} == {1}
    table = the_table(Round.objects.get(event=event))
    correct_deal(table, actor, 1, another_document(table, 1), "wrong", closed_too=True)
    finish_event(Event.objects.get(pk=event.pk), actor)
    work()
    after = numbers()
    assert {rounds for _mu, _sigma, rounds in after.values()} == {2}
    assert after != before
    assert from_scratch() == after


def test_linked_players_are_one_person_in_both_clubs_and_apart_again_without_the_link() -> None:
    first, people = a_club(4)
    second, others = a_club(4)
    evenings(first, people, 1)
    evenings(second, others, 1, first=1)
    work()
    alone = numbers()
    mine, theirs = (Player.objects.select_related("club").get(pk=pk) for pk in (people[0], others[0]))
    me = with_account(theirs, with_account(mine).user)
    work()
    together = numbers()
    assert together[people[0], "pagat"] == together[others[0], "pagat"]
    assert together[people[0], "pagat"][2] == 2
    assert together[people[1], "pagat"] == alone[people[1], "pagat"]  # they met before the second club played
    assert together[others[1], "pagat"] != alone[others[1], "pagat"]
    assert fsck.run().damage == []
    leave(Player.objects.get(pk=theirs.pk), me)
    work()
    assert numbers() == alone


def test_somebody_anonymous_has_no_rating_and_still_counts_for_the_others() -> None:
    club, people = a_club(4)
    evenings(club, people, 1)
    work()
    before = numbers()
    anonymise_player(Player.objects.get(pk=people[0]), owner_of(club))
    assert not Rating.objects.filter(player=UUID(people[0])).exists()
    work()
    assert numbers() == {key: each for key, each in before.items() if key[0] != people[0]}
    assert fsck.run().damage == []


def test_each_rule_family_has_its_own_ratings() -> None:
    club, people = a_club(4)
    evenings(club, people, 1)
    played(club, people, seed=9, rules={"preset": "hoffmann"})
    work()
    assert {family for _player, family in numbers()} == {"pagat", "hoffmann"}
    assert {rounds for _mu, _sigma, rounds in numbers().values()} == {1}


def test_bots_have_no_ratings_and_ask_for_none() -> None:
    event = running_event(4, bot="cautious", rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    finish_event(Event.objects.get(pk=event.pk), owner_of(event.club))
    assert not OutboxTask.objects.filter(task="ratings.refresh").exists()
    work()
    assert not Rating.objects.exists()
    assert not ratings.stale_events().exists()


def test_an_imported_event_is_rated_without_the_sweep() -> None:
    club, people = a_club(4)
    (event,) = evenings(club, people, 1)
    other = make_club()
    import_event(other, owner_of(other), json.loads(json.dumps(document_of(event))))
    work()
    assert Rating.objects.filter(player__club=other).count() == 4


def test_many_events_are_read_in_several_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "MOST_EVENTS", 1)
    club, people = a_club(4)
    evenings(club, people, 2)
    OutboxTask.objects.filter(task="ratings.refresh").delete()
    assert ratings.refresh(club.pk) is False
    assert not Rating.objects.exists()
    work()
    assert {rounds for _mu, _sigma, rounds in numbers().values()} == {2}


def test_the_sweep_finds_what_no_task_computes() -> None:
    club, people = a_club(4)
    evenings(club, people, 1)
    assert ratings.ask_for_stale() == 0
    OutboxTask.objects.all().delete()
    assert [each.code for each in fsck.run().damage if "rat" in each.code] == ["ratings_without_task"]
    assert ratings.ask_for_stale() == 1
    assert ratings.ask_for_stale() == 0
    work()
    assert ratings.ask_for_stale() == 0


def test_ratings_that_were_changed_by_hand_are_found() -> None:
    club, people = a_club(4)
    evenings(club, people, 1)
    work()
    assert fsck.run().checked["ratings"] == 4
    by_hand(
        "UPDATE tournaments_rating SET mu = mu + 1 WHERE player_id = %s", Player.objects.get(pk=people[0]).pk
    )
    assert [each.code for each in fsck.run().damage] == ["ratings_differ"]
    ratings.refresh(club.pk)
    RatedEvent.objects.update(tables=[])
    assert {each.code for each in fsck.run().damage} == {"rated_event_differs", "ratings_differ"}


def test_an_event_without_rules_gives_no_ratings() -> None:
    club, _people = a_club(4)
    event = make_event(club, rules={"preset": "none"}, rounds_planned=1, deals_per_round=1)
    assert event.without_rules
    RatedEvent.objects.create(event=event, version=1, family="none", tables=[])
    assert ratings.derive([club.pk]).ratings == {}
