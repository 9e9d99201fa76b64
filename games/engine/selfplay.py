"""Deals that bots play from a seed. The same arguments give the same deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import bots, cards
from games.engine.cards import NAMES
from games.engine.core import dealing, play
from games.engine.core.state import OVER, PASS, Rules, State
from games.engine.errors import EngineError, gettext_noop, printable
from games.engine.record import DEAL_FORMAT, header, written_action


def play_out(rules: Rules, state: State, policies: Sequence[int]) -> None:
    """Let bots finish a deal. The rules check each of their actions."""
    while state.stage != OVER:
        action = bots.decide(rules, state, policies[state.turn])
        refused = play.act(rules, state, action, play.WHOLE_RUN)
        assert not refused, (refused, state.log)  # noqa: S101 - a bot that breaks a rule is a bug


def bot_number(name: str, bot_names: Sequence[str] = bots.NAMES) -> int:
    """Return the number of a bot. Raises ``EngineError`` ``unknown_bot``."""
    if name not in bot_names:
        template = gettext_noop("There is no bot named %(name)s. The bots are: %(names)s.")
        raise EngineError("unknown_bot", template, name=printable(name), names=", ".join(bot_names))
    return bot_names.index(name)


def deal_and_begin(rules: Rules, state: State, deck: list[int]) -> None:
    """Deal a deck and start. The seats, purses and pools of the state are set already."""
    dealing.deal(rules, state, deck)
    play.begin(rules, state)


def play_deal(
    rules: Mapping[str, Any],
    *,
    dealer: int,
    chips: Sequence[int],
    pools: Mapping[str, int],
    policies: Sequence[str],
    seed: int,
    number: int,
) -> dict[str, Any]:
    """A complete ``poch-deal/1`` that bots play; ``policies`` names the bot at each seat.

    Raises ``EngineError`` if no deal can start so, and with the codes ``unknown_bot`` and
    ``bots_and_chips_differ``.
    """
    document: dict[str, Any] = {
        "format": DEAL_FORMAT,
        "rules": dict(rules),
        "dealer": dealer,
        "chips": list(chips),
        "pools": dict(pools),
    }
    record, state = header(document)
    if len(policies) != state.seats:
        template = gettext_noop("Name one bot for each seat. Bots: %(bots)s, seats: %(seats)s.")
        raise EngineError("bots_and_chips_differ", template, bots=len(policies), seats=state.seats)
    numbers = [bot_number(name) for name in policies]
    deck = cards.deck(record.pack[state.seats], seed, number)
    state.random = cards.generator(seed ^ cards.MASK, number)
    deal_and_begin(record, state, deck)
    play_out(record, state, numbers)
    document["deck"] = " ".join(NAMES[card] for card in deck)
    document["actions"] = [written_action(event) for event in state.log if event >> 10 & 63 >= PASS]
    return document
