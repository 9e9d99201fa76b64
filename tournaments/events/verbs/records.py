"""What is recorded of an event and follows from nothing else: its log says it, so that `fsck` can compare."""

from __future__ import annotations

from typing import Any, Final

from tournaments.core.secrets import digest
from tournaments.events.models.events import Event

FROZEN: Final = (
    *("scoring", "points", "spreads", "missed", "best_rounds", "struck_rounds", "least_rounds", "tie_breaks"),
)
"""Besides the rules: the settings that standings follow from. They are frozen at the start."""


def records_of(event: Event) -> dict[str, Any]:
    """The records of an event as JSON, for its log. Of the seed only the digest: draws come from it."""
    records: dict[str, Any] = {"seed": digest(str(event.seed)), "prizes": event.prizes}
    if event.started_at is not None:
        score = event.missed_score
        records |= {name: getattr(event, name) for name in FROZEN}
        records |= {"rules": event.frozen_rules, "missed_score": None if score is None else float(score)}
    return records
