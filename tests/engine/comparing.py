"""Compares each event of the compiled core and of the plain one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine import bots, bulk
from games.engine.bulk_totals import Totals
from games.engine.rules import preset_switches

AT_ONCE = 500
"""The number of deals that both play before they are compared."""


def compare_preset(name: str, deals: int, write: Callable[[str], None]) -> bool:
    """Compare one preset. Stop at the first difference and write where it is.

    Return whether all events were equal and no chip was lost. The deals use all numbers of seats that the
    preset allows, and the bots rotate through the seats.
    """
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
            write(
                f"{name:20} deal {difference} of {seats} seats, bots {' '.join(policies)}: the cores differ"
            )
            return False
    sound = "no chip lost" if not unbalanced else f"{unbalanced:,} deals with a wrong ledger"
    write(f"{name:20} {deals:,} deals, {events:,} events: equal, {sound}")
    return not unbalanced


def compare_piece(job: bulk.Job, first: int, count: int) -> tuple[int | None, Totals]:
    """Return the number of the first table that differs (or None), and the totals of the plain core."""
    logs: list[list[int]] = []
    compiled_logs: list[list[int]] = []
    totals = bulk.play(job, first, count, compiled=False, kept=logs)
    compiled = bulk.play(job, first, count, compiled=True, kept=compiled_logs)
    for number, (log, compiled_log) in enumerate(zip(logs, compiled_logs, strict=True)):
        if log != compiled_log:
            return first + number, totals
    return None if bulk.written(totals) == bulk.written(compiled) else first, totals


def pieces(least: int, most: int, deals: int) -> Iterator[tuple[int, int, int]]:
    """Divide the deals. Yield the number of seats, the number of the first deal, and the number of deals."""
    first = 0
    while first < deals:
        count = min(AT_ONCE, deals - first)
        yield least + first // AT_ONCE % (most - least + 1), first, count
        first += count
