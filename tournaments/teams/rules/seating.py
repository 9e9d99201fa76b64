"""Who sits with whom on a match day: the request of the draw, with team-mates apart as required wishes.

Everything else is the work of `draw.rules`: seats, first dealers, tables, the search, the certificate. So
one certificate proves a match day of teams like any other draw, and counts it without the code that made it.

Where the numbers allow it, the plan is known beforehand. Take g tables and up to g teams of g people. If g is
a prime number, or there are few teams, place a of team i sits in series h at table a + i h, modulo g. For 4,
8, 9 and 16 the bank of the draw has such a plan, from a finite field. In g series everybody meets each
opponent exactly once, and never a mate: four series for four teams of four. The squares of this plan are
mutually orthogonal Latin squares. The plan goes into the request as `ahead`, and a draw is never worse than
it.

If one place is empty, each series has one smaller table, and each opponent of that place sits there once. If
places of two teams are empty, they would leave two seats of one table empty in one series. Then the search
makes the plan, as for all other numbers of teams.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.draw.rules.known import is_sure, kept_rounds, turned
from tournaments.draw.rules.request import MOVES, Apart, Request, Table, Tables
from tournaments.events.rules.tables import check_sizes, split
from tournaments.teams.rules.lineups import LineUp, MatchRules


def team_request(
    line_ups: Sequence[LineUp],
    number: int,
    rules: MatchRules,
    limits: tuple[int, int, int],
    past: tuple[Tables, ...] = (),
    ahead: tuple[Tables, ...] = (),
    seed: int = 0,
    moves: int = MOVES,
) -> Request:
    """Return the request of the draw of a series: the teams that play it, with mates apart.

    line_ups: of all teams, in a stable order. number: of the series, from 1. limits: the preferred, least and
    most seats of a table. past: the series before. ahead: what the last draw planned for this series and the
    later ones; it is not needed where the plan is known. A substitute sits where the other person would have.
    Other wishes, deals and weights are added by `dataclasses.replace`.

    Raises Refusal: what `sizes_for` raises. The draw raises what `draw.rules.check` raises.
    """
    playing = [line_up for line_up in line_ups if line_up.plays(number, rules)]
    people = [list(line_up.playing(number).values()) for line_up in _in_places(playing)]
    sizes = sizes_for([len(own) for own in people], limits)
    return Request(
        players=tuple(person for own in people for person in own),
        sizes=sizes,
        past=past,
        rounds_left=rules.series - number + 1,
        seed=seed,
        moves=moves,
        ahead=known_plan(line_ups, number, rules, sizes)
        or known_plan(playing, number, rules, sizes)
        or ahead,
        apart=mates_apart(playing, number),
    )


def _in_places(line_ups: Sequence[LineUp]) -> list[LineUp]:
    """Return the line-ups with their places in order."""
    return [
        LineUp(line_up.team, tuple(sorted(line_up.places, key=lambda row: (row.number, row.since))))
        for line_up in line_ups
    ]


def mates_apart(line_ups: Sequence[LineUp], number: int) -> tuple[Apart, ...]:
    """Return the required wishes that no two people of one team sit at one table in a series."""
    return tuple(
        Apart(a, b, must=True)
        for line_up in line_ups
        for a, b in combinations(sorted(line_up.playing(number).values()), 2)
    )


class MatesNeedTables(Conflict):
    """People of one team sit at different tables, but there are too few people for that."""

    sentence = gettext_noop(
        "Team-mates sit at different tables, so %(people)d people of %(teams)d teams need %(tables)d "
        "tables. Then a table would have fewer than %(least)d players. Let more teams play, or allow "
        "smaller tables."
    )


def sizes_for(teams: Sequence[int], limits: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the sizes of the tables, larger ones first. teams: how many people each team has.

    There are at least as many tables as the largest team has people. limits: the preferred, least and most
    seats of a table.

    Raises Refusal: `mates_need_tables` if tables would be too small then, or no table has so many teams;
    what `tables.split` raises.
    """
    size, least, most = limits
    check_sizes(size, least, most)
    people = sum(teams)
    sizes = split(people, size, least, most)
    tables = max(len(sizes), max(teams, default=0))
    # A table with more seats than teams would need two mates.
    while len(teams) and -(-people // tables) > len(teams):
        tables += 1
    small, large = divmod(people, tables)
    if small < least:
        raise MatesNeedTables(people=people, teams=len(teams), tables=tables, least=least)
    return (small + 1,) * large + (small,) * (tables - large)


FROM_FIELDS = {4: 4, 8: 8, 9: 9, 16: 10}
"""The most teams of the plans from finite fields in the bank, by the size of a team."""


def known_plan(
    line_ups: Sequence[LineUp], number: int, rules: MatchRules, sizes: Sequence[int]
) -> tuple[Tables, ...]:
    """Return the series from `number` on, each opponent once; empty where no such plan is known.

    With more series than places, the plan begins again: no opponent a second time before all were met once.
    Tables are in the order of their sizes, as the request has them. A team that does not play keeps its part
    of the plan, so it meets the others as planned if it comes later.
    """
    # With more rounds than places, the schedule would add one in which mates sit together.
    length = min(rules.series, rules.size)
    teams, people = len(line_ups), len(line_ups) * rules.size
    if is_sure(rules.size, teams, length):
        rounds = turned(rules.size, [[team * h for team in range(teams)] for h in range(length)])
    else:
        widest = FROM_FIELDS.get(rules.size, 0)
        whole = kept_rounds([widest] * rules.size)[:length] if teams <= widest else []
        rounds = [[[player for player in table if player < people] for table in tables] for tables in whole]
    if teams < 2 or len(rounds) < length:
        return ()
    seated = [line_up.playing(number) if line_up.plays(number, rules) else {} for line_up in line_ups]
    plan = []
    for series in range(number, rules.series + 1):
        tables = rounds[(series - 1) % length]
        named = [_named(table, seated, rules.size) for table in tables]
        named.sort(key=len, reverse=True)
        if [len(table) for table in named] != list(sizes):
            return ()
        plan.append(tuple(named))
    return tuple(plan)


def _named(table: Sequence[int], seated: Sequence[dict[int, str]], size: int) -> Table:
    """Return the people at a table of the schedule, where player i * size + a is place a + 1 of team i."""
    numbers = [divmod(player, size) for player in table]
    return tuple(seated[team][place + 1] for team, place in numbers if place + 1 in seated[team])
