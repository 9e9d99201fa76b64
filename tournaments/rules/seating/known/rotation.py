"""Rounds in which nobody meets twice, by turning: whoever sits in seat i moves on by i tables a round.

Write a player as (i, a): the one of seat i who begins at table a, of g. In round h the players of
table t are (i, t + i h mod g). Two of them meet again only if (i - j) (h - h') is a multiple of g, so
nobody does while g > (p - 1) (rounds - 1): every large event, at once.

Where the tables are fewer, the seats move on by other numbers than i h. What is needed is only that
for any two seats the difference of their moves is another one in every round; the moves are found one
round after the other, smallest first, or are kept from a longer search. As in a field, one round more
comes of those who share a seat, where p divides g.
"""

from __future__ import annotations

from itertools import combinations

Grouping = list[list[int]]

_FOUND = {
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
"""Moves that took long to find, by tables and seats, a word a round, a digit (in base 36) a seat."""

_PATIENCE = 3_000
"""Moves of a single seat tried before the search for the next round is given up."""


def schedule(tables: int, size: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds of `tables` tables of `size`, no two players meeting twice.

    At least one round, and all of them where that `is_sure`. Player
    i * tables + a is (i, a). Tables of two play everybody against everybody.
    """
    if size == 2:
        return pairs(tables, rounds)
    if is_sure(tables, size, rounds):
        moves = [[seat * h for seat in range(size)] for h in range(rounds)]
    else:
        moves = max(_kept(tables, size), _moves(tables, size, rounds), key=len)[:rounds]
    found = [
        [[seat * tables + (t + move[seat]) % tables for seat in range(size)] for t in range(tables)]
        for move in moves
    ]
    if len(found) < rounds and tables % size == 0:
        # Those of one seat have never met.
        found.append([list(range(first, first + size)) for first in range(0, tables * size, size)])
    return found


def is_sure(tables: int, size: int, rounds: int) -> bool:
    """Whether so many rounds need no search: nobody is turned all the way round."""
    return tables > (size - 1) * (rounds - 1)


def pairs(tables: int, rounds: int) -> list[Grouping]:
    """Return up to that many rounds of tables of two: one player stays, the others turn round them."""
    turning = 2 * tables - 1
    return [
        [[turning if step == 0 else (h - step) % turning, (h + step) % turning] for step in range(tables)]
        for h in range(min(rounds, turning))
    ]


def _kept(tables: int, size: int) -> list[list[int]]:
    """The moves kept for that many tables, if they are of as many seats or more."""
    kept = [words.split() for (number, seats), words in _FOUND.items() if number == tables and seats >= size]
    return [[int(digit, 36) for digit in word[:size]] for word in max(kept, key=len, default=[])]


def _moves(tables: int, size: int, rounds: int) -> list[list[int]]:
    """By how many tables each seat has moved on, round by round; seat 0 stays.

    used[i, j]: the differences of the moves of seats i and j so far, none of which may come again.
    """
    used: dict[tuple[int, int], set[int]] = {pair: set() for pair in combinations(range(size), 2)}
    found: list[list[int]] = []
    while len(found) < min(rounds, tables):
        move = _next_move(tables, size, used)
        if move is None:
            break
        found.append(move)
        for (a, b), differences in used.items():
            differences.add((move[b] - move[a]) % tables)
    return found


def _next_move(tables: int, size: int, used: dict[tuple[int, int], set[int]]) -> list[int] | None:
    """The smallest moves, seat by seat, whose differences are all new; None where there are none."""
    move, tried, patience = [0], -1, _PATIENCE
    while 0 < len(move) < size and patience:
        patience -= 1
        seat = len(move)
        tried += 1
        if tried == tables:
            # No place for this seat: the one before has to move on. Seat 0 never does.
            tried = move.pop()
            if not move:
                return None
        elif all((tried - move[other]) % tables not in used[other, seat] for other in range(seat)):
            move.append(tried)
            tried = -1
    return move if len(move) == size else None
