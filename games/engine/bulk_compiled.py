"""The loop of ``bulk`` and the core, compiled by numba into one kernel for all presets.

This module contains no rules. The records of the core become NumPy records with the same field names. The
functions of the core are compiled unchanged. Only seven small functions that need Python itself have a
compiled form here: they grow a log, reset a state, count bits, divide. Only ``bulk`` imports this module, and
only to play, because importing numba takes half a second.

Numbers have 64 bits and overflow silently, and indexes are not checked. ``LOG_SIZE`` and ``bulk.most_chips``
keep them in bounds. ``NUMBA_BOUNDSCHECK=1 ./poch test tests/engine/test_bulk.py`` checks every index.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import extending, types
from numba.core import cgutils as _cgutils

from games.engine import bot_betting, bot_shedding, bots, bulk_loop
from games.engine import cards as shuffle
from games.engine.core import dealing, melding, payments, play, pochen, sets, shedding, state
from games.engine.core.state import POOL_COUNT, SEATS, Rules, State

if TYPE_CHECKING:
    from games.engine.bulk import Job

config: Any = numba.config
cgutils: Any = _cgutils

LOG_SIZE = 4096
"""The most events in a log: see ``longest_log``."""

SOURCES: tuple[ModuleType, ...] = (
    state, sets, dealing, melding, payments, pochen, shedding, play, shuffle,
    bot_betting, bot_shedding, bots, bulk_loop, bulk_loop,
)  # fmt: skip
"""The modules to compile. A called function comes before its caller."""


def longest_log() -> int:
    """Return a bound for the events of a deal: bots raise chip by chip up to their highest stake."""
    raises = bots.HIGHEST_STAKE
    betting = 2 * SEATS * (raises + 1) + SEATS  # an action and its chips; the stakes of those who passed
    shed = 52 * (1 + 1 + SEATS)  # a card, the end of its run or trick, and the payments for it
    pots = 2 * SEATS * SEATS  # each pot to each winner, from the bets and the pool
    return 2 + POOL_COUNT + betting + pots + shed + SEATS + SEATS * SEATS + POOL_COUNT + SEATS


assert longest_log() <= LOG_SIZE  # noqa: S101 - two constants


# --- The records


def record_type(record: object, *last: tuple[str, Any, tuple[int, ...]]) -> np.dtype[np.void]:
    """Return a NumPy record type with the fields of a record of the core, and more fields at the end."""
    more = {name for name, *_ in last}
    fields: list[Any] = []
    for name in type(record).__slots__:  # type: ignore[attr-defined]
        value = getattr(record, name)
        if name not in more:
            fields.append((name, np.int64, (len(value),)) if isinstance(value, list) else (name, np.int64))
    return np.dtype([*fields, *last], align=True)


RULES = record_type(Rules())
TABLE = record_type(bulk_loop.Table())
TOTALS = record_type(bulk_loop.Totals())
STATE = record_type(State(), ("events", np.int64, ()), ("log", np.int64, (LOG_SIZE,)))
STATE_HEAD = STATE.fields["log"][1]  # type: ignore[index]
"""The number of bytes of a state before its log."""

Records = np.ndarray[Any, np.dtype[np.void]]


def to_record(record: object, kind: np.dtype[np.void]) -> Records:
    """Return an array of one NumPy record with the values of a record of the core."""
    array = np.zeros(1, kind)
    for name in kind.names or ():
        value = getattr(record, name, None)
        if value is not None and name != "log":
            array[name] = value
    return array


def from_record(array: Records, record: object) -> None:
    """Copy the values of a NumPy record to a record of the core."""
    for name in array.dtype.names or ():
        if hasattr(record, name):
            setattr(record, name, array[name][0].tolist())


BLANK = to_record(State(), STATE)


# --- Functions with a compiled form of their own


def _bits_by(instruction: str) -> Any:
    """Return a function of one 64-bit number. It compiles to this one processor instruction."""

    def typed(_context: Any, bits: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            extra = [cgutils.false_bit] if instruction == "ctlz" else []
            return getattr(builder, instruction)(arguments[0], *extra)

        return types.int64(bits), code

    return extending.intrinsic(typed)


leading_zeros = _bits_by("ctlz")
set_bits = _bits_by("ctpop")


def _copy_head(_context: Any, target: Any, source: Any) -> Any:
    """Copy a state over another, without its log."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, STATE_HEAD)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), code


copy_head: Any = extending.intrinsic(_copy_head)


uint64: Any = types.uint64


def shuffled(cards: Any, x: int) -> int:
    """Do the same as ``cards.shuffle`` with unsigned division, which saves a tenth of the kernel's time."""
    draw = uint64(0)
    for left in range(len(cards), 1, -1):
        if draw >> uint64(30) == uint64(0):
            x = shuffle.following(x)
            draw = uint64(x)
        rest = draw // uint64(left)
        chosen = draw - rest * uint64(left)
        draw = rest
        card = cards[left - 1]
        cards[left - 1] = cards[chosen]
        cards[chosen] = card
    return x


def note(state: Any, event: int) -> None:
    state.log[state.events] = event
    state.events += 1


def keep(state: Any, kept: Any) -> None:
    """Append a log: the number of its events, then the events. ``kept[0]`` is the length of all that."""
    if len(kept) > 1:
        end = kept[0] + 1
        kept[end] = state.events
        for at in range(state.events):
            kept[end + 1 + at] = state.log[at]
        kept[0] = end + state.events


COMPILED_FORMS: dict[Callable[..., Any], Callable[..., Any]] = {
    state.note: note,
    state.top_bit: lambda bits: 63 - leading_zeros(bits),
    state.count_bits: lambda bits: set_bits(bits),  # noqa: PLW0108 - numba needs a function here
    shuffle.shuffle: shuffled,
    bulk_loop.events_in: lambda state: state.events,
    bulk_loop.renew: lambda state, blank: copy_head(state, blank),  # noqa: PLW0108
    bulk_loop.keep: keep,
}

OPTIONS: Any = {"_nrt": False, "error_model": "numpy", "forceinline": True}
"""No allocation, no check for division by 0, and everything inlined: a third faster."""


def functions() -> Iterator[FunctionType]:
    """Yield every function of the compiled modules once."""
    for module in SOURCES:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value


def register() -> None:
    """Register each function with numba, so that other compiled functions can call it."""
    for function in functions():
        form = COMPILED_FORMS.get(function)
        if form is None:
            extending.register_jitable(**OPTIONS)(function)
        else:
            extending.overload(function, jit_options=OPTIONS, strict=False)(_always(form))


def _always(form: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *_types: form


# --- The cache


def cache_folder() -> Path | None:
    """Return the folder for the compiled kernel, or None if no folder can be written.

    It is in the user's cache folder (or in ``NUMBA_CACHE_DIR``). Its name is a hash of all compiled code,
    because numba does not notice a change in a function that the kernel calls.
    """
    cache = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(cache) if cache else Path.home() / ".cache") / "pochleague" / fingerprint()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # no home folder, or no right to write to it
        return None
    return folder if os.access(folder, os.W_OK) else None


def fingerprint() -> str:
    """Return a hash of the compiled functions, their constants, the records and the settings of numba."""
    parts: list[object] = [
        RULES,
        TABLE,
        TOTALS,
        STATE,
        config.BOUNDSCHECK,
        str(config.OPT),
        Path(__file__).read_bytes(),
    ]
    parts += [(function.__module__, *_code_parts(function.__code__)) for function in functions()]
    parts += [
        (module.__name__, name, value)
        for module in SOURCES
        for name, value in vars(module).items()
        if isinstance(value, (int, tuple))
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


def _code_parts(code: CodeType) -> tuple[object, ...]:
    constants = [_code_parts(value) if isinstance(value, CodeType) else value for value in code.co_consts]
    return code.co_name, code.co_code, code.co_names, code.co_varnames, constants


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is compiled at its first call, or loaded from the cache.

    It releases the global interpreter lock. Never use ``parallel``: its threads do not survive a fork.
    """
    folder = cache_folder()
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        made: Callable[..., Any] = numba.njit(cache=folder is not None, nogil=True, **OPTIONS)(function)
    finally:
        config.CACHE_DIR = before
    return made


register()


@compiled
def kernel(
    rules: Records,
    table: Records,
    totals: Records,
    states: Records,
    pack: Any,
    deck: Any,
    kept: Any,
    first: int,
    count: int,
) -> None:
    """Run ``bulk_loop.play_tables``. Each array has one record; ``states`` has a second, blank one."""
    bulk_loop.play_tables(rules[0], table[0], totals[0], states[0], states[1], pack, deck, kept, first, count)


def play_tables(
    job: Job, totals: bulk_loop.Totals, kept: list[list[int]] | None, first: int, count: int
) -> None:
    """Play tables of a job with the kernel. The results are the same as without it."""
    logs = room(0 if kept is None else count * job.table.deals_each)
    run(job, totals, logs, first, count)
    if kept is not None:
        kept += logs_kept(logs)


def room(deals: int) -> Any:
    """Return an array for the logs of this many deals; with 0, ``run`` keeps no logs."""
    return np.empty(1 + deals * (1 + LOG_SIZE), np.int64)


def run(job: Job, totals: bulk_loop.Totals, logs: Any, first: int, count: int) -> None:
    """Play and count tables, and keep their logs as numbers."""
    counted = to_record(totals, TOTALS)
    cards = np.array(job.pack, np.int64)
    logs[0] = 0
    kernel(
        to_record(job.rules, RULES), to_record(job.table, TABLE), counted,
        np.repeat(BLANK, 2), cards, cards.copy(), logs, first, count,
    )  # fmt: skip
    from_record(counted, totals)


def logs_kept(logs: Any) -> Iterator[list[int]]:
    """Yield the logs that ``keep`` wrote."""
    end = int(logs[0]) + 1
    at = 1
    while at < end:
        after = at + 1 + int(logs[at])
        yield logs[at + 1 : after].tolist()
        at = after
