"""The reasons of each table of a draw, counted from the plan for its certificate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from tournaments.draw.rules.certificate.counts import Pair, at_small, in_seat
from tournaments.draw.rules.certificate.reasons import Reason, reason
from tournaments.draw.rules.request import Request, Table, Tables


class Explainer:
    """Makes the reasons of the tables of one round. met: how often each pair met before."""

    def __init__(self, request: Request, tables: Tables, met: Counter[Pair]) -> None:
        self.request, self.tables, self.met = request, tables, met
        small = at_small(request.past)
        self.small = {player: small[player] for player in request.players}
        self.small_usual = min(self.small.values(), default=0)
        self.most = max(map(len, tables), default=0)
        self.dealt = in_seat(request.past)
        self.standing = dict(zip(request.players, request.standing, strict=False))
        self.scores = dict(zip(request.players, request.scores, strict=False))
        self.table_of = {player: place for place, table in enumerate(tables) for player in table}
        self.seat_of = {pin.player: pin.seat for pin in request.pins if pin.seat is not None}
        self.own_table = {pin.player: pin.table for pin in request.pins if pin.table is not None}
        self.wished: dict[int, list[Reason]] = {}
        for wish in self._wishes():
            for place in sorted({self.table_of[player] for player in wish["players"]}):
                self.wished.setdefault(place, []).append(wish)

    def reasons_at(self, place: int) -> list[Reason]:
        """Return the reasons of the table with this index (from 0)."""
        table = self.tables[place]
        if not table:
            return []
        return [
            *self._meetings(table),
            *self._standing(table),
            *self._small(table),
            *self._dealer(table),
            *self._pins(table, place),
            *self.wished.get(place, ()),
        ]

    def _meetings(self, table: Table) -> Iterator[Reason]:
        again = [pair for pair in combinations(table, 2) if self.met[frozenset(pair)]]
        if not again:
            yield reason("first_meeting")
            return
        for pair in again:
            yield reason("meet_again", pair, self.met[frozenset(pair)] + 1)

    def _standing(self, table: Table) -> Iterator[Reason]:
        if self.scores:
            yield from self._scores(table)
            return
        places = [self.standing[player] for player in table if player in self.standing]
        if places and min(places) < max(places):
            yield reason("standing_places", first=min(places), last=max(places))
        elif places:
            yield reason("standing_place", first=places[0])

    def _scores(self, table: Table) -> Iterator[Reason]:
        scores = [self.scores[player] for player in table if player in self.scores]
        if not scores:
            return
        if min(scores) == max(scores):
            yield reason("equal_scores", low_score=scores[0])
        else:
            yield reason("near_scores", low_score=min(scores), high_score=max(scores))
        down, up = floaters(table, self.scores)
        if down:
            yield reason("floats_down", down)
        if up:
            yield reason("floats_up", up)

    def _small(self, table: Table) -> Iterator[Reason]:
        if len(table) == self.most:
            return
        often = max(self.small.get(player, 0) for player in table)
        if often <= self.small_usual:
            yield reason("small_table_first")
        else:
            again = [player for player in table if self.small.get(player, 0) == often]
            yield reason("small_table_again", again, often + 1)

    def _dealer(self, table: Table) -> Iterator[Reason]:
        dealer = table[0]
        if self.seat_of.get(dealer) == 0:
            return
        others = [player for player in table if player not in self.seat_of]
        in_turn = self.dealt[dealer] <= min(self.dealt[player] for player in (dealer, *others))
        code = "deals_first_in_turn" if in_turn else "deals_first_again"
        yield reason(code, [dealer], self.dealt[dealer] + 1)

    def _pins(self, table: Table, place: int) -> Iterator[Reason]:
        for seat, player in enumerate(table):
            own_seat, own_table = self.seat_of.get(player), self.own_table.get(player)
            if own_seat is not None:
                code = "pinned_seat" if own_seat == seat else "pinned_seat_missed"
                yield reason(code, [player], seat=own_seat + 1)
            if own_table == place + 1:
                yield reason("pinned_table", [player])
            elif own_table is not None:
                yield reason("pinned_table_missed", [player], table=own_table)

    def _wishes(self) -> Iterator[Reason]:
        for apart in self.request.apart:
            if self._seated(apart.a, apart.b) and self.table_of[apart.a] == self.table_of[apart.b]:
                yield reason("wish_apart_broken", [apart.a, apart.b])
        for together in self.request.together:
            if not self._seated(together.a, together.b):
                continue
            if self.table_of[together.a] == self.table_of[together.b]:
                yield reason("wish_together_kept", [together.a, together.b])
            elif together.always or not self.met[frozenset((together.a, together.b))]:
                for here, there in ((together.a, together.b), (together.b, together.a)):
                    yield reason("wish_together_broken", [here], table=self.table_of[there] + 1)

    def _seated(self, *players: str) -> bool:
        return all(player in self.table_of for player in players)


def floaters(table: Table, score_of: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """Return the players of a table who come from a higher score group, and those from a lower one.

    A table is of the score that most of its players have; if two are as many, of the higher one. A table
    whose players all have different scores is of no group, so nobody floats there.
    """
    times = Counter(score_of[player] for player in table if player in score_of)
    most = max(times.values(), default=0)
    if most < 2:
        return [], []
    own = max(score for score, count in times.items() if count == most)
    here = [player for player in table if player in score_of]
    return [p for p in here if score_of[p] > own], [p for p in here if score_of[p] < own]
