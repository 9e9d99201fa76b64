"""A play-off: players who are equal where it matters play one more table for their order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.standings.rules.ranking import SHARED, Ranked


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
