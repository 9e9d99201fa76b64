"""The certificate of a draw: counted anew from the plan, with no code of the search that made it.

It is what a director reads beside a draw ("these two meet again") and what is stored with the round.
Everything in it is plain JSON. Players are the ids of the request; sentences are the templates of
`REASONS` and `RulesError`, to be filled with names by whoever shows them. Reasons and faults whose code
begins with `wish_` are for directors only (`reasons.for_everybody` leaves them out).
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb
from typing import TypedDict

from tournaments.rules.seating.certificate.bounds import Known, least_q, least_repeats, least_small
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
from tournaments.rules.seating.certificate.spreads import (
    dealer_spread,
    least_turns_spread,
    seat_spread,
    table_spread,
)
from tournaments.rules.seating.certificate.wishes import Wishes, wishes_kept
from tournaments.rules.seating.request import Plan, Request, Tables

__all__ = [
    "REASONS",
    "Certificate",
    "Reason",
    "RotationCertificate",
    "audit",
    "audit_rotation",
    "meetings",
]


class TableReport(TypedDict):
    """One table of the draw; `number` counts from 1."""

    number: int
    size: int
    reasons: list[Reason]


class Outlook(TypedDict):
    """Where the event would stand after the rounds kept ready (`Plan.ahead`)."""

    rounds: int
    repeats: int
    least_repeats: int
    q: int
    bound: int
    proved: bool


class StandingSpread(TypedDict):
    """How far apart people at one table are in the standings, in places: on average, and at most."""

    mean: float
    largest: int


class Certificate(TypedDict):
    """What was counted.

    repeats (E): meetings beyond the first, over all pairs, this round included.
    repeats_here: pairs at these tables who had met before.
    q: sum over all pairs of C(meetings, 2), this round included; q_here: this round's part of it.
    bound: a q below which no draw of this round could get; proved: q is the bound, nothing is better.
    least_repeats: the same for E.
    small (F): sum over all players of C(games at small tables, 2); small_bound: the least of it.
    *_spread: least and most often that anybody was first dealer, sat in one and the same seat, sat at
    a small table, sat at one and the same physical table (of the seat or table where these lie furthest
    apart), among players with as many games, those left out who have a place of their own.
    least_dealer_spread: how far apart first deals must lie at least, at these tables after that past.
    standing_spread: None where the draw did not look at the standings.
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
    seat_spread: list[int]
    small_spread: list[int]
    small: int
    small_bound: int
    table_spread: list[int]
    wishes: Wishes
    standing_spread: StandingSpread | None
    tables: list[TableReport]
    outlook: Outlook


def audit(request: Request, plan: Plan) -> Certificate:
    """Count everything about this plan that a director may ask; faults are listed, not raised."""
    present = frozenset(request.players)
    known = Known.of(request.players, request.past)
    before = Counter(known.met)
    here = meetings([plan.tables], present)
    after = before + here
    rounds = [*request.past, plan.tables]
    faults = seating_and_wish_faults(request, plan.tables)
    q, bound = q_of(after), least_q(known, request.sizes, 1)
    dealers = dealer_spread(request, [plan.tables])
    small_before, small = at_small(request.past), at_small(rounds)
    seats_at_small = sum(1 for size in request.sizes if size < max(request.sizes) for _ in range(size))

    @cache
    def unavoidable() -> tuple[int, int, int]:
        if not _same_field(request):
            return 0, 0, 0
        whole = len(rounds) + len(plan.ahead)
        fresh = Known(len(request.players), {}, (), 0)
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
        least_repeats=least_repeats(known, request.sizes, 1),
        q=q,
        q_here=q - q_of(before),
        bound=bound,
        proved=not faults and q == bound,
        most_meetings=max(after.values(), default=0),
        dealer_spread=dealers,
        least_dealer_spread=least_turns_spread(request, [plan.tables], dealers[1] - dealers[0]),
        seat_spread=seat_spread(request, rounds),
        small_spread=spread(by_games(request.players, request.past), small),
        small=sum(comb(small[player], 2) for player in request.players),
        small_bound=least_small(
            Counter(small_before[player] for player in request.players), seats_at_small, 1
        ),
        table_spread=table_spread(request, rounds),
        wishes=wishes_kept(request, [plan.tables], before),
        standing_spread=_standing_spread(request, plan.tables),
        tables=[
            TableReport(number=place + 1, size=len(table), reasons=explainer.of(place))
            for place, table in enumerate(plan.tables)
        ],
        outlook=_outlook(request, plan, known),
    )


def _same_field(request: Request) -> bool:
    """Whether all rounds so far were played by these very players, at tables of these sizes.

    Only then is anything unavoidable for so many players in so many rounds: a final of four comes after
    rounds in which they had others to meet.
    """
    present, sizes = sorted(request.players), sorted(request.sizes)
    return all(
        sorted(player for table in past for player in table) == present
        and sorted(len(table) for table in past if table) == sizes
        for past in request.past
    )


def _standing_spread(request: Request, tables: Tables) -> StandingSpread | None:
    if not request.standing:
        return None
    place_of = dict(zip(request.players, request.standing, strict=False))
    places = [[place_of[player] for player in table if player in place_of] for table in tables]
    apart = [max(found) - min(found) for found in places if found]
    return StandingSpread(
        mean=round(sum(apart) / len(apart), 2) if apart else 0.0, largest=max(apart, default=0)
    )


def _outlook(request: Request, plan: Plan, known: Known) -> Outlook:
    """The whole event's figures if the rounds kept ready are played, and what no plan could better."""
    coming = [plan.tables, *plan.ahead]
    total = Counter(known.met) + meetings(coming, frozenset(request.players))
    q, bound = q_of(total), least_q(known, request.sizes, len(coming))
    return Outlook(
        rounds=len(request.past) + len(coming),
        repeats=repeats_of(total),
        least_repeats=least_repeats(known, request.sizes, len(coming)),
        q=q,
        bound=bound,
        proved=q == bound,
    )
