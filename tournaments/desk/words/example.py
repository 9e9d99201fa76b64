"""The example deal that shows the rules of a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import games.services as games
from tournaments.play.words.deals import story_of

NAMES: Final = ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo", "Ida", "Jonas")
"""The people of the example. Names are not translated."""
USUAL: Final = 4
"""The number of players, if the rules allow it."""
SEED: Final = 1517
TRIED: Final = 40
"""How many deals are looked at for one that shows much and is short."""
BOT: Final = "cautious"


@dataclass(frozen=True)
class Example:
    """A deal. board: its pools after the antes; paid: those that were won; dealer: a name."""

    story: Mapping[str, Any]
    board: dict[str, int]
    paid: list[str]
    dealer: str
    players: int
    chips: list[tuple[str, int]]


def example_of(rules: Mapping[str, Any]) -> Example:
    """The example for these rules, which must have every switch.

    Its sentences are in the language of the reader.
    """
    document = json.loads(_chosen(json.dumps(rules)))
    result = games.replay(document)
    seats = len(document["chips"])
    dressed = {pool for pool in games.board(rules) if pool not in rules["undressed"]}
    board = {pool: seats * rules["stake"] * (pool in dressed) for pool in games.board(rules)}
    return Example(
        story=story_of(NAMES[:seats], document, result),
        board=board,
        paid=[pool for pool in board if board[pool] and not result["pools"][pool]],
        dealer=NAMES[document["dealer"]],
        players=seats,
        chips=list(zip(NAMES, result["net"], strict=False)),
    )


@lru_cache(maxsize=64)
def _chosen(rules_text: str) -> str:
    """The document of the best of `TRIED` deals, as JSON. Always the same for the same rules."""
    rules = json.loads(rules_text)
    least, most = games.seats_range(rules)
    seats = min(max(USUAL, least), most)
    ante = rules["stake"] * len(games.board(rules))
    deals = (
        games.play_deal(
            rules,
            dealer=seats - 1,
            chips=[(10 * ante if rules["purse"] == "table" else 0)] * seats,
            pools={},
            bots=[BOT] * seats,
            seed=SEED,
            number=number,
        )
        for number in range(TRIED)
    )
    return json.dumps(max(deals, key=_worth))


def _worth(document: Mapping[str, Any]) -> float:
    """How much a deal shows: a showdown for modest stakes and won pools, in few actions."""
    result = games.replay(document)
    modest = 0 < max(result["pochen"]["stakes"]) <= 4
    return (
        6 * (modest and bool(result["pochen"]["showdown"]))
        + min(len(result["melds"]), 4)
        - len(document["actions"]) / 10
    )
