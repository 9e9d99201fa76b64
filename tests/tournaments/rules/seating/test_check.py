"""What no draw can keep is said before anything is searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.check import check, implied, is_impossible, together_now
from tournaments.draw.rules.request import Apart, Pin, Request, Together

PLAYERS = tuple("abcdefgh")
PLAIN = Request(PLAYERS, (4, 4))


def circle(players: str, *, must: bool = True) -> tuple[Apart, ...]:
    return tuple(Apart(a, b, must=must) for a, b in combinations(players, 2))


def together(*pairs: str, must: bool = True, always: bool = False) -> tuple[Together, ...]:
    return tuple(Together(pair[0], pair[1], must=must, always=always) for pair in pairs)


@cases(
    ("request_", "code", "detail"),
    [
        (replace(PLAIN, players=("a", *PLAYERS[:7])), "player_twice", "a is in the list"),
        (replace(PLAIN, sizes=(4, 3)), "bad_request", "7 seats together, but there are 8 players"),
        (replace(PLAIN, sizes=()), "bad_request", ""),
        (replace(PLAIN, sizes=(7, 1)), "bad_request", ""),
        (replace(PLAIN, rounds_left=0), "bad_request", ""),
        (replace(PLAIN, moves=-1), "bad_request", ""),
        (replace(PLAIN, apart=(Apart("a", "a"),)), "same_player", "a is named twice"),
        (replace(PLAIN, together=(Together("a", "a"),)), "same_player", ""),
        (replace(PLAIN, pins=(Pin("a", seat=4),)), "no_such_seat", "largest table has only 4"),
        (replace(PLAIN, pins=(Pin("a", table=3),)), "no_such_table", "this round has only tables 1 to 2"),
        (replace(PLAIN, pins=(Pin("a", table=0),)), "no_such_table", ""),
        (replace(PLAIN, pins=(Pin("a", table=1), Pin("a", table=2))), "pinned_twice", "Remove one"),
        (replace(PLAIN, pins=(Pin("a", seat=1), Pin("a", seat=2))), "pinned_twice", ""),
        (
            replace(PLAIN, pins=(Pin("a", seat=1, table=2), Pin("b", seat=1, table=2))),
            "pinned_twice_there",
            "a and b must both have seat 2 at table 2",
        ),
        (
            replace(PLAIN, pins=tuple(Pin(player, table=1) for player in "abcde")),
            "table_pinned_full",
            "5 players must sit at table 1, but a table has at most 4",
        ),
        (
            replace(PLAIN, pins=tuple(Pin(player, seat=0) for player in "abc")),
            "apart_too_many",
            "there are only 2 tables",
        ),
        (replace(PLAIN, apart=circle("abc")), "apart_too_many", "sit apart from each other (a, b and c)"),
        (
            replace(PLAIN, players=tuple("abcd"), sizes=(4,), apart=circle("ab")),
            "apart_too_many",
            "a and b must sit apart from each other, but there is only one table",
        ),
        (
            replace(PLAIN, apart=(Apart("a", "b"),), together=together("ab")),
            "wishes_contradict",
            "a and b must sit apart, but other wishes put them together",
        ),
        (
            replace(PLAIN, apart=(Apart("a", "c"),), together=together("ab", "bc")),
            "wishes_contradict",
            "",
        ),
        (
            replace(PLAIN, apart=(Apart("a", "b"),), pins=(Pin("a", table=2), Pin("b", table=2))),
            "wishes_contradict",
            "",
        ),
        (
            replace(PLAIN, together=together("ab"), pins=(Pin("a", table=1), Pin("b", table=2))),
            "wishes_contradict",
            "",
        ),
        (
            replace(PLAIN, together=together("ab", "cb", "cd", "de")),
            "together_too_many",
            "5 players who must sit together, but a table has at most 4",
        ),
    ],
)
def test_impossible_wishes_are_refused_with_advice(request_: Request, code: str, detail: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check(request_)
    assert refusal.value.code == code
    assert detail in refusal.value.detail


@cases(
    "request_",
    [
        PLAIN,
        replace(PLAIN, apart=circle("abcd", must=False)),
        replace(PLAIN, apart=(*circle("ab"), *circle("cd"))),
        replace(PLAIN, apart=circle("axyz")),
        replace(PLAIN, apart=(Apart("x", "x"),)),
        replace(PLAIN, together=together("ab", "bc", "cd", "de", must=False)),
        replace(PLAIN, apart=(Apart("a", "b"),), together=together("ab", must=False)),
        replace(PLAIN, pins=(Pin("x", table=9, seat=9), Pin("a", seat=3), Pin("a", table=2))),
        replace(PLAIN, pins=(Pin("a", table=1), Pin("b", table=1)), together=together("ab")),
    ],
)
def test_a_possible_request_is_not_refused(request_: Request) -> None:
    check(request_)


def test_a_wish_to_meet_once_ends_with_the_meeting() -> None:
    met = replace(PLAIN, past=((tuple("abcd"), tuple("efgh")),), apart=(Apart("a", "b"),))
    check(replace(met, together=together("ab")))
    assert list(together_now(replace(met, together=together("ab", "ae")))) == [("a", "e")]
    with pytest.raises(Refusal) as refusal:
        check(replace(met, together=together("ab", always=True)))
    assert refusal.value.code == "wishes_contradict"


def test_pins_imply_pairs_together_and_pairs_apart() -> None:
    pins = (
        Pin("a", table=1),
        Pin("b", table=1),
        Pin("c", table=2, seat=0),
        Pin("d", seat=0),
        Pin("x", seat=0),
    )
    request = implied(replace(PLAIN, pins=pins, apart=(Apart("x", "a"), Apart("e", "f", must=False))))
    assert {(wish.a, wish.b, wish.must) for wish in request.apart} == {
        ("e", "f", False),
        ("a", "c", True),
        ("b", "c", True),
        ("c", "d", True),
    }
    assert request.together == (Together("a", "b", must=True, always=True),)
    assert request.pins == pins[:4]


def refused(request: Request) -> Refusal:
    with pytest.raises(Refusal) as error:
        check(request)
    return error.value


def test_a_player_with_too_few_mates_is_named() -> None:
    """Anna may sit with Ben alone, and a table has three."""
    players = ("Anna", "Ben", *"cdefg")
    request = Request(players, (4, 3), apart=tuple(Apart("Anna", other) for other in players[2:]))
    error = refused(request)
    assert (error.code, error.params) == (
        "too_few_mates",
        {"player": "Anna", "mates": ("Ben",), "least": 3},
    )
    alone = replace(request, apart=(*request.apart, Apart("Ben", "Anna")))
    assert "Anna may sit with nobody" in refused(alone).detail
    check(replace(request, apart=tuple(wish._replace(must=False) for wish in request.apart)))


def test_wishes_that_are_impossible_only_together_are_named_without_the_others() -> None:
    """Three families of two sit together; each is apart from the others, and there are two tables."""
    families = together("ab", "cd", "ef", always=True)
    request = replace(PLAIN, together=families, apart=(Apart("a", "c"), Apart("d", "e"), Apart("f", "b")))
    error = refused(replace(request, apart=(*request.apart, Apart("g", "a"))))
    assert error.code == "wishes_impossible"
    assert error.params["players"] == tuple("abcdef")
    check(replace(request, apart=request.apart[:2]))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([(3, 3), (4, 3), (3, 2, 2), (4, 4), (2, 2, 2)]),
    st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=9),
    st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=3),
)
def test_what_is_called_impossible_is_impossible_and_nothing_else(
    sizes: tuple[int, ...], apart: set[tuple[int, int]], beside: set[tuple[int, int]]
) -> None:
    players = tuple(map(str, range(sum(sizes))))
    foes = [(str(a), str(b)) for a, b in apart if a < b < len(players)]
    friends = [(str(a), str(b)) for a, b in beside if a < b < len(players)]
    possible = any(
        all(at[a] != at[b] for a, b in foes) and all(at[a] == at[b] for a, b in friends)
        for at in _all_tables(players, sizes)
    )
    assert is_impossible(players, sizes, foes, friends) is not possible


def _all_tables(players: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[dict[str, int]]:
    """Every way to seat the players, as the table of each."""
    if not sizes:
        yield {}
        return
    for table in combinations(players, sizes[-1]):
        rest = tuple(player for player in players if player not in table)
        for at in _all_tables(rest, sizes[:-1]):
            yield {**at, **dict.fromkeys(table, len(sizes))}
