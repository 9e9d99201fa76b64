"""The cost of seats that a director changed, for a comparison with the seats before.

Never refuse anything here: a director may break every wish. The certificate shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from tournaments.draw.rules.certificate.counts import at_small, meetings, q_of, repeats_of
from tournaments.draw.rules.certificate.wishes import wishes_kept
from tournaments.draw.rules.request import Request, Tables


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of the rounds so far, this one included; less is better.

    repeats (E): meetings beyond the first, over all pairs. q: the sum of C(meetings, 2). wishes: broken
    wishes
    and pins of this round. small (F): the sum over all players of C(games at small tables, 2).
    """

    repeats: int
    q: int
    wishes: int = 0
    small: int = 0

    def __add__(self, other: Cost) -> Cost:
        """Return the cost of two categories together."""
        return Cost(
            repeats=self.repeats + other.repeats,
            q=self.q + other.q,
            wishes=self.wishes + other.wishes,
            small=self.small + other.small,
        )


def cost(request: Request, tables: Tables) -> Cost:
    """Return the cost of the rounds so far with these tables, among the players of the request."""
    present = frozenset(request.players)
    past = meetings(request.past, present)
    met = past + meetings([tables], present)
    small = at_small((*request.past, tables))
    return Cost(
        repeats=repeats_of(met),
        q=q_of(met),
        wishes=wishes_kept(request, [tables], past)["broken"],
        small=sum(comb(small[player], 2) for player in request.players),
    )
