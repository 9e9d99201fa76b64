"""Which rounds count: missed rounds, the best rounds, struck rounds, a minimum of rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import cases
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.cut import cut
from tournaments.events.rules.counting import MISSED, Counting, check_counting, check_rounds
from tournaments.standings.rules.placing import ENOUGH_ROUNDS, Placed, RankingRules, StagePlayed, place
from tournaments.standings.rules.scoring import SCORINGS, Tally

BREAKS = ("rounds_won", "out", "best_round", "lots")


def round_of(number: int, *tables: Mapping[str, int], deals: int = 1) -> list[Tally]:
    """A round, from the chips that each entry won."""
    return [
        Tally(entry, number, f"{number}/{table}", chips=chips, deals=deals)
        for table, nets in enumerate(tables, 1)
        for entry, chips in nets.items()
    ]


def stage(*rounds: Sequence[Tally], entrants: str = "abcd", **fields: object) -> StagePlayed:
    """A stage whose rounds are closed, unless `closed` is given."""
    tallies = [tally for tallies in rounds for tally in tallies]
    numbers = sorted({tally.round for tally in tallies if tally.table})
    made = StagePlayed(1, frozenset(entrants), tallies, closed=numbers)
    return replace(made, **fields)  # type: ignore[arg-type]


def placed(
    *stages: StagePlayed, scoring: str = "chips", entries: str = "abcd", bots: str = "", **counting: object
) -> dict[str, Placed]:
    by = RankingRules(
        scoring,
        tie_breaks=BREAKS,
        counting=Counting(**counting),  # type: ignore[arg-type]
        bots=frozenset(bots),
    )
    return {line.ranked.entry: line for line in place(entries, stages, by)}


def scores(lines: Mapping[str, Placed]) -> dict[str, Fraction]:
    return {entry: line.ranked.score for entry, line in lines.items()}


def told(line: Placed) -> list[tuple[int, object, str]]:
    """The rounds of a line: number, result, state."""
    return [(result.round, result.result, result.state) for result in line.row.results]


MISSES_ONE = stage(
    round_of(1, {"a": 30, "b": -10, "c": -20}),
    round_of(2, {"b": 5, "c": 15, "d": -20}),
    round_of(3, {"a": 12, "b": -6, "c": -6}),
)
"""a misses round 2, d plays only this one."""


@pytest.mark.parametrize(
    ("missed", "fixed", "worth", "score"),
    [
        ("nothing", None, 0, 42),
        ("mean", None, 21, 63),
        ("fixed", Fraction(-10), -10, 32),
        ("uncounted", None, None, 21),
    ],
)
def test_what_a_missed_round_is_worth(
    missed: str, fixed: Fraction | None, worth: int | None, score: int
) -> None:
    lines = placed(MISSES_ONE, missed=missed, fixed=fixed)
    assert told(lines["a"]) == [(1, 30, "counted"), (2, worth, "missed"), (3, 12, "counted")]
    assert lines["a"].ranked.score == score
    everything = {"uncounted": Fraction(-11, 3)}.get(missed, Fraction(-11))
    assert lines["b"].ranked.score == everything, "b has missed nothing"


def test_ones_own_mean_is_exact_and_without_adjustments() -> None:
    rounds = [round_of(number, {"a": chips, "b": -chips}) for number, chips in ((1, 10), (2, 0), (3, 0))]
    penalty = [Tally("a", 1, "", adjusted=-7), Tally("a", 0, "", adjusted=-1)]
    last = round_of(4, {"b": 1, "c": -1})
    assert placed(stage(*rounds, penalty, last), missed="mean")["a"].ranked.score == Fraction(40, 3) - 8


def test_nobody_misses_a_round_that_is_being_played() -> None:
    playing = replace(MISSES_ONE, closed=[1])
    lines = placed(playing, missed="fixed", fixed=Fraction(-10))
    assert told(lines["a"]) == [(1, 30, "counted"), (3, 12, "counted")]
    assert told(lines["d"]) == [(1, -10, "missed"), (2, -20, "counted")]


def test_a_table_without_a_deal_was_missed() -> None:
    idle = [Tally(entry, 1, "1/2", deals=0) for entry in "cd"]
    lines = placed(stage([*round_of(1, {"a": 3, "b": -3}), *idle]), missed="fixed", fixed=Fraction(-5))
    assert scores(lines) == {"a": 3, "b": -3, "c": -5, "d": -5}


def test_only_the_entrants_of_a_stage_miss_its_rounds() -> None:
    final = replace(stage(round_of(4, {"a": 4, "b": -4}), round_of(5, {"a": 1, "c": -1})), number=2)
    final = replace(final, entrants=frozenset("abc"))
    lines = placed(MISSES_ONE, final, missed="fixed", fixed=Fraction(-100))
    assert [number for number, _result, state in told(lines["b"]) if state == "missed"] == [5]
    assert [number for number, _result, state in told(lines["d"]) if state == "missed"] == [1, 3]


def test_nobody_misses_a_round_of_a_knockout() -> None:
    knockout = stage(round_of(1, {"a": 3, "b": -3}, {"c": 2, "d": -2}), round_of(2, {"a": 1, "c": -1}))
    lines = placed(replace(knockout, knockout=True), missed="fixed", fixed=Fraction(-50), least=2)
    assert scores(lines) == {"a": 4, "c": 1, "b": -3, "d": -2}
    assert not any(line.below for line in lines.values())


def test_bots_miss_no_round_of_the_people() -> None:
    lines = placed(MISSES_ONE, entries="abcdxy", bots="xy", missed="fixed", fixed=Fraction(-5))
    assert scores(lines)["x"] == 0
    together = stage(round_of(1, {"a": 1, "b": -1}, {"x": 2, "y": -2}), entrants="abcdxyz")
    lines = placed(together, entries="abcdxyz", bots="xyz", missed="fixed", fixed=Fraction(-5))
    assert scores(lines)["z"] == scores(lines)["c"] == -5


FOUR = stage(
    *(round_of(number, {"a": chips, "b": -chips}) for number, chips in enumerate((30, -12, 12, 5), 1))
)


@pytest.mark.parametrize("counting", [{"best": 3}, {"struck": 1}])
def test_the_best_rounds_count_and_the_worst_stay_visible(counting: dict[str, Any]) -> None:
    line = placed(FOUR, **counting)["a"]
    assert line.ranked.score == 47
    assert told(line) == [(1, 30, "counted"), (2, -12, "struck"), (3, 12, "counted"), (4, 5, "counted")]


def test_a_missed_round_gets_its_value_first_and_can_then_be_struck() -> None:
    line = placed(MISSES_ONE, best=2)["a"]
    assert told(line) == [(1, 30, "counted"), (2, 0, "missed_struck"), (3, 12, "counted")]
    assert line.ranked.score == 42
    line = placed(MISSES_ONE, best=2, missed="mean")["a"]
    assert told(line) == [(1, 30, "counted"), (2, 21, "missed"), (3, 12, "struck")]


def test_of_equal_results_the_later_one_is_struck() -> None:
    level = stage(*(round_of(number, {"a": 5, "b": -5}) for number in (1, 2, 3)))
    line = placed(level, struck=1)["a"]
    assert [state for _number, _result, state in told(line)] == ["counted", "counted", "struck"]
    line = placed(level, best=1)["b"]
    assert [state for _number, _result, state in told(line)] == ["counted", "struck", "struck"]


def test_the_best_rounds_are_those_of_all_stages_that_carry() -> None:
    final = replace(stage(round_of(5, {"a": -9, "b": 9})), number=2, entrants=frozenset("ab"))
    assert placed(FOUR, final, best=3)["a"].ranked.score == 47
    assert placed(FOUR, replace(final, carry=False), best=3)["a"].ranked.score == -9


def test_chips_per_deal_are_those_of_the_rounds_that_count() -> None:
    tallies = [round_of(1, {"a": 30, "b": -30}, deals=10), round_of(2, {"a": -20, "b": 20}, deals=5)]
    late = round_of(3, {"b": 1, "c": -1})
    line = placed(stage(*tallies, late), scoring="average", struck=1)["a"]
    assert told(line) == [(1, 3, "counted"), (2, -4, "struck"), (3, None, "missed")]
    assert line.ranked.score == 3
    assert placed(stage(*tallies, late), scoring="average")["a"].ranked.score == Fraction(10, 15)


def test_who_played_too_few_rounds_stands_below_the_line() -> None:
    lines = placed(MISSES_ONE, least=2)
    assert [entry for entry, line in lines.items() if line.below] == ["d"]
    assert list(lines)[-1] == "d"
    winner = stage(round_of(1, {"a": 1, "b": -1}), round_of(2, {"b": 1, "c": -51, "d": 50}))
    lines = placed(winner, least=2)
    assert "".join(lines) == "bdac", "the best score does not help"
    assert {entry for entry, line in lines.items() if line.below} == set("dac")
    assert lines["d"].ranked.ahead[ENOUGH_ROUNDS] == 0


def test_the_minimum_counts_when_so_many_rounds_are_closed() -> None:
    after_one = replace(MISSES_ONE, closed=[1], tallies=round_of(1, {"a": 30, "b": -10, "c": -20}))
    assert not any(line.below for line in placed(after_one, least=2).values())
    assert not any(line.below for line in placed(MISSES_ONE, least=4).values())


def test_a_cut_takes_ranked_players_first() -> None:
    lines = placed(MISSES_ONE, least=3)
    assert [entry for entry, line in lines.items() if line.below] == ["a", "d"]
    ranking = [line.ranked for line in lines.values()]
    through = cut(ranking, 3, "abcd")
    assert through.entrants == ("c", "b", "a"), (
        "a has the best score and is taken because nobody else is left"
    )
    assert cut(ranking, 2, "abcd").decided_by == ENOUGH_ROUNDS


@pytest.mark.parametrize(
    ("counting", "scoring", "code"),
    [
        (Counting("fixed"), "chips", "missed_score_missing"),
        (Counting("mean", Fraction(1)), "chips", "missed_score_unused"),
        (Counting("mean"), "average", "missed_by_average"),
        (Counting("fixed", Fraction(0)), "average", "missed_by_average"),
        (Counting(best=2, struck=1), "chips", "best_and_struck"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(counting: Counting, scoring: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_counting(counting, scoring)
    assert refusal.value.code == code
    assert refusal.value.detail


@cases(
    ("counting", "stages", "code"),
    [
        (Counting(best=5), [(4, True)], "best_too_many"),
        (Counting(best=5), [(4, True), (1, False)], "best_too_many"),
        (Counting(best=5), [(4, True), (1, True)], ""),
        (Counting(best=4), [(4, True), (1, False)], ""),
        (Counting(struck=4), [(4, True)], "struck_too_many"),
        (Counting(struck=3), [(4, True)], ""),
        (Counting(least=5), [(4, True)], "least_too_many"),
        (Counting(least=5), [(4, True), (1, False)], ""),
        (Counting(best=50), [(4, True), (None, True)], ""),
    ],
)
def test_more_rounds_than_the_event_has_are_refused(
    counting: Counting, stages: list[tuple[int | None, bool]], code: str
) -> None:
    if not code:
        check_rounds(counting, stages)
        return
    with pytest.raises(Refusal) as refusal:
        check_rounds(counting, stages)
    assert refusal.value.code == code
    assert refusal.value.detail


TALLIES = st.lists(
    st.builds(
        Tally,
        st.sampled_from("abcd"),
        st.integers(1, 5),
        st.just("t"),
        chips=st.integers(-50, 50),
        deals=st.integers(0, 3),
    ),
    max_size=20,
    unique_by=lambda tally: (tally.entry, tally.round),
)


@given(
    TALLIES, st.sampled_from(["chips", "average", "even", "root", "place"]), st.integers(1, 5), st.randoms()
)
def test_the_rules_about_rounds_agree_with_each_other(
    tallies: list[Tally], scoring: str, number: int, chance: Random
) -> None:
    """The best of all are all; striking none strikes none; the order of the tallies does not matter."""
    played = stage(tallies)
    missed = chance.choice(MISSED if scoring != "average" else ("nothing", "uncounted"))
    fixed = Fraction(7, 2) if missed == "fixed" else None
    assert scoring in SCORINGS
    made: Callable[..., dict[str, Placed]] = lambda one=played, **more: placed(  # noqa: E731
        one, scoring=scoring, missed=missed, fixed=fixed, **more
    )
    assert scores(made(best=100)) == scores(made())
    shuffled = chance.sample(tallies, len(tallies))
    assert scores(made(stage(shuffled), best=number)) == scores(made(best=number))
    for line in made(struck=number).values():
        results = [result for result in line.row.results if result.result is not None]
        counted = [result.result or 0 for result in results if result.counts]
        assert len(counted) == max(len(results) - number, min(len(results), 1))
        struck = [result.result or 0 for result in results if not result.counts]
        assert not struck or max(struck) <= min(counted)
