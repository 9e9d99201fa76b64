"""Count a plan again, and find its faults.

Everybody reads it beside a draw, and it is stored with the round as plain JSON: ids, numbers, and the codes
and parameters of reasons and faults. `reasons.for_everybody` removes what only directors may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from tournaments.core.rules.refusals import Invalid, Param, Refusal, gettext_noop, in_english
from tournaments.draw.rules.certificate.bounds import (
    PastMeetings,
    at_small,
    by_games,
    least_q,
    least_repeats,
    least_spread_of_turns,
    meetings,
    q_of,
    repeats_of,
    spread,
)
from tournaments.draw.rules.certificate.explain import Explainer, Reason
from tournaments.draw.rules.certificate.shares import FairShare, WishCount, fair_share, turns, wishes_kept
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


FAULTS: Final = {
    "player_not_seated": gettext_noop("%(player)s has no seat in this round."),
    "player_seated_twice": gettext_noop("%(player)s has two seats in this round."),
    "player_unknown": gettext_noop("%(player)s has a seat but does not play in this round."),
    "wrong_sizes": gettext_noop("The tables do not have the sizes that this round needs."),
    "wish_must_apart": gettext_noop("%(a)s and %(b)s must sit apart, but both sit at table %(table)d."),
    "wish_must_together": gettext_noop("%(a)s and %(b)s must sit together, but sit at different tables."),
    "pinned_seat_missed": gettext_noop("%(player)s must have seat %(seat)d, but has another one."),
    "pinned_table_missed": gettext_noop("%(player)s must sit at table %(table)d, but sits at another one."),
}
"""The sentence of each fault, by its code."""


class SeatingFault(TypedDict):
    """A fault of a plan, as it is stored: a code of `FAULTS` and the parameters of its sentence."""

    code: str
    params: dict[str, Param]


def error_of(fault: Mapping[str, Any]) -> Refusal:
    """Return the error that makes the sentence of a stored fault."""
    return Invalid(fault["code"], FAULTS[fault["code"]], **fault["params"])


def with_sentences(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored certificate with the English `detail` and the `template` of each fault."""
    faults = [
        {
            "code": error.code,
            "detail": in_english(error.sentence, error.params),
            "template": error.sentence,
            "params": error.params,
        }
        for error in map(error_of, certificate["faults"])
    ]
    return {**certificate, "faults": faults}


def seating_faults(players: Sequence[str], tables: Tables) -> list[SeatingFault]:
    """Return a fault for each player without a seat or with two, and for each stranger with a seat."""
    seated = Counter(player for table in tables for player in table)
    faults = [_fault("player_not_seated", player=player) for player in players if not seated[player]]
    faults += [_fault("player_seated_twice", player=player) for player, times in seated.items() if times > 1]
    expected = frozenset(players)
    faults += [_fault("player_unknown", player=player) for player in seated if player not in expected]
    return faults


def seating_and_wish_faults(request: Request, tables: Tables) -> list[SeatingFault]:
    """Return the faults of a round: missing or double seats, wrong sizes, broken pins and requirements."""
    faults = seating_faults(request.players, tables)
    if not faults and sorted(map(len, tables)) != sorted(request.sizes):
        faults = [_fault("wrong_sizes")]
    if not (request.apart or request.together or request.pins):
        return faults
    table_of = {player: place for place, table in enumerate(tables) for player in table}
    faults += _missed_pins(request, tables)
    faults += [
        _fault("wish_must_apart", a=wish.a, b=wish.b, table=table_of[wish.a] + 1)
        for wish in request.apart
        if wish.must and wish.a in table_of and table_of[wish.a] == table_of.get(wish.b)
    ]
    required = [wish for wish in request.together if wish.must and wish.a in table_of and wish.b in table_of]
    met = meetings(request.past) if required else Counter()
    faults += [
        _fault("wish_must_together", a=wish.a, b=wish.b)
        for wish in required
        if table_of[wish.a] != table_of[wish.b] and (wish.always or not met[frozenset((wish.a, wish.b))])
    ]
    return faults


def _missed_pins(request: Request, tables: Tables) -> list[SeatingFault]:
    place_of = {
        player: (seat, number) for number, table in enumerate(tables, 1) for seat, player in enumerate(table)
    }
    faults = []
    for pin in request.pins:
        if pin.player not in place_of:
            continue
        seat, table = place_of[pin.player]
        if pin.seat not in (None, seat):
            faults.append(_fault("pinned_seat_missed", player=pin.player, seat=pin.seat + 1))
        if pin.table not in (None, table):
            faults.append(_fault("pinned_table_missed", player=pin.player, table=pin.table))
    return faults


def _fault(code: str, **params: Param) -> SeatingFault:
    return SeatingFault(code=code, params=params)
