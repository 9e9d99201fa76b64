"""The request of a draw: as data and as JSON.

Players are ids. A table is its players clockwise from seat 0, the first dealer. A round is its tables in the
order of the physical tables (index 0 is table 1). Each category (people, bots) has its own request.

Every player is listed once and then referred to by index. Past players who are absent follow the players of
the request. Default values are left out, except the moves and the weights, because stored draws must stay
the same when these defaults change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

from tournaments.events.rules.tables import Deals

Table = tuple[str, ...]
Tables = tuple[Table, ...]
Grouping = list[list[int]]
"""Who sits together in a round: the players of each table, as numbers from 0."""

MOVES = 800_000
"""The default budget of a draw, in moves (swaps that the search tries). Few draws need all of them."""


class Apart(NamedTuple):
    """Two players who should not sit at one table. must: the wish is required; else it is optional."""

    a: str
    b: str
    must: bool = True


class Together(NamedTuple):
    """Two players who should sit at one table: in the next round if they have not met yet, or `always`.

    must: the wish is required; else it is optional.
    """

    a: str
    b: str
    must: bool = False
    always: bool = False


class Pin(NamedTuple):
    """A player who always has the same seat (from 0) or physical table (from 1)."""

    player: str
    seat: int | None = None
    table: int | None = None


class Weights(NamedTuple):
    """What one unit of each cost is worth, as whole numbers.

    repeats: one unit of Q. wishes: one broken optional wish. small: one unit of F. standing: one unit of the
    squared distance in the standings of two players at one table (Swiss only). The distance of two scores
    counts as if the scores from the first to the last were spread evenly over the places. Required wishes
    have no weight, and neither has the fair share of small tables (see `Request.prefer`).
    """

    repeats: int = 1_000
    wishes: int = 3_000
    small: int = 10
    standing: int = 1


USUAL: Final = Weights()


@dataclass(frozen=True, slots=True)
class Request:
    """The players of a category to seat in the next round. The same request always gives the same plan.

    players: ids in a stable order.
    sizes: seats of each table, larger first (`tables.split`); they add up to the players.
    past: the rounds so far, oldest first; it may contain players who have left.
    rounds_left: rounds still to be drawn, this one included. All of them are planned, the next is returned.
    seed: another seed gives another draw.
    moves: the budget, in swaps that the search tries.
    attempts: the search ends after this number of attempts even if moves are left; 0: no limit. It
        reproduces a draw that was taken from a search before its end.
    ahead: rounds that an earlier plan kept (`Plan.ahead`). The draw is never worse than them. Empty for a
        redraw, which should differ.
    ahead_seated: an earlier draw has made these rounds with their seats, so the first of them is the next
        round if nothing changes. Else `ahead` says only who sits together, and the draw decides the seats.
    apart, together, pins, weights: wishes. `check` refuses contradictions before the search.
    standing: the place of each player in the standings (1 is first), in the order of `players`: the draw
        seats neighbours together. Empty: the draw does not use the standings.
    scores: the score of each player in thousandths (`thousandths`), in the order of `players`: the draw seats
        equal scores together, and `standing` only decides who leaves their score group. Empty: places pair,
        because nobody has a score yet (a seeding), or because scores do not decide the places (after a
        knockout).
    small_to: who gets the smaller tables: "shared" evenly, or the "high" or "low" places (of `standing`, or
        in the order of `players` if that is empty).
    prefer: if small tables are shared and the draw does not use the standings: "fair" keeps everybody within
        one of their fair share of small tables, even if that costs repeats; "repeats" avoids repeats first.
    groups: who sits together if the format of the stage decides it (knockout, ladder), table 1 first. Then
        the draw decides only seats, and ignores `standing`, `ahead` and the weights.
    deals: the deals of the rounds still to be drawn; None: nobody counts who deals how often.
    past_deals: the planned deals of each table of `past`.
    clockwise: the turn to deal passes from seat 0 to seat 1; else to the last seat.
    mix_tables: share the physical tables evenly (rotation); else table 1 is the highest in the standings, or
        in `groups`.
    """

    players: tuple[str, ...]
    sizes: tuple[int, ...]
    past: tuple[Tables, ...] = ()
    rounds_left: int = 1
    seed: int = 0
    moves: int = MOVES
    attempts: int = 0
    ahead: tuple[Tables, ...] = ()
    ahead_seated: bool = True
    apart: tuple[Apart, ...] = ()
    together: tuple[Together, ...] = ()
    pins: tuple[Pin, ...] = ()
    weights: Weights = USUAL
    standing: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    small_to: str = "shared"
    prefer: str = "fair"
    groups: Tables = ()
    mix_tables: bool = True
    deals: Deals | None = None
    past_deals: tuple[tuple[int, ...], ...] = ()
    clockwise: bool = True


class Plan(NamedTuple):
    """The answer to a request.

    tables: the next round, physical tables and seats in order. ahead: the later rounds, which will be
    drawn if
    nothing changes. moves: swaps that the search tried.
    """

    tables: Tables
    ahead: tuple[Tables, ...] = ()
    moves: int = 0


_WITH_PLAYERS: Final = ("past", "ahead", "apart", "together", "pins", "groups")
"""The parts of a request that name players, in the order in which absent players get their numbers."""

_ALWAYS: Final = ("sizes", "moves")
_DEFAULTS: Final = {
    each.name: each.default for each in fields(Request) if each.name not in ("players", *_ALWAYS)
}
"""The values that are left out. Changing a default of `Request` changes the meaning of stored requests."""


def request_to_json(request: Request) -> dict[str, Any]:
    """Return a request as plain JSON."""
    number_of = {player: number for number, player in enumerate(request.players)}

    def plain(value: Any, *, named: bool) -> Any:
        if isinstance(value, tuple):
            return [plain(each, named=named) for each in value]
        if named and isinstance(value, str):
            return number_of.setdefault(value, len(number_of))
        return int(value) if named and isinstance(value, bool) else value

    values = {name: getattr(request, name) for name in (*_WITH_PLAYERS, *_ALWAYS, *_DEFAULTS)}
    stored = {
        name: plain(value, named=name in _WITH_PLAYERS)
        for name, value in values.items()
        if name in _ALWAYS or value != _DEFAULTS[name]
    }
    if request.deals is not None:
        stored["deals"] = [request.deals.number, request.deals.per]
    stored["weights"] = request.weights._asdict()
    return {"players": len(request.players), "names": list(number_of), **stored}


def request_from_json(data: Mapping[str, Any]) -> Request:
    """Return the request that `request_to_json` wrote. Raises KeyError or TypeError for anything else."""
    names = data["names"]
    values = {name: _tuples(value) for name, value in data.items() if name in (*_ALWAYS, *_DEFAULTS)}
    for name in ("past", "ahead", "groups"):
        values[name] = _tuples(data.get(name, ()), names)
    values["apart"] = tuple(Apart(names[a], names[b], bool(must)) for a, b, must in data.get("apart", ()))
    values["together"] = tuple(
        Together(names[a], names[b], bool(must), bool(always))
        for a, b, must, always in data.get("together", ())
    )
    values["pins"] = tuple(Pin(names[player], seat, table) for player, seat, table in data.get("pins", ()))
    values["weights"] = Weights(**data["weights"])
    values["deals"] = Deals(*data["deals"]) if data.get("deals") else None
    return Request(players=tuple(names[: data["players"]]), **values)


def _tuples(value: Any, names: Sequence[str] = ()) -> Any:
    """Return lists as tuples, and with `names` the names in place of their numbers."""
    if isinstance(value, (list, tuple)):
        return tuple(_tuples(each, names) for each in value)
    return names[value] if names else value
