"""Rounds without a repeat by rotation: the player in seat i moves on by i tables in every round.

A player is (i, a): seat i, and table a of g in the first round. In round h the players of table t are
(i, t + i h mod g). Two of them meet again only if (i - j) (h - h') is a multiple of g, so there is no repeat
while g > (p - 1) (rounds - 1).

With fewer tables the seats move by other numbers. For any two seats, the difference of their moves must be
different in every round. The moves are searched round by round, smallest first, or kept from a longer
search. As in a field, players of the same seat make one more round if p divides g.
"""

from __future__ import annotations

from itertools import combinations

from tournaments.draw.rules.request import Grouping

_KEPT_MOVES = {
    (14, 4): "0b11 02d7 00a6 0c65 0503 0dbd 0430 0678 0994 07ca 0a29 035b 018c",
    (14, 5): "02a27 0c414 070c5 036da 099bb 00261 0433d 0ab59 08d98 0b780 06102",
    (15, 4): "0e9c 03a7 0466 0cd3 0080 08c5 0978 0742 062d 0a1b 055e 0104 0be1 02ba 0d39",
    (15, 5): "098d7 06eee 0cd02 03634 01b7c 0a4b9 0739d 0e54b 029c5 04128 0b083 05710",
    (18, 6): "0hf065 039814 09e506 0b7d4g 0529dh 00d7e7 07668a 01bcb0 08g2a1 0ccafc 0f833d 0e3b99 0dh47f",
    (20, 6): (
        "0hh257 01e512 07ia21 0213if 0a6486 06cjd3 0e3d3c 08ffea 0db8gg 0c2ib4 0j01cj 0g4ca5 0id79h 058h60 "
        "0b59fi"
    ),
}
"""Moves from a long search, by tables and seats: a word for each round, a base-36 digit for each seat."""

_MOST_STEPS = 3_000
"""The most steps of the search for the next round."""


def schedule(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds without a repeat: at least one, and all of them if `is_sure`.

    Player (i, a) has the number i * tables + a. Tables of two play a round robin.
    """
    if size == 2:
        return pairs(tables, rounds)
    if is_sure(tables, size, rounds):
        moves = [[seat * h for seat in range(size)] for h in range(rounds)]
    else:
        moves = max(_kept(tables, size), _moves(tables, size, rounds), key=len)[:rounds]
    made = [
        [[seat * tables + (t + move[seat]) % tables for seat in range(size)] for t in range(tables)]
        for move in moves
    ]
    if len(made) < rounds and tables % size == 0:
        # Players of the same seat have never met.
        made.append([list(range(first, first + size)) for first in range(0, tables * size, size)])
    return made


def is_sure(tables: int, size: int, rounds: int) -> bool:
    """Return whether that many rounds need no search."""
    return tables > (size - 1) * (rounds - 1)


def pairs(tables: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds of tables of two: one player stays, the others rotate."""
    turning = 2 * tables - 1
    return [
        [[turning if step == 0 else (h - step) % turning, (h + step) % turning] for step in range(tables)]
        for h in range(min(rounds, turning))
    ]


def _kept(tables: int, size: int) -> list[list[int]]:
    """Return the kept moves for that many tables, with as many seats or more; may be empty."""
    kept = [
        words.split() for (number, seats), words in _KEPT_MOVES.items() if number == tables and seats >= size
    ]
    return [[int(digit, 36) for digit in word[:size]] for word in max(kept, key=len, default=[])]


def _moves(tables: int, size: int, rounds: int) -> list[list[int]]:
    """Return by how many tables each seat has moved, round by round. Seat 0 stays."""
    # The differences of the moves of two seats so far. None of them may come again.
    used: dict[tuple[int, int], set[int]] = {pair: set() for pair in combinations(range(size), 2)}
    moves: list[list[int]] = []
    while len(moves) < min(rounds, tables):
        move = _next_move(tables, size, used)
        if move is None:
            break
        moves.append(move)
        for (a, b), differences in used.items():
            differences.add((move[b] - move[a]) % tables)
    return moves


def _next_move(tables: int, size: int, used: dict[tuple[int, int], set[int]]) -> list[int] | None:
    """Return the smallest moves, seat by seat, whose differences are all new; None without such moves."""
    move, tried, steps_left = [0], -1, _MOST_STEPS
    while 0 < len(move) < size and steps_left:
        steps_left -= 1
        seat = len(move)
        tried += 1
        if tried == tables:
            # This seat has no place, so the seat before must move on. Seat 0 never moves.
            tried = move.pop()
            if not move:
                return None
        elif all((tried - move[other]) % tables not in used[other, seat] for other in range(seat)):
            move.append(tried)
            tried = -1
    return move if len(move) == size else None
