"""Who moved between two standings, for the log and the answers of corrections."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Move:
    """An entry whose place or score changed. None: it had no place before, or has none after."""

    entry: str
    place_before: int | None
    place_after: int | None
    score_before: int | float | None
    score_after: int | float | None


@dataclass(frozen=True)
class MovedStanding:
    """A standing that changed: of the event (`round` None), or kept at the close of `round`."""

    round: int | None
    entries: list[Move]

    def as_json(self) -> dict[str, Any]:
        """The JSON for the audit log."""
        return asdict(self)


def moves_between(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[Move]:
    """The entries that moved, in the present order."""
    earlier = {row["entry"]: (row["place"], row["score"]) for row in before}
    now = {row["entry"]: (row["place"], row["score"]) for row in after}
    nowhere = (None, None)
    return [
        Move(entry, earlier.get(entry, nowhere)[0], place, earlier.get(entry, nowhere)[1], score)
        for entry, (place, score) in now.items()
        if earlier.get(entry, nowhere) != (place, score)
    ]
