"""Who goes on after a cut, who plays off for it, and which scores pair a Swiss round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from tournaments.core.rules.refusals import Refusal
from tournaments.events.rules.tables import split
from tournaments.standings.rules.placing import LAST_ROUND
from tournaments.standings.rules.ranking import SHARED, Ranked, in_order, what_decided


def fits(players: int, size: int, least: int, most: int) -> bool:
    """Return whether that many players can be seated."""
    try:
        split(players, size, least, most)
    except Refusal:
        return False
    return True


def quota(seats: int, advance: int) -> int:
    """Return how many players of a table go on: `advance`, but never all of them."""
    return min(advance, seats - 1)


def going_on(promoted: int, here: int, size: int, least: int, most: int) -> int:
    """Return how many players go on. promoted: have earned it. here: are present, promoted or not.

    If the promoted players cannot be seated, the next best go on, too; if that does not help, the last of
    the promoted are out. Return 0 if not even one table is possible.
    """
    counts = [*range(promoted, here + 1), *range(min(promoted, here) - 1, least - 1, -1)]
    return next((count for count in counts if fits(count, size, least, most)), 0)


def next_players(sizes: Sequence[int], size: int, least: int, most: int, advance: int) -> int:
    """Return how many players the next round has if nobody leaves. sizes: of the (two or more) tables now."""
    return going_on(sum(quota(seats, advance) for seats in sizes), sum(sizes) - 1, size, least, most)


def knockout_rounds(entrants: int, size: int, least: int, most: int, advance: int) -> int:
    """Return the number of rounds of a knockout with this number of entrants, including the final.

    Nobody has a bye, and every table loses at least one player, so there is always a final. Raises Refusal
    if the entrants cannot be seated (`tables.split`).
    """
    sizes = split(entrants, size, least, most)
    rounds = 1
    while len(sizes) > 1:
        sizes = split(next_players(sizes, size, least, most, advance), size, least, most)
        rounds += 1
    return rounds


@dataclass(frozen=True, slots=True)
class Cut:
    """The result of a cut.

    entrants: go on, best first; this is their order of seeds in the next stage. out: the others, best first.
    decided_by: what decided between the last entrant and the first player who is out: "score", a figure that
    counts before the score (the round reached in a knockout), a tie-break, or "lots"; empty if nobody is out.
    tied: players on both sides of the line with the score of the last entrant, in their order; empty if the
    score decided. passed_over: would have gone on but are absent.
    """

    entrants: tuple[str, ...]
    out: tuple[str, ...] = ()
    decided_by: str = ""
    tied: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()

    @property
    def report(self) -> dict[str, Any]:
        """The cut as JSON, as it is stored with the stage."""
        return {
            "entrants": len(self.entrants),
            "out": len(self.out),
            "last_in": self.entrants[-1] if self.entrants else "",
            "first_out": self.out[0] if self.out else "",
            "decided_by": self.decided_by,
            "tied": list(self.tied),
            "passed_over": list(self.passed_over),
        }


def cut(ranking: Sequence[Ranked], k: int | None, here: Collection[str], lots_seed: int | str = 0) -> Cut:
    """Cut a ranking to the first `k` players who are `here`; None: all of them go on.

    If a shared place lies across the line, lots from `lots_seed` decide.
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


def level_across(ranking: Sequence[Ranked], line: int, here: Collection[str]) -> tuple[str, ...]:
    """Return the players who share a place across a line, in the order of the ranking; empty if nobody does.

    ranking: best first, without lots. line: how many players are above it: the cut of the next stage, or 1
    for the first place. here: players who can play.
    """
    present = [ranked for ranked in ranking if ranked.entry in here]
    if not 0 < line < len(present):
        return ()
    last_in, first_out = present[line - 1], present[line]
    if last_in.place != first_out.place or last_in.decided_by != SHARED:
        return ()
    return tuple(ranked.entry for ranked in present if ranked.place == last_in.place)


def pairing_scores(ranking: Sequence[Ranked], players: Sequence[str]) -> tuple[int, ...]:
    """Return the scores by which a Swiss round is paired: in thousandths, in the order of `players`.

    Empty if the last round of a knockout ranks before the score: then places pair. ranking: everybody, best
    first. The stage that people reached ranks before the score, too. So a player can be below people with
    lower scores, and then gets the lowest of these.
    """
    here = frozenset(players)
    lines = [line for line in ranking if line.entry in here]
    if len({line.ahead.get(LAST_ROUND) for line in lines}) > 1:
        return ()
    score_of: dict[str, int] = {}
    lowest: int | None = None
    for line in lines:
        score = thousandths(line.score)
        lowest = score if lowest is None else min(lowest, score)
        score_of[line.entry] = lowest
    return tuple(score_of[player] for player in players)


def thousandths(score: Fraction) -> int:
    """Return a score as a whole number of thousandths, rounded half up."""
    return floor(score * 1_000 + Fraction(1, 2))
