"""Ratings of a club: they follow events, corrections and people who become anonymous."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.db.models import Q
from openskill.models import PlackettLuce, PlackettLuceRating

from tests.builders import (
    another_document,
    owner_of,
    play_round,
    published_round,
    running_event,
    the_table,
    with_account,
    work,
)
from tests.engine.reading import SOAK
from tests.tournaments.seasons import a_club, played
from tournaments.core.refreshes import queue_what_follows_days
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Club, Event, OutboxTask, Player, RatedEvent, Rating, Round
from tournaments.play.verbs import corrections
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.programs.fsck import run as fsck
from tournaments.programs.fsck.damage import Scope
from tournaments.programs.privacy import anonymise_player
from tournaments.ratings import verbs as ratings

pytestmark = pytest.mark.django_db

FIRST_DAY = date(2026, 1, 2)


def evenings(club: Club, people: Sequence[str], number: int, first: int = 0) -> list[Event]:
    """So many finished evenings of these people, a week apart."""
    return [
        played(club, list(people), seed=each + 1, starts_on=FIRST_DAY + timedelta(weeks=each))
        for each in range(first, first + number)
    ]


def numbers() -> dict[tuple[str, str], list[tuple[float, float, int]]]:
    """What is stored: mu, sigma and events by player and family, the oldest first."""
    found: dict[tuple[str, str], list[tuple[float, float, int]]] = {}
    for row in Rating.objects.order_by("events"):
        found.setdefault((str(row.player_id), row.family), []).append((row.mu, row.sigma, row.events))
    return found


def rated_events() -> set[int]:
    """How many events somebody has been rated for."""
    return {len(curve) for curve in numbers().values()}


def from_documents(events: Sequence[Event]) -> dict[str, tuple[float, float]]:
    """Mu and sigma by player, computed from documents alone, without the code of ratings."""
    model = PlackettLuce()
    now: dict[str, PlackettLuceRating] = {}
    for event in events:
        document = document_of(event)
        player = {entry["id"]: entry["player"] for entry in document["entries"]}
        for table in (table for round_ in document["rounds"] for table in round_["tables"]):
            people = [player[entry] for entry in table["seats"]]
            won = _nets(table)
            before = [[now.get(person) or model.rating()] for person in people]
            after = model.rate(before, ranks=[float(sum(other > net for other in won)) for net in won])
            now |= {person: each for person, (each,) in zip(people, after, strict=True)}
    return {person: (each.mu, each.sigma) for person, each in now.items()}


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
        assert rated_events() == {each + 1}
    expected = from_documents(events)
    assert numbers().keys() == {(player, "pagat") for player in people}
    for (player, _family), curve in numbers().items():
        assert curve[-1][:2] == pytest.approx(expected[player], rel=1e-9)
    assert fsck.run().damage == []


def test_a_person_has_a_rating_in_each_of_their_clubs() -> None:
    first, people = a_club(4)
    second, others = a_club(4)
    evenings(first, people, 1)
    evenings(second, others, 1, first=1)
    work()
    before = numbers()
    mine, theirs = (Player.objects.get(pk=pk) for pk in (people[0], others[0]))
    with_account(theirs, with_account(mine).user)
    work()
    assert numbers() == before


def test_bots_have_no_ratings_and_ask_for_none() -> None:
    event = running_event(4, bot="cautious", rounds_planned=1, deals_per_round=1)
    play_round(published_round(event))
    finish_event(Event.objects.get(pk=event.pk), owner_of(event.club))
    assert not OutboxTask.objects.filter(task="ratings.refresh").exists()
    ratings.refresh(event.club_id)
    assert not Rating.objects.exists()


def note_results(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The events whose results are read from now on."""
    results, read = ratings._results, list[UUID]()

    def noted(asked: list[UUID]) -> Any:
        read.extend(asked)
        return results(asked)

    monkeypatch.setattr(ratings, "_results", noted)
    return read


def test_a_new_evening_is_counted_alone_and_a_correction_from_its_own_evening_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club, people = a_club(4)
    events = evenings(club, people, 4)
    work()
    read = note_results(monkeypatch)
    events += evenings(club, people, 1, first=4)
    work()
    assert read == [events[4].pk]
    read.clear()
    correct(events[2])
    work()
    assert set(read) == {event.pk for event in events[2:]}
    assert stored(club) == counted(club)


def correct(event: Event) -> None:
    """Reopen an event, correct its first deal, and finish it."""
    actor = owner_of(event.club)
    reopen_event(event, actor)
    table = the_table(Round.objects.get(event=event))
    corrections.correct(table, actor, 1, another_document(table, 1), "wrong", closed_too=True)
    finish_event(Event.objects.get(pk=event.pk), actor)


def stored(club: Club) -> set[ratings.Row]:
    """The ratings of a club."""
    return set(ratings.ratings_of(club).values_list(*ratings.COLUMNS))


def counted(club: Club) -> set[ratings.Row]:
    """All ratings of a club, counted from its first event on."""
    course = ratings.course_of(club)
    return ratings._of_shown(club, ratings._counted(course, 0, len(course)))


def test_fsck_finds_events_that_were_counted_in_another_order_or_not_at_all(
    subtests: pytest.Subtests,
) -> None:
    club, people = a_club(4)
    events = evenings(club, people, 3)
    work()
    rated = RatedEvent.objects.get(event=events[1])

    def moved() -> None:
        Event.objects.filter(pk=events[0].pk).update(starts_on=FIRST_DAY + timedelta(weeks=9))

    def running() -> None:
        Event.objects.filter(pk=events[2].pk).update(status="running")

    for damage in (moved, running, rated.delete):
        with subtests.test(damage.__name__), transaction.atomic():
            damage()
            codes = [each.code for each in fsck.run_scope(Scope({Club: Q(pk=club.pk)})).damage]
            assert "ratings_differ" in codes
            transaction.set_rollback(True)


@pytest.mark.parametrize("number", range(SOAK or 3))
def test_ratings_that_are_counted_on_equal_those_from_the_first_evening(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the last digit, in whatever order evenings are played, moved, corrected, reopened and imported."""
    monkeypatch.setattr(ratings, "AT_ONCE", 2)
    chance = Random(number)
    club, people = a_club(6)
    actor = owner_of(club)
    away = a_club(4)
    document = json.loads(json.dumps(document_of(played(*away, seed=99, starts_on=FIRST_DAY))))

    def finished() -> Event | None:
        events = list(Event.objects.filter(club=club, status="finished").order_by("pk"))
        return chance.choice(events) if events else None

    def play_one() -> None:
        here = [pk for pk in people if Player.objects.get(pk=pk).anonymised_at is None]
        day = FIRST_DAY + timedelta(days=chance.randrange(30))
        rules = {"preset": chance.choice(["pagat", "pagat", "hoffmann"])}
        played(club, chance.sample(here, 4), seed=chance.randrange(99), starts_on=day, rules=rules)

    def on(act: Callable[[Event], object]) -> None:
        if (event := finished()) is not None:
            act(event)

    def move(event: Event) -> None:
        day = FIRST_DAY + timedelta(days=chance.randrange(30))
        Event.objects.filter(pk=event.pk).update(starts_on=day)
        queue_what_follows_days(club)

    def finish_again() -> None:
        for event in Event.objects.filter(club=club, status="running"):
            finish_event(event, actor)

    def hide() -> None:
        if Player.objects.filter(club=club, anonymised_at=None).count() > 4:
            anonymise_player(Player.objects.get(pk=chance.choice(people)), actor)

    acts: list[Callable[[], object]] = [
        play_one,
        play_one,
        play_one,
        partial(on, correct),
        partial(on, move),
        partial(on, lambda event: reopen_event(event, actor)),
        finish_again,
        hide,
        lambda: import_event(club, actor, document, again=True),
    ]
    for _ in range(14):
        chance.choice(acts)()
        work()
        assert stored(club) == counted(club)
        assert fsck.run_scope(Scope({Club: Q(pk=club.pk), RatedEvent: Q()})).damage == []
