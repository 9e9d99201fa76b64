"""Which tables the triggers keep."""

from __future__ import annotations

PARTS_OF_A_DEAL = (
    "tournaments_transfer",
    "tournaments_seatresult",
    "tournaments_payout",
    "tournaments_showdown",
)
"""Tables whose rows belong to a deal, and are written before it."""

APPEND_ONLY = ("tournaments_deal", *PARTS_OF_A_DEAL, "tournaments_auditentry")
"""Tables whose rows are never changed or removed."""

COUNTS = """
    {deal}.kind = 'recorded'
    AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = {deal}.id)"""
"""SQL: whether a deal counts (as `DealQuerySet.effective`)."""
