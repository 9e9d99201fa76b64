"""Who deals first and who sits where: the theorem, and what comes nearest to it elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.request import Pin, Plan, Request, Tables
from tournaments.draw.rules.seats import seat_rounds

Chance = st.integers(0, 2**64).map(Random)


def shuffled(players: Sequence[str], sizes: Sequence[int], rounds: int, chance: Random) -> list[Tables]:
    """Rounds of tables of these sizes, however they fall."""
    drawn = []
    for _ in range(rounds):
        order = chance.sample(players, len(players))
        drawn.append(tuple(tuple(order.pop() for _ in range(size)) for size in sizes))
    return drawn


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def spread(times: Counter[str], players: Sequence[str]) -> int:
    counts = [times[player] for player in players]
    return max(counts) - min(counts)


def in_seat(rounds: Sequence[Tables], seat: int) -> Counter[str]:
    return Counter(table[seat] for tables in rounds for table in tables if len(table) > seat)


def same_tables(rounds: Sequence[Tables], seated: Sequence[Tables]) -> bool:
    return [[sorted(table) for table in tables] for tables in rounds] == [
        [sorted(table) for table in tables] for tables in seated
    ]


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 8), st.integers(2, 7) | st.just(10), st.integers(1, 12), Chance)
def test_with_one_size_nobody_has_any_seat_more_than_once_more_than_others_after_any_round(
    tables: int, size: int, rounds: int, chance: Random
) -> None:
    players = ids(tables * size)
    request = Request(players, (size,) * tables, rounds_left=rounds)
    drawn = shuffled(players, request.sizes, rounds, chance)
    seated = seat_rounds(request, drawn)
    assert same_tables(drawn, seated)
    for played in range(1, rounds + 1):
        for seat in range(size):
            assert spread(in_seat(seated[:played], seat), players) <= 1


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 6), st.integers(1, 6), st.integers(2, 6), st.integers(1, 14), Chance)
def test_with_two_sizes_it_holds_as_long_as_small_tables_are_shared_out(
    large: int, small: int, size: int, rounds: int, chance: Random
) -> None:
    """Where small tables differ by one at most in the end: of every seat, and of the dealers on the way."""
    sizes = (size + 1,) * large + (size,) * small
    players = ids(sum(sizes))
    drawn: list[Tables] = []
    times: Counter[str] = Counter()
    for _ in range(rounds):
        # Those who were at small tables least go there now, but sometimes it is as it falls.
        falls = chance.random() < 0.15
        order = sorted(players, key=lambda player: (0 if falls else -times[player], chance.random()))
        tables = tuple(tuple(order.pop(0) for _ in range(seats)) for seats in sizes)
        times.update(player for table in tables for player in table if len(table) == size)
        drawn.append(tables)
    request = Request(players, sizes, rounds_left=rounds)
    seated = seat_rounds(request, drawn)
    assert same_tables(drawn, seated)

    def even(played: int) -> bool:
        shares = Counter(
            p for tables in seated[:played] for table in tables for p in table if len(table) == size
        )
        return not large or spread(shares, players) <= 1

    if not even(rounds):
        certificate = audit(request, Plan(seated[0], seated[1:]))["outlook"]
        assert spread(in_seat(seated, 0), players) <= certificate["least_dealer_spread"] + 1
        return
    for played in filter(even, range(1, rounds + 1)):
        assert spread(in_seat(seated[:played], 0), players) <= 1
    for seat in range(size + 1):
        assert spread(in_seat(seated, seat), players) <= 1


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 5), st.integers(2, 6), st.integers(2, 9), st.integers(1, 8), Chance)
def test_rounds_drawn_one_by_one_as_they_were_planned_keep_the_theorem(
    tables: int, size: int, rounds: int, wild: int, chance: Random
) -> None:
    """Whoever draws the next round hands in what was kept ready; its tables may come in another order."""
    players = ids(tables * size)
    request = Request(players, (size,) * tables, rounds_left=rounds)
    drawn: Sequence[Tables] = shuffled(players, request.sizes, rounds, chance)
    past: tuple[Tables, ...] = ()
    ahead: tuple[Tables, ...] = ()
    for left in range(rounds, 0, -1):
        request = replace(request, past=past, ahead=ahead, rounds_left=left)
        mixed = [tuple(chance.sample(round_, len(round_))) for round_ in drawn]
        seated = seat_rounds(request, mixed)
        past, ahead, drawn = (*past, seated[0]), seated[1:], seated[1:]
        for seat in range(size):
            assert spread(in_seat(past, seat), players) <= 1


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.integers(3, 20), st.integers(2, 6), st.integers(0, 4), st.integers(1, 5), Chance)
@example(6, 2, 3, 4, Random(10))
@example(6, 2, 3, 4, Random(183))
def test_after_any_history_first_deals_are_within_one_of_the_fairest_there_are(
    people: int, size: int, played: int, rounds: int, chance: Random
) -> None:
    """People leave and come late, rounds were seated anyhow, somebody has a seat of their own."""
    crowd = ids(people + 4)

    def sizes(count: int) -> tuple[int, ...]:
        tables = max(1, count // size)
        return tuple(count // tables + (number < count % tables) for number in range(tables))

    past = []
    for _ in range(played):
        here = chance.sample(crowd, chance.randint(max(2, people - 3), people + 4))
        past += shuffled(here, sizes(len(here)), 1, chance)
    players = tuple(chance.sample(crowd, people))
    pins = tuple(Pin(player, seat=seat) for seat, player in enumerate(players[: chance.randrange(3)]))
    request = Request(players, sizes(people), tuple(past), rounds_left=rounds, pins=pins)
    drawn = shuffled(players, request.sizes, rounds, chance)
    seated = seat_rounds(request, drawn)
    assert same_tables(drawn, seated)
    plan = Plan(seated[0], seated[1:])
    whole = audit(request, plan)["outlook"]
    least, most = whole["dealer_spread"]
    assert whole["least_dealer_spread"] <= most - least <= whole["least_dealer_spread"] + 1
    for number in range(rounds):
        now = replace(request, past=(*past, *seated[:number]), rounds_left=rounds - number)
        certificate = audit(now, Plan(seated[number]))
        least, most = certificate["dealer_spread"]
        assert certificate["least_dealer_spread"] <= most - least <= certificate["least_dealer_spread"] + 1


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 5), st.integers(3, 5), st.integers(1, 6), Chance)
def test_a_player_with_a_fixed_seat_always_has_it(
    tables: int, size: int, rounds: int, chance: Random
) -> None:
    players = ids(tables * size)
    pins = (Pin(players[0], seat=0), Pin(players[1], seat=size - 1))
    request = Request(players, (size,) * tables, rounds_left=rounds, pins=pins)
    seated = seat_rounds(request, shuffled(players, request.sizes, rounds, chance))
    assert in_seat(seated, 0)[players[0]] == rounds
    assert in_seat(seated, size - 1)[players[1]] == rounds
    for seat in range(size):
        assert spread(in_seat(seated, seat), players[2:]) <= 3


def test_a_table_without_the_seat_gives_its_last() -> None:
    players = ids(7)
    request = Request(players, (4, 3), pins=(Pin(players[6], seat=3),))
    (seated,) = seat_rounds(request, [(players[:4], players[4:])])
    assert seated[1][2] == players[6]
