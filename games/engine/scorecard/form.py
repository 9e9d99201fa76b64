"""What a ``poch-scorecard/1`` says (spec/record.md, section 2), read into typed fields.

Here only its shape is judged, and that every seat, pool and card it names exists at this table. Whether its
statements can be true together is for the other modules of this package.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine import record
from games.engine.cards import PACK_MASK, written
from games.engine.core.state import SEATS, SEQUENCE, Rules, State
from games.engine.errors import EngineError, printable, schema_error
from games.engine.switches import LARGEST, POOLS

_POOL_NUMBERS = {name: pool for pool, name in enumerate(POOLS[: SEQUENCE + 1])}
"""The pools that melding can win."""
_SEAT_NAMES = tuple(str(seat) for seat in range(SEATS))

_KEYS = frozenset(
    ("format", "rules", "dealer", "chips", "pools", "upcard", "melds", "stakes", "passed", "shown", "left")
)
_OPTIONAL_KEYS = frozenset(("stops",))


class Scorecard(NamedTuple):
    """A scorecard's statements. Seats are the document's, from 0; cards and pools are the core's numbers."""

    rules: Rules
    state: State
    """The table before the deal: purses, pools, dealer; nothing paid yet."""
    upcard: int
    melds: dict[int, int]
    """Pool -> the seat that took it; a pool that nobody took is not in it."""
    stakes: list[int]
    passed: frozenset[int]
    shown: dict[int, int]
    """Seat -> the cards it showed, one bit each."""
    stops: list[int]
    left: list[int]

    @property
    def staying(self) -> list[int]:
        """The seats that did not pass."""
        return [seat for seat in range(self.state.seats) if seat not in self.passed]


def read(document: dict[str, Any]) -> Scorecard:
    """The statements of a scorecard.

    Raises ``EngineError`` of kind ``schema`` where it is not of the format, and of kind ``rule`` where it
    names a pool that this board lacks or a card that this pack lacks.
    """
    record.keys(document, _KEYS, _OPTIONAL_KEYS)
    rules, state = record.header(document)
    if rules.stop_pay and not rules.tricks and "stops" not in document:
        raise schema_error(
            "missing_key", "The document lacks the key stops, and these rules pay for the end of a run.", ""
        )
    seats = state.seats
    upcard = record.a_card(document["upcard"], "/upcard")
    _check_pack(1 << upcard, rules, seats, "upcard")
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


def _check_pack(cards: int, rules: Rules, seats: int, *place: str) -> None:
    size = rules.pack[seats]
    outside = cards & ~PACK_MASK[size]
    if outside:
        raise EngineError(
            "card_outside_the_pack",
            f"{written(outside)[:2]} is not in the pack of {size} cards.",
            pointer=_pointer(*place),
        )


def _pointer(*place: object) -> str:
    """The JSON pointer to a place in the document, key by key."""
    return "".join(f"/{record.escaped(str(key))}" for key in place)


def _melds(melds: object, rules: Rules, seats: int) -> dict[int, int]:
    if not isinstance(melds, dict):
        raise schema_error("bad_melds", "melds must be an object of pools and who took them.", "/melds")
    taken = {}
    for name, seat in melds.items():
        pool = _POOL_NUMBERS.get(name)
        if pool is None:
            raise EngineError(
                "unknown_pool",
                f"{printable(name)} is not a pool that melding wins; those are {', '.join(_POOL_NUMBERS)}.",
                pointer=_pointer("melds", name),
            )
        if seat is None:
            continue
        taken[pool] = _seat(seat, seats, "melds", name)
        if not rules.has_pool[pool]:
            raise EngineError(
                "unknown_pool", f"The {name} is not a pool of this board.", pointer=_pointer("melds", name)
            )
    return taken


def _a_number_each(numbers: object, key: str, seats: int) -> list[int]:
    """A list with one whole number for each seat, none below 0."""
    if not isinstance(numbers, list) or len(numbers) != seats:
        raise schema_error(
            f"bad_{key}", f"{key} must be a list of {seats} whole numbers, one for each seat.", f"/{key}"
        )
    for seat, number in enumerate(numbers):
        if type(number) is not int or not 0 <= number <= LARGEST:
            raise schema_error(
                f"bad_{key}", f"{key} holds whole numbers from 0, not {printable(number)}.", f"/{key}/{seat}"
            )
    return numbers


def _seat(seat: object, seats: int, *place: object) -> int:
    if type(seat) is not int or not 0 <= seat < seats:
        raise _no_seat(seat, seats, *place)
    return seat


def _no_seat(value: object, seats: int, *place: object) -> EngineError:
    sentence = f"A seat is a number from 0 to {seats - 1}, not {printable(value)}."
    return schema_error("bad_seat", sentence, _pointer(*place))


def _seats(listed: object, key: str, seats: int) -> list[int]:
    if not isinstance(listed, list):
        raise schema_error(f"bad_{key}", f"{key} must be a list of seats.", f"/{key}")
    return [_seat(seat, seats, key, index) for index, seat in enumerate(listed)]


def _passed(listed: object, seats: int) -> frozenset[int]:
    passed = _seats(listed, "passed", seats)
    for index, seat in enumerate(passed):
        if seat in passed[:index]:
            raise schema_error("seat_named_twice", f"passed names the seat {seat} twice.", f"/passed/{index}")
    return frozenset(passed)


def _shown(shown: object, rules: Rules, seats: int) -> dict[int, int]:
    """The cards shown by seat, the seats in their order."""
    if not isinstance(shown, dict):
        raise schema_error("bad_shown", "shown must be an object: seats and what they showed.", "/shown")
    names = _SEAT_NAMES[:seats]
    if not shown.keys() <= set(names):
        nobody = next(name for name in shown if name not in names)
        raise _no_seat(nobody, seats, "shown", nobody)
    hands = {}
    for seat, name in enumerate(names):
        if name in shown:
            cards = record.a_hand(shown[name], f"/shown/{name}")
            if not cards:
                raise schema_error("bad_hand", "Who shows, shows at least one card.", f"/shown/{name}")
            _check_pack(cards, rules, seats, "shown", name)
            hands[seat] = cards
    return hands
