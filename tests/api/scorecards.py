"""A deal that was played card by card, written down as a scorer at the table would have."""

from __future__ import annotations

from typing import Any

import games.services as games

CARD_OF = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T"}


def scorecard_of(document: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """The poch-scorecard/1 of a poch-deal/1, without what its table knows. `result`: what it came to."""
    story = games.stages(document, result)
    rules = games.resolve_rules(document["rules"])
    upcard = story["upcard"]
    # A pool that the dealer took for the upcard is no meld.
    taken = [
        name
        for name, rank in CARD_OF.items()
        if rules["upcard"] == "dealer_takes_pool" and upcard[0] == rank and name in result["pools"]
    ]
    meldable = [pool for pool in games.board(rules) if pool not in ("poch", "centre", *taken)]
    melds: dict[str, int | None] = dict.fromkeys(meldable)
    melds.update({meld["pool"]: meld["seat"] for meld in result["melds"]})
    card: dict[str, Any] = {
        "format": "poch-scorecard/1",
        "upcard": upcard,
        "melds": melds,
        "stakes": result["pochen"]["stakes"],
        "passed": result["pochen"]["passed"],
        "shown": {str(row["seat"]): row["cards"] for row in result["pochen"]["showdown"]},
        "left": result["shedding"]["left"],
    }
    return card | ({"stops": result["shedding"]["stops"]} if rules["stop_pay"] else {})
