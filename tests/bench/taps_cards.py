"""Thirty deals of the engine's test data, as scorecards for `tests.bench.taps`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

import games.services as games

DATA: Final = Path(__file__).resolve().parents[1] / "engine" / "data"

NAMES: Final = (
    # Nobody shows: nobody bets, or all others pass. The test data has these ten.
    "scorecards:70", "scorecards:72", "scorecards:85", "scorecards:90", "scorecards:111", "scorecards:119",
    "deals:133", "deals:135", "deals:140", "deals:207",
    # Two people show, as after most bets of the bots.
    "scorecards:73", "scorecards:76", "scorecards:88", "scorecards:109", "deals:137", "deals:142",
    "deals:144", "deals:149", "deals:153", "deals:163", "deals:171", "deals:206", "deals:242",
    # Three to six people show.
    "scorecards:69", "scorecards:71", "deals:134", "deals:138", "deals:155", "deals:168", "deals:173",
)  # fmt: skip
"""File and line of each deal. All are of `pagat` or a preset that is named after it; some have other
switches. They have 3 to 6 seats, stakes from 0 to 28, and 4 to 6 pools that somebody took."""


class Card(NamedTuple):
    """A scorecard, and the rules and seats of the table that it fits. `document`: what a form sends."""

    name: str
    rules: dict[str, Any]
    seats: int
    dealer: int
    document: dict[str, Any]

    def dealt_by(self, dealer: int) -> dict[str, Any]:
        """The document with everybody some seats further on, so that this seat deals."""
        by = (dealer - self.dealer) % self.seats

        def moved(seat: int) -> int:
            return (seat + by) % self.seats

        def turned(numbers: list[int]) -> list[int]:
            return [numbers[(seat - by) % self.seats] for seat in range(self.seats)]

        old = self.document
        return old | {
            "melds": {pool: None if seat is None else moved(seat) for pool, seat in old["melds"].items()},
            "stakes": turned(old["stakes"]),
            "passed": sorted(moved(seat) for seat in old["passed"]),
            "shown": {str(moved(int(seat))): cards for seat, cards in old["shown"].items()},
            "left": turned(old["left"]),
        }

    @property
    def showing(self) -> int:
        """How many people show their cards."""
        return len(self.document["shown"])


def cards() -> list[Card]:
    """The thirty scorecards, in the order of `NAMES`."""
    return [_card(name) for name in NAMES]


def _card(name: str) -> Card:
    file, line = name.split(":")
    row = json.loads((DATA / f"{file}.jsonl").read_text().splitlines()[int(line) - 1])
    document = row["document"]
    return Card(
        name,
        document["rules"],
        len(document["chips"]),
        document["dealer"],
        scorecard_of(document, row["result"]),
    )


def scorecard_of(document: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """What a form sends of a deal (`poch-deal/1`) with this result."""
    pochen = result["pochen"]
    return {
        "format": "poch-scorecard/1",
        "upcard": games.stages(document, result)["upcard"],
        "melds": {meld["pool"]: meld["seat"] for meld in result["melds"]},
        "stakes": pochen["stakes"],
        "passed": pochen["passed"],
        "shown": {str(shown["seat"]): shown["cards"] for shown in pochen["showdown"]},
        "left": result["shedding"]["left"],
    }
