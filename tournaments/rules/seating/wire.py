"""A request as JSON, and back without loss: stored with a round, handed to a worker.

Players are listed once and meant by their index from then on; a round is a list of lists of indices.
People of the past who are not here follow the players of the request. Defaults are left
out, but for the budget and the weights: a draw must be made again though their usual values change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tournaments.rules.seating.request import Apart, Pin, Request, Table, Tables, Together, Weights


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
        "apart": [[names[wish.a], names[wish.b], int(wish.must)] for wish in request.apart],
        "together": [
            [names[wish.a], names[wish.b], int(wish.must), int(wish.always)] for wish in request.together
        ],
        "pins": [[names[pin.player], pin.seat, pin.table] for pin in request.pins],
        "weights": asdict(request.weights),
        "standing": list(request.standing),
        "small_to": request.small_to,
        "groups": names.tables(request.groups),
        "mix_tables": request.mix_tables,
    }
    told = {key: value for key, value in full.items() if value != _DEFAULTS.get(key)}
    return {"players": len(request.players), "names": names.known, **told}


def request_from_json(data: Mapping[str, Any]) -> Request:
    """Return the request that `request_to_json` wrote down; KeyError or TypeError for anything else."""
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
        apart=tuple(Apart(names[a], names[b], bool(must)) for a, b, must in full["apart"]),
        together=tuple(
            Together(names[a], names[b], bool(must), bool(always)) for a, b, must, always in full["together"]
        ),
        pins=tuple(Pin(names[player], seat, table) for player, seat, table in full["pins"]),
        weights=Weights(**full["weights"]),
        standing=tuple(full["standing"]),
        small_to=full["small_to"],
        groups=_tables(names, full["groups"]),
        mix_tables=full["mix_tables"],
    )


class _Names:
    """Everybody in the order in which they are first named."""

    def __init__(self, players: Iterable[str]) -> None:
        self.known = list(players)
        self.index = {player: index for index, player in enumerate(self.known)}

    def __getitem__(self, player: str) -> int:
        if player not in self.index:
            self.index[player] = len(self.known)
            self.known.append(player)
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
    "apart": [],
    "together": [],
    "pins": [],
    "standing": [],
    "small_to": _BLANK.small_to,
    "groups": [],
    "mix_tables": _BLANK.mix_tables,
}
"""What is left out. A default is the request's own; one that changes needs an eye on what is stored."""
