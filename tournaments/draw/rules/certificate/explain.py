"""The reasons of a certificate.

A reason is plain JSON and is stored with the round. Players are ids; the reader fills in the names. Numbers
whose names end in `_score` are thousandths. Only directors see reasons with a code that begins with `wish_`
or `pinned_`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypedDict

from tournaments.core.rules.refusals import gettext_noop
from tournaments.draw.rules.certificate.bounds import Pair, at_small, in_seat
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


REASONS: Final[dict[str, str]] = {
    "first_meeting": gettext_noop("Nobody at this table has met before."),
    "meet_again": gettext_noop("%(players)s meet again. With this round they have met %(times)d times."),
    "small_table_first": gettext_noop(
        "This is a small table. Nobody here has sat at small tables more often than others."
    ),
    "small_table_again": gettext_noop("At a small table again, now %(times)d times: %(players)s."),
    "deals_first_in_turn": gettext_noop(
        "%(players)s deals first. Everybody else here has dealt first at least as often."
    ),
    "deals_first_again": gettext_noop("%(players)s deals first again, now %(times)d times."),
    "standing_places": gettext_noop("Places %(first)d to %(last)d in the standings."),
    "standing_place": gettext_noop("All players share place %(first)d in the standings."),
    "equal_scores": gettext_noop("All players here have a score of %(low_score)s."),
    "near_scores": gettext_noop("Scores from %(low_score)s to %(high_score)s."),
    "floats_down": gettext_noop("From a higher score group: %(players)s."),
    "floats_up": gettext_noop("From a lower score group: %(players)s."),
    "pinned_seat": gettext_noop("%(players)s always has seat %(seat)d."),
    "pinned_seat_missed": gettext_noop("%(players)s must have seat %(seat)d, but has another one."),
    "pinned_table": gettext_noop("%(players)s always sits at this table."),
    "pinned_table_missed": gettext_noop("%(players)s must sit at table %(table)d, but sits at another one."),
    "wish_apart_broken": gettext_noop("%(players)s sit together, although they should sit apart."),
    "wish_together_kept": gettext_noop("%(players)s sit together, as wished."),
    "wish_together_broken": gettext_noop("%(players)s should sit with a player who sits at table %(table)d."),
}
"""The sentence of each reason. `players` is a list of names in words; the other placeholders are numbers or
scores."""

_OF_FORMAT: Final = {
    "play_off_table": gettext_noop("These players are equal in everything, and play for their order."),
    "final_table": gettext_noop("This is the final table."),
    "seeded_in_snake": gettext_noop("Dealt in a snake by their seeds: %(players)s."),
    "won_the_table": gettext_noop("Won their last table: %(players)s."),
    "went_on": gettext_noop("Went on from their last table: %(players)s."),
    "moved_up": gettext_noop("Went on instead of a player who has left: %(players)s."),
    "taken_in": gettext_noop(
        "The best of the players who were out, added so that everybody can be seated: %(players)s."
    ),
    "parted_from_table": gettext_noop(
        "Changed places with neighbours in the order, to separate players of one table: %(players)s."
    ),
    "small_to_high": gettext_noop("This is a small table. Small tables go to the higher places."),
    "small_to_low": gettext_noop("This is a small table. Small tables go to the lower places."),
    "ladder_begins": gettext_noop("Order at the start of the ladder: %(players)s."),
    "moved_up_a_table": gettext_noop("Moved up: %(players)s."),
    "moved_down_a_table": gettext_noop("Moved down: %(players)s."),
    "stayed_at_table": gettext_noop("Stayed: %(players)s."),
    "joined_below": gettext_noop("New players, who start at the last table: %(players)s."),
    "wish_changed_tables": gettext_noop("Changed tables to keep a wish: %(players)s."),
    "goes_on_by_net": gettext_noop("Equal scores. Net chips decided who goes on. In order: %(players)s."),
    "goes_on_by_pochen": gettext_noop(
        "Equal scores. Chips won in the Pochen decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_out": gettext_noop(
        "Equal scores. Deals gone out decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_pools": gettext_noop(
        "Equal scores. Pools won by melding decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_showdowns": gettext_noop(
        "Equal scores. Showdowns won decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_best_round": gettext_noop(
        "Equal scores. The best round decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_rounds_won": gettext_noop(
        "Equal scores. Rounds won decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_countback": gettext_noop(
        "Equal scores. Places at the tables decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_head_to_head": gettext_noop(
        "Equal scores. Chips head to head decided who goes on. In order: %(players)s."
    ),
    "goes_on_by_lots": gettext_noop("Equal scores. Lots decided who goes on. In order: %(players)s."),
    "moves_up_by_net": gettext_noop("Equal scores. Net chips decided who moves up. In order: %(players)s."),
    "moves_up_by_pochen": gettext_noop(
        "Equal scores. Chips won in the Pochen decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_out": gettext_noop(
        "Equal scores. Deals gone out decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_pools": gettext_noop(
        "Equal scores. Pools won by melding decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_showdowns": gettext_noop(
        "Equal scores. Showdowns won decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_best_round": gettext_noop(
        "Equal scores. The best round decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_rounds_won": gettext_noop(
        "Equal scores. Rounds won decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_countback": gettext_noop(
        "Equal scores. Places at the tables decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_head_to_head": gettext_noop(
        "Equal scores. Chips head to head decided who moves up. In order: %(players)s."
    ),
    "moves_up_by_lots": gettext_noop("Equal scores. Lots decided who moves up. In order: %(players)s."),
}
"""The sentences of the reasons that the format of the stage gives (knockout, ladder, final)."""

REASONS.update(_OF_FORMAT)

PRIVATE: Final = ("wish_", "pinned_")
"""The beginnings of codes of reasons and faults that only directors may see."""


class Reason(TypedDict):
    """A reason, as it is stored.

    code: of `REASONS`. players: ids of the players that it is about. times: a count, or 0. numbers: the other
    parameters of the sentence.
    """

    code: str
    players: list[str]
    times: int
    numbers: dict[str, int]


def reason(code: str, players: Sequence[str] = (), times: int = 0, **numbers: int) -> Reason:
    """Return a reason. Raises KeyError if its code is not in `REASONS`."""
    if code not in REASONS:
        raise KeyError(code)
    return Reason(code=code, players=list(players), times=times, numbers=numbers)


def of_format(code: str) -> bool:
    """Return whether the format of the stage gives this reason (knockout, ladder, final)."""
    return code in _OF_FORMAT


def private(code: str) -> bool:
    """Return whether only directors may see a reason or fault with this code."""
    return code.startswith(PRIVATE)


def for_everybody(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored certificate without the reasons and faults that only directors may see."""
    seen = dict(certificate)
    if "faults" in seen:
        seen["faults"] = [fault for fault in seen["faults"] if not private(fault["code"])]
    if "tables" in seen:
        seen["tables"] = [
            {**table, "reasons": [each for each in table["reasons"] if not private(each["code"])]}
            for table in seen["tables"]
        ]
    return seen
