"""The certificate of a draw: counted anew from the plan, with no code of the search that made it.

It is what a director reads beside a draw ("these two meet again") and what is stored with the round.
Everything in it is plain JSON. Players are the ids of the request; sentences are the templates of
`REASONS` and `RulesError`, to be filled with names by whoever shows them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Final, TypedDict

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.seating.request import Plan, Request, Table, Tables

REASONS: Final = {
    "first_meeting": gettext_noop("Nobody here has met before."),
    "meet_again": gettext_noop("%(players)s meet again (%(times)d times with this round)."),
    "small_table_first": gettext_noop("A small table: nobody here sat at one more often than others."),
    "small_table_again": gettext_noop("%(players)s sit at a small table again (%(times)d times)."),
    "deals_first_in_turn": gettext_noop("%(players)s deals first: nobody here did so less often."),
    "deals_first_again": gettext_noop("%(players)s deals first again (%(times)d times)."),
}
"""What a reason says, as a template; `players` is a list of names, put together for the reader."""


class Reason(TypedDict):
    """Why a table is as it is: a code of REASONS, whom it is about, and a count (0 where none applies)."""

    code: str
    players: list[str]
    times: int


class TableReport(TypedDict):
    """One table of the draw; `number` counts from 1."""

    number: int
    size: int
    reasons: list[Reason]


class Fault(TypedDict):
    """Something wrong with a plan: a code and its sentence in English."""

    code: str
    detail: str


class Outlook(TypedDict):
    """Where the event would stand after the rounds kept ready (`Plan.ahead`)."""

    rounds: int
    repeats: int
    q: int
    bound: int
    proved: bool


class Certificate(TypedDict):
    """What was counted.

    repeats (E): meetings beyond the first, over all pairs, this round included.
    repeats_here: pairs at these tables who had met before.
    q: sum over all pairs of C(meetings, 2), this round included; q_here: this round's part of it.
    bound: a q below which no draw of this round could get; proved: q is the bound, nothing is better.
    *_spread: least and most often that anybody was first dealer, sat in one and the same seat, sat at
    a small table (the seat's spread is of the seat where it is largest).
    """

    players: int
    sizes: list[int]
    rounds_before: int
    seed: int
    moves: int
    faults: list[Fault]
    repeats: int
    repeats_here: int
    q: int
    q_here: int
    bound: int
    proved: bool
    most_meetings: int
    dealer_spread: list[int]
    seat_spread: list[int]
    small_spread: list[int]
    tables: list[TableReport]
    outlook: Outlook


def audit(request: Request, plan: Plan) -> Certificate:
    """Count everything about this plan that a director may ask; faults are listed, not raised."""
    present = frozenset(request.players)
    before = _meetings(request.past, present)
    here = _meetings([plan.tables], present)
    after = before + here
    small_before, small = _small(request.past, present), _small([*request.past, plan.tables], present)
    dealt_before, dealt = _dealt(request.past, present), _dealt([*request.past, plan.tables], present)
    q = _q(after)
    bound = _q(before) + max(_thrift(request, before), _pigeons(request, present))
    rounds = [*request.past, plan.tables]
    faults = _faults(request.players, plan.tables)
    if not faults and sorted(map(len, plan.tables)) != sorted(request.sizes):
        faults = [RulesError("wrong_sizes", gettext_noop("The tables are not of the sizes asked for."))]
    return Certificate(
        players=len(request.players),
        sizes=[len(table) for table in plan.tables],
        rounds_before=len(request.past),
        seed=request.seed,
        moves=plan.moves,
        faults=[Fault(code=fault.code, detail=fault.detail) for fault in faults],
        repeats=_repeats(after),
        repeats_here=sum(1 for pair in here if before[pair]),
        q=q,
        q_here=q - _q(before),
        bound=bound,
        proved=not faults and q == bound,
        most_meetings=max(after.values(), default=0),
        dealer_spread=_spread(request.players, dealt),
        seat_spread=_seat_spread(request.players, rounds),
        small_spread=_spread(request.players, small),
        tables=[
            TableReport(
                number=number,
                size=len(table),
                reasons=[
                    *_meeting_reasons(table, before),
                    *_small_reasons(table, request.players, plan.tables, small_before),
                    *_dealer_reasons(table, dealt_before, dealt),
                ],
            )
            for number, table in enumerate(plan.tables, 1)
        ],
        outlook=_outlook(request, plan, present, before),
    )


def check_seating(players: Sequence[str], tables: Tables, least: int, most: int) -> None:
    """Refuse tables that do not seat each of these players once, at tables of `least` to `most`.

    Raises RulesError: `player_not_seated`, `player_seated_twice`, `player_unknown`, `table_too_small`,
    `table_too_large`.
    """
    faults = _faults(players, tables)
    if faults:
        raise faults[0]
    for number, table in enumerate(tables, 1):
        if len(table) < least:
            raise RulesError(
                "table_too_small",
                gettext_noop("Table %(table)d has %(size)d players and needs at least %(least)d."),
                table=number,
                size=len(table),
                least=least,
            )
        if len(table) > most:
            raise RulesError(
                "table_too_large",
                gettext_noop("Table %(table)d has %(size)d players and may have at most %(most)d."),
                table=number,
                size=len(table),
                most=most,
            )


def _faults(players: Sequence[str], tables: Tables) -> list[RulesError]:
    seated = Counter(player for table in tables for player in table)
    found = [
        RulesError("player_not_seated", gettext_noop("%(player)s has no seat."), player=player)
        for player in players
        if not seated[player]
    ]
    for player, times in seated.items():
        if times > 1:
            found.append(
                RulesError("player_seated_twice", gettext_noop("%(player)s has two seats."), player=player)
            )
    expected = frozenset(players)
    found += [
        RulesError("player_unknown", gettext_noop("%(player)s does not play in this round."), player=player)
        for player in seated
        if player not in expected
    ]
    return found


def meetings(rounds: Iterable[Tables]) -> Counter[frozenset[str]]:
    """How often each pair of players met in these rounds."""
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def _meetings(rounds: Iterable[Tables], present: frozenset[str]) -> Counter[frozenset[str]]:
    """The meetings of two people who are both still here."""
    counted = meetings(rounds)
    return Counter({pair: times for pair, times in counted.items() if pair <= present})


def _q(met: Counter[frozenset[str]]) -> int:
    return sum(comb(times, 2) for times in met.values())


def _repeats(met: Counter[frozenset[str]]) -> int:
    return sum(times - 1 for times in met.values() if times > 1)


def _dealt(rounds: Iterable[Tables], present: frozenset[str]) -> Counter[str]:
    return Counter(table[0] for tables in rounds for table in tables if table and table[0] in present)


def _small(rounds: Iterable[Tables], present: frozenset[str]) -> Counter[str]:
    """How often each sat at a table smaller than another one of that round."""
    return Counter(
        player
        for tables in rounds
        for table in tables
        if len(table) < max(map(len, tables))
        for player in table
        if player in present
    )


def _spread(players: Sequence[str], times: Counter[str]) -> list[int]:
    return [min(times[player] for player in players), max(times[player] for player in players)]


def _seat_spread(players: Sequence[str], rounds: Sequence[Tables]) -> list[int]:
    """Least and most often that anybody sat in one seat, for the seat where these lie furthest apart."""
    seats = max(len(table) for tables in rounds for table in tables)
    spreads = [
        _spread(
            players,
            Counter(table[seat] for tables in rounds for table in tables if len(table) > seat),
        )
        for seat in range(seats)
    ]
    return max(spreads, key=lambda spread: spread[1] - spread[0])


def _meeting_reasons(table: Table, before: Counter[frozenset[str]]) -> list[Reason]:
    again = [
        Reason(code="meet_again", players=list(pair), times=before[frozenset(pair)] + 1)
        for pair in combinations(table, 2)
        if before[frozenset(pair)]
    ]
    return again or [Reason(code="first_meeting", players=[], times=0)]


def _small_reasons(
    table: Table, players: Sequence[str], tables: Tables, small_before: Counter[str]
) -> list[Reason]:
    if len(table) == max(map(len, tables)):
        return []
    usual = min(small_before[player] for player in players)
    often = max(small_before[player] for player in table)
    if often <= usual:
        return [Reason(code="small_table_first", players=[], times=0)]
    again = [player for player in table if small_before[player] == often]
    return [Reason(code="small_table_again", players=again, times=often + 1)]


def _dealer_reasons(table: Table, dealt_before: Counter[str], dealt: Counter[str]) -> list[Reason]:
    dealer = table[0]
    in_turn = dealt_before[dealer] <= min(dealt_before[player] for player in table)
    code = "deals_first_in_turn" if in_turn else "deals_first_again"
    return [Reason(code=code, players=[dealer], times=dealt[dealer])]


def _thrift(request: Request, before: Counter[frozenset[str]], rounds: int = 1) -> int:
    """What that many rounds must add to Q, because everybody can at best meet those they met least.

    A player's k-th meeting with somebody costs k - 1. With d more meetings each, the least are the d
    cheapest of all one's next meetings; half the sum over all players, as every pair has two ends.
    Tables of two sizes: who gets the larger ones is left to whoever pays least for it.
    """
    sizes = request.sizes
    sure, most = rounds * (min(sizes) - 1), rounds * (max(sizes) - 1)
    beyond = rounds * sum(2 * comb(size, 2) for size in sizes) - sure * len(request.players)
    known: dict[str, list[int]] = {player: [] for player in request.players}
    for pair, times in before.items():
        for player in pair:
            known[player].append(times)
    total = 0
    offers: list[int] = []
    for times_met in known.values():
        strangers = len(request.players) - 1 - len(times_met)
        levels = Counter(times_met)
        levels[0] += strangers
        prices: list[int] = []
        price = 0
        while len(prices) < most:
            partners = sum(count for times, count in levels.items() if times <= price)
            prices.extend([price] * partners)
            price += 1
        total += sum(prices[:sure])
        offers.extend(prices[sure:most])
    return -(-(total + sum(sorted(offers)[:beyond])) // 2)


def _pigeons(request: Request, present: frozenset[str]) -> int:
    """What this round must add to Q, because a table filled from fewer tables has people who met there.

    For each round of the past the larger of two counts: this round's tables filled from that round's,
    and that round's tables (those still here) spread over this round's. Q is the sum over all pairs of
    rounds of the pairs they have in common, so the counts add up.
    """
    total = 0
    for tables in request.past:
        remaining = [size for size in (len(present.intersection(table)) for table in tables) if size]
        newcomers = len(request.players) - sum(remaining)
        total += max(
            sum(_crowd(size, len(remaining) + newcomers) for size in request.sizes),
            sum(_crowd(size, len(request.sizes)) for size in remaining),
        )
    return total


def _crowd(people: int, places: int) -> int:
    """The fewest pairs who share a place when that many people are spread over that many places."""
    each, more = divmod(people, places)
    return more * comb(each + 1, 2) + (places - more) * comb(each, 2)


def _outlook(
    request: Request, plan: Plan, present: frozenset[str], before: Counter[frozenset[str]]
) -> Outlook:
    """The whole event's figures if the rounds kept ready are played, and what no plan could better."""
    coming = [plan.tables, *plan.ahead]
    total = before + _meetings(coming, present)
    apart = comb(len(coming), 2) * sum(_crowd(size, len(request.sizes)) for size in request.sizes)
    apart += len(coming) * _pigeons(request, present)
    bound = _q(before) + max(_thrift(request, before, len(coming)), apart)
    q = _q(total)
    return Outlook(
        rounds=len(request.past) + len(coming),
        repeats=_repeats(total),
        q=q,
        bound=bound,
        proved=q == bound,
    )
