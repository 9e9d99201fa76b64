"""Refusals of requests that no draw can meet, before a search begins. Wishes of absent players are ignored.

A short proof shows that no round can keep all required wishes. Players who must sit together are a party, and
parties with a player who must sit apart never share a table. The proof tries all ways to put the parties at
tables, and stops after a number of steps: then it does not know. It looks at the next round only, which has
more required wishes than the later ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.draw.rules.request import Apart, Request, Together

Pair = tuple[str, str]
Party = frozenset[str]
"""Players who must sit together."""

STEPS = 2_000
"""The most tries of a proof. Most rounds that are possible need one for each party."""

_LARGE = 20_000
"""With more parties times tables nothing is proved."""


class PlayerTwice(Invalid):
    """The list contains a player twice."""

    sentence = gettext_noop("%(player)s is in the list of players twice. Remove one of them.")


class NoSuchTable(Invalid):
    """The round does not have this table."""

    sentence = gettext_noop(
        "%(player)s must sit at table %(table)d, but this round has only tables 1 to %(tables)d. "
        "Choose one of these tables."
    )


class NoSuchSeat(Invalid):
    """The table does not have this seat."""

    sentence = gettext_noop(
        "%(player)s must have seat %(seat)d, but the largest table has only %(most)d seats. "
        "Choose a lower seat."
    )


class WishesImpossible(Invalid):
    """Wishes that must be kept are proved to be impossible together."""

    sentence = gettext_noop(
        "No seating at these tables can keep all required wishes of %(players)s. "
        "Remove one of these wishes, make it optional, or play at tables of another size."
    )


class WishesUnmet(Conflict):
    """A wish that must be kept cannot be kept."""

    sentence = gettext_noop(
        "No seating keeps all required wishes. It fails for %(a)s and %(b)s (pairs in total: %(pairs)d). "
        "Make a wish optional, search longer, or play at tables of another size."
    )


def check(request: Request) -> None:
    """Refuse a request that no plan can meet.

    Raises what `check_players` raises; `no_such_seat` and `no_such_table` for pins; `wishes_impossible` for
    wishes and pins that are proved to be impossible together, with the players of a smallest conflict.
    Params contain ids of players; the caller replaces them by names. A request that passes may still have no
    plan; then the draw raises `wishes_unmet`.
    """
    check_players(request)
    complete = implied(request)
    most, tables = max(request.sizes), len(request.sizes)
    for pin in complete.pins:
        if pin.seat is not None and not 0 <= pin.seat < most:
            raise NoSuchSeat(player=pin.player, seat=pin.seat + 1, most=most)
        if pin.table is not None and not 1 <= pin.table <= tables:
            raise NoSuchTable(player=pin.player, table=pin.table, tables=tables)
    apart = sorted({(min(wish.a, wish.b), max(wish.a, wish.b)) for wish in complete.apart if wish.must})
    together = sorted({(min(pair), max(pair)) for pair in together_now(complete)})
    if not is_impossible(request.players, request.sizes, apart, together):
        return
    for wishes in (together, apart):
        for wish in list(wishes):
            wishes.remove(wish)
            if not is_impossible(request.players, request.sizes, apart, together):
                wishes.append(wish)
    raise WishesImpossible(players=tuple(sorted({player for pair in (*apart, *together) for player in pair})))


def check_players(request: Request) -> None:
    """Refuse a player who is listed twice (`player_twice`) and unsuitable tables (`bad_request`)."""
    for player, times in Counter(request.players).items():
        if times > 1:
            raise PlayerTwice(player=player)
    sizes = request.sizes
    fit = sizes and min(sizes) >= 2 and sum(sizes) == len(request.players)
    if not fit or request.rounds_left < 1 or request.moves < 0:
        raise Invalid(
            "bad_request",
            gettext_noop("The tables have %(seats)d seats together, but there are %(players)d players."),
            seats=sum(sizes),
            players=len(request.players),
        )


def implied(request: Request) -> Request:
    """Return the request with the wishes that its pins imply, and without wishes of absent players.

    Two players with pinned tables sit together or apart; two players with the same pinned seat sit apart.
    """
    present = frozenset(request.players)
    apart = [wish for wish in request.apart if wish.a in present and wish.b in present]
    together = [wish for wish in request.together if wish.a in present and wish.b in present]
    pins = tuple(pin for pin in request.pins if pin.player in present)
    for pin, other in combinations(pins, 2):
        if pin.table is not None and pin.table == other.table:
            together.append(Together(pin.player, other.player, must=True, always=True))
        elif pin.table is not None and other.table is not None:
            apart.append(Apart(pin.player, other.player))
        if pin.seat is not None and pin.seat == other.seat:
            apart.append(Apart(pin.player, other.player))
    return replace(request, apart=tuple(apart), together=tuple(together), pins=pins)


def together_now(request: Request) -> Iterator[Pair]:
    """Yield the pairs that must sit together in the next round: always, or because they have not met yet."""
    met = {frozenset(pair) for tables in request.past for table in tables for pair in combinations(table, 2)}
    for wish in request.together:
        if wish.must and (wish.always or frozenset((wish.a, wish.b)) not in met):
            yield wish.a, wish.b


def is_impossible(
    players: Sequence[str], sizes: Sequence[int], apart: Sequence[Pair], together: Sequence[Pair]
) -> bool:
    """Return whether it is proved that no round of tables of these sizes keeps these wishes."""
    foes = _foes(players, apart, together)
    contradict = any(party in others for party, others in foes.items())
    bound = [party for party, others in foes.items() if others or len(party) > 1]
    if contradict or len(bound) * len(sizes) > _LARGE:
        return contradict
    free, left = len(players) - sum(map(len, bound)), list(sizes)
    at: list[set[Party]] = [set() for _ in sizes]
    steps = 0

    def tables_for(party: Party) -> list[int]:
        """Return the tables where a party may sit; of empty tables of one size only the first."""
        tables: dict[tuple[int, int], int] = {}
        for table, seats in enumerate(left):
            if len(party) <= seats and foes[party].isdisjoint(at[table]):
                tables.setdefault((seats, table if at[table] else -1), table)
        return list(tables.values())

    def seat(waiting: list[Party]) -> bool:
        """Return whether a table was found for each of these parties. False also after `STEPS` tries."""
        nonlocal steps
        for table, seats in enumerate(left):
            if seats > free + sum(len(party) for party in waiting if foes[party].isdisjoint(at[table])):
                return False  # too few players may sit there
        options = {party: tables_for(party) for party in waiting}
        party = min(waiting, key=lambda each: (len(options[each]), -len(each)), default=None)
        if party is None:
            return True
        for table in options[party]:
            steps += 1
            if steps >= STEPS:
                break
            at[table].add(party)
            left[table] -= len(party)
            if seat([other for other in waiting if other is not party]):
                return True
            left[table] += len(party)
            at[table].discard(party)
        return False

    return not seat(bound) and steps < STEPS


def _foes(players: Sequence[str], apart: Sequence[Pair], together: Sequence[Pair]) -> dict[Party, set[Party]]:
    """Return for each party (players who must sit together) the parties that must sit at other tables."""
    party_of = {player: frozenset((player,)) for player in players}
    for a, b in together:
        party = party_of[a] | party_of[b]
        party_of |= dict.fromkeys(party, party)
    foes: dict[Party, set[Party]] = {party: set() for party in party_of.values()}
    for a, b in apart:
        foes[party_of[a]].add(party_of[b])
        foes[party_of[b]].add(party_of[a])
    return foes
