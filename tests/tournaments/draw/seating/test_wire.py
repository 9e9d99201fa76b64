"""Requests and plans as JSON."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draw.rules.request import (
    Apart,
    Pin,
    Request,
    Together,
    Weights,
    request_from_json,
    request_to_json,
)
from tournaments.events.rules.tables import SEAT, TABLE, Deals

NAMES = st.text(min_size=1, max_size=3)
TABLES = st.lists(st.lists(NAMES, max_size=4).map(tuple), max_size=3).map(tuple)
ROUNDS = st.lists(TABLES, max_size=3).map(tuple)
REQUESTS = st.builds(
    Request,
    players=st.lists(NAMES, max_size=8, unique=True).map(tuple),
    sizes=st.lists(st.integers(2, 10), max_size=3).map(tuple),
    past=ROUNDS,
    rounds_left=st.integers(1, 20),
    seed=st.integers(0, 2**63),
    moves=st.integers(0, 10**9),
    attempts=st.integers(0, 100),
    ahead=ROUNDS,
    ahead_seated=st.booleans(),
    apart=st.lists(st.builds(Apart, NAMES, NAMES, st.booleans()), max_size=3).map(tuple),
    together=st.lists(st.builds(Together, NAMES, NAMES, st.booleans(), st.booleans()), max_size=3).map(tuple),
    pins=st.lists(
        st.builds(Pin, NAMES, st.none() | st.integers(0, 5), st.none() | st.integers(1, 9)), max_size=3
    ).map(tuple),
    weights=st.builds(Weights, *[st.integers(0, 10**6)] * 4),
    standing=st.lists(st.integers(1, 9), max_size=8).map(tuple),
    scores=st.lists(st.integers(-(10**9), 10**9), max_size=8).map(tuple),
    small_to=st.sampled_from(["shared", "high", "low"]),
    groups=TABLES,
    mix_tables=st.booleans(),
    deals=st.none() | st.builds(Deals, st.integers(1, 200), st.sampled_from([TABLE, SEAT])),
    past_deals=st.lists(st.lists(st.integers(1, 200), max_size=3).map(tuple), max_size=3).map(tuple),
    clockwise=st.booleans(),
)


@given(REQUESTS)
def test_a_request_comes_back_as_it_was(request: Request) -> None:
    assert request_from_json(json.loads(json.dumps(request_to_json(request)))) == request
