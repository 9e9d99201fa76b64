"""The loop of ``bulk`` and the whole core under it, compiled by numba into one kernel for all presets.

No rule stands here. The records become NumPy records with the same field names, the core's functions are
registered as they are, and seven small ones that lean on Python's own get a compiled form: a log that grows,
a state made anew, the counting of bits, a division. Only ``bulk`` imports this module, and only when it is
about to play: numba takes half a second to import.

Numbers are 64-bit and wrap without a word, and no index is checked: what keeps them in bounds is said where
it is (``LOG_SIZE``; ``bulk.most_chips``). ``NUMBA_BOUNDSCHECK=1 python -m games.engine compare`` looks.
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

from games.engine import bot_betting, bot_shedding, bots, bulk_loop, bulk_totals, shuffle
from games.engine.core import dealing, melding, payments, play, pochen, sets, shedding, state
from games.engine.core.state import POOL_COUNT, SEATS, Rules, State

if TYPE_CHECKING:
    from games.engine.bulk import Job

config: Any = numba.config
cgutils: Any = _cgutils

LOG_SIZE = 4096
"""Room for the longest log: see ``longest_log``."""

SOURCES: tuple[ModuleType, ...] = (
    state, sets, dealing, melding, payments, pochen, shedding, play, shuffle,
    bot_betting, bot_shedding, bots, bulk_totals, bulk_loop,
)  # fmt: skip
"""The modules whose functions are compiled, the called before the callers."""


def longest_log() -> int:
    """No log of bots has more events: every stake up to the bots' highest is raised to one by one."""
    raises = bots.HIGHEST_STAKE
    said = 2 * SEATS * (raises + 1)  # an action and its chips
    shed = 52 * (1 + 1 + SEATS)  # a play, its run's end or trick, and what the others pay for it
    pots = 2 * SEATS * SEATS  # each pot to each sharer, out of the bets and the pool
    return 2 + POOL_COUNT + said + pots + shed + SEATS + SEATS * SEATS + POOL_COUNT + SEATS


assert longest_log() <= LOG_SIZE  # noqa: S101 - two constants of ours


# --- The records


def record_type(record: object, *last: tuple[str, Any, tuple[int, ...]]) -> np.dtype[np.void]:
    """The NumPy record with the fields of one of the core's records, and some more at the end."""
    more = {name for name, *_ in last}
    fields: list[Any] = []
    for name in type(record).__slots__:  # type: ignore[attr-defined]
        value = getattr(record, name)
        if name not in more:
            fields.append((name, np.int64, (len(value),)) if isinstance(value, list) else (name, np.int64))
    return np.dtype([*fields, *last], align=True)


RULES = record_type(Rules())
TABLE = record_type(bulk_loop.Table())
TOTALS = record_type(bulk_totals.Totals())
STATE = record_type(State(), ("events", np.int64, ()), ("log", np.int64, (LOG_SIZE,)))
STATE_HEAD = STATE.fields["log"][1]  # type: ignore[index]
"""The bytes of a state that come before its log."""

Records = np.ndarray[Any, np.dtype[np.void]]


def to_record(record: object, kind: np.dtype[np.void]) -> Records:
    """An array of one NumPy record with the values of one of the core's."""
    array = np.zeros(1, kind)
    for name in kind.names or ():
        value = getattr(record, name, None)
        if value is not None and name != "log":
            array[name] = value
    return array


def from_record(array: Records, record: object) -> None:
    """Set the fields of one of the core's records to the values of a NumPy record."""
    for name in array.dtype.names or ():
        if hasattr(record, name):
            setattr(record, name, array[name][0].tolist())


BLANK = to_record(State(), STATE)


# --- The functions that have a compiled form of their own


def _bits_by(instruction: str) -> Any:
    """A function of one 64-bit number that is one instruction of the processor."""

    def typed(_context: Any, bits: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            extra = [cgutils.false_bit] if instruction == "ctlz" else []
            return getattr(builder, instruction)(arguments[0], *extra)

        return types.int64(bits), code

    return extending.intrinsic(typed)


leading_zeros = _bits_by("ctlz")
set_bits = _bits_by("ctpop")


def _copy_head(_context: Any, target: Any, source: Any) -> Any:
    """Copy all of a state but its log over another."""

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, STATE_HEAD)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), code


copy_head: Any = extending.intrinsic(_copy_head)


uint64: Any = types.uint64


def shuffled(cards: Any, x: int) -> int:
    """``shuffle.shuffle``, dividing without a thought for signs: that is a tenth of the kernel's time."""
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
    """``kept[0]`` is how many numbers follow: of each deal the number of its events, then those."""
    if len(kept) > 1:
        end = kept[0] + 1
        kept[end] = state.events
        for at in range(state.events):
            kept[end + 1 + at] = state.log[at]
        kept[0] = end + state.events


COMPILED_FORMS: dict[Callable[..., Any], Callable[..., Any]] = {
    state.note: note,
    state.top_bit: lambda bits: 63 - leading_zeros(bits),
    state.count_bits: lambda bits: set_bits(bits),  # noqa: PLW0108 - an intrinsic is no function
    shuffle.shuffle: shuffled,
    bulk_totals.events_in: lambda state: state.events,
    bulk_loop.renew: lambda state, blank: copy_head(state, blank),  # noqa: PLW0108
    bulk_loop.keep: keep,
}

OPTIONS: Any = {"_nrt": False, "error_model": "numpy", "forceinline": True}
"""Nothing is allocated, no division asks whether it is by 0, and all becomes one piece: a third faster."""


def functions() -> Iterator[FunctionType]:
    """Every function of the modules that are compiled, once."""
    for module in SOURCES:
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value


def register() -> None:
    """Tell numba how to compile each of them when another calls it."""
    for function in functions():
        form = COMPILED_FORMS.get(function)
        if form is None:
            extending.register_jitable(**OPTIONS)(function)
        else:
            extending.overload(function, jit_options=OPTIONS, strict=False)(_answering(form))


def _answering(form: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *_types: form


# --- The cache


def cache_folder() -> Path | None:
    """Where this core's compiled form is kept; None where nothing can be kept.

    In the user's cache folder (or what ``NUMBA_CACHE_DIR`` names), by a hash of all that was compiled: numba
    itself notices no change in a function that the kernel calls.
    """
    given = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(given) if given else Path.home() / ".cache") / "pochleague" / fingerprint()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # a user without a home, or one that cannot be written to
        return None
    return folder if os.access(folder, os.W_OK) else None


def fingerprint() -> str:
    """A hash of the functions as they were loaded, their numbers, the records and the settings of numba."""
    told: list[object] = [
        RULES,
        TABLE,
        TOTALS,
        STATE,
        config.BOUNDSCHECK,
        str(config.OPT),
        Path(__file__).read_bytes(),
    ]
    told += [(function.__module__, *_told(function.__code__)) for function in functions()]
    told += [
        (module.__name__, name, value)
        for module in SOURCES
        for name, value in vars(module).items()
        if isinstance(value, (int, tuple))
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:20]


def _told(code: CodeType) -> tuple[object, ...]:
    constants = [_told(value) if isinstance(value, CodeType) else value for value in code.co_consts]
    return code.co_name, code.co_code, code.co_names, code.co_varnames, constants


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function in the core's style, compiled at its first call, or taken from the cache.

    Another thread may run meanwhile. Never with ``parallel``: its threads do not survive a worker's fork.
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
    """``bulk_loop.play_tables`` on arrays of one record each, of states two: the second stays blank."""
    bulk_loop.play_tables(rules[0], table[0], totals[0], states[0], states[1], pack, deck, kept, first, count)


def play_tables(
    job: Job, totals: bulk_totals.Totals, kept: list[list[int]] | None, first: int, count: int
) -> None:
    """Play tables of a job with the kernel; the same answers in ``totals`` and ``kept`` as without it."""
    logs = room(0 if kept is None else count * job.table.deals_each)
    run(job, totals, logs, first, count)
    if kept is not None:
        kept += logs_kept(logs)


def room(deals: int) -> Any:
    """Where ``run`` can keep the logs of so many deals; of none: it keeps none."""
    return np.empty(1 + deals * (1 + LOG_SIZE), np.int64)


def run(job: Job, totals: bulk_totals.Totals, logs: Any, first: int, count: int) -> None:
    """Play tables, count them and keep their logs as numbers."""
    counted = to_record(totals, TOTALS)
    cards = np.array(job.pack, np.int64)
    logs[0] = 0
    kernel(
        to_record(job.rules, RULES), to_record(job.table, TABLE), counted,
        np.repeat(BLANK, 2), cards, cards.copy(), logs, first, count,
    )  # fmt: skip
    from_record(counted, totals)


def logs_kept(logs: Any) -> Iterator[list[int]]:
    """The logs that ``keep`` wrote one after another."""
    end = int(logs[0]) + 1
    at = 1
    while at < end:
        after = at + 1 + int(logs[at])
        yield logs[at + 1 : after].tolist()
        at = after
