"""Read a ``poch-scorecard/1`` into typed fields.

This module checks the format, and that each seat, pool and card exists at this table. The other modules of
this package check whether the statements can all be true.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine import record
from games.engine.core.state import SEATS, SEQUENCE, Rules, State
from games.engine.errors import EngineError, gettext_noop, printable, schema_error
from games.engine.switches import LARGEST, POOLS

_POOL_NUMBERS = {name: pool for pool, name in enumerate(POOLS[: SEQUENCE + 1])}
"""The pools that a meld can win."""
_SEAT_NAMES = tuple(str(seat) for seat in range(SEATS))

_KEYS = frozenset(
    ("format", "rules", "dealer", "chips", "pools", "upcard", "melds", "stakes", "passed", "shown", "left")
)
_OPTIONAL_KEYS = frozenset(("stops",))


# fmt: off
_MISSING_STOPS = gettext_noop(
    "The key %(key)s is missing. These rules pay for the end of a run, so it is needed.")
_BAD_MELDS = gettext_noop("melds must be an object with the seat that took each pool.")
_NOT_A_MELD_POOL = gettext_noop("%(pool)s is not a pool that a meld can win. These pools are: %(pools)s.")
_POOL_NOT_ON_BOARD = gettext_noop("The pool %(pool)s is not on this board.")
_NOT_A_NUMBER_EACH = gettext_noop("%(key)s must be a list of %(seats)d whole numbers, one for each seat.")
_BAD_NUMBER = gettext_noop("Each number in %(key)s must be a whole number from 0, not %(number)s.")
_BAD_SHOWN = gettext_noop("shown must be an object with the cards that each seat showed.")
_EMPTY_HAND = gettext_noop("A seat that shows must show a card.")
# fmt: on


class Scorecard(NamedTuple):
    """The statements of a scorecard. Seats are counted from 0; cards and pools are numbers of the core."""

    rules: Rules
    state: State
    """The table before the deal: purses, pools and dealer. Nothing is paid yet."""
    upcard: int
    melds: dict[int, int]
    """The seat that took each pool. Pools that no seat took are missing."""
    stakes: list[int]
    passed: frozenset[int]
    shown: dict[int, int]
    """The cards that each seat showed, as a hand."""
    stops: list[int]
    left: list[int]

    @property
    def staying(self) -> list[int]:
        """The seats that did not pass."""
        return [seat for seat in range(self.state.seats) if seat not in self.passed]


def read(document: dict[str, Any]) -> Scorecard:
    """The statements of a scorecard.

    Raise ``EngineError``: of the kind ``schema`` if it is not of the format, of the kind ``rule`` if it names
    a pool that is not on the board or a card that is not in the pack.
    """
    record.keys(document, _KEYS, _OPTIONAL_KEYS)
    rules, state = record.header(document)
    if rules.stop_pay and not rules.tricks and "stops" not in document:
        raise schema_error("missing_key", _MISSING_STOPS, "", key="stops")
    seats = state.seats
    upcard = record.a_card(document["upcard"], "/upcard")
    record.check_pack(1 << upcard, rules, seats, "/upcard")
    return Scorecard(
        rules=rules,
        state=state,
        upcard=upcard,
        melds=_melds(document["melds"], rules, seats),
        stakes=_a_number_each(document["stakes"], "stakes", seats),
        passed=_passed(document["passed"], seats),
        shown=_shown(document["shown"], rules, seats),
        stops=_seats(document.get("stops", []), "stops", seats),
        left=_a_number_each(document["left"], "left", seats),
    )


def _pointer(*place: object) -> str:
    """The JSON pointer to a place in the document."""
    return "".join(f"/{record.escaped(str(key))}" for key in place)


def _melds(melds: object, rules: Rules, seats: int) -> dict[int, int]:
    if not isinstance(melds, dict):
        raise schema_error("bad_melds", _BAD_MELDS, "/melds")
    taken = {}
    for name, seat in melds.items():
        pool = _POOL_NUMBERS.get(name)
        if pool is None:
            raise EngineError(
                "unknown_pool",
                _NOT_A_MELD_POOL,
                pointer=_pointer("melds", name),
                pool=printable(name),
                pools=", ".join(_POOL_NUMBERS),
            )
        if seat is None:
            continue
        taken[pool] = _seat(seat, seats, "melds", name)
        if not rules.has_pool[pool]:
            raise EngineError("unknown_pool", _POOL_NOT_ON_BOARD, pointer=_pointer("melds", name), pool=name)
    return taken


def _a_number_each(numbers: object, key: str, seats: int) -> list[int]:
    """A list with one whole number for each seat, 0 or more."""
    if not isinstance(numbers, list) or len(numbers) != seats:
        raise schema_error(f"bad_{key}", _NOT_A_NUMBER_EACH, f"/{key}", key=key, seats=seats)
    for seat, number in enumerate(numbers):
        if type(number) is not int or not 0 <= number <= LARGEST:
            raise schema_error(f"bad_{key}", _BAD_NUMBER, f"/{key}/{seat}", key=key, number=printable(number))
    return numbers


def _seat(seat: object, seats: int, *place: object) -> int:
    if type(seat) is not int or not 0 <= seat < seats:
        raise _no_seat(seat, seats, *place)
    return seat


def _no_seat(value: object, seats: int, *place: object) -> EngineError:
    template = gettext_noop("A seat must be a number from 0 to %(last)d, not %(seat)s.")
    return schema_error("bad_seat", template, _pointer(*place), last=seats - 1, seat=printable(value))


def _seats(numbers: object, key: str, seats: int) -> list[int]:
    if not isinstance(numbers, list):
        raise schema_error(f"bad_{key}", gettext_noop("%(key)s must be a list of seats."), f"/{key}", key=key)
    return [_seat(seat, seats, key, index) for index, seat in enumerate(numbers)]


def _passed(numbers: object, seats: int) -> frozenset[int]:
    passed = _seats(numbers, "passed", seats)
    for index, seat in enumerate(passed):
        if seat in passed[:index]:
            template = gettext_noop("%(key)s contains the seat number %(seat)d twice.")
            raise schema_error("seat_named_twice", template, f"/passed/{index}", key="passed", seat=seat)
    return frozenset(passed)


def _shown(shown: object, rules: Rules, seats: int) -> dict[int, int]:
    """The shown cards of each seat, in the order of the seats."""
    if not isinstance(shown, dict):
        raise schema_error("bad_shown", _BAD_SHOWN, "/shown")
    names = _SEAT_NAMES[:seats]
    if not shown.keys() <= set(names):
        unknown = next(name for name in shown if name not in names)
        raise _no_seat(unknown, seats, "shown", unknown)
    hands = {}
    for seat, name in enumerate(names):
        if name in shown:
            cards = record.a_hand(shown[name], f"/shown/{name}")
            if not cards:
                raise schema_error("bad_hand", _EMPTY_HAND, f"/shown/{name}")
            record.check_pack(cards, rules, seats, f"/shown/{name}")
            hands[seat] = cards
    return hands
