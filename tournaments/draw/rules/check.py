"""Refusals of requests that no draw can meet, before a search begins. Wishes of absent players are ignored.

Proofs show that no round can keep all required wishes. Players who must sit together are a party, and parties
with a player who must sit apart never share a table. A proof tries all ways to put the parties at tables, and
stops after a number of steps: then it does not know. It looks at the next round only, which has more required
wishes than the later ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TypeVar

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.draw.rules.request import Apart, Request, Together

Wish = TypeVar("Wish", Apart, Together)


class WishesUnmet(Conflict):
    """A wish that must be kept cannot be kept."""

    sentence = gettext_noop(
        "No seating keeps all required wishes. It fails for %(a)s and %(b)s (pairs in total: %(pairs)d). "
        "Make a wish optional, search longer, or play at tables of another size."
    )


def check(request: Request) -> None:
    """Refuse a request that no plan can meet.

    Raises Refusal: `bad_request`, `player_twice`; `same_player` for a wish about one player only;
    `no_such_seat`, `no_such_table`, `pinned_twice`, `pinned_twice_there`, `table_pinned_full` for pins;
    `together_too_many` for more players together than a table has seats, `wishes_contradict` for two players
    who must sit together and apart, `apart_too_many` for more players apart from each other than tables,
    `too_few_mates` for a player who may sit with too few others, `wishes_impossible` for other wishes
    that are proved to be impossible together.
    Params contain ids of players; the caller replaces them by names. A request that passes may still have no
    plan; then the draw raises `wishes_unmet`.
    """
    check_players(request)
    if not (request.apart or request.together or request.pins):
        return
    _check_pins(request)
    _check_pairs(request)
    complete = implied(request)
    _check_together(complete)
    _check_apart(complete)
    _check_together_and_apart(complete)


def implied(request: Request) -> Request:
    """Return the request with the wishes that its pins imply, and without wishes of absent players.

    Two players with pinned tables sit together or apart; two players with the same pinned seat sit apart.
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
    """Yield the pairs that must sit together in the next round: always, or because they have not met yet."""
    met = {frozenset(pair) for tables in request.past for table in tables for pair in combinations(table, 2)}
    for wish in request.together:
        if wish.must and (wish.always or frozenset((wish.a, wish.b)) not in met):
            yield wish.a, wish.b


class PlayerTwice(Invalid):
    """The list contains a player twice."""

    sentence = gettext_noop("%(player)s is in the list of players twice. Remove one of them.")


def check_players(request: Request) -> None:
    """Refuse a player who is listed twice (`player_twice`) and unsuitable tables (`bad_request`)."""
    seen = Counter(request.players)
    twice = [player for player in request.players if seen[player] > 1]
    if twice:
        raise PlayerTwice(player=twice[0])
    if sum(request.sizes) != len(request.players) or not request.sizes or min(request.sizes) < 2:
        raise Invalid(
            "bad_request",
            gettext_noop("The tables have %(seats)d seats together, but there are %(players)d players."),
            seats=sum(request.sizes),
            players=len(request.players),
        )
    if request.rounds_left < 1 or request.moves < 0:
        raise Invalid(
            "bad_request",
            gettext_noop("A draw needs at least one round, and a number of moves that is not negative."),
        )


class PinnedTwice(Invalid):
    """A player is pinned to two different places."""

    sentence = gettext_noop("%(player)s has two pins for different places. Remove one of them.")


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


def _check_pins(request: Request) -> None:
    present = frozenset(request.players)
    most, tables = max(request.sizes), len(request.sizes)
    place_of: dict[tuple[str, str], int] = {}
    for pin in request.pins:
        if pin.player not in present:
            continue
        if pin.seat is not None and not 0 <= pin.seat < most:
            raise NoSuchSeat(player=pin.player, seat=pin.seat + 1, most=most)
        if pin.table is not None and not 1 <= pin.table <= tables:
            raise NoSuchTable(player=pin.player, table=pin.table, tables=tables)
        for kind, number in (("seat", pin.seat), ("table", pin.table)):
            if number is not None and place_of.setdefault((pin.player, kind), number) != number:
                raise PinnedTwice(player=pin.player)
    _check_full(request, place_of)


class TablePinnedFull(Invalid):
    """More players are pinned to a table than it has seats."""

    sentence = gettext_noop(
        "%(people)d players must sit at table %(table)d, but a table has at most %(most)d seats. "
        "Choose another table for some of them."
    )


class PinnedTwiceThere(Invalid):
    """Two players are pinned to the same seat."""

    sentence = gettext_noop(
        "%(a)s and %(b)s must both have seat %(seat)d at table %(table)d. "
        "Choose another seat or table for one of them."
    )


def _check_full(request: Request, place_of: dict[tuple[str, str], int]) -> None:
    at_table: defaultdict[int, list[str]] = defaultdict(list)
    for (player, kind), number in place_of.items():
        if kind == "table":
            at_table[number].append(player)
    for table, players in at_table.items():
        if len(players) > max(request.sizes):
            raise TablePinnedFull(people=len(players), table=table, most=max(request.sizes))
        for a, b in combinations(players, 2):
            seat = place_of.get((a, "seat"))
            if seat is not None and seat == place_of.get((b, "seat")):
                raise PinnedTwiceThere(a=a, b=b, seat=seat + 1, table=table)


class SamePlayer(Invalid):
    """The two players must be different."""

    sentence = gettext_noop("A wish needs two players, but %(player)s is named twice. Choose another player.")


def _check_pairs(request: Request) -> None:
    pairs = [(wish.a, wish.b) for wish in request.apart] + [(wish.a, wish.b) for wish in request.together]
    for a, b in pairs:
        if a == b and a in request.players:
            raise SamePlayer(player=a)


class WishesContradict(Conflict):
    """Two wishes contradict each other."""

    sentence = gettext_noop(
        "%(a)s and %(b)s must sit apart, but other wishes put them together. Remove one of these "
        "wishes, or make it optional."
    )


class TogetherTooMany(Invalid):
    """More players must sit together than a table has seats."""

    sentence = gettext_noop(
        "%(player)s belongs to %(people)d players who must sit together, but a table has at most "
        "%(most)d seats. Remove one of these wishes, or make it optional."
    )


def _check_together(request: Request) -> None:
    """Refuse parties that are too large. A party is linked by wishes to sit together, also indirectly."""
    party_of: dict[str, set[str]] = {}
    for a, b in together_now(request):
        joined = party_of.get(a, {a}) | party_of.get(b, {b})
        for player in joined:
            party_of[player] = joined
    for player, party in party_of.items():
        if len(party) > max(request.sizes):
            raise TogetherTooMany(player=player, people=len(party), most=max(request.sizes))
    for wish in request.apart:
        if wish.must and wish.b in party_of.get(wish.a, ()):
            raise WishesContradict(a=wish.a, b=wish.b)


def _foes(request: Request) -> dict[str, set[str]]:
    """Return for each player who must sit apart from somebody these others."""
    foes: defaultdict[str, set[str]] = defaultdict(set)
    for wish in request.apart:
        if wish.must:
            foes[wish.a].add(wish.b)
            foes[wish.b].add(wish.a)
    return foes


def _check_apart(request: Request) -> None:
    """Refuse players who must all sit apart from each other if they are more than the tables."""
    foes, tables = _foes(request), len(request.sizes)
    for start in foes:
        if len(foes[start]) < tables:
            continue
        circle = {start}
        for player in sorted(foes[start], key=lambda other: (-len(foes[other]), other)):
            if circle <= foes[player]:
                circle.add(player)
        if len(circle) > tables:
            raise Conflict(
                "apart_too_many",
                gettext_noop(
                    "%(players)s must sit apart from each other, but there is only one table. Remove this "
                    "wish, or make it optional."
                )
                if tables == 1
                else gettext_noop(
                    "Too many players must sit apart from each other (%(players)s), but there are only "
                    "%(tables)d tables. Remove a wish, make it optional, or play at smaller tables."
                ),
                players=tuple(sorted(circle)),
                tables=tables,
            )


class WishesImpossible(Invalid):
    """Wishes that must be kept are proved to be impossible together."""

    sentence = gettext_noop(
        "No seating at these tables can keep all required wishes of %(players)s. "
        "Remove one of these wishes, make it optional, or play at tables of another size."
    )


def _check_together_and_apart(request: Request) -> None:
    """Refuse required wishes that no round can keep, and name the players."""
    apart = sorted({(min(wish.a, wish.b), max(wish.a, wish.b)) for wish in request.apart if wish.must})
    least = min(request.sizes)
    foes = _foes(request)
    for player in filter(foes.__contains__, request.players):
        mates = [other for other in request.players if other != player and other not in foes[player]]
        if len(mates) + 1 < least:
            raise Conflict(
                "too_few_mates",
                gettext_noop(
                    "%(player)s may sit with %(mates)s alone, and a table has at least %(least)d seats. "
                    "Remove one of the wishes of %(player)s, or make it optional."
                )
                if mates
                else gettext_noop(
                    "%(player)s may sit with nobody, and a table has at least %(least)d seats. "
                    "Remove one of the wishes of %(player)s, or make it optional."
                ),
                player=player,
                mates=tuple(mates),
                least=least,
            )
    together = sorted({(min(pair), max(pair)) for pair in together_now(request)})
    if not is_impossible(request.players, request.sizes, apart, together):
        return
    apart, together = conflict(request.players, request.sizes, apart, together)
    raise WishesImpossible(
        players=tuple(sorted({player for pair in (*apart, *together) for player in pair})),
        apart=len(apart),
        together=len(together),
    )


def _once(wishes: Iterable[Wish]) -> tuple[Wish, ...]:
    """Return one wish for each pair: required before optional, always before once."""
    by_pair: dict[frozenset[str], Wish] = {}
    for wish in wishes:
        pair = frozenset((wish.a, wish.b))
        if pair not in by_pair or _rank(wish) > _rank(by_pair[pair]):
            by_pair[pair] = wish
    return tuple(by_pair.values())


def _rank(wish: Apart | Together) -> tuple[bool, bool]:
    return wish.must, isinstance(wish, Together) and wish.always


Pair = tuple[str, str]

STEPS = 2_000
"""The most tries of a proof. Most rounds that are possible need one for each party."""

_LARGE = 20_000
"""With more parties times tables nothing is proved."""


@dataclass
class _Party:
    """Players who must sit together. foes: the indices of the parties that must sit elsewhere."""

    size: int = 0
    foes: set[int] = field(default_factory=set)


def is_impossible(
    players: Sequence[str], sizes: Sequence[int], apart: Sequence[Pair], together: Sequence[Pair]
) -> bool:
    """Return whether it is proved that no round of tables of these sizes keeps these wishes."""
    parties = _parties(players, apart, together)
    if any(index in party.foes for index, party in enumerate(parties)):
        return True
    bound = [index for index, party in enumerate(parties) if party.foes or party.size > 1]
    if len(bound) * len(sizes) > _LARGE:
        return False
    search = _Seats(parties, list(sizes), bound, len(players))
    return not search.seat() and search.steps < STEPS


def conflict(
    players: Sequence[str], sizes: Sequence[int], apart: Sequence[Pair], together: Sequence[Pair]
) -> tuple[list[Pair], list[Pair]]:
    """Return the wishes of a proved conflict, without those that are not needed for it: apart, together."""
    apart, together = list(apart), list(together)
    for wishes in (together, apart):
        for wish in list(wishes):
            wishes.remove(wish)
            if not is_impossible(players, sizes, apart, together):
                wishes.append(wish)
    return apart, together


def _parties(players: Sequence[str], apart: Iterable[Pair], together: Iterable[Pair]) -> list[_Party]:
    head = {player: player for player in players}

    def head_of(player: str) -> str:
        while head[player] != player:
            head[player] = head[head[player]]
            player = head[player]
        return player

    for a, b in together:
        head[head_of(a)] = head_of(b)
    index_of: dict[str, int] = {}
    parties: list[_Party] = []
    for player in players:
        first = head_of(player)
        if first not in index_of:
            index_of[first] = len(parties)
            parties.append(_Party())
        parties[index_of[first]].size += 1
    for a, b in apart:
        one, other = index_of[head_of(a)], index_of[head_of(b)]
        parties[one].foes.add(other)
        parties[other].foes.add(one)
    return parties


class _Seats:
    """Puts parties at tables, the party with the fewest possible tables first."""

    def __init__(self, parties: list[_Party], seats: list[int], waiting: list[int], players: int) -> None:
        self.parties, self.seats, self.waiting = parties, seats, waiting
        self.at: list[set[int]] = [set() for _ in seats]
        self.free = players - sum(parties[index].size for index in waiting)
        self.steps = 0

    def seat(self) -> bool:
        """Return whether a table was found for each waiting party. False also after `STEPS` tries."""
        if any(not self._can_be_filled(table) for table in range(len(self.seats))):
            return False
        if not self.waiting:
            return True
        options = {index: self._tables_for(index) for index in self.waiting}
        index = min(options, key=lambda each: (len(options[each]), -self.parties[each].size, each))
        self.waiting.remove(index)
        for table in options[index]:
            self.steps += 1
            if self.steps >= STEPS:
                break
            self.at[table].add(index)
            self.seats[table] -= self.parties[index].size
            if self.seat():
                return True
            self.seats[table] += self.parties[index].size
            self.at[table].discard(index)
        self.waiting.append(index)
        return False

    def _tables_for(self, index: int) -> list[int]:
        """Return the tables where this party may sit; of empty tables of one size only the first."""
        party, tables, empty = self.parties[index], [], set()
        for table, seats in enumerate(self.seats):
            if seats < party.size or not party.foes.isdisjoint(self.at[table]):
                continue
            if not self.at[table]:
                if seats in empty:
                    continue
                empty.add(seats)
            tables.append(table)
        return tables

    def _can_be_filled(self, table: int) -> bool:
        """Return whether enough players who wait may sit at this table."""
        missing = self.seats[table] - self.free
        for index in self.waiting:
            if missing <= 0:
                return True
            if self.parties[index].foes.isdisjoint(self.at[table]):
                missing -= self.parties[index].size
        return missing <= 0
