"""What no draw can keep, said before anything is searched, each with what would help.

A wish that speaks of somebody who is not here does not matter: wishes belong to events and clubs, draws
to those who came.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.seating.request import Apart, Request, Together

Wish = TypeVar("Wish", Apart, Together)


def check(request: Request) -> None:
    """Refuse a request that no plan can answer.

    Raises RulesError: `bad_request`, `player_twice`; `same_player` for a wish of one player with himself;
    `no_such_seat`, `no_such_table`, `pinned_twice`, `pinned_twice_there`, `table_pinned_full` for pins;
    `together_too_many` for more people together than a table seats, `wishes_contradict` for two together
    and apart at once, `apart_too_many` for more people apart from each other than there are tables.
    Params hold the ids of players; names are put in by whoever shows them. Without these there may still be
    no plan: then the search says so (`wishes_unmet`).
    """
    check_players(request)
    if not (request.apart or request.together or request.pins):
        return
    _check_pins(request)
    _check_pairs(request)
    asked = implied(request)
    _check_together(asked)
    _check_apart(asked)


def implied(request: Request) -> Request:
    """The request with what its pins say about pairs, and without wishes of people who are not here.

    Two people who have each a table of their own sit together or apart, two with one seat apart.
    """
    present = frozenset(request.players)
    apart = [wish for wish in request.apart if wish.a in present and wish.b in present]
    together = [wish for wish in request.together if wish.a in present and wish.b in present]
    pins = tuple(pin for pin in request.pins if pin.player in present)
    table_of = {pin.player: pin.table for pin in pins if pin.table is not None}
    for a, b in combinations(table_of, 2):
        if table_of[a] == table_of[b]:
            together.append(Together(a, b, must=True, always=True))
        else:
            apart.append(Apart(a, b))
    seat_of = {pin.player: pin.seat for pin in pins if pin.seat is not None}
    apart += [Apart(a, b) for a, b in combinations(seat_of, 2) if seat_of[a] == seat_of[b]]
    return replace(request, apart=_once(apart), together=_once(together), pins=pins)


def together_now(request: Request) -> Iterator[tuple[str, str]]:
    """The pairs that must sit together in the next round: always, or because they have not met yet."""
    met = {frozenset(pair) for tables in request.past for table in tables for pair in combinations(table, 2)}
    for wish in request.together:
        if wish.must and (wish.always or frozenset((wish.a, wish.b)) not in met):
            yield wish.a, wish.b


def check_players(request: Request) -> None:
    """Refuse players listed twice (`player_twice`) and tables that cannot seat them (`bad_request`)."""
    seen = Counter(request.players)
    twice = [player for player in request.players if seen[player] > 1]
    if twice:
        raise RulesError(
            "player_twice", gettext_noop("%(player)s is in the list of players twice."), player=twice[0]
        )
    if sum(request.sizes) != len(request.players) or not request.sizes or min(request.sizes) < 2:
        raise RulesError(
            "bad_request",
            gettext_noop("Tables with %(seats)d seats in all cannot seat %(players)d players."),
            seats=sum(request.sizes),
            players=len(request.players),
        )
    if request.rounds_left < 1 or request.moves < 0:
        raise RulesError(
            "bad_request", gettext_noop("A draw needs a round to draw and a budget that is not negative.")
        )


def _check_pins(request: Request) -> None:
    present = frozenset(request.players)
    most, tables = max(request.sizes), len(request.sizes)
    place_of: dict[tuple[str, str], int] = {}
    for pin in request.pins:
        if pin.player not in present:
            continue
        if pin.seat is not None and not 0 <= pin.seat < most:
            raise RulesError(
                "no_such_seat",
                gettext_noop(
                    "%(player)s is to have seat %(seat)d, and the largest table has %(most)d seats: "
                    "choose a lower seat."
                ),
                player=pin.player,
                seat=pin.seat + 1,
                most=most,
            )
        if pin.table is not None and not 1 <= pin.table <= tables:
            raise RulesError(
                "no_such_table",
                gettext_noop(
                    "%(player)s is to sit at table %(table)d, and the tables of this round are 1 to "
                    "%(tables)d: choose one of those."
                ),
                player=pin.player,
                table=pin.table,
                tables=tables,
            )
        for kind, number in (("seat", pin.seat), ("table", pin.table)):
            if number is not None and place_of.setdefault((pin.player, kind), number) != number:
                raise RulesError(
                    "pinned_twice",
                    gettext_noop("%(player)s is to have two different places at once: remove one of them."),
                    player=pin.player,
                )
    _check_full(request, place_of)


def _check_full(request: Request, place_of: dict[tuple[str, str], int]) -> None:
    at_table: defaultdict[int, list[str]] = defaultdict(list)
    for (player, kind), number in place_of.items():
        if kind == "table":
            at_table[number].append(player)
    for table, players in at_table.items():
        if len(players) > max(request.sizes):
            raise RulesError(
                "table_pinned_full",
                gettext_noop(
                    "%(people)d people are to sit at table %(table)d, and a table has at most %(most)d "
                    "seats: give some of them another table."
                ),
                people=len(players),
                table=table,
                most=max(request.sizes),
            )
        for a, b in combinations(players, 2):
            seat = place_of.get((a, "seat"))
            if seat is not None and seat == place_of.get((b, "seat")):
                raise RulesError(
                    "pinned_twice_there",
                    gettext_noop(
                        "%(a)s and %(b)s are both to have seat %(seat)d at table %(table)d: give one of them "
                        "another seat or table."
                    ),
                    a=a,
                    b=b,
                    seat=seat + 1,
                    table=table,
                )


def _check_pairs(request: Request) -> None:
    pairs = [(wish.a, wish.b) for wish in request.apart] + [(wish.a, wish.b) for wish in request.together]
    for a, b in pairs:
        if a == b and a in request.players:
            raise RulesError(
                "same_player",
                gettext_noop("A wish needs two different players, and %(player)s is named twice."),
                player=a,
            )


def _check_together(asked: Request) -> None:
    """Whoever must sit with somebody who must sit with a third: they are one party, and it must fit."""
    party_of: dict[str, set[str]] = {}
    for a, b in together_now(asked):
        joined = party_of.get(a, {a}) | party_of.get(b, {b})
        for player in joined:
            party_of[player] = joined
    for player, party in party_of.items():
        if len(party) > max(asked.sizes):
            raise RulesError(
                "together_too_many",
                gettext_noop(
                    "%(player)s and those who must sit together are %(people)d people, and a table has at "
                    "most %(most)d seats: remove one of these requests, or make it a wish."
                ),
                player=player,
                people=len(party),
                most=max(asked.sizes),
            )
    for wish in asked.apart:
        if wish.must and wish.b in party_of.get(wish.a, ()):
            raise RulesError(
                "wishes_contradict",
                gettext_noop(
                    "%(a)s and %(b)s must sit apart and, by what else is asked, together: remove one of "
                    "these requests, or make it a wish."
                ),
                a=wish.a,
                b=wish.b,
            )


def _check_apart(asked: Request) -> None:
    """A circle of people who must all be apart needs a table for each of them."""
    foes: defaultdict[str, set[str]] = defaultdict(set)
    for wish in asked.apart:
        if wish.must:
            foes[wish.a].add(wish.b)
            foes[wish.b].add(wish.a)
    tables = len(asked.sizes)
    for start in foes:
        if len(foes[start]) < tables:
            continue
        circle = {start}
        for player in sorted(foes[start], key=lambda other: (-len(foes[other]), other)):
            if circle <= foes[player]:
                circle.add(player)
        if len(circle) > tables:
            raise RulesError(
                "apart_too_many",
                gettext_noop(
                    "%(players)s must sit apart from each other, and there is only one table: remove this "
                    "request, or make it a wish."
                )
                if tables == 1
                else gettext_noop(
                    "Too many must sit apart from each other (%(players)s), and there are only %(tables)d "
                    "tables: remove one of these requests, make it a wish, or play at smaller tables."
                ),
                players=tuple(sorted(circle)),
                tables=tables,
            )


def _once(wishes: Iterable[Wish]) -> tuple[Wish, ...]:
    """Each pair once: what must be before what is only wished, always before once."""
    found: dict[frozenset[str], Wish] = {}
    for wish in wishes:
        pair = frozenset((wish.a, wish.b))
        if pair not in found or _rank(wish) > _rank(found[pair]):
            found[pair] = wish
    return tuple(found.values())


def _rank(wish: Apart | Together) -> tuple[bool, bool]:
    return wish.must, isinstance(wish, Together) and wish.always
