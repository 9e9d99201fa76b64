"""What a simulation plays. Equal specs give equal reports, to the last digit."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

MOST_DEALS: Final = 100_000_000
"""A few minutes with the compiled core, half a day without it."""
LONGEST_SESSION: Final = 100_000
"""Deals at one table."""
MOST_SEATS: Final = 10
LARGEST_SEED: Final = 2**63 - 1
USUAL_LENGTH, SHORTEST, LONGEST = 50, 25, 100
"""Deals at each table if nothing is said about it: usual, fewest, most."""


class Spec(BaseModel):
    """A `poch-simulation-spec/1`. Chips that nobody wins stay in the pools for the next deal of the table.

    rules: every switch. seats: the bot of each seat; the bots change seats from table to table, so that none
    profits from its neighbours. chips: of each seat at the start. A table ends early if a seat cannot pay the
    ante.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: Literal["poch-simulation-spec/1"] = "poch-simulation-spec/1"
    rules: dict[str, Any]
    seats: list[str] = Field(min_length=2, max_length=MOST_SEATS)
    chips: int = Field(default=0, ge=0, le=1_000_000)
    tables: int = Field(ge=1)
    deals_each: int = Field(ge=1, le=LONGEST_SESSION)
    seed: int = Field(ge=0, le=LARGEST_SEED)

    @model_validator(mode="after")
    def _few_enough(self) -> Spec:
        if self.tables * self.deals_each > MOST_DEALS:
            raise ValueError(f"A simulation has at most {MOST_DEALS:,} deals.")
        return self


def tables_for(deals: int, deals_each: int | None = None) -> tuple[int, int]:
    """The number of tables and the deals at each. All tables are whole, so a few more deals can be planned.

    Without `deals_each`: about `USUAL_LENGTH`, with the fewest deals too many. Nobody plays single deals
    on an empty board: much of their antes would be won by nobody.
    """
    if deals_each is None:
        if deals < SHORTEST:
            return 1, deals
        lengths = range(SHORTEST, LONGEST + 1)
        deals_each = min(lengths, key=lambda each: (-deals % each, abs(each - USUAL_LENGTH), each))
    return -(-deals // max(deals_each, 1)), deals_each
