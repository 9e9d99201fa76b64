"""Which stages go together, and how many rounds they make."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.cut import knockout_rounds
from tournaments.events.rules.stages import StagePlan, check_stages, sizes_of, stage_over

ROTATION = StagePlan("rotation", 5)
SWISS = StagePlan("swiss", 5)
FINAL = StagePlan("final", 1, cut=4)
KNOCKOUT = StagePlan("knockout", cut=16)
LADDER = StagePlan("ladder", 6, advance=1)


@cases(
    "stages",
    [
        [ROTATION],
        [SWISS, FINAL],
        [replace(KNOCKOUT, cut=None)],
        [StagePlan("final", 2)],
        [LADDER],
        [SWISS, KNOCKOUT],
        [SWISS, replace(SWISS, cut=40), replace(KNOCKOUT, cut=10), FINAL],
        [SWISS, replace(FINAL, cut=6), StagePlan("final", 1)],
        [SWISS, replace(FINAL, cut=8)],
    ],
)
def test_any_sequence_of_stages_that_grow_smaller_can_be_played(stages: list[StagePlan]) -> None:
    check_stages(stages, 3, 6)


@cases(
    ("stages", "code", "number"),
    [
        ([], "stages_missing", None),
        ([replace(ROTATION, size=7)], "bad_table_sizes", 1),
        ([ROTATION, replace(FINAL, most=7)], "stage_size_beyond_rules", 2),
        ([replace(ROTATION, least=2)], "stage_size_beyond_rules", 1),
        ([StagePlan("swiss")], "rounds_missing", 1),
        ([StagePlan("final")], "rounds_missing", 1),
        ([replace(KNOCKOUT, cut=None, advance=4)], "advance_too_many", 1),
        ([replace(LADDER, advance=3)], "advance_too_many", 1),
        ([replace(ROTATION, cut=8)], "cut_first", 1),
        ([SWISS, replace(FINAL, cut=2)], "cut_too_small", 2),
        ([SWISS, KNOCKOUT, replace(SWISS, cut=16)], "cut_grows", 3),
        ([SWISS, replace(KNOCKOUT, cut=5, least=4, most=4)], "players_do_not_fit", None),
        ([SWISS, replace(FINAL, cut=7, least=4, most=4)], "players_do_not_fit", None),
        ([SWISS, KNOCKOUT, StagePlan("final", 1)], "final_too_large", 3),
        ([SWISS, StagePlan("final", 1)], "final_without_cut", 2),
    ],
)
def test_stages_that_cannot_be_played_are_refused_by_number(
    stages: list[StagePlan], code: str, number: int | None
) -> None:
    with pytest.raises(Refusal) as refusal:
        check_stages(stages, 3, 6)
    assert refusal.value.code == code
    assert refusal.value.params.get("stage") == number
    assert "%" not in str(refusal.value)


@cases(("entrants", "rounds"), [(3, 1), (5, 1), (6, 2), (8, 2), (9, 3), (16, 3), (17, 4), (32, 4), (33, 5)])
def test_the_best_two_of_each_table_of_four_go_on(entrants: int, rounds: int) -> None:
    assert knockout_rounds(entrants, 4, 3, 6, 2) == rounds


def test_a_final_is_one_table_whatever_the_preferred_size() -> None:
    assert [sizes_of(FINAL, players) for players in (3, 4, 6)] == [[3], [4], [6]]
    assert sizes_of(SWISS, 6) == [3, 3]
    assert sizes_of(replace(FINAL, cut=8), 8) == [4, 4]
    assert sizes_of(replace(FINAL, cut=8), 6) == [6], "two did not come"
    with pytest.raises(Refusal, match="one table of at most 6"):
        sizes_of(replace(FINAL, cut=None), 7)
    with pytest.raises(Refusal, match="at least 3"):
        sizes_of(FINAL, 2)


@cases(
    ("stage", "rounds", "tables", "over"),
    [
        (ROTATION, 4, 3, False),
        (ROTATION, 5, 3, True),
        (ROTATION, 1, 1, False),
        (KNOCKOUT, 0, 0, False),
        (KNOCKOUT, 2, 2, False),
        (KNOCKOUT, 3, 1, True),
        (replace(KNOCKOUT, rounds_planned=2), 2, 2, True),
        (replace(KNOCKOUT, rounds_planned=9), 3, 1, True),
    ],
)
def test_a_stage_is_over_after_its_last_round(stage: StagePlan, rounds: int, tables: int, over: bool) -> None:
    assert stage_over(stage, rounds, tables) == over
    assert stage_over(stage, rounds, tables, ended=True)
