"""From a document's ``rules`` to switches in full, and from those to the ``Rules`` record of the core.

``{"preset": NAME}`` with overrides, or every switch without a preset. Each value is looked at alone, then the
mixes that no table could play are refused by the names of both switches.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from games.engine.cards import PACK_MASK
from games.engine.core.state import Rules
from games.engine.errors import EngineError, printable, schema_error
from games.engine.presets import PRESETS
from games.engine.switches import BY_NAME, POOLS, SWITCHES

Switches = dict[str, Any]
"""Full switches: every switch's name and value, in the order of ``SWITCHES``."""


def preset_switches(name: object) -> Switches:
    """A copy of a preset's full switches; ``unknown_preset`` if there is none of that name."""
    if not isinstance(name, str) or name not in PRESETS:
        raise EngineError(
            "unknown_preset",
            f"There is no preset named {printable(name)}; the presets are {', '.join(PRESETS)}.",
            pointer="/rules/preset",
        )
    return deepcopy(PRESETS[name])


def resolve(document: object) -> Switches:
    """The full switches that a document's ``rules`` stand for, in the order of the list of switches.

    Raises ``EngineError``: ``bad_rules``, ``unknown_preset``, ``unknown_switch``, ``missing_switch``,
    ``bad_switch_value``, ``switches_clash``.
    """
    if not isinstance(document, Mapping):
        raise schema_error("bad_rules", "The rules must be an object of switches.", "/rules")
    given = dict(document)
    full = preset_switches(given.pop("preset")) if "preset" in given else {}
    for name in given:
        if name not in BY_NAME:
            raise EngineError(
                "unknown_switch",
                f"There is no switch named {printable(name)}; the switches are {', '.join(BY_NAME)}.",
                pointer="/rules",
            )
    full |= given
    for switch in SWITCHES:
        if switch.name not in full:
            raise EngineError(
                "missing_switch",
                f"The rules name no preset and lack the switch {switch.name}.",
                pointer="/rules",
            )
        fault = switch.fault(full[switch.name])
        if fault:
            raise EngineError(
                "bad_switch_value",
                f"{switch.name} {fault}, not {printable(full[switch.name])}.",
                pointer=f"/rules/{switch.name}",
            )
    _refuse_clashes(full)
    return {switch.name: deepcopy(full[switch.name]) for switch in SWITCHES}


def make(document: object) -> Switches:
    """``resolve`` for somebody who makes rules now: a switch that would do nothing is refused as well.

    A record may carry one (a preset's ``stop_pay`` under an override to ``tricks``): it is replayed, and the
    switch does nothing (``spec/rules.md``, 3.5). Whoever chooses rules is told instead.

    Raises ``EngineError``.
    """
    switches = resolve(document)
    if switches["shedding"] == "tricks" and switches["stop_pay"]:
        raise _clash("stop_pay", "shedding", "tricks have no runs to be paid for; set stop_pay to 0")
    return switches


def compiled(switches: Mapping[str, Any]) -> Rules:
    """The core's record of full switches that ``resolve`` has passed."""
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
    rules.pochen_first = int(switches["order"] == "pochen_first")
    rules.dealer_speaks = int(switches["speaks_first"] == "dealer")
    rules.anyone = int(switches["eligibility"] == "anyone")
    rules.opener_raises = int(switches["raising"] == "opener")
    rules.table = int(switches["purse"] == "table")
    rules.tricks = int(switches["shedding"] == "tricks")
    rules.winner_leads = int(switches["leads"] == "poch_winner")
    rules.otherwise_dealer = int(switches["leads_otherwise"] == "dealer")
    rules.split_leftover = int(switches["leftover"] == "split")
    return rules


def rules_record(document: object) -> Rules:
    """``compiled(resolve(document))``, remembered: a thousand records mostly name the same few rules."""
    try:
        key = repr(document)
    except (RecursionError, ValueError):  # nested without end; a number of thousands of digits
        raise schema_error("bad_rules", "The rules must be an object of switches.", "/rules") from None
    rules = _remembered.get(key)
    if rules is None:
        rules = compiled(resolve(document))
        if len(_remembered) >= 256:
            _remembered.clear()
        _remembered[key] = rules
    return rules


_remembered: dict[str, Rules] = {}


def _circuits(switches: Mapping[str, Any]) -> list[int]:
    """Cards given at a time, until a hand of a fixed size is full (one at a time repeats)."""
    if switches["hand"] == "all":
        return [1]
    packets: list[int] = switches["packets"]
    return [1] * switches["hand"] if packets == [1] else packets


def _refuse_clashes(switches: Switches) -> None:
    """Refuse what no table could play, naming the switches that exclude each other."""
    hand, packets = switches["hand"], switches["packets"]
    least, most = switches["players"]
    if hand == "all" and packets != [1]:
        raise _clash("packets", "hand", 'with hand "all" cards are given one at a time: packets must be [1]')
    if hand != "all" and packets != [1] and sum(packets) != hand:
        raise _clash("packets", "hand", f"packets {packets} give {sum(packets)} cards, hand says {hand}")
    if hand != "all" and switches["upcard"] == "joins_hand":
        raise _clash("upcard", "hand", 'an upcard can only join a hand with hand "all", not with a talon')
    for seats in range(least, most + 1):
        size = switches["pack"].get(str(seats))
        if size is None:
            raise _clash("pack", "players", f"players allows {seats} seats, pack names no pack for them")
        if hand != "all" and seats * hand + 1 > size:
            raise _clash(
                "hand",
                "pack",
                f"{seats} players with {hand} cards each and an upcard need {seats * hand + 1} cards, "
                f"the pack has {size}; players, hand or pack must change",
            )
    for name in switches["undressed"]:
        if name not in switches["pools"]:
            raise _clash("undressed", "pools", f"undressed names {name}, which is not a pool of the board")


def _clash(one: str, other: str, why: str) -> EngineError:
    return EngineError(
        "switches_clash", f"{one} and {other} do not go together: {why}.", pointer=f"/rules/{one}"
    )
