"""Bulk play gives the same totals with and without a compiler, and in any parts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import bots, bulk, selfplay
from games.engine.bulk_loop import Totals
from games.engine.core.state import ANTES, PASS, SEATS
from games.engine.presets import PRESETS
from games.engine.record import written_action
from games.engine.result import finished
from games.engine.rules import preset_switches
from tests.cases import cases
from tests.engine.comparing import compare

FOUR = ["bold", "cautious", "random", "bold"]
SESSION: dict[str, Any] = {"preset": "adpoker", "purse": "table", "leftover": "split"}


def played(
    job: bulk.Job, first: int, count: int, *, compiled: bool
) -> tuple[dict[str, Any], list[list[int]]]:
    logs: list[list[int]] = []
    return bulk.written(bulk.play(job, first, count, compiled=compiled, kept=logs)), logs


@cases("preset", PRESETS)
def test_both_cores_play_every_preset_event_for_event(preset: str) -> None:
    """With all numbers of seats that the preset allows. The bots rotate through the seats."""
    least, most = preset_switches(preset)["players"]
    for part in range(5):
        seats = least + part % (most - least + 1)
        policies = [bots.NAMES[-1 - (seat + part) % len(bots.NAMES)] for seat in range(seats)]
        job = bulk.job({"preset": preset}, policies, seed=seats)
        difference, totals = compare(job, 500 * part, 500)
        assert (difference, totals.unbalanced) == (None, 0), policies


@settings(max_examples=60, deadline=None)
@given(
    st.fixed_dictionaries(
        {"preset": st.sampled_from(sorted(PRESETS))},
        optional={
            "purse": st.just("table"),
            "leftover": st.just("split"),
            "bet_limit": st.sampled_from([1, 7]),
            "stake": st.sampled_from([3, 1000]),
            "ties": st.sampled_from(["pay_suit", "skat", "kickers", "split"]),
            "raising": st.sampled_from(["open", "opener"]),
            "eligibility": st.sampled_from(["set", "anyone"]),
            "out_pay": st.just(9),
            "ten_pool": st.just("ten_nine"),
            "passed_chips": st.just("pochen_pool"),
            "deals_next": st.just("opener"),
            "direction": st.sampled_from(["clockwise", "counterclockwise"]),
        },
    ),
    st.data(),
)
def test_both_cores_play_whole_tables_under_mixed_switches_event_for_event(
    rules: dict[str, Any], data: st.DataObject
) -> None:
    least, most = preset_switches(rules["preset"])["players"]
    policies = data.draw(st.lists(st.sampled_from(bots.OPPONENTS), min_size=least, max_size=most))
    job = bulk.job(
        rules,
        policies,
        seed=data.draw(st.integers(0, 2**63 - 1)),
        deals_each=data.draw(st.sampled_from([1, 30])),
        chips=data.draw(st.integers(9, 60)) * rules.get("stake", 1),
        bot_names=bots.OPPONENTS,
    )
    first = data.draw(st.integers(0, 2**40))
    plain = played(job, first, 5, compiled=False)
    assert played(job, first, 5, compiled=True) == plain
    assert plain[0]["unbalanced"] == 0


def test_the_parts_of_a_job_add_up_to_the_whole() -> None:
    job = bulk.job(SESSION, FOUR, seed=8, deals_each=6, chips=40)
    whole, logs = played(job, 100, 60, compiled=True)
    pieces, logs_of_pieces = Totals(), []
    for first, count in ((140, 20), (100, 1), (101, 39)):
        more, more_logs = played(job, first, count, compiled=first > 100)
        bulk.add(pieces, bulk.read(json.loads(json.dumps(more))))
        logs_of_pieces.append((first, more_logs))
    assert bulk.written(pieces) == whole
    assert [log for _, some in sorted(logs_of_pieces) for log in some] == logs


def test_a_bulk_deal_equals_the_deal_that_selfplay_records() -> None:
    job = bulk.job({"preset": "pagat"}, FOUR, seed=5)
    _, logs = played(job, 0, 40, compiled=True)
    for number, log in enumerate(logs):
        document = selfplay.play_deal(
            preset_switches("pagat"),
            dealer=number % 4,
            chips=[0] * 4,
            pools={},
            policies=FOUR,
            seed=5,
            number=number,
        )
        assert [written_action(event) for event in log if event >> 10 & 63 >= PASS] == document["actions"]
        assert finished(document)[1].log == log


def test_totals_equal_the_sums_of_the_results() -> None:
    rules = preset_switches("cups")
    totals = bulk.play(bulk.job(rules, FOUR, seed=2), 0, 50)
    chips, places = [0] * 4, [0] * 16
    for number in range(50):
        document = selfplay.play_deal(
            rules, dealer=number % 4, chips=[0] * 4, pools={}, policies=FOUR, seed=2, number=number
        )
        _record, state = finished(document)
        for seat in range(4):
            chips[seat] += state.account[seat]
            places[seat * 4 + state.place[seat]] += state.account[seat]
    assert totals.chips[:4] == chips
    assert [totals.place_chips[seat * SEATS + place] for seat in range(4) for place in range(4)] == places
    assert (totals.tables, totals.deals, sum(totals.lengths)) == (50, 50, 50)
    assert [sum(totals.chips_by_kind[seat * 9 : seat * 9 + 9]) for seat in range(4)] == chips
    assert totals.chips_by_kind[ANTES] == -9 * 50


def test_a_wrong_ledger_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: chips that appear without an event make the ledger wrong."""
    from games.engine.core import melding

    honest = melding.pay

    def with_a_gift(state: Any, pool: int, seat: int) -> None:
        honest(state, pool, seat)
        state.account[seat] += 1

    job = bulk.job({"preset": "pagat"}, FOUR, seed=5)
    assert bulk.play(job, 0, 5, compiled=False).unbalanced == 0
    monkeypatch.setattr(melding, "pay", with_a_gift)
    assert bulk.play(job, 0, 5, compiled=False).unbalanced == 5


def test_sums_of_squares_never_overflow() -> None:
    """With very high stakes only a few tables fit into one run. The results equal those of CPython."""
    job = bulk.job({"preset": "pagat", "stake": 9_000_000}, FOUR, seed=1, deals_each=1)
    assert (1 << 62) // (job.most * job.most) < 50
    assert played(job, 0, 100, compiled=True) == played(job, 0, 100, compiled=False)
    # With a hundred million chips in the Poch pool the expert still bets the same.
    full = bulk.job({"preset": "poque-1789", "stake": 20_000_000}, ["expert"] * 4, seed=4, deals_each=4)
    assert played(full, 0, 50, compiled=True) == played(full, 0, 50, compiled=False)
