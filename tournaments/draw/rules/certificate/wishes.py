"""How many wishes and pins a plan keeps, and how many it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict

from tournaments.draw.rules.certificate.counts import Pair
from tournaments.draw.rules.request import Request, Tables


class WishCount(TypedDict):
    """How many wishes and pins of present players the rounds keep and break."""

    kept: int
    broken: int


def wishes_kept(request: Request, rounds: Sequence[Tables], met: Mapping[Pair, int]) -> WishCount:
    """Count the wishes and pins that these rounds keep and break, each once in every round.

    met: how often each pair met before. Wishes of absent players do not count. A wish to meet once is kept in
    every round after the meeting.
    """
    kept = broken = 0
    so_far = Counter(met)
    for tables in rounds:
        table_of = {player: place for place, table in enumerate(tables) for player in table}
        seat_of = {player: seat for table in tables for seat, player in enumerate(table)}
        done = [
            table_of[apart.a] != table_of[apart.b]
            for apart in request.apart
            if apart.a in table_of and apart.b in table_of
        ]
        for together in request.together:
            if together.a in table_of and together.b in table_of:
                pair = frozenset((together.a, together.b))
                beside = table_of[together.a] == table_of[together.b]
                done.append(beside or (not together.always and so_far[pair] > 0))
                so_far[pair] += beside
        for pin in request.pins:
            if pin.player in table_of:
                done += [seat_of[pin.player] == pin.seat] if pin.seat is not None else []
                done += [table_of[pin.player] == pin.table - 1] if pin.table is not None else []
        kept += sum(done)
        broken += len(done) - sum(done)
    return WishCount(kept=kept, broken=broken)
