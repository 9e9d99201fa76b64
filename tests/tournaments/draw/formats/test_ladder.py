"""Up and down: the best of a table move up, the worst down."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draw.formats.results import in_this_order, letters, ranking
from tournaments.draw.rules.groups import Groups
from tournaments.draw.rules.ladder import first_round, next_round
from tournaments.events.rules.stages import StagePlan
from tournaments.events.rules.tables import split
from tournaments.standings.rules.ranking import in_order

STAGE = StagePlan("ladder", 6, advance=1, small_tables="low")


def codes(groups: Groups, table: int) -> dict[str, list[str]]:
    return {reason["code"]: reason["players"] for reason in groups.reasons[table - 1]}


def test_the_best_move_up_and_the_worst_down() -> None:
    groups = next_round(in_this_order("ABCD", "EFGH", "IJK"), STAGE, set("ABCDEFGHIJK"))
    assert letters(groups.tables) == ["ABCE", "DFGI", "HJK"]
    assert codes(groups, 2) == {
        "moved_up_a_table": ["I"],
        "moved_down_a_table": ["D"],
        "stayed_at_table": ["F", "G"],
    }


def test_newcomers_join_the_lowest_table_and_table_sizes_change() -> None:
    groups = next_round(in_this_order("ABCD", "EFG"), STAGE, set("ABCDEFGXYZ"), ["Y", "X"])
    assert letters(groups.tables) == ["ABCE", "DFG", "YXZ"]
    assert codes(groups, 3) == {"joined_below": ["Y", "X", "Z"]}


def test_small_tables_that_are_shared_out_move_down_the_ladder() -> None:
    stage = StagePlan("ladder", 6, advance=1)
    sizes = [
        [len(table) for table in first_round("ABCDEFGHIJK", stage, number).tables] for number in (1, 2, 3, 4)
    ]
    assert sizes == [[4, 4, 3], [3, 4, 4], [4, 3, 4], [4, 4, 3]]
    high = StagePlan("ladder", 6, advance=1, small_tables="high")
    assert [len(table) for table in first_round("ABCDEFGHIJK", high).tables] == [3, 4, 4]


def test_up_is_up_though_the_table_above_lost_a_seat() -> None:
    stage = StagePlan("ladder", 6, advance=1)
    groups = next_round(in_this_order("ABCD", "EFG", "HIJ", "KLM"), stage, set("ABCDEFGHIJKLM"), number=2)
    assert letters(groups.tables) == ["ABE", "CDFH", "GIK", "JLM"]
    assert codes(groups, 2) == {
        "moved_up_a_table": ["H"],
        "moved_down_a_table": ["C", "D"],
        "stayed_at_table": ["F"],
    }


def test_a_tie_for_the_place_that_moves_up_says_what_broke_it() -> None:
    results = [*in_this_order("ABCD"), ranking({"E": (3, 1), "F": (3, 2), "G": 0, "H": -6})]
    groups = next_round(results, STAGE, set("ABCDEFGH"))
    assert letters(groups.tables) == ["ABCF", "DEGH"]
    assert codes(groups, 1)["moves_up_by_out"] == ["F", "E"]


@given(
    st.integers(3, 80),
    st.integers(1, 3),
    st.sampled_from(["shared", "high", "low"]),
    st.randoms(use_true_random=False),
)
def test_a_ladder_keeps_everybody_who_is_here(
    players: int, advance: int, small_tables: str, chance: Random
) -> None:
    stage = StagePlan("ladder", 9, size=6, most=7, advance=advance, small_tables=small_tables)
    here = {str(number) for number in range(players)}
    groups = first_round(sorted(here), stage)
    for number in range(2, 6):
        results = [ranking({p: chance.randrange(-3, 3) for p in table}) for table in groups.tables]
        newcomers = [f"{number}/{new}" for new in range(chance.randrange(4))]
        gone = set(chance.sample(sorted(here), chance.randrange(min(4, len(here) - 2))))
        here = here - gone | set(newcomers)
        if len(here) < 3:
            return
        groups = next_round(results, stage, here, newcomers, number)
        assert sorted(p for table in groups.tables for p in table) == sorted(here)
        assert sorted(map(len, groups.tables)) == sorted(split(len(here), 6, 3, 7))
        if not gone and not newcomers:
            assert {results[0][0].entry} <= set(groups.tables[0])


@settings(deadline=None)
@given(
    st.integers(3, 60),
    st.integers(3, 8),
    st.data(),
    st.sampled_from(["shared", "high", "low"]),
    st.randoms(use_true_random=False),
)
def test_the_best_of_a_table_come_up_and_the_last_go_down_whatever_the_sizes(
    players: int, size: int, data: st.DataObject, small_tables: str, chance: Random
) -> None:
    advance = data.draw(st.integers(1, size // 2))
    stage = StagePlan("ladder", 9, size=size, most=9, advance=advance, small_tables=small_tables)
    here = {str(number) for number in range(players)}
    groups = first_round(sorted(here), stage)
    for number in range(2, 8):
        results = [ranking({p: chance.randrange(-3, 3) for p in table}) for table in groups.tables]
        newcomers = [f"{number}/{new}" for new in range(chance.randrange(3))]
        gone = set(chance.sample(sorted(here), chance.choice([0, 0, min(3, len(here) - 3)])))
        here = here - gone | set(newcomers)
        lines = [[line.entry for line in in_order(table, 0) if line.entry in here] for table in results]
        groups = next_round(results, stage, here, newcomers, number)
        between = 2 * advance < min(map(len, lines))
        now = {entry: table for table, entries in enumerate(groups.tables) for entry in entries}
        for table, line in enumerate(lines):
            if line and table:
                assert now[line[0]] < table or len(line) == 1, "the winner moves up"
            elif line:
                assert now[line[0]] == 0, "the winner of table 1 stays there"
            if between and not gone and not newcomers and table + 1 < len(lines):
                assert now[line[-1]] > table, "the last moves down"
