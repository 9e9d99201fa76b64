"""The certificate of a draw, counted from the plan without any code of the search that made it.

Everybody reads it beside a draw, and it is stored with the round as plain JSON: ids, numbers, and the codes
and parameters of reasons and faults. `reasons.for_everybody` removes what only directors may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

from tournaments.draw.rules.certificate.bounds import (
    PastMeetings,
    least_q,
    least_repeats,
    least_spread_of_turns,
)
from tournaments.draw.rules.certificate.counts import at_small, by_games, meetings, q_of, repeats_of, spread
from tournaments.draw.rules.certificate.explain import Explainer
from tournaments.draw.rules.certificate.faults import SeatingFault, seating_and_wish_faults
from tournaments.draw.rules.certificate.reasons import Reason
from tournaments.draw.rules.certificate.shares import FairShare, fair_share
from tournaments.draw.rules.certificate.turns import turns
from tournaments.draw.rules.certificate.wishes import WishCount, wishes_kept
from tournaments.draw.rules.request import Plan, Request, Tables


class TableReport(TypedDict):
    """A table of the draw; `number` counts from 1."""

    number: int
    size: int
    reasons: list[Reason]


class Figures(TypedDict):
    """What is true after some rounds, the past included, and the bounds.

    repeats (E): meetings beyond the first, over all pairs. least_repeats: no draw of the coming rounds has
    fewer; why: what makes them unavoidable (`bounds.least_repeats`).
    q: the sum over all pairs of C(meetings, 2). bound: no draw of the coming rounds has a smaller q.
    proved: q equals the bound, so no draw is better; if small tables are shared fairly, no draw as fair.
    *_spread: the least and the most times that a player dealt first, had the same seat (for the most uneven
    seat) or sat at a small table, among players with as many games; without players with a pinned seat.
    least_*_spread: the least possible difference, of small tables at any tables, of the others at these.
    fair: None if this draw does not share small tables among all players.
    """

    rounds: int
    repeats: int
    least_repeats: int
    why: str
    q: int
    bound: int
    proved: bool
    small_spread: list[int]
    least_small_spread: int
    dealer_spread: list[int]
    least_dealer_spread: int
    seat_spread: list[int]
    least_seat_spread: int
    fair: FairShare | None


class Certificate(Figures):
    """The figures after this round. repeats_here: pairs at its tables that had met before.

    outlook: the figures after the rounds that are planned ahead.
    """

    players: int
    sizes: list[int]
    rounds_before: int
    seed: int
    moves: int
    faults: list[SeatingFault]
    repeats_here: int
    wishes: WishCount
    tables: list[TableReport]
    outlook: Figures


def audit(request: Request, plan: Plan) -> Certificate:
    """Return the certificate of a plan. Faults are listed, not raised."""
    present = frozenset(request.players)
    before, here = meetings(request.past, present), meetings([plan.tables], present)
    faults = seating_and_wish_faults(request, plan.tables)
    explainer = Explainer(request, plan.tables, before)
    figures = _figures(request, [plan.tables], faulty=bool(faults))
    return Certificate(
        **figures,
        players=len(request.players),
        sizes=[len(table) for table in plan.tables],
        rounds_before=len(request.past),
        seed=request.seed,
        moves=plan.moves,
        faults=faults,
        repeats_here=sum(1 for pair in here if before[pair]),
        wishes=wishes_kept(request, [plan.tables], before),
        tables=[
            TableReport(number=place + 1, size=len(table), reasons=explainer.reasons_at(place))
            for place, table in enumerate(plan.tables)
        ],
        outlook=_figures(request, [plan.tables, *plan.ahead], faulty=bool(faults)) if plan.ahead else figures,
    )


def _figures(request: Request, coming: Sequence[Tables], *, faulty: bool) -> Figures:
    """Return the figures after these coming rounds."""
    rounds = [*request.past, *coming]
    history = PastMeetings.count(request.players, request.past)
    met = Counter(history.met) + meetings(coming, frozenset(request.players))
    q, bound = q_of(met), least_q(history, request.sizes, len(coming))
    least, why = least_repeats(history, request.sizes, len(coming))
    classes, small_before = by_games(request.players, request.past), at_small(request.past)
    small_seats = sum(size for size in request.sizes if size < max(request.sizes))
    fair = fair_share(request, coming)
    is_best = q == bound
    if fair is not None and request.prefer == "fair":
        is_best = fair["beyond"] == fair["least_beyond"] and q == fair["bound"]
    seats = [
        turns(request, coming, seat)
        for seat in range(max(len(table) for tables in rounds for table in tables))
    ]
    return Figures(
        rounds=len(rounds),
        repeats=repeats_of(met),
        least_repeats=least,
        why=why if least else "",
        q=q,
        bound=bound,
        proved=is_best and not faulty,
        small_spread=spread(classes, at_small(rounds)),
        least_small_spread=least_spread_of_turns(
            [Counter(small_before[player] for player in members) for members in classes],
            len(coming) * small_seats,
            len(coming),
        ),
        dealer_spread=seats[0][0],
        least_dealer_spread=seats[0][1],
        seat_spread=max((ends for ends, _least in seats), key=lambda ends: ends[1] - ends[0]),
        least_seat_spread=max(least for _ends, least in seats),
        fair=fair,
    )
