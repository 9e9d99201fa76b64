"""The reasons of a certificate.

A reason is plain JSON and is stored with the round. Players are ids; the reader fills in the names. Numbers
whose names end in `_score` are thousandths. Only directors see reasons with a code that begins with `wish_`
or `pinned_`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from tournaments.draw.rules.certificate.bounds import Pair, Wished, at_small, in_seat
from tournaments.draw.rules.request import Request, Table, Tables

Reason = dict[str, Any]


def reasons_at(
    request: Request, tables: Tables, met: Counter[Pair], wishes: Sequence[Wished]
) -> list[list[Reason]]:
    """Return the reasons of each table of a round. met: how often each pair met before."""
    small, dealt = at_small(request.past), in_seat(request.past)
    usual = min((small[player] for player in request.players), default=0)
    standing = dict(zip(request.players, request.standing, strict=False))
    scores = dict(zip(request.players, request.scores, strict=False))
    pinned = {pin.player: pin.seat for pin in request.pins if pin.seat is not None}
    most = max(map(len, tables), default=0)
    wished: defaultdict[int, list[Reason]] = defaultdict(list)
    for wish in _by_seat(wishes, tables):
        for number, why in _wish(wish):
            wished[number].append(why)
    reasons = []
    for number, table in enumerate(tables, 1):
        reasons.append([*_meetings(table, met), *_standing(table, standing, scores)] if table else [])
        if table and len(table) < most:
            reasons[-1].append(_small(table, small, usual))
        if table and pinned.get(table[0]) != 0:
            reasons[-1].append(_dealer(table, dealt, pinned))
        reasons[-1] += wished[number]
    return reasons


def _by_seat(wishes: Sequence[Wished], tables: Tables) -> list[Wished]:
    """Return pins in the order of the seats, then the wishes of pairs."""
    seat_of = {player: seat for table in tables for seat, player in enumerate(table)}
    pins = [wish for wish in wishes if wish.number]
    pins.sort(key=lambda pin: (pin.at, seat_of[pin.players[0]], pin.kind))
    return [*pins, *(wish for wish in wishes if not wish.number)]


def _wish(wish: Wished) -> Iterator[tuple[int, Reason]]:
    """Yield the reasons of a wish or a pin, each with its table."""
    here = wish.at[0]
    if wish.kind == "apart":
        if not wish.kept:
            yield here, reason("wish_apart_broken", wish.players)
    elif wish.kind == "together":
        if len(set(wish.at)) == 1:
            yield here, reason("wish_together_kept", wish.players)
        elif not wish.kept:
            for player, own, other in zip(wish.players, wish.at, wish.at[::-1], strict=True):
                yield own, reason("wish_together_broken", [player], table=other)
    elif wish.kept and wish.kind == "table":
        yield here, reason("pinned_table", wish.players)
    else:
        code = f"pinned_{wish.kind}" if wish.kept else f"pinned_{wish.kind}_missed"
        yield here, reason(code, wish.players, **{wish.kind: wish.number})


def _meetings(table: Table, met: Counter[Pair]) -> list[Reason]:
    again = [pair for pair in combinations(table, 2) if met[frozenset(pair)]]
    if not again:
        return [reason("first_meeting")]
    return [reason("meet_again", pair, met[frozenset(pair)] + 1) for pair in again]


def _standing(table: Table, standing: Mapping[str, int], score_of: Mapping[str, int]) -> Iterator[Reason]:
    values = [own[player] for own in [score_of or standing] for player in table if player in own]
    if not values:
        return
    low, high = min(values), max(values)
    if not score_of:
        yield (
            reason("standing_places", first=low, last=high)
            if low < high
            else reason("standing_place", first=low)
        )
        return
    yield (
        reason("near_scores", low_score=low, high_score=high)
        if low < high
        else reason("equal_scores", low_score=low)
    )
    down, up = floaters(table, score_of)
    if down:
        yield reason("floats_down", down)
    if up:
        yield reason("floats_up", up)


def _small(table: Table, small: Counter[str], usual: int) -> Reason:
    often = max(small[player] for player in table)
    if often <= usual:
        return reason("small_table_first")
    return reason("small_table_again", [player for player in table if small[player] == often], often + 1)


def _dealer(table: Table, dealt: Counter[str], pinned: Mapping[str, int]) -> Reason:
    dealer, others = table[0], [player for player in table if player not in pinned]
    in_turn = dealt[dealer] <= min(dealt[player] for player in (dealer, *others))
    code = "deals_first_in_turn" if in_turn else "deals_first_again"
    return reason(code, [dealer], dealt[dealer] + 1)


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


TIE_BREAKS: Final = (
    *("net", "pochen", "out", "pools", "showdowns", "best_round", "rounds_won"),
    *("countback", "head_to_head", "lots"),
)
"""What can decide between two players of one table."""

OF_FORMAT: Final = frozenset(
    (
        *("play_off_table", "final_table", "seeded_in_snake", "won_the_table", "went_on", "moved_up"),
        *("taken_in", "parted_from_table", "small_to_high", "small_to_low", "ladder_begins"),
        *("moved_up_a_table", "moved_down_a_table", "stayed_at_table", "joined_below", "wish_changed_tables"),
        *(f"{what}_by_{name}" for what in ("goes_on", "moves_up") for name in TIE_BREAKS),
    )
)
"""The reasons that the format of the stage gives (knockout, ladder, final)."""

PRIVATE: Final = ("wish_", "pinned_")
"""The beginnings of codes of reasons and faults that only directors may see."""


def reason(code: str, players: Sequence[str] = (), times: int = 0, **numbers: int) -> Reason:
    """Return a reason as it is stored. `draw/reason.html` has a sentence for each code.

    players: ids of those whom it is about. times: a count, or 0. numbers: other parameters of the sentence.
    """
    return {"code": code, "players": list(players), "times": times, "numbers": numbers}


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
