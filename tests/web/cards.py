"""Scorecards for the form's tests: deals played by bots, as a person at the table would type them in."""

from __future__ import annotations

from typing import Any

import games.services as games
from tests.builders import next_document
from tournaments.models import Table
from tournaments.tables.verbs.table_states import table_state


def a_scorecard(table: Table, *, seed: int = 1) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of the scorecard form for a legal next deal of a table, and the deal's poch-result/1."""
    document = next_document(table, seed=seed)
    result = games.replay(document)
    pochen, shedding = result["pochen"], result["shedding"]
    stages = games.stages(document, result)
    whole_hands = table_state(table).rules["ties"] == "kickers"
    fields: dict[str, Any] = {
        "number": table_state(table).next_number,
        "rank": stages["upcard"][0],
        "suit": stages["upcard"][1],
        "out": shedding["out"],
        "stops": shedding["stops"],
    }
    for meld in result["melds"]:
        fields[f"meld_{meld['pool']}"] = meld["seat"]
    for seat, stake in enumerate(pochen["stakes"]):
        fields[f"stake_{seat}"] = stake
        if stake and stake < max(pochen["stakes"]) and seat not in pochen["passed"]:
            fields[f"all_in_{seat}"] = "on"
    for shown in pochen["showdown"]:
        seat = shown["seat"]
        fields[f"shown_{seat}"] = stages["hands"][seat] if whole_hands else shown["cards"].split()
    for seat, left in enumerate(shedding["left"]):
        fields[f"left_{seat}"] = left
    return fields, result
