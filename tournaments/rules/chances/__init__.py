"""What a table of results can tell, and what it cannot: see README.md.

This module needs no numpy, so every process can import it. The others need it, and only workers and commands
import them.
"""

from __future__ import annotations

from typing import Final

LEAST_ROUNDS: Final = 3
"""Below so many rounds, or evenings of a season, nothing is said about chance: there are too few to tell."""


def is_enough(rounds: int) -> bool:
    """Whether so many rounds, or evenings, are enough to say anything about chance."""
    return rounds >= LEAST_ROUNDS
