"""What a ``poch-scorecard/1`` says (spec/record.md, section 2), read into typed fields.

Here only its shape is judged, and that every seat, pool and card it names exists at this table. Whether its
statements can be true together is for the other modules of this package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine import record
from games.engine.cards import PACK_MASK, written
from games.engine.core.state import SEQUENCE, Rules, State
from games.engine.errors import EngineError, not_of_the_format, told
from games.engine.switches import LARGEST, POOLS

WON_BY_MELDING = POOLS[: SEQUENCE + 1]

_KEYS = frozenset(
    ("format", "rules", "dealer", "chips", "pools", "upcard", "melds", "stakes", "passed", "shown", "left")
)
_OPTIONAL_KEYS = frozenset(("stops",))


@dataclass(frozen=True, slots=True)
class Scorecard:
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
        raise not_of_the_format(
            "missing_key", "The document lacks the key stops, and these rules pay for the end of a run.", ""
        )
    seats = state.seats
    upcard = record.a_card(document["upcard"], "/upcard")
    _check_pack(1 << upcard, rules, seats, "/upcard")
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


def _check_pack(cards: int, rules: Rules, seats: int, pointer: str) -> None:
    size = rules.pack[seats]
    outside = written(cards & ~PACK_MASK[size])
    if outside:
        raise EngineError(
            "card_outside_the_pack", f"{outside[:2]} is not in the pack of {size} cards.", pointer=pointer
        )


def _melds(melds: object, rules: Rules, seats: int) -> dict[int, int]:
    if not isinstance(melds, dict):
        raise not_of_the_format("bad_melds", "melds must be an object of pools and who took them.", "/melds")
    taken = {}
    for name, seat in melds.items():
        pointer = f"/melds/{record.escaped(name)}"
        if name not in WON_BY_MELDING:
            raise EngineError(
                "unknown_pool",
                f"{told(name)} is not a pool that melding wins; those are {', '.join(WON_BY_MELDING)}.",
                pointer=pointer,
            )
        if seat is None:
            continue
        pool = POOLS.index(name)
        taken[pool] = _seat(seat, seats, pointer)
        if not rules.has_pool[pool]:
            raise EngineError("unknown_pool", f"The {name} is not a pool of this board.", pointer=pointer)
    return taken


def _a_number_each(numbers: object, key: str, seats: int) -> list[int]:
    """A list with one whole number for each seat, none below 0."""
    if not isinstance(numbers, list) or len(numbers) != seats:
        raise not_of_the_format(
            f"bad_{key}", f"{key} must be a list of {seats} whole numbers, one for each seat.", f"/{key}"
        )
    for seat, number in enumerate(numbers):
        if type(number) is not int or not 0 <= number <= LARGEST:
            raise not_of_the_format(
                f"bad_{key}", f"{key} holds whole numbers from 0, not {told(number)}.", f"/{key}/{seat}"
            )
    return numbers


def _seat(seat: object, seats: int, pointer: str) -> int:
    if type(seat) is not int or not 0 <= seat < seats:
        raise _no_seat(seat, seats, pointer)
    return seat


def _no_seat(value: object, seats: int, pointer: str) -> EngineError:
    return not_of_the_format(
        "bad_seat", f"A seat is a number from 0 to {seats - 1}, not {told(value)}.", pointer
    )


def _seats(listed: object, key: str, seats: int) -> list[int]:
    if not isinstance(listed, list):
        raise not_of_the_format(f"bad_{key}", f"{key} must be a list of seats.", f"/{key}")
    return [_seat(seat, seats, f"/{key}/{index}") for index, seat in enumerate(listed)]


def _passed(listed: object, seats: int) -> frozenset[int]:
    passed = _seats(listed, "passed", seats)
    for index, seat in enumerate(passed):
        if seat in passed[:index]:
            raise not_of_the_format(
                "seat_named_twice", f"passed names the seat {seat} twice.", f"/passed/{index}"
            )
    return frozenset(passed)


def _shown(shown: object, rules: Rules, seats: int) -> dict[int, int]:
    if not isinstance(shown, dict):
        raise not_of_the_format("bad_shown", "shown must be an object: seats and what they showed.", "/shown")
    seat_of = {str(seat): seat for seat in range(seats)}
    hands = {}
    for name, text in shown.items():
        pointer = f"/shown/{record.escaped(name)}"
        if name not in seat_of:
            raise _no_seat(name, seats, pointer)
        cards = record.a_hand(text, pointer)
        if not cards:
            raise not_of_the_format("bad_hand", "Who shows, shows at least one card.", pointer)
        _check_pack(cards, rules, seats, pointer)
        hands[seat_of[name]] = cards
    return hands
