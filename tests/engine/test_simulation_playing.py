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
from games.engine.bulk_loop import LENGTHS
from games.engine.core.state import SEATS
from games.engine.errors import EngineError
from games.engine.simulation.plan import BY_SEAT, chunk_batches, read_batch
from tests.engine.simulated import FOUR, outcomes_of, spec_of

ROOT = Path(__file__).resolve().parents[2]


def test_all_chunks_add_up_to_one_run_and_chips_are_counted_for_the_bot_and_not_for_the_seat() -> None:
    """Play every part again with the bots at the seats of its order."""
    spec = spec_of(tables=1200, deals_each=3, upcard="dealer_takes_pool")
    seen = set()
    for number, outcome in enumerate(outcomes_of(spec)):
        for batch, values in zip(chunk_batches(spec, number), outcome, strict=True):
            back, lengths = read_batch(values), [0] * LENGTHS
            sums = {name: [0] * len(getattr(back, name)) for name in BY_SEAT}
            for order, first, tables in batch:
                seen.add(order)
                sitting = [FOUR[index] for index in order]
                job = bulk.job({"preset": "pagat-dealer-pool"}, sitting, seed=1, deals_each=3)
                totals = bulk.play(job, first, tables)
                lengths = [sum(pair) for pair in zip(lengths, totals.lengths, strict=True)]
                for name, added in sums.items():
                    each = len(added) // SEATS
                    for seat, index in enumerate(order):
                        for at in range(each):
                            added[index * each + at] += getattr(totals, name)[seat * each + at]
            assert back.lengths == lengths
            assert {name: getattr(back, name) for name in BY_SEAT} == sums
    assert len(seen) == 24


SPECS = st.builds(
    lambda seats, preset, purse, leftover, seed, tables, deals_each: spec_of(
        seats,
        preset=preset,
        purse=purse,
        leftover=leftover,
        bet_limit=10,
        chips=60,
        tables=tables,
        deals_each=deals_each,
        seed=seed,
    ),
    st.lists(st.sampled_from(bots.NAMES), min_size=3, max_size=5),
    st.sampled_from(services.presets()),
    st.sampled_from(["credit", "table"]),
    st.sampled_from(["stay", "split"]),
    st.integers(0, 2**63 - 1),
    st.integers(1, 60),
    st.sampled_from([1, 4]),
)


@settings(max_examples=30, deadline=None)
@given(SPECS)
def test_a_report_does_not_depend_on_the_compiler(spec: dict[str, Any]) -> None:
    compiled = outcomes_of(spec, compiled=True)
    assert outcomes_of(spec, compiled=False) == compiled
    report = services.simulation_report(spec, compiled)
    assert json.loads(json.dumps(report)) == report
    assert report["checks"]["unbalanced"] == report["checks"]["refused"] == 0
    assert -sum(row["chips"] for row in report["bots"]) == report["checks"]["chips_left"] >= 0
    assert sum(row["chips"] for row in report["positions"]) == sum(row["chips"] for row in report["bots"])


@pytest.mark.parametrize("number", [-1, 1, True, "0", None])
def test_a_chunk_outside_the_plan_is_refused(number: Any) -> None:
    with pytest.raises(EngineError) as error:
        services.play_chunk(spec_of(tables=8), number)
    assert error.value.code == "no_such_chunk"


A_CHUNK = """
import hashlib, json, sys
from games import services
spec = json.loads(sys.argv[1])
outcomes = [services.play_chunk(spec, number) for number in range(services.simulation_chunks(spec))]
report = services.simulation_report(spec, json.loads(json.dumps(outcomes)))
print(hashlib.sha256(json.dumps(report).encode()).hexdigest())
"""


@pytest.mark.process
def test_another_process_without_a_compiler_makes_exactly_the_same_report() -> None:
    spec = spec_of(tables=30, deals_each=50, seed=9)
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
