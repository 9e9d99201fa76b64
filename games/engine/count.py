"""A ``poch-count/1``: the total of a table without its deals.

It says what each seat has won or lost, or what it has at the end, what stays on the board, and how many deals
were played. Nothing of it depends on the cards, so it also fits chip games without the rules of Poch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from games.engine.errors import EngineError, gettext_noop, printable, schema_error, seat_error
from games.engine.record import keys
from games.engine.switches import LARGEST

COUNT_FORMAT = "poch-count/1"
MOST_DEALS = 200
BOARD = "board"
"""The account of all chips that stay on the board. A count does not say in which pools they lie."""
BANK = "bank"
LEAST_SEATS, MOST_SEATS = 2, 10

# fmt: off
_BAD_FORMAT = gettext_noop('The format of a total must be "%(count)s", not %(format)s.')
_NET_AND_CHIPS = gettext_noop(
    "A total has net, the chips won and lost, or chips, what each seat has at the end. It cannot have both.")
_NUMBER_EACH = gettext_noop("%(key)s must be a list of %(seats)d whole numbers, one for each seat.")
_NUMBERS = gettext_noop("%(key)s must be a list of 2 to 10 whole numbers, one for each seat.")
_BAD_NUMBER = gettext_noop("Each number in %(key)s must be a whole number, not %(number)s.")
_BAD_DEALS = gettext_noop("deals must be a whole number from 1 to %(most)d, not %(number)s.")
_BAD_AFTER = gettext_noop("after must be a whole number from 0 to %(most)d, not %(number)s.")
_BAD_BOARD = gettext_noop("board must be a whole number from 0, not %(number)s.")
_ON_CREDIT = gettext_noop(
    "The purses of this table are on credit, so nobody brought chips. Send net, the chips won and lost.")
_NEEDS_TABLE = gettext_noop(
    "Only the table knows how many chips were brought to it. Send net instead of chips.")
_REST_NEEDS_TABLE = gettext_noop(
    "Only the table knows what lay on its board after its first deals. Send the total for the rest to it.")
_OVERDRAWN = gettext_noop("Seat %(seat)d lost %(lost)d chips, but it had only %(purse)d.")
_NET_LOST = gettext_noop(
    "The seats won %(won)d chips and %(board)d stay on the board. Together that is %(stated)d, but the seats "
    "lost %(expected)d.")
_REST_LOST = gettext_noop(
    "The seats won %(won)d chips and %(board)d stay on the board. Together that is %(stated)d, but the seats "
    "lost %(lost)d and %(before)d lay on the board before. Together that is %(expected)d.")
_CHIPS_LOST = gettext_noop(
    "The seats have %(chips)d chips and %(board)d stay on the board. Together that is %(stated)d, but "
    "%(expected)d chips were brought to the table.")

_NO_SUCH_RULE = gettext_noop(
    "An event without the rules of Poch has only the rules purse, open_totals and unit. It has no %(key)s.")
_BAD_RULE = gettext_noop("%(key)s must be one of these: %(choices)s. It cannot be %(value)s.")
_NEEDS_CREDIT = gettext_noop(
    "Totals that need not sum to zero, and tenths, need purses on credit: nobody brings chips to the table.")
_BOARD_IS_EMPTY = gettext_noop(
    "Where totals need not sum to zero, or have tenths, no chips stay on the board. Leave board out.")
# fmt: on

NO_RULES = "none"
"""The preset of an event without the rules of Poch. It has totals only, of any game with chips."""
_WITHOUT: dict[str, Any] = {
    "preset": NO_RULES,
    "players": [LEAST_SEATS, MOST_SEATS],
    "direction": "clockwise",
    "pools": [],
    "purse": "credit",
    "leftover": "stay",
    "open_totals": False,
    "unit": "whole",
}
_CHOICES: dict[str, tuple[Any, ...]] = {
    "purse": ("credit", "table"),
    "open_totals": (False, True),
    "unit": ("whole", "tenths"),
}
"""The rules that can be chosen. ``open_totals``: the net numbers of a table need not sum to zero; the bank
gives what is missing and takes what is left over. ``unit``: what the numbers of a total count, whole chips
(or points) or tenths of one."""


def without_rules(document: Mapping[str, Any]) -> dict[str, Any]:
    """What holds where no rules of Poch do, for ``{"preset": "none"}``, with or without rules of `_CHOICES`.

    Raise ``EngineError``: ``unknown_switch``, ``bad_switch_value``.
    """
    for key, value in document.items():
        if key in _CHOICES:
            # `1 == True`, and a rule of a request can be anything.
            if (type(value), value) not in [(type(choice), choice) for choice in _CHOICES[key]]:
                choices = ", ".join(json.dumps(choice) for choice in _CHOICES[key])
                at, shown = f"/rules/{key}", printable(value)
                raise EngineError(
                    "bad_switch_value", _BAD_RULE, pointer=at, key=key, choices=choices, value=shown
                )
        elif key not in _WITHOUT or value != _WITHOUT[key]:
            raise EngineError("unknown_switch", _NO_SUCH_RULE, pointer="/rules", key=printable(key))
    rules = deepcopy({**_WITHOUT, **document})
    if rules["purse"] != "credit" and (rules["open_totals"] or rules["unit"] != "whole"):
        raise EngineError("bad_switch_value", _NEEDS_CREDIT, pointer="/rules/purse")
    return rules


class Count(NamedTuple):
    """A total as it is written. It begins after ``after`` deals. Either ``net`` or ``chips`` is None."""

    deals: int
    net: list[int] | None
    chips: list[int] | None
    board: int
    after: int = 0


class Brought(NamedTuple):
    """The table before the first deal of the total. ``dealer``: the seat that deals this deal."""

    purses: Sequence[int]
    on_credit: bool
    clockwise: bool = True
    pools: Mapping[str, int] | None = None
    dealer: int = 0
    open_totals: bool = False
    tenths: bool = False


def read(document: object, seats: int | None = None) -> Count:
    """The statements of a total. ``seats``: how many seats the table has; None: 2 to 10.

    Raise ``EngineError`` of the kind ``schema`` if the document is not of the format.
    """
    if not isinstance(document, dict):
        raise schema_error("not_an_object", gettext_noop("A document must be a JSON object."), "")
    if "format" in document and document["format"] != COUNT_FORMAT:
        shown = printable(document["format"])
        raise schema_error("bad_format", _BAD_FORMAT, "/format", count=COUNT_FORMAT, format=shown)
    if "net" in document and "chips" in document:
        raise schema_error("net_and_chips", _NET_AND_CHIPS, "/chips")
    key = "chips" if "chips" in document else "net"
    keys(document, frozenset(("format", "deals", key)), frozenset(("after", "board")))
    deals, board, after = document["deals"], document.get("board", 0), document.get("after", 0)
    if type(deals) is not int or not 1 <= deals <= MOST_DEALS:
        raise schema_error("bad_deals", _BAD_DEALS, "/deals", most=MOST_DEALS, number=printable(deals))
    if type(after) is not int or not 0 <= after <= MOST_DEALS:
        raise schema_error("bad_after", _BAD_AFTER, "/after", most=MOST_DEALS, number=printable(after))
    numbers = _numbers(document[key], key, seats)
    if type(board) is not int or not 0 <= board <= LARGEST:
        raise schema_error("bad_board", _BAD_BOARD, "/board", number=printable(board))
    return Count(deals, numbers if key == "net" else None, numbers if key == "chips" else None, board, after)


def judge(document: object, table: Brought | None = None) -> dict[str, Any]:
    """What a total means: ``deals``, ``chips``, ``net``, ``pools``, dealers and transfers.

    Without a table only ``net`` can be judged. With open totals the bank balances the table. Raise
    ``EngineError``: of the kind ``rule`` if chips appear or vanish (``count_not_conserved``) or if a seat has
    lost more than it had.
    """
    count = read(document, None if table is None else len(table.purses))
    if table is None and count.after:
        raise EngineError("chips_without_table", _REST_NEEDS_TABLE, pointer="/after")
    pools = {} if table is None else {pool: chips for pool, chips in (table.pools or {}).items() if chips}
    on_board, bank = sum(pools.values()), 0
    if count.board and table is not None and (table.open_totals or table.tenths):
        raise schema_error("bad_board", _BOARD_IS_EMPTY, "/board")
    if count.net is not None:
        net = count.net
        if table is not None and table.open_totals:
            bank = -sum(net)
        else:
            _conserved(net, count.board, on_board)
    elif table is None:
        raise EngineError("chips_without_table", _NEEDS_TABLE, pointer="/chips")
    elif table.on_credit:
        raise EngineError("chips_on_credit", _ON_CREDIT, pointer="/chips")
    else:
        chips = count.chips or []
        stated, brought = sum(chips) + count.board, sum(table.purses) + on_board
        if stated != brought:
            raise EngineError(
                "count_not_conserved",
                _CHIPS_LOST,
                chips=sum(chips),
                board=count.board,
                stated=stated,
                expected=brought,
            )
        net = [after - before for after, before in zip(chips, table.purses, strict=True)]
    seats = len(net)
    before = [0] * seats if table is None else table.purses
    after = [purse + won for purse, won in zip(before, net, strict=True)]
    if table is not None and not table.on_credit:
        _not_overdrawn(before, after, "net" if count.net is not None else "chips")
    step = 1 if table is None or table.clockwise else -1
    dealer = 0 if table is None else table.dealer
    return {
        "deals": count.deals,
        "chips": after,
        "net": net,
        "pools": {BOARD: count.board},
        "first_dealer": dealer,
        "last_dealer": (dealer + step * (count.deals - 1)) % seats,
        "next_dealer": (dealer + step * count.deals) % seats,
        "transfers": [*_gathered(pools), *_transfers(net, bank)],
    }


def _conserved(net: list[int], board: int, before: int) -> None:
    if sum(net) + board != before:
        won, lost = (sum(sign * chips for chips in net if sign * chips > 0) for sign in (1, -1))
        raise EngineError(
            "count_not_conserved",
            _REST_LOST if before else _NET_LOST,
            won=won,
            board=board,
            stated=won + board,
            lost=lost,
            before=before,
            expected=lost + before,
        )


def _not_overdrawn(before: Sequence[int], after: Sequence[int], key: str) -> None:
    for seat, (purse, chips) in enumerate(zip(before, after, strict=True)):
        if chips < 0:
            raise seat_error("count_overdrawn", _OVERDRAWN, key, seat, lost=purse - chips, purse=purse)


def _gathered(pools: Mapping[str, int]) -> list[dict[str, Any]]:
    """What lies in the pools goes to one account, because nobody says who won it."""
    return [
        {"from": pool, "to": BOARD, "chips": chips, "reason": "count"}
        for pool, chips in sorted(pools.items())
    ]


def _transfers(net: list[int], bank: int) -> list[dict[str, Any]]:
    """Who lost pays the board, and the board pays who won: the fewest transfers that give these numbers.

    bank: what is left over, which goes to the bank; below zero: what is missing, which comes from it.
    """
    results = [*((f"seat {seat}", chips) for seat, chips in enumerate(net)), (BANK, bank)]
    paid = [(name, BOARD, -chips) for name, chips in results if chips < 0]
    won = [(BOARD, name, chips) for name, chips in results if chips > 0]
    return [
        {"from": source, "to": target, "chips": chips, "reason": "count"}
        for source, target, chips in paid + won
    ]


def _numbers(numbers: object, key: str, seats: int | None) -> list[int]:
    code = "bad_net" if key == "net" else "bad_chips"
    if not isinstance(numbers, list) or not (
        len(numbers) == seats if seats is not None else LEAST_SEATS <= len(numbers) <= MOST_SEATS
    ):
        if seats is None:
            raise schema_error(code, _NUMBERS, f"/{key}", key=key)
        raise schema_error(code, _NUMBER_EACH, f"/{key}", key=key, seats=seats)
    for seat, number in enumerate(numbers):
        if type(number) is not int or abs(number) > LARGEST or (key == "chips" and number < 0):
            raise schema_error(code, _BAD_NUMBER, f"/{key}/{seat}", key=key, number=printable(number))
    return numbers
