"""A chunk gives the same outcome everywhere, and all chunks together equal one run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import services
from games.engine import bots, bulk
from games.engine.bulk_totals import Totals
from games.engine.core.state import SEATS
from games.engine.simulation.plan import chunk_batches, layout
from games.engine.simulation.playing import BY_SEAT, read_batch, written_batch
from games.engine.simulation.sample import samples

ROOT = Path(__file__).resolve().parents[2]
FOUR = ["cautious", "bold", "random", "expert"]


def made(
    seats: list[str], other: list[str] | None = None, rules: dict[str, Any] | None = None, **values: Any
) -> dict[str, Any]:
    rules = {"preset": "pagat"} | (rules or {})
    chips = values.pop("chips", 0)
    sides = [{"rules": rules, "seats": some, "chips": chips} for some in (seats, other) if some]
    if "sessions" not in values:
        values.setdefault("deals", 400)
    return services.simulation_spec(sides, **({"seed": 1} | values))


def played(spec: dict[str, Any], **values: Any) -> list[list[dict[str, Any]]]:
    return [services.play_chunk(spec, number, **values) for number in range(layout(spec).chunks)]


def test_without_rotation_the_chunks_add_up_to_one_run() -> None:
    spec = made(FOUR, rules={"preset": "adpoker"}, deals=5000, rotate=False)
    (sample,) = samples(spec, played(spec))
    whole = bulk.play(bulk.job({"preset": "adpoker"}, FOUR, seed=1, deals_each=50), 0, 100)
    assert layout(spec).chunks > 1
    assert bulk.written(sample.totals) == bulk.written(whole)


def test_chips_are_counted_for_the_bot_and_not_for_the_seat() -> None:
    """Play every batch again with the bots at the seats of its order."""
    spec = made(FOUR, sessions=(120, 3), rules={"upcard": "dealer_takes_pool"})
    seen = set()
    for number, outcome in enumerate(played(spec)):
        for batch, values in zip(chunk_batches(spec, number), outcome, strict=True):
            seen.add(batch.order)
            sitting = [FOUR[index] for index in batch.order]
            job = bulk.job({"preset": "pagat-dealer-pool"}, sitting, seed=1, deals_each=3)
            totals, back = bulk.play(job, batch.first, batch.tables), read_batch(values)
            for bot in FOUR:
                seat, index = sitting.index(bot), FOUR.index(bot)
                assert back.chips[index] == totals.chips[seat]
                for name in BY_SEAT:
                    each = len(getattr(totals, name)) // SEATS
                    theirs = getattr(back, name)[index * each : (index + 1) * each]
                    assert theirs == getattr(totals, name)[seat * each : (seat + 1) * each]
            assert back.lengths == totals.lengths
            assert back.pool_won == totals.pool_won
    assert len(seen) == 6


def test_every_list_of_totals_is_sorted_by_bot_or_independent_of_seats() -> None:
    """A new list in the totals must be added to one of the two groups."""
    not_by_seat = {"betting", "lengths", "pool_carried", "pool_chips_left", "pool_highest", "pool_won",
                   "sets_shown", "sets_won"}  # fmt: skip
    lists = {name for name in Totals.__slots__ if isinstance(getattr(Totals(), name), list)}
    assert lists == not_by_seat | set(BY_SEAT)


def test_an_outcome_is_short_and_can_be_read() -> None:
    totals = bulk.play(bulk.job({"preset": "pagat"}, FOUR, seed=3), 0, 500)
    values = written_batch(totals, range(4))
    text = json.dumps(values, separators=(",", ":"))
    assert bulk.written(read_batch(json.loads(text))) == bulk.written(totals)
    assert len(text) < 1150 < len(json.dumps(bulk.written(totals), separators=(",", ":")))


SPECS = st.builds(
    lambda names, preset, purse, leftover, rotate, seed, tables, deals_each, both: made(
        names,
        list(reversed(names)) if both else None,
        {"preset": preset, "purse": purse, "leftover": leftover, "bet_limit": 10},
        chips=60,
        sessions=(tables, deals_each),
        rotate=rotate,
        seed=seed,
    ),
    st.lists(st.sampled_from(bots.NAMES), min_size=3, max_size=5),
    st.sampled_from(services.presets()),
    st.sampled_from(["credit", "table"]),
    st.sampled_from(["stay", "split"]),
    st.booleans(),
    st.integers(0, 2**63 - 1),
    st.integers(1, 60),
    st.sampled_from([1, 4]),
    st.booleans(),
)


@settings(max_examples=40, deadline=None)
@given(SPECS, st.randoms(use_true_random=False))
def test_a_report_does_not_depend_on_the_compiler_or_the_order_of_chunks(
    spec: dict[str, Any], random: Any
) -> None:
    compiled = played(spec, compiled=True)
    numbers = list(range(len(compiled)))
    random.shuffle(numbers)
    again = {number: services.play_chunk(spec, number, compiled=False) for number in numbers}
    assert [again[number] for number in range(len(compiled))] == compiled
    report = services.simulation_report(spec, compiled)
    assert json.loads(json.dumps(report)) == report
    for side in report["sides"]:
        assert side["checks"]["unbalanced"] == side["checks"]["refused"] == 0
        assert -sum(row["chips"] for row in side["bots"]) == side["checks"]["chips_left"] >= 0
        assert sum(row["chips"] for row in side["positions"]) == sum(row["chips"] for row in side["bots"])
        for row in side["bots"]:
            same = [other for other in side["sources"] if other["bot"] == row["bot"]]
            assert sum(other["chips"] for other in same) == row["chips"]
            assert {other["deals"] for other in same} == {row["deals"]}
            there = [other for other in side["bots_at_positions"] if other["bot"] == row["bot"]]
            assert sum(other["chips"] for other in there) == row["chips"]
            assert sum(other["deals"] for other in there) == row["deals"]
    services.report_text(report)
    assert all(isinstance(row.value, (int, float, type(None))) for row in services.report_rows(report))


A_CHUNK = """
import hashlib, json, sys
from games import services
spec = json.loads(sys.argv[1])
outcomes = [services.play_chunk(spec, number) for number in range(len(services.simulation_plan(spec)))]
report = services.simulation_report(spec, json.loads(json.dumps(outcomes)))
print(hashlib.sha256(json.dumps(report).encode()).hexdigest())
"""


@pytest.mark.process
def test_another_process_without_a_compiler_makes_exactly_the_same_report() -> None:
    spec = made(FOUR, ["bold"] * 4, deals=1500, seed=9)
    blocked = "import sys\nfor name in ('numba', 'numpy'): sys.modules[name] = None\n"
    digests = [
        subprocess.run(
            [sys.executable, "-c", program, json.dumps(spec)],
            cwd=ROOT, capture_output=True, text=True, timeout=600, check=True,
        ).stdout
        for program in (A_CHUNK, blocked + A_CHUNK)
    ]  # fmt: skip
    assert len(digests[0]) == 65
    assert digests[0] == digests[1]
