"""A request as JSON, without loss. It is stored with a round and sent to workers.

Every player is listed once and then referred to by index. Past players who are absent follow the players of
the request. Default values are left out, except the moves and the weights, because stored draws must stay
the same when these defaults change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tournaments.draw.rules.request import Apart, Pin, Request, Table, Tables, Together, Weights
from tournaments.events.rules.deals import Deals


def request_to_json(request: Request) -> dict[str, Any]:
    """Return a request as plain JSON."""
    names = _Names(request.players)
    full = {
        "sizes": list(request.sizes),
        "past": names.rounds(request.past),
        "rounds_left": request.rounds_left,
        "seed": request.seed,
        "moves": request.moves,
        "attempts": request.attempts,
        "ahead": names.rounds(request.ahead),
        "ahead_seated": request.ahead_seated,
        "apart": [[names[wish.a], names[wish.b], int(wish.must)] for wish in request.apart],
        "together": [
            [names[wish.a], names[wish.b], int(wish.must), int(wish.always)] for wish in request.together
        ],
        "pins": [[names[pin.player], pin.seat, pin.table] for pin in request.pins],
        "weights": asdict(request.weights),
        "standing": list(request.standing),
        "scores": list(request.scores),
        "small_to": request.small_to,
        "prefer": request.prefer,
        "groups": names.tables(request.groups),
        "mix_tables": request.mix_tables,
        "deals": None if request.deals is None else [request.deals.number, request.deals.per],
        "past_deals": [list(deals) for deals in request.past_deals],
        "clockwise": request.clockwise,
    }
    changed = {key: value for key, value in full.items() if value != _DEFAULTS.get(key)}
    return {"players": len(request.players), "names": names.names, **changed}


def request_from_json(data: Mapping[str, Any]) -> Request:
    """Return the request that `request_to_json` wrote. Raises KeyError or TypeError for anything else."""
    names: list[str] = data["names"]
    full = {**_DEFAULTS, **data}
    return Request(
        players=tuple(names[: data["players"]]),
        sizes=tuple(data["sizes"]),
        past=_rounds(names, full["past"]),
        rounds_left=full["rounds_left"],
        seed=full["seed"],
        moves=full["moves"],
        attempts=full["attempts"],
        ahead=_rounds(names, full["ahead"]),
        ahead_seated=full["ahead_seated"],
        apart=tuple(Apart(names[a], names[b], bool(must)) for a, b, must in full["apart"]),
        together=tuple(
            Together(names[a], names[b], bool(must), bool(always)) for a, b, must, always in full["together"]
        ),
        pins=tuple(Pin(names[player], seat, table) for player, seat, table in full["pins"]),
        weights=Weights(**full["weights"]),
        standing=tuple(full["standing"]),
        scores=tuple(full["scores"]),
        small_to=full["small_to"],
        prefer=full["prefer"],
        groups=_tables(names, full["groups"]),
        mix_tables=full["mix_tables"],
        deals=None if full["deals"] is None else Deals(*full["deals"]),
        past_deals=tuple(tuple(deals) for deals in full["past_deals"]),
        clockwise=full["clockwise"],
    )


class _Names:
    """The ids of all players, in the order of their first mention."""

    def __init__(self, players: Iterable[str]) -> None:
        self.names = list(players)
        self.index = {player: index for index, player in enumerate(self.names)}

    def __getitem__(self, player: str) -> int:
        if player not in self.index:
            self.index[player] = len(self.names)
            self.names.append(player)
        return self.index[player]

    def tables(self, tables: Tables) -> list[list[int]]:
        return [[self[player] for player in table] for table in tables]

    def rounds(self, rounds: Sequence[Tables]) -> list[list[list[int]]]:
        return [self.tables(tables) for tables in rounds]


def _tables(names: Sequence[str], tables: Sequence[Sequence[int]]) -> tuple[Table, ...]:
    return tuple(tuple(names[index] for index in table) for table in tables)


def _rounds(names: Sequence[str], rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[Tables, ...]:
    return tuple(_tables(names, tables) for tables in rounds)


_BLANK = Request((), ())
_DEFAULTS: dict[str, Any] = {
    "past": [],
    "rounds_left": _BLANK.rounds_left,
    "seed": _BLANK.seed,
    "attempts": _BLANK.attempts,
    "ahead": [],
    "ahead_seated": _BLANK.ahead_seated,
    "apart": [],
    "together": [],
    "pins": [],
    "standing": [],
    "scores": [],
    "small_to": _BLANK.small_to,
    "prefer": _BLANK.prefer,
    "groups": [],
    "mix_tables": _BLANK.mix_tables,
    "deals": _BLANK.deals,
    "past_deals": [],
    "clockwise": _BLANK.clockwise,
}
"""The values that are left out. Changing a default of `Request` changes the meaning of stored requests."""
