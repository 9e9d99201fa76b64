"""What the recorded deals come to: tallies, table states, standings, adjustments.

One function writes standings (`standings.write`). Nothing here changes a deal or a seat.
"""
