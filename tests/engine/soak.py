"""How long the tests go on that could go on for ever: a few seconds, or ``POCH_SOAK`` times."""

from __future__ import annotations

import os

SOAK = int(os.environ.get("POCH_SOAK", "0"))
"""How many examples each of them tries; 0: as few as an ordinary run has time for."""
