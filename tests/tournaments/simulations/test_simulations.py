"""Simulations: the duty is in the rows, every chunk counts once, and the report is that of one process."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.test import TestCase
from django.utils import timezone

import games.services as games
from tests.builders import DOORS, fresh, make_club, make_simulation
from tests.cases import cases
from tournaments.core.rules.refusals import Invalid
from tournaments.models import OutboxTask, Simulation, SimulationChunk
from tournaments.simulations.rules import Spec, tables_for
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.simulations import spec_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("compiled_core")]


def numbers(simulation: Simulation) -> range:
    return range(simulation.chunks_planned)


# What it comes to


def test_the_report_does_not_depend_on_the_worker_or_order_of_chunks(sent: list[int]) -> None:
    simulation = make_simulation()
    for number in (2, 0, 3, 1):
        assert chunks.play_chunk(simulation.pk, number)
    done = fresh(simulation)
    assert (done.status, done.chunks_done, done.deals_done) == ("done", 4, 8_000)
    # To the last digit: numbers are compared as they are written.
    here = simulations.run_here(simulation.spec)
    assert json.dumps(done.report, sort_keys=True) == json.dumps(here, sort_keys=True)
    assert not SimulationChunk.objects.exists()


@cases(
    ("deals", "tables", "each"),
    [
        (1, 1, 1), (24, 1, 24), (25, 1, 25), (64, 1, 64), (100, 2, 50), (101, 2, 51), (123, 3, 41),
        (200_000, 4000, 50),
    ],
)  # fmt: skip
def test_deals_are_played_at_whole_tables_of_about_fifty(deals: int, tables: int, each: int) -> None:
    assert tables_for(deals) == (tables, each)


@cases(
    ("changed", "code", "field"),
    [
        ({"seats": ["bold", "bold", "nobody"]}, "unknown_bot", "seats"),
        ({"seats": ["bold"] * 2}, "bad_simulation_spec", "seats"),
        ({"seats": ["bold"] * 7}, "bad_simulation_spec", "seats"),
        ({"seats": ["bold"]}, "bad_simulation_spec", "seats"),
        ({"rules": {"preset": "whist"}}, "unknown_preset", "rules"),
        ({"rules": {"preset": "none"}}, "unknown_preset", "rules"),
        ({"rules": {"preset": "pagat", "stake": 0}}, "bad_switch_value", "rules"),
        ({"rules": {"preset": "pagat", "purse": "table"}}, "cannot_ante", "chips"),
        ({"chips": -1}, "bad_simulation_spec", None),
        ({"deals": 0}, "bad_simulation_spec", None),
        ({"deals_each": 0}, "bad_simulation_spec", None),
        ({"deals": 100_000_001}, "bad_simulation_spec", None),
        ({"seed": -1}, "bad_simulation_spec", None),
        ({"seed": 2**63}, "bad_simulation_spec", None),
    ],
)
def test_a_simulation_that_cannot_be_played_is_refused(
    changed: dict[str, Any], code: str, field: str | None
) -> None:
    usual = {"rules": {"preset": "pagat"}, "seats": ["bold"] * 4, "deals": 100, "seed": 1}
    with pytest.raises(Invalid) as refusal:
        spec_of(**{**usual, **changed})
    assert (refusal.value.code, refusal.value.field) == (code, field)


def test_equal_questions_have_equal_specs() -> None:
    by_preset = spec_of(rules={"preset": "pagat"}, seats=["bold"] * 4, deals=100, seed=1)
    in_full = dict(reversed(games.preset_switches("pagat").items()))
    assert spec_of(rules=in_full, seats=("bold",) * 4, deals=100, deals_each=50, seed=1) == by_preset
    assert Spec.model_validate(json.loads(json.dumps(by_preset))).model_dump() == by_preset
    seeds = {spec_of(rules=in_full, seats=["bold"] * 4, deals=100)["seed"] for _ in range(4)}
    assert len(seeds) == 4
    # JavaScript has no other numbers.
    assert all(0 <= seed == int(float(seed)) < 2**53 for seed in seeds)


# Exactly once


def test_a_chunk_that_is_delivered_twice_counts_once_and_is_not_even_played(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = make_simulation()
    assert chunks.play_chunk(simulation.pk, 1)
    monkeypatch.setattr(chunks._Current, "play", lambda *_chunk: pytest.fail("it was played again"))
    assert not chunks.play_chunk(simulation.pk, 1)
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (1, 2_000)


def test_a_chunk_that_two_workers_played_at_the_same_time_is_stored_once(sent: list[int]) -> None:
    simulation = make_simulation()
    outcome = games.play_chunk(simulation.spec, 0)
    now = timezone.now()
    for _ in range(2):
        assert chunks.start_chunk(simulation.pk, 0)
    assert chunks.store_chunk(simulation.pk, 0, outcome, now) is not None
    assert chunks.store_chunk(simulation.pk, 0, outcome, now) is None
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (1, 2_000)


# Sent out, and sent again


def test_starting_leaves_the_duty_in_the_outbox_and_a_worker_sends_a_group(sent: list[int]) -> None:
    simulation = make_simulation()
    row = OutboxTask.objects.get(task="simulations.spread", done_at__isnull=True)
    assert row.args == [str(simulation.pk)]
    assert DOORS[row.task](str(row.pk))
    assert sent == [0, 1, 2, 3]


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, int]]:
    """The messages that no worker has taken, in order."""
    messages: list[tuple[Any, int]] = []
    monkeypatch.setattr(chunks, "_send", lambda pk, numbers: messages.extend((pk, each) for each in numbers))
    return messages


def take(queue: list[tuple[Any, int]]) -> tuple[Any, int]:
    """A worker takes the oldest message and starts its chunk."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        message = queue.pop(0)
        chunks.start_chunk(*message)
    return message


def store(message: tuple[Any, int]) -> None:
    chunks.store_chunk(*message, [{"deals": 1}], timezone.now())


def large_ones(clubs: int) -> list[Simulation]:
    """Two simulations of each club, of 100 chunks."""
    simulations = [make_simulation(200_000, club=club) for club in [make_club() for _ in range(clubs)] * 2]
    for simulation in simulations:
        chunks.send_chunks(simulation.pk)
    return simulations


def test_clubs_take_turns_in_the_queue(queue: list[tuple[Any, int]]) -> None:
    """Three clubs and one worker: each has its share, whoever was first."""
    of_club = {each.pk: each.club_id for each in large_ones(3)}
    started = []
    for _chunk in range(60):
        started.append(take(queue))
        store(started[-1])
    assert {*Counter(of_club[pk] for pk, _number in started[12:]).values()} == {16}
    assert {*Counter(pk for pk, _number in started[12:]).values()} == {8}
    assert len(queue) == chunks.WINDOW


def test_a_simulation_that_stands_still_is_sent_again_ever_more_rarely_until_a_chunk_comes_back(
    sent: list[int], settings: Any
) -> None:
    settings.SIMULATION_STALL = 60
    simulation = make_simulation()
    OutboxTask.objects.all().delete()
    begin = simulation.moved_at
    swept = [second for second in range(0, 1000, 10) if chunks.sweep(begin + timedelta(seconds=second))]
    assert swept == [60, 180, 420, 900]
    assert OutboxTask.objects.filter(task="simulations.spread", args=[str(simulation.pk)]).count() == 4
    chunks.play_chunk(simulation.pk, 0)
    moved = fresh(simulation).moved_at
    assert not chunks.sweep(moved + timedelta(seconds=59))
    assert chunks.sweep(moved + timedelta(seconds=61))


def test_the_worker_of_the_last_chunk_makes_a_missing_report(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that stored the last chunk died before the report was made."""
    simulation = make_simulation()
    chunks.send_chunks(simulation.pk)
    sent.clear()
    with monkeypatch.context() as killed:
        killed.setattr(chunks, "finish", lambda _simulation: None)
        for number in numbers(simulation):
            chunks.play_chunk(simulation.pk, number)
    assert (fresh(simulation).status, fresh(simulation).chunks_done) == ("running", 4)
    assert chunks.send_chunks(simulation.pk) == 1
    assert sent == [3]
    assert chunks.play_chunk(simulation.pk, 3)
    assert fresh(simulation).status == "done"


def test_a_report_is_made_from_few_chunks_at_a_time_in_their_order(
    sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    simulation = make_simulation()
    for number in (2, 1, 0):
        SimulationChunk.objects.create(
            simulation=simulation, number=number, outcome=[{"deals": 1, "number": number}]
        )
    monkeypatch.setattr(chunks, "READ_AT_ONCE", 2)
    assert [outcome[0]["number"] for outcome in chunks._outcomes(simulation)] == [0, 1, 2]
