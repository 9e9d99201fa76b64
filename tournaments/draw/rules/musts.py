"""Proofs, before a search, that no round can keep all required wishes.

Players who must sit together are a party, and parties with a player who must sit apart never share a table.
The proof tries all ways to put the parties at tables, and stops after a number of steps: then it does not
know. It looks at the next round only, which has more required wishes than the later ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

Pair = tuple[str, str]

STEPS = 2_000
"""The most tries of a proof. Most rounds that are possible need one for each party."""

_LARGE = 20_000
"""With more parties times tables nothing is proved."""


@dataclass
class _Party:
    """Players who must sit together. foes: the indices of the parties that must sit elsewhere."""

    size: int
    foes: set[int] = field(default_factory=set)


def allowed_mates(players: Sequence[str], apart: Iterable[Pair]) -> dict[str, list[str]]:
    """Return for each player who must sit apart from somebody the players with whom they may sit."""
    foes: dict[str, set[str]] = {}
    for a, b in apart:
        foes.setdefault(a, set()).add(b)
        foes.setdefault(b, set()).add(a)
    return {
        player: [other for other in players if other != player and other not in foes[player]]
        for player in players
        if player in foes
    }


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
            parties.append(_Party(0))
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
        """Return whether the waiting parties find tables; also False when the steps are spent."""
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
