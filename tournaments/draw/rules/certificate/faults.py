"""The faults of a seating, for its certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from tournaments.core.rules.errors import Param, RulesError, gettext_noop
from tournaments.core.rules.refusals import in_english
from tournaments.draw.rules.certificate.counts import meetings
from tournaments.draw.rules.request import Request, Tables

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


def error_of(fault: Mapping[str, Any]) -> RulesError:
    """Return the error that makes the sentence of a stored fault."""
    return RulesError(fault["code"], FAULTS[fault["code"]], **fault["params"])


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
