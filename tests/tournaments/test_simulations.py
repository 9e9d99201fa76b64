"""Simulations: the duty is in the rows, every chunk counts once, and the report is that of one process."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from celery.exceptions import Retry, SoftTimeLimitExceeded
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games.services as games
from tests.builders import (
    DOORS,
    actor_of,
    make_club,
    make_event,
    make_key,
    make_limited_key,
    make_member,
    owner_of,
)
from tournaments import access, tasks
from tournaments.audit import COMMAND, Actor
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.models import (
    AuditEntry,
    Club,
    OutboxTask,
    Simulation,
    SimulationChunk,
    SimulationStatus,
)
from tournaments.selectors import simulations_of
from tournaments.services import chunks, keys, simulations

pytestmark = pytest.mark.django_db

PAGAT = {"rules": {"preset": "pagat"}, "seats": ["cautious", "bold", "cautious", "bold"]}


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """The core is compiled, where that has to be, before a test's transaction waits for it."""
    chunks.get_ready()


def spec_of(deals: int = 8_000, *, seed: int = 7, **side: Any) -> dict[str, Any]:
    return games.simulation_spec([{**PAGAT, **side}], deals=deals, seed=seed)


def started(deals: int = 8_000, club: Club | None = None) -> Simulation:
    """A simulation of four chunks of 2,000 deals, unless of more deals."""
    return simulations.start_simulation(club, owner_of(club) if club else COMMAND, spec_of(deals))


def numbers(simulation: Simulation) -> range:
    return range(simulation.chunks_planned)


def fresh(simulation: Simulation) -> Simulation:
    return Simulation.objects.get(pk=simulation.pk)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The chunks that workers were sent, by number."""
    numbers: list[int] = []
    monkeypatch.setattr(chunks, "_send", lambda _simulation, some: numbers.extend(some))
    return numbers


# What it comes to


def test_the_report_is_that_of_one_process_whoever_played_which_chunk_when(sent: list[int]) -> None:
    simulation = started()
    for number in (2, 0, 3, 1):
        assert chunks.play_chunk(simulation.pk, number)
    done = fresh(simulation)
    assert (done.status, done.chunks_done, done.deals_done) == ("done", 4, 8_000)
    # To the last digit: numbers are compared as they are written.
    here = simulations.run_here(simulation.spec)
    assert json.dumps(done.report, sort_keys=True) == json.dumps(here, sort_keys=True)
    assert not SimulationChunk.objects.exists()


def test_a_comparison_of_sessions_goes_through_the_workers_too(sent: list[int]) -> None:
    sides = [PAGAT, {**PAGAT, "rules": {"preset": "pierer"}}]
    spec = games.simulation_spec(sides, sessions=(800, 5), seed=1)
    simulation = simulations.start_simulation(None, COMMAND, spec)
    for number in numbers(simulation):
        chunks.play_chunk(simulation.pk, number)
    report = fresh(simulation).report
    assert report == json.loads(json.dumps(simulations.run_here(spec)))
    assert report is not None
    assert "differences" in report


def test_a_simulation_is_called_after_its_rules_and_bots_unless_it_is_given_a_title() -> None:
    assert started().title == "pagat: 2 cautious, 2 bold"
    same = spec_of(seats=["bold", "bold", "bold"])
    assert simulations.start_simulation(None, COMMAND, same).title == "pagat: 3 bold"
    assert simulations.start_simulation(None, COMMAND, same, " Does it  pay? ").title == "Does it pay?"
    with pytest.raises(Invalid) as refusal:
        simulations.start_simulation(None, COMMAND, same, "x" * 201)
    assert (refusal.value.code, refusal.value.field) == ("name_too_long", "title")


def test_what_is_no_spec_is_refused_with_the_engines_code() -> None:
    with pytest.raises(Invalid) as refusal:
        simulations.start_simulation(None, COMMAND, {**spec_of(), "tables": 0})
    assert refusal.value.code == "bad_number_of_deals"
    with pytest.raises(Invalid):
        simulations.run_here({"format": "something else"})
    assert not Simulation.objects.exists()


# Exactly once


def test_a_chunk_that_is_delivered_twice_counts_once_and_is_not_even_played(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = started()
    assert chunks.play_chunk(simulation.pk, 1)
    monkeypatch.setattr(chunks._Here, "play", lambda *_chunk: pytest.fail("it was played again"))
    assert not chunks.play_chunk(simulation.pk, 1)
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (1, 2_000)


def test_a_chunk_that_two_workers_played_at_the_same_time_is_stored_once(sent: list[int]) -> None:
    simulation = started()
    outcome = games.play_chunk(simulation.spec, 0)
    now = timezone.now()
    assert chunks.keep_chunk(simulation.pk, 0, outcome, now) is not None
    assert chunks.keep_chunk(simulation.pk, 0, outcome, now) is None
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (1, 2_000)


def test_the_numbers_beside_the_chunks_are_their_sum(sent: list[int]) -> None:
    simulation = started()
    for number in (0, 2):
        chunks.play_chunk(simulation.pk, number)
    rows = SimulationChunk.objects.filter(simulation=simulation)
    assert fresh(simulation).deals_done == sum(row.deals for row in rows) == 4_000
    assert fresh(simulation).chunks_done == rows.count()


def test_a_chunk_that_comes_back_after_the_end_is_thrown_away(sent: list[int]) -> None:
    simulation = started()
    outcome = games.play_chunk(simulation.spec, 0)
    simulations.cancel_simulation(simulation, COMMAND)
    assert chunks.keep_chunk(simulation.pk, 0, outcome, timezone.now()) is None
    assert not SimulationChunk.objects.exists()
    assert fresh(simulation).chunks_done == 0


def test_storing_a_chunk_locks_its_simulation_for_two_statements(sent: list[int]) -> None:
    """Many end at once: the long row is written before the lock, and the lock is held for one update."""
    simulation = started()
    outcome = games.play_chunk(simulation.spec, 0)
    with CaptureQueriesContext(connection) as asked:
        chunks.keep_chunk(simulation.pk, 0, outcome, timezone.now())
    said = [query["sql"].split('"')[0].split()[0] for query in asked.captured_queries]
    assert [word for word in said if word in ("INSERT", "SELECT", "UPDATE")] == ["INSERT", "SELECT", "UPDATE"]


# Sent out, and sent again


def test_starting_leaves_the_duty_in_the_outbox_and_a_worker_sends_a_group(sent: list[int]) -> None:
    simulation = started()
    row = OutboxTask.objects.get(task="simulations.spread", done_at__isnull=True)
    assert row.args == [str(simulation.pk)]
    assert DOORS[row.task](str(row.pk))
    assert sent == [0, 1, 2, 3]


def test_the_messages_of_a_group_name_simulation_and_chunk_and_wait_in_their_own_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simulation = started()
    messages: list[tuple[str, Any, str]] = []

    def note(_producer: object, name: str, message: Any, **options: Any) -> None:
        messages.append((name, message.body[0], options["queue"].name))

    monkeypatch.setattr(current_app.amqp, "send_task_message", note)
    chunks.spread(simulation.pk)
    assert messages == [
        ("simulations.play_chunk", (str(simulation.pk), number), "simulations") for number in range(4)
    ]


def test_only_what_has_no_row_is_sent_again(sent: list[int]) -> None:
    simulation = started()
    chunks.spread(simulation.pk)
    chunks.play_chunk(simulation.pk, 1)
    sent.clear()
    assert chunks.spread(simulation.pk) == 3
    assert sent == [0, 2, 3]


def test_a_long_simulation_is_sent_bit_by_bit_as_chunks_come_back(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(chunks, "WINDOW", 4)
    monkeypatch.setattr(chunks._Here, "play", lambda _spec, _number: [{"deals": 1}])
    monkeypatch.setattr(games, "simulation_report", lambda _spec, outcomes: {"chunks": len(list(outcomes))})
    simulation = started(20_000)
    chunks.spread(simulation.pk)
    assert sent == [0, 1, 2, 3]
    played = 0
    while played < len(sent):
        with django_capture_on_commit_callbacks(execute=True):
            chunks.play_chunk(simulation.pk, sent[played])
        played += 1
        assert len(sent) - played <= 4
        assert len(sent) - played >= min(3, 10 - played)
    assert sent == list(range(10))
    assert fresh(simulation).report == {"chunks": 10}


def test_a_simulation_that_stands_still_is_sent_again_ever_more_rarely_until_a_chunk_comes_back(
    sent: list[int], settings: Any
) -> None:
    settings.SIMULATION_STALL = 60
    simulation = started()
    OutboxTask.objects.all().delete()
    begin = simulation.moved_at
    swept = [second for second in range(0, 1000, 10) if chunks.sweep(begin + timedelta(seconds=second))]
    assert swept == [60, 180, 420, 900]
    assert OutboxTask.objects.filter(task="simulations.spread", args=[str(simulation.pk)]).count() == 4
    chunks.play_chunk(simulation.pk, 0)
    moved = fresh(simulation).moved_at
    assert not chunks.sweep(moved + timedelta(seconds=59))
    assert chunks.sweep(moved + timedelta(seconds=61))


def test_the_beat_sweeps_simulations_with_the_outbox(sent: list[int], settings: Any) -> None:
    settings.SIMULATION_STALL = 0
    started()
    assert tasks.sweep()["still"] == 1


def test_where_only_the_report_is_missing_whoever_is_sent_the_last_chunk_makes_it(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that stored the last chunk died before the report was made."""
    simulation = started()
    with monkeypatch.context() as killed:
        killed.setattr(chunks, "finish", lambda _simulation: None)
        for number in numbers(simulation):
            chunks.play_chunk(simulation.pk, number)
    assert (fresh(simulation).status, fresh(simulation).chunks_done) == ("running", 4)
    assert chunks.spread(simulation.pk) == 1
    assert sent == [3]
    assert chunks.play_chunk(simulation.pk, 3)
    assert fresh(simulation).status == "done"


def test_a_report_is_made_from_few_chunks_at_a_time_in_their_order(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = started()
    for number in (2, 1, 0):
        SimulationChunk.objects.create(
            simulation=simulation, number=number, deals=1, outcome=[{"deals": 1, "number": number}]
        )
    monkeypatch.setattr(chunks, "READ_AT_ONCE", 2)
    assert [outcome[0]["number"] for outcome in chunks._outcomes(simulation)] == [0, 1, 2]


def test_a_broker_that_does_not_answer_leaves_the_row_of_the_outbox_undone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def down(*_message: object) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(chunks, "_send", down)
    started()
    row = OutboxTask.objects.get(task="simulations.spread")
    with pytest.raises(ConnectionError):
        DOORS[row.task](str(row.pk))
    row.refresh_from_db()
    assert (row.done_at, row.attempts) == (None, 1)


# What goes wrong


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Chunks cannot be played; which ones it was tried with."""
    tried: list[int] = []

    def play(_spec: object, number: int) -> Any:
        tried.append(number)
        raise ZeroDivisionError("by a bot")

    monkeypatch.setattr(chunks._Here, "play", play)
    return tried


def attempt(simulation: Simulation, retries: int) -> None:
    """What a worker does with the message of chunk 0 that was sent again so often."""
    tasks.play_chunk.push_request(
        args=[str(simulation.pk), 0], kwargs={}, retries=retries, called_directly=False, id="an id"
    )
    try:
        tasks.play_chunk.run(str(simulation.pk), 0)
    finally:
        tasks.play_chunk.pop_request()


def test_a_chunk_that_raises_is_tried_again_and_then_its_simulation_fails_and_says_why(
    sent: list[int], broken: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = started()
    monkeypatch.setattr(current_app.amqp, "send_task_message", lambda *_args, **_options: None)
    for retries in range(chunks.RETRIES):
        with pytest.raises(Retry):
            attempt(simulation, retries)
        assert fresh(simulation).status == "running"
    with pytest.raises(chunks.NotPlayed):
        attempt(simulation, chunks.RETRIES)
    failed = fresh(simulation)
    assert (failed.status, failed.report, broken) == ("failed", None, [0] * (chunks.RETRIES + 1))
    assert failed.error == "Part 1 of the deals could not be played: ZeroDivisionError: by a bot"
    assert not chunks.play_chunk(simulation.pk, 1)


def test_a_chunk_that_takes_too_long_is_told_in_words_that_help(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_chunk: object) -> Any:
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(chunks._Here, "play", slow)
    with pytest.raises(chunks.NotPlayed, match="fewer deals at each table would help"):
        chunks.play_chunk(started().pk, 0)


def test_a_report_that_cannot_be_made_fails_the_simulation_in_the_end(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_outcomes: object) -> Any:
        raise games.EngineError("no_such_chunk", "A chunk is missing.")

    monkeypatch.setattr(games, "simulation_report", wrong)
    simulation = started()
    for number in (0, 1, 2):
        chunks.play_chunk(simulation.pk, number)
    with pytest.raises(chunks.NotPlayed) as told:
        chunks.play_chunk(simulation.pk, 3)
    assert chunks.give_up(simulation.pk, told.value)
    assert not chunks.give_up(simulation.pk, told.value)
    assert fresh(simulation).error == "The report could not be made: A chunk is missing."


# Cancelled


def test_a_cancelled_simulation_stops_at_the_next_chunk_and_twice_is_once(sent: list[int]) -> None:
    club = make_club()
    simulation = started(club=club)
    chunks.play_chunk(simulation.pk, 0)
    for _ in range(2):
        cancelled = simulations.cancel_simulation(simulation, owner_of(club))
        assert cancelled.status == SimulationStatus.CANCELLED
    assert not chunks.play_chunk(simulation.pk, 1)
    assert chunks.spread(simulation.pk) == 0
    assert not SimulationChunk.objects.exists()
    assert fresh(simulation).finished_at is not None
    assert AuditEntry.objects.filter(verb="cancel_simulation").count() == 1


def test_what_is_over_cannot_be_cancelled(sent: list[int]) -> None:
    simulation = started(2_000)
    chunks.play_chunk(simulation.pk, 0)
    with pytest.raises(Conflict) as refusal:
        simulations.cancel_simulation(simulation, COMMAND)
    assert refusal.value.code == "simulation_over"
    assert fresh(simulation).report is not None


def test_a_report_that_is_made_while_somebody_cancels_is_thrown_away(sent: list[int]) -> None:
    simulation = started(2_000)
    outcome = games.play_chunk(simulation.spec, 0)
    assert chunks.keep_chunk(simulation.pk, 0, outcome, timezone.now()) is not None
    made = games.simulation_report

    def cancelled_meanwhile(*given: Any) -> Any:
        simulations.cancel_simulation(simulation, COMMAND)
        return made(simulation.spec, [outcome])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "simulation_report", cancelled_meanwhile)
        assert not chunks.finish(simulation)
    assert (fresh(simulation).status, fresh(simulation).report) == ("cancelled", None)


# Watched


def test_progress_is_deals_done_rate_and_time_left(sent: list[int]) -> None:
    simulation = started()
    before = simulations.progress_of(simulation)
    assert (before.percent, before.rate, before.seconds_left) == (0, None, None)
    chunks.play_chunk(simulation.pk, 0)
    begun = timezone.now() - timedelta(seconds=10)
    Simulation.objects.update(began_at=begun, moved_at=begun + timedelta(seconds=4))
    early = simulations.progress_of(fresh(simulation))
    assert (early.deals_done, early.deals_planned, early.percent) == (2_000, 8_000, 25)
    assert early.rate == 500
    assert early.seconds_left == 12
    assert early.stamp != before.stamp
    for number in (1, 2, 3):
        chunks.play_chunk(simulation.pk, number)
    after = simulations.progress_of(fresh(simulation))
    assert (after.percent, after.seconds_left, after.deals_done) == (100, None, 8_000)


def test_in_one_process_progress_is_told_after_every_chunk() -> None:
    told: list[simulations.SimulationProgress] = []
    simulations.run_here(spec_of(), told.append)
    assert [progress.deals_done for progress in told] == [2_000, 4_000, 6_000, 8_000]
    assert told[-1].percent == 100
    assert told[-1].seconds_left == 0
    assert all(progress.rate for progress in told)


# Whose it is


def test_a_club_has_few_simulations_running_at_once() -> None:
    club = make_club()
    running = [started(club=club) for _ in range(simulations.MOST_RUNNING)]
    with pytest.raises(Conflict) as refusal:
        started(club=club)
    assert refusal.value.code == "too_many_simulations"
    started()  # for no club
    started(club=make_club())
    simulations.cancel_simulation(running[0], owner_of(club))
    started(club=club)


def test_starting_is_logged_with_its_club() -> None:
    club = make_club()
    simulation = started(club=club)
    entry = AuditEntry.objects.get(verb="start_simulation")
    assert (entry.club, entry.target) == (club, f"simulation {simulation.pk}")
    assert entry.data == {"title": "pagat: 2 cautious, 2 bold", "deals": 8_000}
    started()
    assert AuditEntry.objects.filter(verb="start_simulation").count() == 1


def test_members_see_their_clubs_simulations_and_directors_may_end_them() -> None:
    club = make_club()
    simulation = started(club=club)
    scorer, director = (actor_of(make_member(club, role)) for role in ("scorer", "director"))
    assert access.simulation_for_member(scorer, str(simulation.pk)) == simulation
    assert access.simulation_for_director(director, str(simulation.pk)) == simulation
    with pytest.raises(NotAllowed):
        access.simulation_for_director(scorer, str(simulation.pk))
    for outsider in (Actor(None, "page"), owner_of(make_club())):
        for fetch in (access.simulation_for_member, access.simulation_for_director):
            with pytest.raises(NotFound):
                fetch(outsider, str(simulation.pk))
    for nothing in (started().pk, "no id"):
        with pytest.raises(NotFound):
            access.simulation_for_member(director, str(nothing))


def test_a_key_for_some_tables_alone_sees_no_simulation() -> None:
    club = make_club()
    simulation = started(club=club)
    event = make_event(club)
    for secret, limited in ((make_key(club), False), (make_limited_key(club, events=[event]), True)):
        key = keys.key_of_secret(secret)
        assert key is not None
        actor = Actor(key.member.user, "api", key.member, keys.given_to(key) if limited else None)
        if limited:
            with pytest.raises(NotFound):
                access.simulation_for_member(actor, str(simulation.pk))
        else:
            assert access.simulation_for_member(actor, str(simulation.pk)) == simulation


def test_a_clubs_list_is_newest_first_and_its_own() -> None:
    club = make_club()
    mine = [started(club=club), started(club=club)]
    started(club=make_club())
    assert list(simulations_of(club)) == mine[::-1]


def test_what_commands_asked_for_is_forgotten_a_month_after_its_end(sent: list[int]) -> None:
    ended, clubs_own, running = started(2_000), started(2_000, make_club()), started(2_000)
    for simulation in (ended, clubs_own):
        chunks.play_chunk(simulation.pk, 0)
    now = timezone.now()
    assert simulations.forget_old(now + timedelta(days=29)) == 0
    assert simulations.forget_old(now + timedelta(days=31)) == 1
    assert set(Simulation.objects.all()) == {clubs_own, running}


def test_nothing_is_started_by_a_transaction_that_fails() -> None:
    with transaction.atomic():
        started()
        transaction.set_rollback(True)
    assert not Simulation.objects.exists()
    assert not OutboxTask.objects.filter(task="simulations.spread").exists()
