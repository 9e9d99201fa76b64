"""What the board of a scorecard shows: its wells, cards and keys, and the facts that its script needs."""

from __future__ import annotations

import json
from typing import Any, Final

import games.services as games
from tournaments.play.forms.scorecard import SUITS, ScorecardForm

STAKES: Final = range(1, 9)
"""The stakes that have a key of their own."""

RANKS_WITH_SETS: Final = 9
"""The most ranks of a pack whose sets all have keys. Those of 52 cards would fill three screens."""


def board_of(form: ScorecardForm) -> dict[str, Any]:
    """The wells in the board's order, the pack by suit, the keys of the cards left, and facts as JSON.

    The rules are the engine's (`games.card_facts`): `thumbs.js` knows none.
    """
    state = form.state
    rules = state.rules
    facts = games.card_facts(rules, seats=len(form.names), dealer=state.next_dealer)
    antes = len(form.names) * rules["stake"]
    most = max(facts["dealt"])
    facts |= {
        "most_stake": rules["bet_limit"],
        "all_in": form.asks_all_in,
        "names": form.names,
        "may_show_alone": rules["show_uncontested"],
    }
    return {
        "wells": [
            {
                "pool": pool,
                "chips": state.pools[pool] + (0 if pool in rules["undressed"] else antes),
                "field": f"meld_{pool}" if pool in form.pools else "",
            }
            for pool in games.board(rules)
        ],
        "stakes": STAKES,
        "sets": facts["one_rank"] and len(form.ranks) <= RANKS_WITH_SETS,
        "ranks": len(form.ranks),
        "suits": [(suit, [rank + suit for rank in form.ranks]) for suit in SUITS],
        "left": [(seat, name, range(1, facts["dealt"][seat] + 1)) for seat, name in enumerate(form.names)],
        "lines_of_keys": 1 if most <= 8 else 2,
        "keys_in_line": most if most <= 8 else -(-most // 2),
        "facts": json.dumps(facts),
    }
