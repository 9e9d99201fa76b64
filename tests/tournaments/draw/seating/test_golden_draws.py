"""The same seed and moves, the same plan on every machine: draws as they came out once.

`golden_draws.json` holds, a line each, a request (as `wire` writes it) and its plan. A plan may change
only where the search or the data was changed on purpose, and then every stored draw of an older version
can no longer be checked from its seed: say so in the changelog, and write the file anew by calling
`write_anew()` from `python manage.py shell`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import (
    Apart,
    Pin,
    Plan,
    Request,
    Tables,
    Together,
    request_from_json,
    request_to_json,
)
from tournaments.events.rules.tables import split

FILE = Path(__file__).with_name("golden_draws.json")


def _players(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(count))


def _afresh(count: int, size: int, rounds: int, **more: Any) -> Request:
    sizes = tuple(split(count, size, 3, 6))
    return Request(players=_players(count), sizes=sizes, rounds_left=rounds, **more)


def _history(count: int, rounds: int) -> tuple[Tables, ...]:
    plan = draw(_afresh(count, 4, rounds, seed=9, moves=500))
    return (plan.tables, *plan.ahead)


def requests() -> dict[str, Request]:
    """One of every kind of draw, by name."""
    requests_by_name = {
        "a schedule kept as data": _afresh(24, 4, 7, seed=1),
        "a finite field": _afresh(45, 5, 9, seed=2),
        "turning": _afresh(203, 4, 6, seed=3),
        "tables of two sizes": _afresh(22, 4, 5, seed=4, moves=3_000),
        "tables of six who meet again": _afresh(18, 6, 4, seed=5, moves=6_000),
        "a search": _afresh(13, 4, 6, seed=6, moves=12_000),
        "a search for tables of five and four": _afresh(23, 5, 4, seed=7, moves=12_000),
        "pairs apart": _afresh(
            16,
            4,
            4,
            seed=8,
            moves=6_000,
            apart=(Apart("p0", "p1"), Apart("p0", "p2"), Apart("p3", "p4", must=False)),
        ),
        "few repeats before fair shares": _afresh(13, 4, 3, seed=15, moves=12_000, prefer="repeats"),
        "friends and pins": _afresh(
            15,
            4,
            3,
            seed=9,
            moves=6_000,
            together=(Together("p1", "p9"), Together("p2", "p3", always=True)),
            pins=(Pin("p0", seat=0), Pin("p5", table=2)),
        ),
        "after two rounds, a late entry": _afresh(17, 4, 3, seed=10, moves=6_000, past=_history(16, 2)),
        "the last round of a plan": _afresh(
            16, 4, 1, seed=11, moves=4_000, past=_history(16, 2), ahead=_history(16, 3)[2:]
        ),
        "Swiss": _afresh(
            21,
            4,
            1,
            seed=12,
            moves=6_000,
            past=_history(21, 3),
            standing=tuple(1 + number * 8 % 21 for number in range(21)),
            mix_tables=False,
        ),
        "Swiss by scores": _afresh(
            21,
            4,
            1,
            seed=16,
            moves=6_000,
            past=_history(21, 3),
            standing=tuple(1 + number * 8 % 21 for number in range(21)),
            scores=tuple(-500 * (number * 8 % 21 // 3) for number in range(21)),
            mix_tables=False,
        ),
        "Swiss with scarce partners": _afresh(
            16,
            4,
            3,
            seed=17,
            moves=20_000,
            past=_history(16, 2),
            standing=tuple(1 + number * 3 % 16 for number in range(16)),
            scores=tuple(-1_000 * (number * 3 % 16 // 4) for number in range(16)),
            mix_tables=False,
        ),
        "the higher places at small tables": _afresh(14, 4, 2, seed=13, moves=4_000, small_to="high"),
    }
    players = _players(8)
    requests_by_name["groups of a semi-final"] = Request(
        players=players,
        sizes=(4, 4),
        past=_history(8, 2),
        seed=14,
        groups=(players[::2], players[1::2]),
        mix_tables=False,
    )
    return requests_by_name


def write_anew() -> None:
    """Draw everything again and put the file in its place."""
    lines = [
        json.dumps({"name": name, "request": request_to_json(request), **_as_text(draw(request))})
        for name, request in requests().items()
    ]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def _as_text(plan: Plan) -> dict[str, Any]:
    """The moves, and the rounds as text: tables apart by bars, seats by blanks."""
    rounds = [
        " | ".join(" ".join(player[1:] for player in table) for table in tables)
        for tables in (plan.tables, *plan.ahead)
    ]
    return {"moves": plan.moves, "rounds": rounds}


GOLDEN: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def test_there_is_a_draw_of_every_kind() -> None:
    assert [golden["name"] for golden in GOLDEN] == list(requests())


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["name"] for golden in GOLDEN])
def test_a_draw_comes_out_as_it_did(golden: dict[str, Any]) -> None:
    plan = draw(request_from_json(golden["request"]))
    assert _as_text(plan) == {"moves": golden["moves"], "rounds": golden["rounds"]}


@pytest.mark.parametrize("golden", GOLDEN, ids=[golden["name"] for golden in GOLDEN])
def test_another_seed_is_another_draw_where_chance_has_a_say(golden: dict[str, Any]) -> None:
    other = {**golden["request"], "seed": 1_000 + golden["request"].get("seed", 0)}
    seats_alone = "groups" in other
    assert (_as_text(draw(request_from_json(other)))["rounds"] == golden["rounds"]) == seats_alone
