"""Everything that is computed from recorded deals: tallies, table states, standings. Also adjustments.

One function writes standings (`standings.write`). Nothing here changes a deal or a seat.
"""
