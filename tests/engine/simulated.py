"""Specs, outcomes and reports of simulations for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import services

FOUR = ["cautious", "bold", "random", "expert"]


def spec_of(
    seats: Sequence[str] = FOUR,
    *,
    tables: int = 400,
    deals_each: int = 1,
    seed: int = 1,
    chips: int = 0,
    **rules: Any,
) -> dict[str, Any]:
    """A spec of `pagat` with other switches."""
    return {
        "format": "poch-simulation-spec/1",
        "rules": services.resolve_rules({"preset": "pagat"} | rules),
        "seats": list(seats),
        "chips": chips,
        "tables": tables,
        "deals_each": deals_each,
        "seed": seed,
    }


def outcomes_of(spec: dict[str, Any], **how: Any) -> list[list[dict[str, Any]]]:
    """The outcomes of all chunks."""
    return [services.play_chunk(spec, number, **how) for number in range(services.simulation_chunks(spec))]


def report_of(*seats: Sequence[str], **values: Any) -> dict[str, Any]:
    """The report of `spec_of` with these arguments."""
    spec = spec_of(*seats, **values)
    return services.simulation_report(spec, outcomes_of(spec))
