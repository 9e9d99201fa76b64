"""From the ``rules`` of a document to full switches, and from those to the ``Rules`` record of the core.

A document gives ``{"preset": NAME}`` with overrides, or every switch without a preset. Each value is checked
alone. Then combinations that no table can play are refused, with the names of both switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from games.engine.cards import PACK_MASK
from games.engine.core.state import TEN_POOL, Rules
from games.engine.errors import EngineError, gettext_noop, printable, schema_error
from games.engine.presets import PRESETS
from games.engine.switches import BY_NAME, DEFAULTS, POOLS, SWITCHES

Switches = dict[str, Any]
"""Full switches: the name and value of each switch, in the order of ``SWITCHES``."""


# fmt: off
_UNKNOWN_PRESET = gettext_noop("The preset %(preset)s does not exist. The presets are: %(presets)s.")
_UNKNOWN_SWITCH = gettext_noop("The switch %(switch)s does not exist. The switches are: %(switches)s.")
_MISSING_SWITCH = gettext_noop("The rules need a preset or the switch %(switch)s. Add one of the two.")
_STOP_PAY_WITH_TRICKS = gettext_noop(
    "The switches stop_pay and shedding clash: tricks have no runs, so stop_pay must be 0.")
_PACKETS_NOT_THE_HAND = gettext_noop(
    "The switches packets and hand clash: the sum of packets is %(sum)d, but hand is %(hand)d.")
_UPCARD_CANNOT_JOIN = gettext_noop(
    'The switches upcard and hand clash: the upcard can join a hand only if hand is "all".')
_NO_PACK = gettext_noop("The switches pack and players clash: there is no pack for %(seats)d players.")
_PACK_TOO_SMALL = gettext_noop(
    "The switches hand, pack and players clash: for %(seats)d players a pack must have at least %(needed)d "
    "cards, but it has %(size)d.")
_NO_POCH_POOL = gettext_noop(
    "The switches passed_chips and pools clash: the chips of those who pass go into the Poch pool, and the "
    "board has none.")
_UNDRESSED_POOL_MISSING = gettext_noop(
    "The switches undressed and pools clash: the pool %(pool)s is not on the board.")
# fmt: on


def check_preset(name: object) -> str:
    """The name of a preset. Raise ``EngineError`` (``unknown_preset``) if there is none."""
    if not isinstance(name, str) or name not in PRESETS:
        raise EngineError(
            "unknown_preset",
            _UNKNOWN_PRESET,
            pointer="/rules/preset",
            preset=printable(name),
            presets=", ".join(PRESETS),
        )
    return name


def preset_switches(name: object) -> Switches:
    """A copy of the full switches of a preset. Raise ``EngineError`` (``unknown_preset``)."""
    return deepcopy(PRESETS[check_preset(name)])


def resolve(document: object) -> Switches:
    """The full switches for the ``rules`` of a document, in the order of ``SWITCHES``.

    A document without a preset may leave out the switches that have a default.

    Raise ``EngineError``: ``bad_rules``, ``unknown_preset``, ``unknown_switch``, ``missing_switch``,
    ``bad_switch_value``, ``switches_clash``.
    """
    if not isinstance(document, Mapping):
        raise _bad_rules()
    overrides = dict(document)
    full = preset_switches(overrides.pop("preset")) if "preset" in overrides else {}
    for name in overrides:
        if name not in BY_NAME:
            raise EngineError(
                "unknown_switch",
                _UNKNOWN_SWITCH,
                pointer="/rules",
                switch=printable(name),
                switches=", ".join(BY_NAME),
            )
    full = DEFAULTS | full | overrides
    for switch in SWITCHES:
        if switch.name not in full:
            raise EngineError("missing_switch", _MISSING_SWITCH, pointer="/rules", switch=switch.name)
        if fault := switch.fault(full[switch.name]):
            pointer = f"/rules/{switch.name}"
            raise EngineError(
                "bad_switch_value", fault.template, pointer=pointer, **dict[str, Any](fault.params)
            )
    _refuse_clashes(full)
    return {switch.name: deepcopy(full[switch.name]) for switch in SWITCHES}


def make(document: object) -> Switches:
    """``resolve`` for new rules: also refuse a switch without effect.

    A record may have one: if it sets ``tricks`` over a preset with ``stop_pay``, then ``stop_pay`` has no
    effect. A person who chooses rules must change it instead.
    """
    switches = resolve(document)
    if switches["shedding"] == "tricks" and switches["stop_pay"]:
        raise _clash("stop_pay", _STOP_PAY_WITH_TRICKS)
    return switches


def compiled(switches: Mapping[str, Any]) -> Rules:
    """The record of the core for full switches from ``resolve``."""
    rules = Rules()
    rules.least, rules.most = switches["players"]
    for seats, size in switches["pack"].items():
        rules.pack[int(seats)] = size
        rules.whole[int(seats)] = PACK_MASK[size]
    rules.hand = 0 if switches["hand"] == "all" else switches["hand"]
    for circuit, size in enumerate(_circuits(switches)):
        rules.packets[circuit] = size
    rules.step = 1 if switches["direction"] == "clockwise" else -1
    board = [POOLS.index(name) for name in switches["pools"]]
    dressed = [pool for pool in board if POOLS[pool] not in switches["undressed"]]
    rules.board[: len(board)] = board
    rules.board_size = len(board)
    rules.dressed[: len(dressed)] = dressed
    rules.dressed_size = len(dressed)
    for pool in board:
        rules.has_pool[pool] = 1
    for name in ("stake", "stop_pay", "out_pay"):
        setattr(rules, name, switches[name])
    rules.bet_limit = switches["bet_limit"] or 0
    for name in ("upcard", "sequence", "ties"):
        setattr(rules, name, BY_NAME[name].values.index(switches[name]))
    for name in ("two_pairs", "show_uncontested", "most_cards_pays"):
        setattr(rules, name, int(switches[name]))
    rules.single_card_pools = TEN_POOL if switches["ten_pool"] == "ten_nine" else TEN_POOL + 1
    rules.pochen_first = int(switches["order"] == "pochen_first")
    rules.dealer_speaks = int(switches["speaks_first"] == "dealer")
    rules.anyone = int(switches["eligibility"] == "anyone")
    rules.opener_raises = int(switches["raising"] == "opener")
    rules.table = int(switches["purse"] == "table")
    rules.tricks = int(switches["shedding"] == "tricks")
    rules.winner_leads = int(switches["leads"] == "poch_winner")
    rules.otherwise_dealer = int(switches["leads_otherwise"] == "dealer")
    rules.passed_to_poch = int(switches["passed_chips"] == "pochen_pool")
    rules.opener_deals = int(switches["deals_next"] == "opener")
    rules.split_leftover = int(switches["leftover"] == "split")
    return rules


def rules_record(document: object) -> Rules:
    """``compiled(resolve(document))``, with a cache: most records have the same few rules."""
    try:
        key = repr(document)
    except (RecursionError, ValueError):  # nested too deeply, or a number with thousands of digits
        raise _bad_rules() from None
    rules = _cache.get(key)
    if rules is None:
        rules = compiled(resolve(document))
        if len(_cache) >= 256:
            _cache.clear()
        _cache[key] = rules
    return rules


_cache: dict[str, Rules] = {}


def _bad_rules() -> EngineError:
    return schema_error("bad_rules", gettext_noop("The rules must be an object of switches."), "/rules")


def _circuits(switches: Mapping[str, Any]) -> list[int]:
    """Cards dealt at a time, until a hand of a fixed size is full. ``[1]`` repeats."""
    if switches["hand"] == "all":
        return [1]
    packets: list[int] = switches["packets"]
    return [1] * switches["hand"] if packets == [1] else packets


def _refuse_clashes(switches: Switches) -> None:
    """Raise ``EngineError`` for switches that exclude each other."""
    hand, packets = switches["hand"], switches["packets"]
    least, most = switches["players"]
    if hand == "all" and packets != [1]:
        template = gettext_noop('The switches packets and hand clash: if hand is "all", packets must be [1].')
        raise _clash("packets", template)
    if hand != "all" and packets != [1] and sum(packets) != hand:
        raise _clash("packets", _PACKETS_NOT_THE_HAND, sum=sum(packets), hand=hand)
    if hand != "all" and switches["upcard"] == "joins_hand":
        raise _clash("upcard", _UPCARD_CANNOT_JOIN)
    for seats in range(least, most + 1):
        size = switches["pack"].get(str(seats))
        if size is None:
            raise _clash("pack", _NO_PACK, seats=seats)
        if hand != "all" and seats * hand + 1 > size:
            raise _clash("hand", _PACK_TOO_SMALL, seats=seats, needed=seats * hand + 1, size=size)
    if switches["passed_chips"] == "pochen_pool" and "poch" not in switches["pools"]:
        raise _clash("passed_chips", _NO_POCH_POOL)
    for name in switches["undressed"]:
        if name not in switches["pools"]:
            raise _clash("undressed", _UNDRESSED_POOL_MISSING, pool=name)


def _clash(switch: str, template: str, **params: Any) -> EngineError:
    return EngineError("switches_clash", template, pointer=f"/rules/{switch}", **params)
