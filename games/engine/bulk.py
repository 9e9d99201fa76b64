"""Millions of deals between bots: their totals, or all their events.

With numba (the dependency group ``fast``) the core runs compiled. Without it the same code runs about a
hundred times slower, with exactly the same results. A table depends only on its number and its job (rules,
bots, seed, chips, deals). So a job can be divided into parts, the parts can be played in any process, and
their totals can be added.

A process that serves pages must not load numba. It is imported when the first table is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from games.engine import bots, cards
from games.engine.bulk_loop import Table, Totals, play_tables
from games.engine.cards import pack_cards
from games.engine.core.state import Rules, State
from games.engine.errors import EngineError, gettext_noop, printable
from games.engine.record import header
from games.engine.selfplay import bot_number

TABLES_AT_ONCE = 1 << 18
"""The most tables in one run of the loop. A run takes a third of a second and cannot be interrupted."""
DEALS_KEPT_AT_ONCE = 512
"""The most deals in one run if their events are kept."""


# fmt: off
_BAD_SEED = gettext_noop("A seed is a whole number from 0 to %(highest)s, not %(seed)s.")
_TOO_MANY_CHIPS = gettext_noop(
    "The stakes are too high for tables of so many deals. Play fewer deals at each table, or lower the "
    "stake.")
_NOT_COMPILED = gettext_noop(
    "The compiled core is not installed. From a checkout, install it with “./poch fast”.")
# fmt: on


class Job(NamedTuple):
    """The rules, bots and numbers that are the same at each table. Make one with ``job``."""

    rules: Rules
    table: Table
    pack: list[int]
    most: int
    """A bound: no seat can win or lose more chips at one table."""


def job(
    rules: Mapping[str, Any],
    policies: Sequence[str],
    *,
    seed: int,
    deals_each: int = 1,
    chips: int = 0,
    bot_names: Sequence[str] = bots.NAMES,
) -> Job:
    """Make a job from rules as in a document, the name of a bot for each seat, and the chips of each seat.

    ``bot_names`` are the bots that may play, in the order of their numbers. Raises ``EngineError`` if no deal
    can start so, and with the codes ``unknown_bot``, ``bad_seed``, ``bad_number_of_deals`` and
    ``too_many_chips`` (the sums would not fit into 64 bits).
    """
    record, _ = header({"rules": dict(rules), "dealer": 0, "chips": [chips] * len(policies), "pools": {}})
    table = Table()
    table.seats = len(policies)
    for seat, name in enumerate(policies):
        table.policies[seat] = bot_number(name, bot_names)
    if not 0 <= seed <= cards.MASK:
        raise EngineError("bad_seed", _BAD_SEED, highest=cards.MASK, seed=printable(seed))
    if deals_each < 1:
        raise EngineError("bad_number_of_deals", gettext_noop("Each table must play at least one deal."))
    table.chips = chips
    table.deals_each = deals_each
    table.seed = seed
    most = most_chips(record, table)
    if most >= 1 << 31:
        raise EngineError("too_many_chips", _TOO_MANY_CHIPS)
    return Job(record, table, pack_cards(record.pack[table.seats]), most)


def most_chips(rules: Rules, table: Table) -> int:
    """Return a bound in chips for the gain or loss of a seat at one table: all that the others can pay."""
    a_deal = rules.stake * rules.dressed_size + bots.HIGHEST_STAKE
    a_deal += 52 * (rules.stop_pay + rules.out_pay + table.seats)
    return table.chips + a_deal * table.seats * table.deals_each


def play(
    job: Job, first: int, count: int, *, compiled: bool | None = None, kept: list[list[int]] | None = None
) -> Totals:
    """Play the tables ``first`` to ``first + count - 1`` and return their totals.

    compiled: True for the compiled core, False for CPython, None for the compiled core if it is installed.
    kept: the log of each deal is appended to it, with all events that ``core.state`` describes.
    """
    loop = _loop(compiled)
    # Sums of squares stay below 2**63 in one run. Several runs are added as Python integers.
    at_once = min(TABLES_AT_ONCE, (1 << 62) // (job.most * job.most))
    if kept is not None:
        at_once = min(at_once, max(1, DEALS_KEPT_AT_ONCE // job.table.deals_each))
    totals = Totals()
    for start in range(first, first + count, at_once):
        run = Totals()
        loop(job, run, kept, start, min(at_once, first + count - start))
        add(totals, run)
    assert not totals.refused, "the rules refused an action of a bot"  # noqa: S101
    return totals


# --- Adding and storing totals


def add(totals: Totals, more: Totals) -> None:
    """Add other totals."""
    for name in Totals.__slots__:
        mine, theirs = getattr(totals, name), getattr(more, name)
        if isinstance(mine, list):
            setattr(totals, name, [sum(pair) for pair in zip(mine, theirs, strict=True)])
        else:
            setattr(totals, name, mine + theirs)


def written(totals: Totals) -> dict[str, Any]:
    """Return totals as plain data for JSON."""
    return {name: getattr(totals, name) for name in Totals.__slots__}


def read(values: Mapping[str, Any]) -> Totals:
    """Return the totals that ``written`` turned into plain data."""
    totals = Totals()
    for name in Totals.__slots__:
        setattr(totals, name, values[name])
    return totals


# --- The two forms of the loop


def _loop(compiled: bool | None) -> Any:  # noqa: FBT001
    if compiled is False:
        return _as_it_stands
    core = _compiled()
    if core is not None:
        return core.play_tables
    if compiled:
        template = _NOT_COMPILED
        raise EngineError("not_compiled", template)
    return _as_it_stands


def _compiled() -> ModuleType | None:
    try:
        from games.engine import bulk_compiled  # noqa: PLC0415 - numba takes half a second to import
    except ModuleNotFoundError as error:
        if error.name not in {"numba", "numpy"}:
            raise
        return None
    return bulk_compiled


def _as_it_stands(job: Job, totals: Totals, kept: list[list[int]] | None, first: int, count: int) -> None:
    state = State()
    play_tables(job.rules, job.table, totals, state, state, job.pack, job.pack.copy(), kept, first, count)
