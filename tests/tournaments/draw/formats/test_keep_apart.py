"""Families are kept apart in knockouts and ladders, with the least change."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.draw.formats.results import letters
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.groups import Groups, chunks, keep_apart
from tournaments.draw.rules.request import Apart, Pin, Request, Together


def groups_of(*tables: str, codes: tuple[tuple[str, tuple[str, ...]], ...] = ()) -> Groups:
    return Groups(tuple(map(tuple, tables)), tuple("".join(tables)), codes)


def request_for(
    groups: Groups,
    apart: tuple[str, ...] = (),
    together: tuple[str, ...] = (),
    pins: tuple[Pin, ...] = (),
    *,
    must: bool = True,
) -> Request:
    return Request(
        players=groups.order,
        sizes=tuple(map(len, groups.tables)),
        apart=tuple(Apart(pair[0], pair[1], must) for pair in apart),
        together=tuple(Together(pair[0], pair[1], must, always=True) for pair in together),
        pins=pins,
        groups=groups.tables,
    )


def test_two_of_a_family_sit_apart_after_one_swap_of_neighbours() -> None:
    groups = groups_of("ABCD", "EFGH", "IJKL")
    kept = keep_apart(groups, request_for(groups, ("CD",)))
    assert letters(kept.tables) == ["ABCE", "DFGH", "IJKL"]
    assert kept.reasons[0][-1]["code"] == "wish_changed_tables"
    assert kept.reasons[2] == []


def test_the_reasons_of_players_move_with_them() -> None:
    groups = groups_of("ABCD", "EFGH", codes=(("moved_up_a_table", ("A", "D")),))
    kept = keep_apart(groups, request_for(groups, ("AD",)))
    assert [[reason["players"] for reason in table] for table in kept.reasons] == [
        [["A"], ["E"]],
        [["D"], ["D"]],
    ]


def test_two_with_one_pinned_seat_sit_apart_and_two_at_one_pinned_table_together() -> None:
    groups = groups_of("ABCD", "EFGH")
    seats = keep_apart(groups, request_for(groups, pins=(Pin("A", seat=0), Pin("B", seat=0))))
    assert not any({"A", "B"} <= set(table) for table in seats.tables)
    table = keep_apart(groups, request_for(groups, pins=(Pin("A", table=1), Pin("E", table=1))))
    assert any({"A", "E"} <= set(table) for table in table.tables)


def test_a_wish_that_no_tables_can_keep_names_its_players() -> None:
    groups = groups_of("ABCD")
    with pytest.raises(Refusal) as refusal:
        keep_apart(groups, request_for(groups, ("BD",)))
    assert (refusal.value.code, refusal.value.params) == ("wishes_unmet", {"a": "B", "b": "D"})


@given(st.integers(5, 12), st.integers(0, 24), st.randoms(use_true_random=False))
def test_pairs_are_kept_apart_and_nobody_is_lost(tables: int, pairs: int, chance: Random) -> None:
    players = [f"{number:02}" for number in range(4 * tables)]
    groups = Groups(chunks(players, [4] * tables), tuple(players))
    apart = [Apart(a, b) for a, b in (chance.sample(players, 2) for _ in range(min(pairs, 2 * tables)))]
    request = Request(tuple(players), (4,) * tables, apart=tuple(apart), groups=groups.tables)
    kept = keep_apart(groups, request)
    assert sorted(player for table in kept.tables for player in table) == players
    assert [len(table) for table in kept.tables] == [4] * tables
    place = {player: number for number, table in enumerate(kept.tables) for player in table}
    assert all(place[wish.a] != place[wish.b] for wish in apart)
    assert keep_apart(groups, request) == kept
