"""What no draw can keep is said before anything is searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.check import check, implied, is_impossible, together_now
from tournaments.draw.rules.draw import draw, plan_of
from tournaments.draw.rules.request import Apart, Pin, Plan, Request, Tables, Together, Weights
from tournaments.draw.rules.search.search import begin, improve
from tournaments.events.rules.tables import split

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


def ids(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:03}" for number in range(count))


def families(players: int, members: int) -> tuple[Apart, ...]:
    """Players in families of so many, in their order, each kept apart from the others of the family."""
    names = ids(players)
    return tuple(
        Apart(a, b)
        for start in range(0, players, members)
        for a, b in combinations(names[start : start + members], 2)
    )


def met(rounds: Iterable[Tables]) -> list[frozenset[str]]:
    return [frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)]


def repeats(rounds: Iterable[Tables]) -> int:
    pairs = met(rounds)
    return len(pairs) - len(set(pairs))


def rounds_of(plan: Plan) -> tuple[Tables, ...]:
    return (plan.tables, *plan.ahead)


@settings(max_examples=25, deadline=None)
@given(
    players=st.integers(12, 40),
    size=st.integers(3, 5),
    rounds=st.integers(1, 4),
    members=st.integers(2, 3),
    seed=st.integers(0, 2**63),
)
def test_families_never_sit_together(players: int, size: int, rounds: int, members: int, seed: int) -> None:
    apart = families(players, members)
    sizes = tuple(split(players, size, 3, 6))
    plan = draw(Request(ids(players), sizes, rounds_left=rounds, seed=seed, moves=20_000, apart=apart))
    for tables in rounds_of(plan):
        assert sorted(player for table in tables for player in table) == sorted(ids(players))
        assert sorted(map(len, tables)) == sorted(sizes)
    assert not set(met(rounds_of(plan))) & {frozenset((wish.a, wish.b)) for wish in apart}


def test_pairs_that_must_stay_apart_take_places_that_never_meet() -> None:
    """24 players can meet nobody twice in six rounds, and twelve couples need not cost that."""
    request = Request(ids(24), (4,) * 6, rounds_left=6, seed=1, apart=families(24, 2))
    search = improve(begin(request), 1)
    assert search.proved
    rounds = rounds_of(plan_of(request, search))
    assert repeats(rounds) == 0
    assert not set(met(rounds)) & {frozenset((wish.a, wish.b)) for wish in request.apart}


@pytest.mark.parametrize("must", [True, False])
def test_a_wish_to_sit_together_holds_for_the_next_round_only(must: bool) -> None:
    wishes = tuple(Together(f"p{a:03}", f"p{a + 1:03}", must=must) for a in range(0, 12, 2))
    request = Request(ids(20), (4,) * 5, rounds_left=3, seed=2, moves=50_000, together=wishes)
    plan = draw(request)
    pairs = {frozenset((wish.a, wish.b)) for wish in wishes}
    assert pairs <= set(met([plan.tables]))
    assert not pairs & set(met(plan.ahead))
    # They have met now: the wish is spent.
    later = draw(Request(ids(20), (4,) * 5, (plan.tables,), 2, 3, 50_000, together=wishes))
    assert not pairs & set(met(rounds_of(later)))


def test_weights_decide_between_a_wish_and_repeats() -> None:
    """Who wants to stay with somebody meets him again: the wish counts more, or the repeats do."""
    past: tuple[Tables, ...] = ((ids(16)[:4], ids(16)[4:8], ids(16)[8:12], ids(16)[12:]),)
    wish = (Together("p000", "p001", always=True),)
    request = Request(ids(16), (4,) * 4, past, seed=1, moves=20_000, together=wish)
    assert frozenset(("p000", "p001")) in met([draw(request).tables])
    cheap = Weights(repeats=1000, wishes=1, small=0)
    apart = tuple(Apart("p000", name, must=False) for name in ids(16)[4:])
    lonely = Request(ids(16), (4,) * 4, past, moves=5000, apart=apart, weights=cheap)
    assert repeats((*past, draw(lonely).tables)) == 0
    dear = replace(lonely, weights=Weights(repeats=1, wishes=1000))
    assert "p000" in next(table for table in draw(dear).tables if "p001" in table)


def test_impossible_wishes_are_refused_by_name() -> None:
    """Five in a ring, each apart from the next, need three tables; there are two."""
    ring = tuple(Apart(f"p{a:03}", f"p{(a + 1) % 5:03}") for a in range(5))
    with pytest.raises(Refusal) as refusal:
        draw(Request(ids(6), (3, 3), moves=3000, apart=ring))
    assert refusal.value.code == "wishes_impossible"
    assert refusal.value.params["players"] == ids(5)


def test_wishes_that_the_search_cannot_keep_are_refused_by_name() -> None:
    """Four parties of three fill the tables of three, but no swap is allowed to find that."""
    parties = tuple(
        Together(name, ids(12)[(number + 4 * turn) % 12], must=True, always=True)
        for number, name in enumerate(ids(4))
        for turn in (1, 2)
    )
    request = Request(ids(12), (3, 3, 3, 3), moves=0, together=parties)
    with pytest.raises(Refusal) as refusal:
        draw(request)
    assert refusal.value.code == "wishes_unmet"
    named = (refusal.value.params["a"], refusal.value.params["b"])
    assert any(named in ((wish.a, wish.b), (wish.b, wish.a)) for wish in parties)
    draw(replace(request, moves=20_000))


def test_pins_are_kept_in_every_round() -> None:
    pins = (Pin("p000", table=1), Pin("p001", table=1), Pin("p002", table=3), Pin("p003", 0), Pin("p004", 0))
    plan = draw(Request(ids(22), (4, 4, 4, 4, 3, 3), rounds_left=4, seed=1, moves=60_000, pins=pins))
    for tables in rounds_of(plan):
        assert {"p000", "p001"} <= set(tables[0])
        assert "p002" in tables[2]
        assert sum(table[0] in {"p003", "p004"} for table in tables) == 2


def test_the_repeats_of_a_plan_come_late() -> None:
    """Whoever leaves early, or plays fewer rounds than planned, has met as few people twice as can be."""
    rounds = rounds_of(draw(Request(ids(20), (4,) * 5, rounds_left=6, seed=3, moves=60_000)))
    assert [repeats(rounds[:number]) for number in range(1, 7)] == [0, 0, 0, 0, 0, 6]


def test_a_plan_kept_ready_is_where_a_draw_begins() -> None:
    """Without a single move the rest of a plan is at least as good as it was."""
    names, sizes = ids(19), tuple(split(19, 4, 3, 6))
    plan = draw(Request(names, sizes, rounds_left=6, seed=8, moves=60_000))
    whole = repeats(rounds_of(plan))
    request = Request(names, sizes, (plan.tables,), 5, 9, 0, ahead=plan.ahead)
    again = draw(request)
    assert repeats((plan.tables, *rounds_of(again))) == whole
    longer = draw(Request(names, sizes, (plan.tables,), 5, 9, 30_000, ahead=plan.ahead))
    assert repeats((plan.tables, *rounds_of(longer))) <= whole


@pytest.mark.parametrize("newcomers", [(), ("late",)], ids=["somebody left", "and somebody came instead"])
def test_a_prepared_plan_stays_valid_when_players_leave(newcomers: tuple[str, ...]) -> None:
    """24 players meet nobody twice in seven rounds; two rounds later one has gone, and nobody must."""
    plan = draw(Request(ids(24), (4,) * 6, rounds_left=7, seed=8))
    past = rounds_of(plan)[:2]
    names = (*ids(24)[1:], *newcomers)
    sizes = tuple(split(len(names), 4, 3, 6))
    again = draw(Request(names, sizes, past, 5, 9, 2000, ahead=rounds_of(plan)[2:]))
    present = frozenset(names)
    pairs = [pair for pair in met((*past, *rounds_of(again))) if pair <= present]
    assert len(pairs) == len(set(pairs))
    assert all(sorted(p for table in tables for p in table) == sorted(names) for tables in rounds_of(again))


@settings(max_examples=40, deadline=None)
@given(st.integers(6, 30), st.integers(0, 5), st.integers(0, 5), st.integers(3, 5), st.integers(0, 2**32))
def test_a_plan_for_other_players_is_reduced_to_the_players_present(
    planned: int, left: int, came: int, size: int, seed: int
) -> None:
    ahead = rounds_of(draw(Request(ids(planned), tuple(split(planned, 4, 3, 6)), rounds_left=2, moves=100)))
    names = (*ids(planned)[left:], *(f"late {number}" for number in range(came)))
    if len(names) < 3:
        return
    sizes = tuple(split(len(names), size, 3, 6))
    plan = draw(Request(names, sizes, rounds_left=2, seed=seed, moves=200, ahead=ahead))
    for tables in rounds_of(plan):
        assert sorted(player for table in tables for player in table) == sorted(names)
        assert sorted(map(len, tables)) == sorted(sizes)


def test_groups_are_seated_as_they_are() -> None:
    groups = (ids(7)[:3], ids(7)[3:])
    plan = draw(Request(ids(7), (3, 4), groups=groups, mix_tables=False, seed=3))
    assert [set(table) for table in plan.tables] == [set(group) for group in groups]
    assert (plan.ahead, plan.moves) == ((), 0)


@cases(("sizes", "rounds"), [((3,), 4), ((5,), 2), ((2, 2), 5), ((2,), 1), ((6, 4, 3), 3), ((10, 10), 3)])
def test_the_smallest_and_the_oddest_events_are_drawn(sizes: tuple[int, ...], rounds: int) -> None:
    names = ids(sum(sizes))
    plan = draw(Request(names, sizes, rounds_left=rounds, moves=3000))
    for tables in rounds_of(plan):
        assert sorted(player for table in tables for player in table) == sorted(names)
        assert sorted(map(len, tables)) == sorted(sizes)
