"""How many deals a table plays in a round: so many at each table, or so many for each seat.

"Everybody deals twice" is 8 deals at a table of four and 6 at a table of three. The turn to deal passes from
seat to seat, so everybody deals equally often there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.core.rules.refusals import Invalid, gettext_noop

MOST_DEALS: Final = 200
"""The most deals of a table in a round."""

TABLE, SEAT = "table", "seat"
"""What a number of deals counts: the deals of each table, or the turns to deal of each seat."""


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of a round. per: `TABLE` or `SEAT`."""

    number: int
    per: str = TABLE

    def at(self, seats: int) -> int:
        """Return the deals of a table with so many seats."""
        return self.number * seats if self.per == SEAT else self.number

    @property
    def each(self) -> int | None:
        """How often everybody deals; None if every table plays the same number of deals."""
        return self.number if self.per == SEAT else None


def deals_after(planned: int, seats: int, each: int | None) -> int:
    """Return the deals of a table that now has so many seats. planned: its deals before."""
    return planned if each is None else each * seats


class RoundTooLong(Invalid):
    """A table would play more deals in a round than are allowed."""

    sentence = gettext_noop(
        "If everybody deals %(times)d times, a table of %(seats)d plays %(deals)d deals, and "
        "%(limit)d are the most. Let everybody deal at most %(fewer)d times, or choose smaller "
        "tables."
    )


def check_deals(deals: Deals, most: int) -> None:
    """Refuse more deals than a table can play. most: the most seats of a table.

    Raises Refusal `round_too_long`.
    """
    if deals.at(most) > MOST_DEALS:
        raise RoundTooLong(
            times=deals.number, seats=most, deals=deals.at(most), limit=MOST_DEALS, fewer=MOST_DEALS // most
        )
