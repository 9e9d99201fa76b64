"""Count a plan again, and find its faults.

Everybody reads it beside a draw, and it is stored with the round as plain JSON: ids, numbers, and the codes
and parameters of reasons and faults. `explain.for_everybody` removes what only directors may see.

The proof that turns at seats cannot be more even is a matching. It shares nothing with the code that chose
the seats. Every table adds one to the count of one of its candidates. For a class (players with as many
games), `hi` is the least cap with which every table still has a candidate, and `lo` the greatest count that
all can reach. One choice reaches both (the possible counts form a generalised polymatroid), so the least
spread of a class is max(0, hi - lo).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Final

from tournaments.core.rules.refusals import Invalid, Param, Refusal, gettext_noop, in_english
from tournaments.draw.rules.certificate.bounds import (
    PastMeetings,
    Wished,
    at_small,
    by_games,
    fair_share,
    in_seat,
    least_q,
    least_repeats,
    least_spread_of_turns,
    meetings,
    q_of,
    repeats_of,
    small_seats,
    spread,
    wishes_at,
    wishes_kept,
)
from tournaments.draw.rules.certificate.explain import reasons_at
from tournaments.draw.rules.request import Plan, Request, Tables


def audit(request: Request, plan: Plan) -> dict[str, Any]:
    """Return the certificate of a plan: the figures after this round, and these members.

    faults: listed, not raised. repeats_here: pairs at its tables that had met before. tables: for each its
    `number` (from 1), its `size` and its `reasons`. outlook: the figures after the rounds planned ahead.
    """
    present = frozenset(request.players)
    before, here = meetings(request.past, present), meetings([plan.tables], present)
    wishes = list(wishes_at(request, plan.tables, before))
    faults = [*seating_faults(request, plan.tables), *filter(None, map(_broken, wishes))]
    reasons = reasons_at(request, plan.tables, before, wishes)
    figures = _figures(request, [plan.tables], faulty=bool(faults))
    return {
        **figures,
        "players": len(request.players),
        "sizes": [len(table) for table in plan.tables],
        "rounds_before": len(request.past),
        "seed": request.seed,
        "moves": plan.moves,
        "faults": faults,
        "repeats_here": sum(1 for pair in here if before[pair]),
        "wishes": wishes_kept(request, [plan.tables], before),
        "tables": [
            {"number": number, "size": len(table), "reasons": why}
            for number, (table, why) in enumerate(zip(plan.tables, reasons, strict=True), 1)
        ],
        "outlook": _figures(request, [plan.tables, *plan.ahead], faulty=bool(faults))
        if plan.ahead
        else figures,
    }


def _figures(request: Request, coming: Sequence[Tables], *, faulty: bool) -> dict[str, Any]:
    """Return what is true after these coming rounds, the past included, and the bounds.

    repeats (E): meetings beyond the first, over all pairs. least_repeats: no draw of the coming rounds has
    fewer; why: what makes them unavoidable (`bounds.least_repeats`).
    q: the sum over all pairs of C(meetings, 2). bound: no draw of the coming rounds has a smaller q.
    proved: q equals the bound, so no draw is better; if small tables are shared fairly, no draw as fair.
    *_spread: the least and the most times that a player dealt first, had the same seat (for the most uneven
    seat) or sat at a small table, among players with as many games; without players with a pinned seat.
    least_*_spread: the least possible difference, of small tables at any tables, of the others at these.
    fair: None if this draw does not share small tables among all players.
    """
    rounds = [*request.past, *coming]
    history = PastMeetings.count(request.players, request.past)
    met = Counter(history.met) + meetings(coming, frozenset(request.players))
    q, bound = q_of(met), least_q(history, request.sizes, len(coming))
    least, why = least_repeats(history, request.sizes, len(coming))
    classes, small_before = by_games(request.players, request.past), at_small(request.past)
    fair = fair_share(request, coming)
    is_best = q == bound
    if fair is not None and request.prefer == "fair":
        is_best = fair["beyond"] == fair["least_beyond"] and q == fair["bound"]
    seats = [
        turns(request, coming, seat)
        for seat in range(max(len(table) for tables in rounds for table in tables))
    ]
    return {
        "rounds": len(rounds),
        "repeats": repeats_of(met),
        "least_repeats": least,
        "why": why if least else "",
        "q": q,
        "bound": bound,
        "proved": is_best and not faulty,
        "small_spread": spread(classes, at_small(rounds)),
        "least_small_spread": least_spread_of_turns(
            [Counter(small_before[player] for player in members) for members in classes],
            len(coming) * small_seats(request.sizes),
            len(coming),
        ),
        "dealer_spread": seats[0][0],
        "least_dealer_spread": seats[0][1],
        "seat_spread": max((ends for ends, _least in seats), key=lambda ends: ends[1] - ends[0]),
        "least_seat_spread": max(least for _ends, least in seats),
        "fair": fair,
    }


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


def seating_faults(request: Request, tables: Tables) -> list[dict[str, Any]]:
    """Return a fault for each missing and double seat and each stranger with a seat, else for wrong sizes."""
    seated = Counter(player for table in tables for player in table)
    faults = [_fault("player_not_seated", player=player) for player in request.players if not seated[player]]
    faults += [_fault("player_seated_twice", player=player) for player, times in seated.items() if times > 1]
    expected = frozenset(request.players)
    faults += [_fault("player_unknown", player=player) for player in seated if player not in expected]
    if not faults and sorted(map(len, tables)) != sorted(request.sizes):
        return [_fault("wrong_sizes")]
    return faults


def _broken(wish: Wished) -> dict[str, Any] | None:
    """Return the fault of a broken pin or required wish."""
    if wish.kept or not wish.must:
        return None
    match wish.kind, wish.players:
        case "apart", (a, b):
            return _fault("wish_must_apart", a=a, b=b, table=wish.at[0])
        case "together", (a, b):
            return _fault("wish_must_together", a=a, b=b)
        case kind, (player,):
            return _fault(f"pinned_{kind}_missed", player=player, **{kind: wish.number})
    return None


def _fault(code: str, **params: Param) -> dict[str, Any]:
    """Return a fault as it is stored: a code of `FAULTS` and the parameters of its sentence."""
    return {"code": code, "params": params}


TRIALS = 100
"""The most combinations of ranges that are tried for several classes."""

Candidates = Sequence[Sequence[str]]


def turns(request: Request, coming: Sequence[Tables], seat: int) -> tuple[list[int], int]:
    """Return the spread of turns in this seat after the coming rounds, and the least difference there can be.

    Seat 0 deals first. Players with a pinned seat are not compared, and stay where they sit.
    """
    own = {pin.player: pin.seat for pin in request.pins if pin.seat is not None}
    classes = by_games(request.players, request.past, own)
    ends = spread(classes, in_seat([*request.past, *coming], seat))
    candidates = [
        [player for player in table if player not in own] or table
        for tables in coming
        for table in tables
        if len(table) > seat
        and not any(min(own[player], len(table) - 1) == seat for player in table if player in own)
    ]
    return ends, least_spread(in_seat(request.past, seat), classes, candidates, ends[1] - ends[0])


def most_served(tables: Candidates, capacity: Mapping[str, int]) -> int:
    """Return how many tables can choose one of their players, each player at most `capacity` times.

    Each table looks for the shortest way on which others can choose anew. What is in reach of a table
    without a way stays out of reach of a free player, so it is not searched again.
    """
    chosen: dict[int, str] = {}
    serves: dict[str, set[int]] = {player: set() for player in capacity}
    dead: set[str] = set()
    for start in range(len(tables)):
        reached: dict[str, int] = {}
        queue = deque([start])
        free = ""
        while queue and not free:
            table = queue.popleft()
            for player in tables[table]:
                if player not in reached and player not in dead and capacity.get(player, 0) > 0:
                    reached[player] = table
                    if len(serves[player]) < capacity[player]:
                        free = player
                        break
                    queue.extend(serves[player])
        if not free:
            dead.update(reached)
        while free:
            table, player = reached[free], free
            free = chosen.get(table, "")
            if free:
                serves[free].remove(table)
            chosen[table] = player
            serves[player].add(table)
    return len(chosen)


def least_spread(counts: Mapping[str, int], classes: Candidates, tables: Candidates, reached: int) -> int:
    """Return the least possible spread of counts within a class, for the class with the greatest spread.

    counts: how often each player was chosen so far. tables: the candidates; they may include players of no
    class. reached: the spread of a known choice; the result is never greater. The ranges of several classes
    are tried together. With more than `TRIALS` combinations each class is examined alone, which is a bound.
    """
    ranges = []
    for members in classes:
        ends = _range(counts, members, tables, reached)
        if ends is None:
            return reached
        ranges.append(ends)
    least = min(reached, max([0, *(hi - lo for hi, lo in ranges)]))
    trials = 0
    while least < reached and len(classes) > 1:
        # The lower ends with which each class can stay within a range of `least`.
        lower_ends = [range(hi - least, lo + 1) for hi, lo in ranges]
        trials += prod(map(len, lower_ends))
        if trials > TRIALS or any(
            _fits(counts, classes, tables, lower, least) for lower in product(*lower_ends)
        ):
            break
        least += 1
    return least


def _range(
    counts: Mapping[str, int], members: Sequence[str], tables: Candidates, reached: int
) -> tuple[int, int] | None:
    """Return (hi, lo) of a class; None if their difference is `reached`."""
    mine = frozenset(members)
    own = [table for table in tables if mine.issuperset(table)]
    shared = [table for table in tables if not mine.isdisjoint(table)]
    before = [counts.get(player, 0) for player in members]
    hi = max(*before, -(-(sum(before) + len(own)) // len(members)), 0)
    lo = max(min(before), (sum(before) + len(shared)) // len(members))
    if hi - lo >= reached:
        return None
    while not _below(own, {player: hi - counts.get(player, 0) for player in members}):
        hi += 1
    while lo > min(before) and not _above(shared, {player: lo - counts.get(player, 0) for player in members}):
        lo -= 1
    return hi, lo


def _fits(
    counts: Mapping[str, int], classes: Candidates, tables: Candidates, lower: Sequence[int], width: int
) -> bool:
    """Return whether a choice keeps every class within its range, from `lower` to `lower` + `width`."""
    room: dict[str, int] = dict.fromkeys((player for table in tables for player in table), len(tables))
    needed = {
        player: least - counts.get(player, 0)
        for members, least in zip(classes, lower, strict=True)
        for player in members
    }
    room |= {player: need + width for player, need in needed.items()}
    return min(room.values(), default=0) >= 0 and _above(tables, needed) and _below(tables, room)


def _below(tables: Candidates, room: Mapping[str, int]) -> bool:
    """Return whether every table can choose a player with room."""
    return most_served(tables, room) == len(tables)


def _above(tables: Candidates, needed: Mapping[str, int]) -> bool:
    """Return whether every player can be chosen as often as needed."""
    wanted = {player: times for player, times in needed.items() if times > 0}
    return most_served(tables, wanted) == sum(wanted.values())
