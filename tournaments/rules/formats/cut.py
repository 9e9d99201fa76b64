"""The cut: who go on to the next stage, who is just out, and what told the last in from the first out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.rules.ranking import SHARED, Ranked, in_order, what_decided


@dataclass(frozen=True, slots=True)
class Cut:
    """The outcome of a cut.

    entrants: who go on, the best first (their seeds in the next stage). out: those behind them, the
    first out first. decided_by: what put the last in before the first out: "score", what counts ahead
    of it (the round reached in a knockout), a tie-break, or "lots" where nothing told them apart; empty
    where nobody is out.
    tied: those level on the score with the last in and the first out, in and out, in their order; empty
    where the score decided. passed_over: who would have gone on and is not here.
    """

    entrants: tuple[str, ...]
    out: tuple[str, ...] = ()
    decided_by: str = ""
    tied: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()

    @property
    def last_in(self) -> str:
        """The last who goes on; empty for nobody."""
        return self.entrants[-1] if self.entrants else ""

    @property
    def first_out(self) -> str:
        """The first who does not go on though here; empty for nobody."""
        return self.out[0] if self.out else ""

    @property
    def report(self) -> dict[str, Any]:
        """What is kept of it beside the stage, as plain JSON."""
        return {
            "entrants": len(self.entrants),
            "out": len(self.out),
            "last_in": self.last_in,
            "first_out": self.first_out,
            "decided_by": self.decided_by,
            "tied": list(self.tied),
            "passed_over": list(self.passed_over),
        }


def cut(ranking: Sequence[Ranked], k: int | None, here: Collection[str], lots_seed: int | str = 0) -> Cut:
    """Let the first `k` of a ranking go on, of those who are `here`; None: all of them.

    Somebody who is not here is passed over, and the next moves up. Where a shared place lies across the
    line (the event has no lots among its tie-breaks), lots of `lots_seed` decide, and `decided_by` says so.
    """
    lines = in_order(ranking, lots_seed)
    present = [line for line in lines if line.entry in here]
    number = len(present) if k is None else k
    inside, outside = present[:number], present[number:]
    last = lines.index(inside[-1]) if inside else -1
    passed_over = tuple(
        line.entry
        for position, line in enumerate(lines)
        if line.entry not in here and (position < last or len(inside) < number)
    )
    entrants, out = (tuple(line.entry for line in part) for part in (inside, outside))
    if not inside or not outside:
        return Cut(entrants, out, passed_over=passed_over)
    decided = what_decided(inside[-1], outside[0])
    tied: tuple[str, ...] = ()
    if decided not in ("score", *inside[-1].ahead):
        tied = tuple(line.entry for line in present if _level(line, inside[-1]))
    return Cut(entrants, out, "lots" if decided == SHARED else decided, tied, passed_over)


def _level(line: Ranked, other: Ranked) -> bool:
    return line.score == other.score and line.ahead == other.ahead
