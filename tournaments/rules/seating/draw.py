"""The draw: who sits with whom in the next round.

Domain.md, "Table sizes" and "Life of an event"; how it is done is in `annealing`. All rounds still to
come are planned together and the next one is returned, because rounds drawn one by one, each as good
as can be, run out of fresh partners early.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tournaments.rules.seating.annealing import Grouping, search
from tournaments.rules.seating.request import Plan, Request, check_request
from tournaments.rules.seating.seats import dealers, order


def draw(request: Request) -> Plan:
    """Seat everybody for the next round, with as few repeated meetings as the search finds.

    Then, in this order: those who sat at a small table sit at a large one, those who were first dealer
    least deal first, and everybody sits where they sat least. The same request gives the same plan on
    any machine. Raises RulesError (`bad_request`, `player_twice`) for a request without an answer.
    """
    check_request(request)
    chance = Random(request.seed)  # noqa: S311 (a draw that anyone can repeat, nothing secret)
    number_of = {player: number for number, player in enumerate(request.players)}
    met, small = _history(request, number_of)
    starts = _starts(request, number_of, met, chance)
    rounds, moves = search(met, small, starts, chance, request.moves)
    first = min(range(len(rounds)), key=lambda index: (_repeats(met, rounds[index]), index))
    rounds.insert(0, rounds.pop(first))
    tables = _seated(request, number_of, rounds)
    names = request.players
    return Plan(
        tables=tuple(tuple(names[player] for player in table) for table in tables),
        ahead=tuple(
            tuple(tuple(names[player] for player in table) for table in tables) for tables in rounds[1:]
        ),
        moves=moves,
    )


def _history(request: Request, number_of: Mapping[str, int]) -> tuple[list[list[int]], list[int]]:
    """How often each two met, and how often each sat at a small table, of those who are here."""
    met = [[0] * len(number_of) for _ in number_of]
    small = [0] * len(number_of)
    for tables in request.past:
        largest = max(map(len, tables), default=0)
        for table in tables:
            here = [number_of[player] for player in table if player in number_of]
            for player in here:
                small[player] += len(table) < largest
                for other in here:
                    met[player][other] += player != other
    return met, small


def _starts(
    request: Request, number_of: Mapping[str, int], met: Sequence[Sequence[int]], chance: Random
) -> Iterator[list[Grouping]]:
    """Where the search begins: what was planned before, a rotation, then shuffles without end."""
    if len(request.ahead) >= request.rounds_left and _fits(request):
        yield [
            [[number_of[player] for player in table] for table in sorted(tables, key=len, reverse=True)]
            for tables in request.ahead[: request.rounds_left]
        ]
    yield _rotation(_columns(request, number_of, chance), request.sizes, met, request.rounds_left)
    while True:
        yield [_cut(_shuffled(request.players, chance), request.sizes) for _ in range(request.rounds_left)]


def _fits(request: Request) -> bool:
    """Whether the rounds kept from a former plan seat exactly these players at tables of these sizes."""
    players, sizes = sorted(request.players), sorted(request.sizes)
    return all(
        sorted(player for table in tables for player in table) == players
        and sorted(map(len, tables)) == sizes
        for tables in request.ahead
    )


def _shuffled(players: Sequence[str], chance: Random) -> list[int]:
    """The numbers of the players in random order (Fisher and Yates; Random.shuffle may change)."""
    numbers = list(range(len(players)))
    for last in range(len(numbers) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def _cut(numbers: Sequence[int], sizes: Sequence[int]) -> Grouping:
    tables: Grouping = []
    start = 0
    for size in sizes:
        tables.append(list(numbers[start : start + size]))
        start += size
    return tables


def _columns(request: Request, number_of: Mapping[str, int], chance: Random) -> Grouping:
    """The tables a rotation turns: those of the first round, where everybody is still here, else chance.

    Read off the first round, the rotation goes on where former draws began it.
    """
    if request.past:
        first = sorted(request.past[0], key=len, reverse=True)
        sizes = [len(table) for table in first]
        if sizes == sorted(request.sizes, reverse=True) and {p for t in first for p in t} == set(number_of):
            return [[number_of[player] for player in table] for table in first]
    return _cut(_shuffled(request.players, chance), request.sizes)


def _rotation(
    base: Grouping, sizes: Sequence[int], met: Sequence[Sequence[int]], rounds: int
) -> list[Grouping]:
    """Turn seat i of every table on by i tables a round; take the turns that fit the past best.

    With g tables of p, no two people meet twice in g rounds where g is a prime of at least p, and in
    any case while g > (p - 1) * (rounds - 1): every large event. The last seat of the larger tables
    turns among them.
    """
    tables = len(base)
    turns = []
    for turn in range(tables):
        grouping: Grouping = [[] for _ in range(tables)]
        for seat in range(max(sizes)):
            column = [table[seat] for table in base if len(table) > seat]
            for number in range(len(column)):
                grouping[number].append(column[(number + seat * turn) % len(column)])
        turns.append(grouping)
    turns.sort(key=lambda grouping: _repeats(met, grouping))
    return [turns[number % tables] for number in range(rounds)]


def _repeats(met: Sequence[Sequence[int]], tables: Grouping) -> int:
    """What these tables would add to Q after that past."""
    return sum(met[a][b] for table in tables for index, a in enumerate(table) for b in table[:index])


def _seated(request: Request, number_of: Mapping[str, int], rounds: Sequence[Grouping]) -> Grouping:
    """The next round in seat order, its larger tables first."""
    seats = max(*request.sizes, *(len(table) for tables in request.past for table in tables), 0)
    sat = [[0] * seats for _ in number_of]
    for tables in request.past:
        for table in tables:
            for seat, player in enumerate(table):
                if player in number_of:
                    sat[number_of[player]][seat] += 1
    planned = [table for tables in rounds for table in tables]
    first = dealers([counts[0] for counts in sat], planned)
    following = [order(table, dealer, sat) for table, dealer in zip(rounds[0], first, strict=False)]
    return sorted(following, key=len, reverse=True)
