"""No bound is above what some plan reaches: against every plan of tiny events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.draw.rules.certificate.bounds import (
    PastMeetings,
    least_q,
    least_repeats,
    least_spread_of_turns,
    meetings,
    q_of,
    repeats_of,
)
from tournaments.draw.rules.request import Tables


def groupings(players: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """Every way to seat these players; tables of one size are taken in the order of their first player."""
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        if len(sizes) > 1 and sizes[0] == sizes[-1] and table[0] != players[0]:
            continue
        rest = tuple(player for player in players if player not in table)
        for others in groupings(rest, sizes[1:]):
            yield (table, *others)


@cache
def every(players: int, sizes: tuple[int, ...]) -> list[Tables]:
    return list(groupings(tuple("abcdefgh"[:players]), sizes))


SMALL = st.sampled_from([(2, 2), (3, 2), (3, 3), (2, 2, 2), (4, 3), (4, 2), (3, 2, 2)])


@settings(max_examples=120, deadline=None)
@given(SMALL, st.integers(0, 4), st.booleans(), st.randoms(use_true_random=False))
def test_no_bound_is_above_the_best_next_round(
    sizes: tuple[int, ...], played: int, late: bool, chance: Random
) -> None:
    """After any history, also one in which somebody was missing, and somebody else has left."""
    players = tuple("abcdefgh"[: sum(sizes)])
    past = [chance.choice(every(len(players), sizes)) for _ in range(played)]
    if late:
        past = [tuple(tuple("left" if p == "a" else p for p in table) for table in tables) for tables in past]
    history = PastMeetings.count(players, past)
    best_q = best_e = 10**9
    for tables in every(len(players), sizes):
        met = Counter(history.met) + meetings([tables])
        best_q, best_e = min(best_q, q_of(met)), min(best_e, repeats_of(met))
    assert q_of(history.met) <= least_q(history, sizes, 1) <= best_q
    assert repeats_of(history.met) <= least_repeats(history, sizes, 1)[0] <= best_e


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([(2, 2), (3, 2), (3, 3), (2, 2, 2)]),
    st.integers(0, 2),
    st.integers(2, 3),
    st.randoms(use_true_random=False),
)
def test_no_bound_is_above_the_best_rounds_to_come(
    sizes: tuple[int, ...], played: int, rounds: int, chance: Random
) -> None:
    rounds = 2 if len(every(sum(sizes), sizes)) > 10 else rounds
    players = tuple("abcdefgh"[: sum(sizes)])
    past = [chance.choice(every(len(players), sizes)) for _ in range(played)]
    history = PastMeetings.count(players, past)
    best_q = best_e = 10**9
    for coming in product(every(len(players), sizes), repeat=rounds):
        met = Counter(history.met) + meetings(coming)
        best_q, best_e = min(best_q, q_of(met)), min(best_e, repeats_of(met))
    assert least_q(history, sizes, rounds) <= best_q
    assert least_repeats(history, sizes, rounds)[0] <= best_e


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=3), min_size=1, max_size=2),
    st.integers(1, 2),
    st.integers(0, 5),
)
def test_turns_cannot_be_shared_out_more_evenly(classes: list[list[int]], rounds: int, turns: int) -> None:
    people = [count for counts in classes for count in counts]
    best = 10**9
    for choice in product(range(rounds + 1), repeat=len(people)):
        if sum(choice) != min(turns, rounds * len(people)):
            continue
        after = iter([count + more for count, more in zip(people, choice, strict=True)])
        spreads = [[next(after) for _ in counts] for counts in classes]
        best = min(best, max(max(counts) - min(counts) for counts in spreads))
    turns = min(turns, rounds * len(people))
    spread = least_spread_of_turns([Counter(counts) for counts in classes], turns, rounds)
    assert spread <= best
    assert spread == best or len(classes) > 1


@cases(
    ("sizes", "rounds", "q", "repeats"),
    [
        ((4, 4), 2, 4, 4),
        ((4, 4, 4), 3, 9, 6),
        ((4, 4, 4, 4), 5, 0, 0),
        ((4, 4, 4, 4), 6, 24, 24),
        ((4, 3, 3, 3), 6, 12, 12),
        ((4, 4), 9, 156, 80),
        ((6, 6, 6), 3, 27, 18),
        ((6, 6, 6, 6), 5, 80, 32),
    ],
)
def test_the_bounds_of_events_without_a_past_are_as_they_are_known(
    sizes: tuple[int, ...], rounds: int, q: int, repeats: int
) -> None:
    history = PastMeetings(sum(sizes), {}, (), 0)
    assert least_q(history, sizes, rounds) == q
    assert least_repeats(history, sizes, rounds)[0] == repeats
