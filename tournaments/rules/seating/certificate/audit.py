"""The certificate of a draw, counted from the plan without any code of the search that made it.

Directors read it beside a draw, and it is stored with the round as plain JSON: ids, numbers, and the codes
and parameters of reasons and faults. `reasons.for_everybody` removes what only directors may see.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb
from typing import TypedDict

from tournaments.rules.seating.certificate.bounds import (
    PastMeetings,
    least_q,
    least_repeats,
    least_small,
    least_spread_of_turns,
)
from tournaments.rules.seating.certificate.counts import (
    at_small,
    by_games,
    meetings,
    q_of,
    repeats_of,
    spread,
)
from tournaments.rules.seating.certificate.explain import Explainer
from tournaments.rules.seating.certificate.faults import SeatingFault, seating_and_wish_faults
from tournaments.rules.seating.certificate.reasons import REASONS, Reason
from tournaments.rules.seating.certificate.rotation_audit import RotationCertificate, audit_rotation
from tournaments.rules.seating.certificate.scores import ScoreSpread, score_spread
from tournaments.rules.seating.certificate.shares import FairShare, fair_share, is_proved, same_field
from tournaments.rules.seating.certificate.spreads import (
    dealer_spread,
    deals_spread,
    least_deals_spread,
    least_turns_spread,
    seat_spread,
    table_spread,
)
from tournaments.rules.seating.certificate.wishes import WishCount, wishes_kept
from tournaments.rules.seating.request import Plan, Request, Tables

__all__ = ["REASONS", "Certificate", "Reason", "RotationCertificate", "audit", "audit_rotation", "meetings"]


class TableReport(TypedDict):
    """A table of the draw; `number` counts from 1."""

    number: int
    size: int
    reasons: list[Reason]


class Outlook(TypedDict):
    """The figures of the event after the rounds that are planned ahead (`Plan.ahead`).

    proved: no plan is better. If small tables are shared fairly, plans are compared with equally fair ones.
    fair: None if this draw does not share small tables among all players.
    """

    rounds: int
    repeats: int
    least_repeats: int
    q: int
    bound: int
    proved: bool
    fair: FairShare | None


class StandingSpread(TypedDict):
    """The distance of the players of one table in the standings, in places: mean and largest."""

    mean: float
    largest: int


class Certificate(TypedDict):
    """The figures of a draw.

    repeats (E): meetings beyond the first, over all pairs, this round included.
    repeats_here: pairs at these tables that had met before.
    q: the sum over all pairs of C(meetings, 2), this round included; q_here: the part of this round.
    bound: no draw of this round has a smaller q. proved: q equals the bound, so no draw is better.
    least_repeats: no draw of this round has fewer repeats.
    small (F): the sum over all players of C(games at small tables, 2); small_bound: the least possible.
    *_spread: the least and the most times that a player dealt first, deals in all, had the same seat, sat at
    a small table, or sat at the same physical table (for the most uneven seat or table), among players with
    the same number of games, without players who have a pinned place.
    least_dealer_spread, least_small_spread: the least possible difference of first deals at these tables, and
    of small tables at any tables. least_deals_spread: at these tables no difference of deals is smaller.
    deals_spread, least_deals_spread: None if the deals of the tables are not known.
    standing_spread: None if places do not pair. score_spread: None if scores do not pair.
    """

    players: int
    sizes: list[int]
    rounds_before: int
    seed: int
    moves: int
    faults: list[SeatingFault]
    repeats: int
    repeats_here: int
    least_repeats: int
    q: int
    q_here: int
    bound: int
    proved: bool
    most_meetings: int
    dealer_spread: list[int]
    least_dealer_spread: int
    deals_spread: list[int] | None
    least_deals_spread: int | None
    seat_spread: list[int]
    small_spread: list[int]
    least_small_spread: int
    small: int
    small_bound: int
    table_spread: list[int]
    wishes: WishCount
    standing_spread: StandingSpread | None
    score_spread: ScoreSpread | None
    tables: list[TableReport]
    outlook: Outlook


def audit(request: Request, plan: Plan) -> Certificate:
    """Return the certificate of a plan. Faults are listed, not raised."""
    present = frozenset(request.players)
    history = PastMeetings.count(request.players, request.past)
    before = Counter(history.met)
    here = meetings([plan.tables], present)
    after = before + here
    rounds = [*request.past, plan.tables]
    faults = seating_and_wish_faults(request, plan.tables)
    q, bound = q_of(after), least_q(history, request.sizes, 1)
    dealers = dealer_spread(request, [plan.tables])
    small_before, small = at_small(request.past), at_small(rounds)
    classes = by_games(request.players, request.past)
    seats_at_small = sum(1 for size in request.sizes if size < max(request.sizes) for _ in range(size))

    @cache
    def unavoidable() -> tuple[int, int, int]:
        if not same_field(request):
            return 0, 0, 0
        whole = len(rounds) + len(plan.ahead)
        fresh = PastMeetings(len(request.players), {}, (), 0)
        return len(request.players), whole, least_repeats(fresh, request.sizes, whole)

    explainer = Explainer(request, plan.tables, before, unavoidable)
    return Certificate(
        players=len(request.players),
        sizes=[len(table) for table in plan.tables],
        rounds_before=len(request.past),
        seed=request.seed,
        moves=plan.moves,
        faults=faults,
        repeats=repeats_of(after),
        repeats_here=sum(1 for pair in here if before[pair]),
        least_repeats=least_repeats(history, request.sizes, 1),
        q=q,
        q_here=q - q_of(before),
        bound=bound,
        proved=not faults and q == bound,
        most_meetings=max(after.values(), default=0),
        dealer_spread=dealers,
        least_dealer_spread=least_turns_spread(request, [plan.tables], dealers[1] - dealers[0]),
        deals_spread=deals_spread(request, [plan.tables]),
        least_deals_spread=least_deals_spread(request, [plan.tables]),
        seat_spread=seat_spread(request, rounds),
        small_spread=spread(classes, small),
        least_small_spread=least_spread_of_turns(
            [Counter(small_before[player] for player in members) for members in classes], seats_at_small, 1
        ),
        small=sum(comb(small[player], 2) for player in request.players),
        small_bound=least_small(
            Counter(small_before[player] for player in request.players), seats_at_small, 1
        ),
        table_spread=table_spread(request, rounds),
        wishes=wishes_kept(request, [plan.tables], before),
        standing_spread=_standing_spread(request, plan.tables),
        score_spread=score_spread(request, plan.tables, before),
        tables=[
            TableReport(number=place + 1, size=len(table), reasons=explainer.reasons_at(place))
            for place, table in enumerate(plan.tables)
        ],
        outlook=_outlook(request, plan, history),
    )


def _standing_spread(request: Request, tables: Tables) -> StandingSpread | None:
    if not request.standing or request.scores:
        return None
    place_of = dict(zip(request.players, request.standing, strict=False))
    places = [[place_of[player] for player in table if player in place_of] for table in tables]
    apart = [max(table) - min(table) for table in places if table]
    return StandingSpread(
        mean=round(sum(apart) / len(apart), 2) if apart else 0.0, largest=max(apart, default=0)
    )


def _outlook(request: Request, plan: Plan, history: PastMeetings) -> Outlook:
    """Return the figures of the event after the planned rounds, and their bounds."""
    coming = [plan.tables, *plan.ahead]
    total = Counter(history.met) + meetings(coming, frozenset(request.players))
    q, bound = q_of(total), least_q(history, request.sizes, len(coming))
    fair = fair_share(request, coming)
    return Outlook(
        rounds=len(request.past) + len(coming),
        repeats=repeats_of(total),
        least_repeats=least_repeats(history, request.sizes, len(coming)),
        q=q,
        bound=bound,
        proved=is_proved(request, q, bound, fair),
        fair=fair,
    )
