"""The tables that the triggers protect."""

from __future__ import annotations

PARTS_OF_A_DEAL = (
    "tournaments_transfer",
    "tournaments_seatresult",
    "tournaments_payout",
    "tournaments_showdown",
)
"""Tables of the parts of a deal, which are inserted before it."""

APPEND_ONLY = ("tournaments_deal", *PARTS_OF_A_DEAL, "tournaments_auditentry")
"""Tables whose rows are never changed or deleted."""

COUNTS = """
    {deal}.kind = 'recorded'
    AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = {deal}.id)"""
"""SQL condition: a deal counts (as in `DealQuerySet.effective`)."""
