"""Simulations: the duty is in the rows, every chunk counts once, and the report is that of one process."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

import games.services as games
from tests.builders import (
    DOORS,
    fresh,
    make_simulation,
    simulation_spec,
)
from tournaments.errors import Invalid
from tournaments.kernel.audit import COMMAND
from tournaments.models import (
    OutboxTask,
    Simulation,
    SimulationChunk,
)
from tournaments.services.simulations import chunks, simulations
from tournaments.services.simulations.titles import LONGEST_TITLE, bots_text, shown_title, title_of

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


def test_a_simulation_is_called_after_its_rules_and_bots_unless_it_is_given_a_title() -> None:
    simulation = make_simulation()
    assert shown_title(simulation) == "2 cautious and 2 bold, pagat, 8\N{NARROW NO-BREAK SPACE}000 deals"
    with translation.override("de"):
        assert (
            shown_title(simulation)
            == "2 \N{MULTIPLICATION SIGN} Vorsichtig und 2 \N{MULTIPLICATION SIGN} Kühn, pagat, "
            "8\N{NARROW NO-BREAK SPACE}000 Spiele"
        )
    same = simulation_spec(seats=["bold", "bold", "bold"])
    assert (
        shown_title(simulations.start_simulation(None, COMMAND, same))
        == "3 bold bots, pagat, 8\N{NARROW NO-BREAK SPACE}000 deals"
    )
    assert simulations.start_simulation(None, COMMAND, same, " Does it  pay? ").title == "Does it pay?"
    with pytest.raises(Invalid) as refusal:
        simulations.start_simulation(None, COMMAND, same, "x" * 201)
    assert (refusal.value.code, refusal.value.field) == ("name_too_long", "title")


def test_a_title_knows_every_bot_and_has_an_end() -> None:
    for bot in games.bots():
        for seats in ([bot.name] * 3, [bot.name, "bold", "expert"], [bot.name, bot.name, "bold", "expert"]):
            assert bot.name in bots_text(seats)
    spec = simulation_spec()
    spec["sides"] = [{**spec["sides"][0], "rules_name": "x" * 300}]
    assert len(title_of(spec)) == LONGEST_TITLE
    assert title_of(spec).endswith("…")


def test_an_invalid_spec_is_refused_with_the_code_of_the_engine() -> None:
    with pytest.raises(Invalid) as refusal:
        simulations.start_simulation(None, COMMAND, {**simulation_spec(), "tables": 0})
    assert refusal.value.code == "bad_number_of_deals"
    with pytest.raises(Invalid):
        simulations.run_here({"format": "something else"})
    assert not Simulation.objects.exists()


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
    assert chunks.store_chunk(simulation.pk, 0, outcome, now) is not None
    assert chunks.store_chunk(simulation.pk, 0, outcome, now) is None
    assert (fresh(simulation).chunks_done, fresh(simulation).deals_done) == (1, 2_000)


def test_a_chunk_that_comes_back_after_the_end_is_thrown_away(sent: list[int]) -> None:
    simulation = make_simulation()
    outcome = games.play_chunk(simulation.spec, 0)
    simulations.cancel_simulation(simulation, COMMAND)
    assert chunks.store_chunk(simulation.pk, 0, outcome, timezone.now()) is None
    assert not SimulationChunk.objects.exists()
    assert fresh(simulation).chunks_done == 0


# Sent out, and sent again


def test_starting_leaves_the_duty_in_the_outbox_and_a_worker_sends_a_group(sent: list[int]) -> None:
    simulation = make_simulation()
    row = OutboxTask.objects.get(task="simulations.spread", done_at__isnull=True)
    assert row.args == [str(simulation.pk)]
    assert DOORS[row.task](str(row.pk))
    assert sent == [0, 1, 2, 3]


def test_only_chunks_without_a_row_are_sent_again(sent: list[int]) -> None:
    simulation = make_simulation()
    chunks.send_chunks(simulation.pk)
    chunks.play_chunk(simulation.pk, 1)
    sent.clear()
    assert chunks.send_chunks(simulation.pk) == 3
    assert sent == [0, 2, 3]


def test_a_long_simulation_is_sent_bit_by_bit_as_chunks_come_back(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(chunks, "WINDOW", 4)
    monkeypatch.setattr(chunks._Current, "play", lambda _spec, _number: [{"deals": 1}])
    monkeypatch.setattr(games, "simulation_report", lambda _spec, outcomes: {"chunks": len(list(outcomes))})
    simulation = make_simulation(20_000)
    chunks.send_chunks(simulation.pk)
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
            simulation=simulation, number=number, deals=1, outcome=[{"deals": 1, "number": number}]
        )
    monkeypatch.setattr(chunks, "READ_AT_ONCE", 2)
    assert [outcome[0]["number"] for outcome in chunks._outcomes(simulation)] == [0, 1, 2]
