"""Deals of bots that measure what features of hands are worth under some rules.

The deals depend only on the spec. A chunk of them gives sums of whole numbers, which can be added in any
order. `fitting` makes the weights from the sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import shuffle
from games.engine.core import dealing
from games.engine.core.state import ACCOUNTS, SEATS, Rules, State
from games.engine.errors import EngineError, gettext_noop
from games.engine.luck.features import Rows, of_hands
from games.engine.record import header
from games.engine.selfplay import bot_number, deal_and_begin, next_deal, play_out

FORMAT = "poch-hands-spec/1"

BOTS = ("expert", "cautious", "cautious", "bold")
"""The bots at the seats, in turn: tables of different strength, as people are."""

SEED = 1
"""The seed of all these deals: the same rules have the same weights in every event."""

DEALS = 12
"""Deals of a session. What nobody wins stays on the board until the next deal of the session."""

SESSIONS = 42
"""Sessions of a chunk: about half a second."""

CHUNKS = 8

Spec = Mapping[str, Any]
Sums = dict[str, Any]
"""deals; products: of each two features, row by row; net: of each feature with the net chips."""


class Dealt(NamedTuple):
    """One deal of bots. session: its number. rows: the features of the hands. net: chips. bots: by seat."""

    session: int
    rows: Rows
    net: list[int]
    bots: tuple[str, ...]


def hands_spec(rules: Mapping[str, Any], seats: int, chips: int = 0) -> dict[str, Any]:
    """The spec that measures tables with so many seats. Raise ``EngineError`` if no deal can start so.

    chips: the purses at the start, with ``purse: table``.
    """
    _before(rules, seats, chips)
    return {"format": FORMAT, "rules": dict(rules), "seats": seats, "chips": chips}


def play_hands_chunk(spec: Spec, number: int) -> Sums:
    """Play a chunk and return its sums. Raise ``EngineError`` (``no_such_chunk``)."""
    if not 0 <= number < CHUNKS:
        template = gettext_noop("The chunk %(chunk)s does not exist. Chunks have numbers from 0 to %(last)d.")
        raise EngineError("no_such_chunk", template, chunk=number, last=CHUNKS - 1)
    return add_up(spec, sessions(spec, SEED, number * SESSIONS, SESSIONS))


def add_up(spec: Spec, deals: Iterator[Dealt]) -> Sums:
    """The sums of some deals. All numbers are counted from the mean of the table and times its seats."""
    seats = spec["seats"]
    sums: Sums | None = None
    for deal in deals:
        columns = [_from_mean(column, seats) for column in zip(*deal.rows, strict=True)]
        net = _from_mean(deal.net, seats)
        products = [_product(one, other) for at, one in enumerate(columns) for other in columns[at:]]
        with_net = [_product(column, net) for column in columns]
        sums = add(sums, {"deals": 1, "products": products, "net": with_net})
    assert sums is not None  # noqa: S101 - there is at least one deal
    return sums


def add(sums: Mapping[str, Any] | None, more: Mapping[str, Any]) -> Sums:
    """Both sums together. None: there are no sums yet."""
    if sums is None:
        return dict(more)
    added: Sums = {"deals": sums["deals"] + more["deals"]}
    for name in ("products", "net"):
        added[name] = [mine + other for mine, other in zip(sums[name], more[name], strict=True)]
    return added


def sessions(spec: Spec, seed: int, first: int, count: int) -> Iterator[Dealt]:
    """Play sessions, each from an empty board. Bots and first dealers take their seats in rotation."""
    rules = spec["rules"]
    for session in range(first, first + count):
        record, before = _before(rules, spec["seats"], spec["chips"], session % spec["seats"])
        bots = _bots_of(session, before.seats)
        numbers = [bot_number(name) for name in bots]
        for number in range(DEALS):
            rows, after = _played(record, before, numbers, seed, session * DEALS + number)
            net = [after.account[seat] - before.account[seat] for seat in range(before.seats)]
            yield Dealt(session, rows, net, bots)
            if not all(dealing.can_ante(record, after.account[seat]) for seat in range(after.seats)):
                break
            before = next_deal(record, after)


def _bots_of(session: int, seats: int) -> tuple[str, ...]:
    """The bots of a session: their turn moves by one seat when everybody was the first dealer once."""
    return tuple(BOTS[(seat + session // seats) % len(BOTS)] for seat in range(seats))


def _before(rules: Mapping[str, Any], seats: int, chips: int, dealer: int = 0) -> tuple[Rules, State]:
    return header({"rules": dict(rules), "dealer": dealer, "chips": [chips] * seats, "pools": {}})


def _played(rules: Rules, before: State, bots: Sequence[int], seed: int, number: int) -> tuple[Rows, State]:
    """The features of a deal, and the state after it. before: its purses, pools and dealer."""
    deck = shuffle.deck(rules.pack[before.seats], seed, number)
    dealt, after = _copied(rules, before), _copied(rules, before)
    dealing.deal(rules, dealt, deck)
    after.random = shuffle.generator(seed ^ shuffle.MASK, number)
    deal_and_begin(rules, after, deck)
    play_out(rules, after, bots)
    return of_hands(rules, dealt), after


def _copied(rules: Rules, before: State) -> State:
    state = State()
    dealing.seat_down(rules, state, before.seats, before.dealer)
    state.account[:ACCOUNTS] = before.account
    state.brought[:SEATS] = before.account[:SEATS]
    return state


def _from_mean(values: Sequence[int], seats: int) -> list[int]:
    total = sum(values)
    return [seats * value - total for value in values]


def _product(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(mine * theirs for mine, theirs in zip(one, other, strict=True))
