"""``python -m games.engine compare``: the compiled core against the core as it stands, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine import bots, bulk
from games.engine.bulk_totals import Totals
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches

AT_ONCE = 500
"""Deals that are played by both before they are compared."""


def compare(deals: int, tell: Callable[[str], None]) -> bool:
    """Play so many deals of every preset with both and tell how it went; whether all were equal and sound.

    They are spread over the numbers of seats that the preset allows, with every bot at every seat in turn,
    the expert first.
    """
    sound = [compare_preset(name, deals, tell) for name in PRESETS]
    return all(sound)


def compare_preset(name: str, deals: int, tell: Callable[[str], None]) -> bool:
    """The same for one preset. It stops at the first difference, and tells where it is."""
    least, most = preset_switches(name)["players"]
    events = unbalanced = 0
    for seats, first, count in pieces(least, most, deals):
        shift = first // AT_ONCE
        policies = [bots.NAMES[-1 - (seat + shift) % len(bots.NAMES)] for seat in range(seats)]
        job = bulk.job({"preset": name}, policies, seed=seats)
        difference, totals = compare_piece(job, first, count)
        events += totals.events
        unbalanced += totals.unbalanced
        if difference is not None:
            tell(f"{name:20} deal {difference} of {seats} seats, bots {' '.join(policies)}: the cores differ")
            return False
    sound = "no chip lost" if not unbalanced else f"{unbalanced:,} deals whose ledger does not add up"
    tell(f"{name:20} {deals:,} deals, {events:,} events: equal, {sound}")
    return not unbalanced


def compare_piece(job: bulk.Job, first: int, count: int) -> tuple[int | None, Totals]:
    """The number of the first table at which the two differ (None: they agree), and what was counted."""
    logs: list[list[int]] = []
    compiled_logs: list[list[int]] = []
    totals = bulk.play(job, first, count, compiled=False, kept=logs)
    compiled = bulk.play(job, first, count, compiled=True, kept=compiled_logs)
    for number, (log, compiled_log) in enumerate(zip(logs, compiled_logs, strict=True)):
        if log != compiled_log:
            return first + number, totals
    return None if bulk.written(totals) == bulk.written(compiled) else first, totals


def pieces(least: int, most: int, deals: int) -> Iterator[tuple[int, int, int]]:
    """So many deals in pieces: the number of seats, the first deal's number, how many."""
    first = 0
    while first < deals:
        count = min(AT_ONCE, deals - first)
        yield least + first // AT_ONCE % (most - least + 1), first, count
        first += count
