"""What is wrong with a seating, however it came about, listed for a certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

from tournaments.rules.errors import Param, RulesError, gettext_noop
from tournaments.rules.seating.certificate.counts import meetings
from tournaments.rules.seating.request import Request, Tables


class Fault(TypedDict):
    """Something wrong with a plan: a code, its sentence in English, and the template with its holes."""

    code: str
    detail: str
    template: str
    params: dict[str, Param]


def seating_faults(players: Sequence[str], tables: Tables) -> list[RulesError]:
    """Who of these players has no seat or two, and who has one without being among them."""
    seated = Counter(player for table in tables for player in table)
    found = [
        RulesError("player_not_seated", gettext_noop("%(player)s has no seat."), player=player)
        for player in players
        if not seated[player]
    ]
    found += [
        RulesError("player_seated_twice", gettext_noop("%(player)s has two seats."), player=player)
        for player, times in seated.items()
        if times > 1
    ]
    expected = frozenset(players)
    found += [
        RulesError("player_unknown", gettext_noop("%(player)s does not play in this round."), player=player)
        for player in seated
        if player not in expected
    ]
    return found


def faults_of(request: Request, tables: Tables) -> list[RulesError]:
    """What is wrong with a round: who sits nowhere or twice, sizes, and pairs that must not be so."""
    faults = seating_faults(request.players, tables)
    if not faults and sorted(map(len, tables)) != sorted(request.sizes):
        faults = [RulesError("wrong_sizes", gettext_noop("The tables are not of the sizes asked for."))]
    if not (request.apart or request.together or request.pins):
        return faults
    table_of = {player: place for place, table in enumerate(tables) for player in table}
    faults += _missed_pins(request, tables)
    faults += [
        RulesError(
            "wish_must_apart",
            gettext_noop("%(a)s and %(b)s must sit apart and are at table %(table)d together."),
            a=wish.a,
            b=wish.b,
            table=table_of[wish.a] + 1,
        )
        for wish in request.apart
        if wish.must and wish.a in table_of and table_of[wish.a] == table_of.get(wish.b)
    ]
    asked = [wish for wish in request.together if wish.must and wish.a in table_of and wish.b in table_of]
    met = meetings(request.past) if asked else Counter()
    faults += [
        RulesError(
            "wish_must_together",
            gettext_noop("%(a)s and %(b)s must sit together and are at two tables."),
            a=wish.a,
            b=wish.b,
        )
        for wish in asked
        if table_of[wish.a] != table_of[wish.b] and (wish.always or not met[frozenset((wish.a, wish.b))])
    ]
    return faults


def _missed_pins(request: Request, tables: Tables) -> list[RulesError]:
    """Who has a seat or a table of their own and does not sit there."""
    at = {player: (seat, place) for place, table in enumerate(tables, 1) for seat, player in enumerate(table)}
    found = []
    for pin in request.pins:
        if pin.player not in at:
            continue
        seat, table = at[pin.player]
        if pin.seat not in (None, seat):
            found.append(
                RulesError(
                    "pinned_seat_missed",
                    gettext_noop("%(player)s should have seat %(seat)d and does not."),
                    player=pin.player,
                    seat=pin.seat + 1,
                )
            )
        if pin.table not in (None, table):
            found.append(
                RulesError(
                    "pinned_table_missed",
                    gettext_noop("%(player)s should sit at table %(table)d and does not."),
                    player=pin.player,
                    table=pin.table,
                )
            )
    return found


def told(fault: RulesError) -> Fault:
    """A fault as plain JSON."""
    return Fault(code=fault.code, detail=fault.detail, template=fault.template, params=fault.params)
