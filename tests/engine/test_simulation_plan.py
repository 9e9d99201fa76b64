"""Specs and plans: equal jobs have equal specs, and every table is played once."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import services
from games.engine.errors import EngineError
from games.engine.simulation.naming import rules_name
from games.engine.simulation.orders import MOST_ORDERS, circular_orders
from games.engine.simulation.plan import FEWEST_BATCHES, Batch, layout
from games.engine.simulation.spec import MOST_DEALS
from tests.cases import cases

FOUR = ["cautious", "bold", "random", "expert"]
SIDE: dict[str, Any] = {"rules": {"preset": "pagat"}, "seats": FOUR}


def made(*sides: dict[str, Any], **values: Any) -> dict[str, Any]:
    if "sessions" not in values:
        values.setdefault("deals", 1000)
    return services.simulation_spec(list(sides) or [SIDE], **({"seed": 1} | values))


def tables_of(batches: list[Batch], side: int) -> list[int]:
    return [
        table
        for batch in batches
        if batch.side == side
        for table in range(batch.first, batch.first + batch.tables)
    ]


# --- Specs


def test_equal_jobs_have_equal_specs() -> None:
    by_preset = made({"rules": {"preset": "pagat", "upcard": "joins_hand"}, "seats": FOUR})
    in_full = dict(reversed(services.preset_switches("pagat-upcard-joins").items()))
    assert made({"seats": tuple(FOUR), "chips": 0, "rules": in_full}, sessions=[20, 50]) == by_preset
    assert by_preset["sides"][0]["rules_name"] == "pagat-upcard-joins"
    assert services.validate_spec(json.loads(json.dumps(by_preset))) == by_preset


@cases(
    ("deals", "tables", "each"),
    [
        (1, 1, 1),
        (24, 1, 24),
        (25, 1, 25),
        (64, 1, 64),
        (100, 2, 50),
        (101, 2, 51),
        (123, 3, 41),
        (200_000, 4000, 50),
    ],
)
def test_deals_are_played_at_whole_tables_of_about_fifty(deals: int, tables: int, each: int) -> None:
    spec = made(deals=deals)
    assert (spec["tables"], spec["deals_each"]) == (tables, each)


@given(st.integers(1, MOST_DEALS))
def test_only_a_few_more_deals_are_planned_than_requested(deals: int) -> None:
    planned = services.planned_deals(made(deals=min(deals, MOST_DEALS // 2)))
    assert 0 <= planned - min(deals, MOST_DEALS // 2) <= 25


@cases(
    ("overrides", "name"),
    [
        ({}, "pagat"),
        ({"bet_limit": 10}, "pagat, with bet_limit 10"),
        ({"stake": 2, "purse": "table"}, "pagat, with stake 2 and purse table"),
        ({"players": [3, 4], "undressed": ["ten"], "show_uncontested": False},
         "pagat, with players 3 4, undressed ten and show_uncontested false"),
        ({"pools": ["ace", "king", "queen", "jack", "poch", "ten"]}, "pagat, with other pools"),
        ({"leftover": "split", "two_pairs": True, "out_pay": 2, "stop_pay": 1, "ties": "split", "stake": 3},
         "pagat, with stake 3, two_pairs true, ties split, stop_pay 1 and 2 other switches"),
    ],
)  # fmt: skip
def test_rules_are_named_after_the_nearest_preset(overrides: dict[str, Any], name: str) -> None:
    assert rules_name(services.resolve_rules({"preset": "pagat", **overrides})) == name


def test_every_preset_keeps_its_name() -> None:
    for name in services.presets():
        assert rules_name(services.preset_switches(name)) == name


@cases(
    ("sides", "values", "code"),
    [
        ([], {}, "simulation_needs_sides"),
        ([SIDE] * 3, {}, "simulation_needs_sides"),
        ("pagat", {}, "simulation_needs_sides"),
        ([{"seats": FOUR}], {}, "simulation_needs_sides"),
        ([None], {}, "simulation_needs_sides"),
        ([{"rules": {"preset": "pagat"}}], {}, "simulation_needs_bots"),
        ([SIDE | {"seats": []}], {}, "simulation_needs_bots"),
        ([SIDE | {"seats": "expert"}], {}, "simulation_needs_bots"),
        ([SIDE | {"seats": ["bold", 3, "bold"]}], {}, "simulation_needs_bots"),
        ([SIDE | {"seats": [*FOUR, "clever"]}], {}, "unknown_bot"),
        ([SIDE | {"seats": ["bold"] * 2}], {}, "too_few_seats"),
        ([SIDE | {"seats": ["bold"] * 7}], {}, "too_many_seats"),
        ([SIDE | {"chips": "ten"}], {}, "bad_chips"),
        ([SIDE | {"chips": 10**10}], {}, "bad_chips"),
        ([SIDE | {"dealer": 2}], {}, "unknown_key"),
        ([SIDE | {"rules": {"preset": "bog"}}], {}, "unknown_preset"),
        ([SIDE | {"rules": {"preset": "pagat", "stake": 0}}], {}, "bad_switch_value"),
        ([SIDE | {"rules": {"preset": "pagat", "purse": "table"}}], {}, "cannot_ante"),
        ([SIDE, SIDE | {"seats": ["bold"] * 5}], {}, "sides_differ_in_seats"),
        ([SIDE, SIDE | {"seats": ["bold"] * 3 + ["clever"]}], {}, "unknown_bot"),
        ([SIDE], {"deals": 0}, "bad_number_of_deals"),
        ([SIDE], {"deals": True}, "bad_number_of_deals"),
        ([SIDE], {"deals": 2.5}, "bad_number_of_deals"),
        ([SIDE], {"deals": None}, "bad_number_of_deals"),
        ([SIDE], {"deals": 5, "sessions": (5, 5)}, "bad_number_of_deals"),
        ([SIDE], {"sessions": (5, 0)}, "bad_number_of_deals"),
        ([SIDE], {"sessions": (5,)}, "bad_number_of_deals"),
        ([SIDE], {"sessions": "5"}, "bad_number_of_deals"),
        ([SIDE], {"deals": MOST_DEALS + 1}, "too_many_deals"),
        ([SIDE] * 2, {"deals": MOST_DEALS // 2 + 1}, "too_many_deals"),
        ([SIDE], {"sessions": (3, 2_000_000)}, "too_many_chips"),
        ([SIDE], {"seed": "7"}, "bad_seed"),
        ([SIDE], {"seed": True}, "bad_seed"),
        ([SIDE], {"seed": -1}, "bad_seed"),
        ([SIDE], {"seed": 2**63}, "bad_seed"),
        ([SIDE], {"rotate": 1}, "bad_rotate"),
    ],
)
def test_a_simulation_that_cannot_be_played_is_refused(sides: Any, values: dict[str, Any], code: str) -> None:
    if not values.keys() & {"deals", "sessions"}:
        values = values | {"deals": 1000}
    with pytest.raises(EngineError) as error:
        services.simulation_spec(sides, **({"seed": 1} | values))
    assert error.value.code == code
    assert error.value.detail.endswith(".")


def test_the_largest_simulation_is_allowed() -> None:
    assert services.planned_deals(made(SIDE, SIDE, deals=MOST_DEALS // 2)) == MOST_DEALS


@cases(
    "change",
    [
        lambda spec: spec.pop("seed"),
        lambda spec: spec.update(extra=1),
        lambda spec: spec.update(format="poch-simulation-spec/2"),
        lambda spec: spec.update(sides=None),
        lambda spec: spec.update(sides=[{"rules": {"preset": "pagat"}, "seats": FOUR}]),
        lambda spec: spec["sides"][0].update(rules={"preset": "pagat"}),
        lambda spec: spec["sides"][0].update(rules_name="pagat, nearly"),
        lambda spec: spec["sides"][0]["rules"].update(stake=2),
    ],
)
def test_a_spec_that_was_changed_is_refused(change: Any) -> None:
    spec = made()
    change(spec)
    with pytest.raises(EngineError) as error:
        services.validate_spec(spec)
    assert error.value.code == "bad_simulation_spec"


@pytest.mark.parametrize("spec", [None, [], "spec", 5, {1: 2, "format": 3}])
def test_other_documents_are_refused(spec: Any) -> None:
    with pytest.raises(EngineError) as error:
        services.validate_spec(spec)
    assert error.value.code == "bad_simulation_spec"


# --- Orders of seats


def brute_force(names: list[str]) -> set[tuple[str, ...]]:
    """The different circular orders, by trying all permutations."""
    return {min(row[at:] + row[:at] for at in range(len(row))) for row in permutations(names)}


@cases(
    ("names", "count"),
    [
        ("aaaa", 1), ("aaab", 1), ("aabb", 2), ("aabc", 3), ("abcd", 6), ("ab", 1), ("aaabbb", 4),
        ("aabbcc", 16), ("abcde", 24), ("aabcd", 12), ("aabbc", 6),
    ],
)  # fmt: skip
def test_every_circular_order_occurs_once(names: str, count: int) -> None:
    orders = circular_orders(tuple((name,) for name in names))
    rows = [tuple(names[position] for position in order) for order in orders]
    turned = {min(row[at:] + row[:at] for at in range(len(row))) for row in rows}
    assert turned == brute_force(list(names))
    assert len(orders) == len(turned) == count
    assert all(sorted(order) == list(range(len(names))) for order in orders)


@pytest.mark.parametrize("names", ["abcdef", "aabbccdd", "abcdefghij", "aaabbbccdd"])
def test_the_chosen_orders_mix_neighbours_evenly(names: str) -> None:
    orders = circular_orders(tuple((name,) for name in names))
    assert len(set(orders)) == len(orders) == MOST_ORDERS
    rows = [tuple(names[position] for position in order) for order in orders]
    assert len({min(row[at:] + row[:at] for at in range(len(row))) for row in rows}) == MOST_ORDERS
    after = Counter((row[at - 1], row[at]) for row in rows for at in range(len(row)))
    for left, right in combinations(sorted(set(names)), 2):
        expected = MOST_ORDERS * names.count(left) * names.count(right) / (len(names) - 1)
        assert 0.5 * expected <= after[left, right] <= 1.6 * expected
        assert 0.5 * expected <= after[right, left] <= 1.6 * expected


def test_both_sides_of_a_comparison_sit_in_the_same_orders() -> None:
    """Equal bots have one order, but as many as the other side if that has different bots."""
    spec = made(SIDE | {"seats": ["bold"] * 4}, SIDE | {"seats": ["bold", "bold", "random", "cautious"]})
    assert len(layout(spec).orders) == 3
    for chunk in services.simulation_plan(spec):
        for ours, theirs in zip(chunk[::2], chunk[1::2], strict=True):
            assert (ours.side, theirs.side) == (0, 1)
            assert ours[1:] == theirs[1:]


def test_without_rotation_the_bots_keep_their_seats() -> None:
    assert layout(made(rotate=False)).orders == ((0, 1, 2, 3),)


# --- The cut


@settings(max_examples=200, deadline=None)
@given(
    tables=st.one_of(st.integers(1, 3000), st.integers(1, MOST_DEALS // 2)),
    deals_each=st.sampled_from([1, 1, 1, 12, 100]),
    seats=st.lists(st.sampled_from(FOUR), min_size=3, max_size=6),
    rotate=st.booleans(),
    both=st.booleans(),
)
def test_every_table_is_played_once_and_parts_are_equal(
    tables: int, deals_each: int, seats: list[str], rotate: bool, both: bool
) -> None:
    tables = max(1, tables // deals_each)
    sides = [SIDE | {"seats": seats}] * (2 if both else 1)
    spec = made(*sides, sessions=(tables, deals_each), rotate=rotate)
    plan = services.simulation_plan(spec)
    batches = [batch for chunk in plan for batch in chunk]
    for side in range(len(sides)):
        ours = sorted(batch[2:] for batch in batches if batch.side == side)
        assert ours[0][0] == 0
        assert all(first + count == then for (first, count), (then, _) in pairwise(ours))
        assert sum(ours[-1]) == tables
        assert all(count > 0 for _, count in ours)
        assert len(ours) >= min(FEWEST_BATCHES, tables)
        shares = Counter[tuple[int, ...]]()
        for batch in batches:
            shares[batch.order] += batch.tables * (batch.side == side)
        assert max(shares.values()) - min(shares.values()) < 2 * len(seats)
        if tables >= 100 * len(seats) * MOST_ORDERS:
            assert all(first % len(seats) == 0 for first, _ in ours)
            assert sum(count % len(seats) > 0 for _, count in ours) <= 1
    planned = [services.chunk_deals(spec, number) for number in range(len(plan))]
    assert sum(planned) == services.planned_deals(spec) == tables * deals_each * len(sides)
    if sum(planned) > 100_000 and deals_each == 1:
        assert max(planned) <= 32_000


@pytest.mark.parametrize(
    ("deals", "chunks", "most"),
    [(1, 1, 1), (500, 1, 500), (10_000, 5, 2_100), (1_000_000, 102, 10_000), (100_000_000, 4_002, 25_000)],
)
def test_chunks_have_a_useful_size(deals: int, chunks: int, most: int) -> None:
    spec = made(deals=deals)
    sizes = [services.chunk_deals(spec, number) for number in (0, layout(spec).chunks - 1)]
    assert layout(spec).chunks == chunks
    assert max(sizes) <= most


@pytest.mark.parametrize("number", [-1, 1, True, "0", None])
def test_a_chunk_outside_the_plan_is_refused(number: Any) -> None:
    with pytest.raises(EngineError) as error:
        services.play_chunk(made(deals=8), number)
    assert error.value.code == "no_such_chunk"


def test_every_seat_deals_equally_often_in_a_batch() -> None:
    spec = made(deals=20_000)
    for batch in (batch for chunk in services.simulation_plan(spec) for batch in chunk):
        dealers = Counter(table % 4 for table in tables_of([batch], 0))
        assert len(set(dealers.values())) == 1
