"""What a table of results can tell: ranges of places, leads among equals, what would be there again."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace

import numpy as np
import pytest

from tests.bench import ranges as bench
from tournaments.rules.chances.leads import Sums, lead_among_equals, scores, sheet_of
from tournaments.rules.chances.places import ranges
from tournaments.rules.chances.results import Result, results_of
from tournaments.rules.chances.season import again_of
from tournaments.rules.chances.standing import Chances, chances_of, generator
from tournaments.rules.chances.strengths import measure
from tournaments.rules.counting import Counting
from tournaments.rules.placing import RankingRules
from tournaments.rules.scoring import Tally, rows

PEOPLE = [f"p{number}" for number in range(8)]


def evening(rounds: int, strength: dict[str, int], noise: int = 40, seed: int = 5) -> list[Tally]:
    """Tallies of two tables of four in each round, of people with these strengths in chips."""
    rng = generator(f"evening {seed}")
    tallies = []
    for number in range(1, rounds + 1):
        order = [PEOPLE[place] for place in rng.permutation(8)]
        for table, who in (("A", order[:4]), ("B", order[4:])):
            chips = [strength.get(each, 0) + int(rng.normal(0, noise)) for each in who]
            mean = sum(chips) // 4
            chips = [each - mean for each in chips]
            chips[0] -= sum(chips)
            tallies += [
                Tally(each, number, table, chips=won, deals=12) for each, won in zip(who, chips, strict=True)
            ]
    return tallies


def standing_of(tallies: list[Tally], by: RankingRules = RankingRules()) -> dict[str, float]:  # noqa: B008
    lines = rows(PEOPLE, tallies, by.scoring, by.points, by.weights, by.counting)
    return {line.entry: float(line.score) for line in sorted(lines, key=lambda line: -line.score)}


def chances(tallies: list[Tally], by: RankingRules = RankingRules(), seed: str = "1") -> Chances | None:  # noqa: B008
    rounds = {tally.round for tally in tallies}
    return chances_of(PEOPLE, tallies, by, rounds, standing_of(tallies, by), seed)


def test_two_rounds_are_too_few_to_tell() -> None:
    assert chances(evening(2, {})) is None
    assert chances(evening(3, {})) is not None


def test_rounds_that_are_not_closed_do_not_count() -> None:
    tallies = evening(3, {})
    assert chances_of(PEOPLE, tallies, RankingRules(), {1, 2}, standing_of(tallies), "1") is None


def test_results_without_any_luck_are_too_few_to_tell() -> None:
    even = [Tally(each, number, "A", chips=0, deals=1) for number in range(1, 6) for each in PEOPLE[:4]]
    assert chances(even) is None


def test_a_much_better_player_is_first_and_the_lead_is_rare_among_equals() -> None:
    found = chances(evening(8, {"p3": 200}))
    assert found is not None
    assert found.places["p3"] == (1, 1)
    assert found.lead is not None
    assert (found.lead.entry, found.lead.percent) == ("p3", 0)
    assert found.share[0] > 50


def test_equal_players_can_have_every_place() -> None:
    found = chances(evening(5, {}))
    assert found is not None
    assert set(found.places.values()) == {(1, 8)}
    assert found.lead is not None
    assert found.lead.percent > 10
    assert found.share[0] == 0


def test_the_same_seed_gives_the_same_and_another_one_nearly_the_same() -> None:
    tallies = evening(6, {"p1": 40})
    first, again, other = chances(tallies), chances(tallies), chances(tallies, seed="2")
    assert first == again
    assert first is not None
    assert other is not None
    assert all(
        abs(one - two) <= 1
        for person in PEOPLE
        for one, two in zip(first.places[person], other.places[person], strict=True)
    )


def test_chips_that_stay_on_the_boards_tell_nothing() -> None:
    tallies = evening(5, {"p1": 60})
    poorer = [
        Tally(each.entry, each.round, each.table, chips=each.chips - 25, deals=each.deals) for each in tallies
    ]
    one, two = chances(tallies), chances(poorer)
    assert one is not None
    assert two is not None
    assert (one.places, one.share) == (two.places, two.share)


def test_an_unplayed_entry_has_no_range_and_one_without_a_place_takes_none() -> None:
    tallies = [tally for tally in evening(6, {}) if tally.table == "A" or tally.entry != "p7"]
    ranked = standing_of(tallies)
    del ranked["p0"]
    found = chances_of([*PEOPLE, "late"], tallies, RankingRules(), set(range(1, 7)), ranked, "1")
    assert found is not None
    assert set(found.places) == set(PEOPLE) - {"p0"}
    assert max(last for _first, last in found.places.values()) <= 7


def test_who_leads_by_a_rule_that_shuffling_does_not_know_gets_no_sentence() -> None:
    tallies = evening(5, {})
    ranked = {entry: score + 1000 for entry, score in standing_of(tallies).items()}
    found = chances_of(PEOPLE, tallies, RankingRules(), {1, 2, 3, 4, 5}, ranked, "1")
    assert found is not None
    assert found.lead is None
    assert len(found.places) == 8


@pytest.mark.parametrize(
    "by",
    [
        RankingRules("average"),
        RankingRules("place"),
        RankingRules(counting=Counting(best=3)),
        RankingRules(counting=Counting(struck=1)),
        RankingRules("average", counting=Counting(struck=2)),
        RankingRules(counting=Counting(missed="uncounted")),
    ],
    ids=["average", "place", "best", "struck", "average, struck", "mean"],
)
def test_a_lead_is_judged_by_the_scoring_of_the_event(by: RankingRules) -> None:
    tallies = evening(5, {"p2": 30})
    found = chances(tallies, by)
    assert found is not None
    assert found.lead is not None
    first, second = list(standing_of(tallies, by).values())[:2]
    assert found.lead.by == round(first - second, 3)


def test_shuffling_keeps_the_results_of_each_table() -> None:
    results = [
        Result("a", "1 A", 1, 10.0),
        Result("b", "1 A", 1, -10.0),
        Result("a", "2 A", 2, 3.0),
        Result("b", "2 A", 2, -3.0),
    ]
    sheet = sheet_of(results)
    assert scores(sheet, sheet.values, Sums()).tolist() == [13.0, -13.0]
    # The sums are 13 or 7 for the better one: each lead is 26 or 14, as often.
    assert lead_among_equals(sheet, Sums(), ["a", "b"], 14, generator("1")) == 1.0
    assert lead_among_equals(sheet, Sums(), ["a", "b"], 26, generator("1")) == pytest.approx(0.5, abs=0.05)
    assert lead_among_equals(sheet, Sums(), ["a", "b"], 27, generator("1")) == 0.0


def test_adjustments_move_a_score_and_no_strength() -> None:
    tallies = evening(5, {"p2": 30})
    fined = [*tallies, Tally("p2", 0, "", adjusted=-50)]
    one, two = chances(tallies), chances(fined)
    assert one is not None
    assert two is not None
    assert one.share == two.share
    assert one.places == two.places
    assert results_of(PEOPLE, fined, RankingRules(), {1, 2}) == results_of(
        PEOPLE, tallies, RankingRules(), {1, 2}
    )


def test_strengths_are_those_of_exact_arithmetic() -> None:
    """Two people, four rounds: the difference and the luck are a mean and a sum of squares."""
    wins = [10.0, 20.0, 0.0, 30.0]
    results = [
        Result(person, str(number), number, sign * won / 2)
        for number, won in enumerate(wins, 1)
        for person, sign in (("a", 1), ("b", -1))
    ]
    measured = measure(results)
    assert measured is not None
    assert measured.freedom == 4
    assert measured.leftover == pytest.approx(sum((won - 15) ** 2 for won in wins) / 2)
    difference = measured.axes @ measured.means
    assert difference[0] - difference[1] == pytest.approx(15)
    # What is drawn has the mean that the weights of the shares give.
    drawn = measured.draw(generator("draw"), 20_000)
    expected = 15 * (measured.weights * measured.ratios / (measured.ratios + 1 / measured.told.max())).sum()
    assert (drawn[:, 0] - drawn[:, 1]).mean() == pytest.approx(expected, rel=0.05)


def test_people_who_met_nobody_can_have_every_place() -> None:
    results = [
        Result(person, f"{number} {person in 'ab'}", number, value)
        for number in range(1, 7)
        for person, value in zip(
            "abcd", (10 + number % 2, -10 - number % 2, 12 - number % 3, -12), strict=True
        )
    ]
    measured = measure(results)
    assert measured is not None
    found = ranges(measured, generator("1"))
    assert found["a"][0] == found["c"][0] == 1  # nobody knows who of the two winners is better
    assert found["b"][1] == found["d"][1] == 4


def test_a_season_of_steady_people_would_be_there_again_and_one_of_luck_not() -> None:
    rng = generator("season")
    strength = rng.normal(0, 10, 12)
    steady, lucky = (
        again_of(
            [
                Result(str(person), str(night), night, float(part * strength[person] + rng.normal(0, 5)))
                for night in range(8)
                for person in range(12)
            ]
        )
        for part in (1, 0)
    )
    assert steady is not None
    assert lucky is not None
    assert steady.low > 85
    assert (lucky.low, lucky.middle < 40) == (0, True)
    assert (
        again_of([Result(str(person), str(night), night, 1.0) for night in (1, 2) for person in (1, 2)])
        is None
    )


def test_the_ranges_of_simulated_evenings_hold_what_they_promise() -> None:
    """The command of the README, small: the same seed gives the same figures."""
    said: list[str] = []
    options = Namespace(evenings=25, people=12, rounds=5, seed=3)
    found = bench.run(options, said.append)
    assert len(said) == 3
    assert all(figures.covered >= 0.88 for figures in found.values())
    assert found["none"].whole >= 0.8
    assert found["wide"].width < found["none"].width
    truth, _width = bench.seasons(np.random.Generator(np.random.PCG64(1)), 40, 20.0)
    assert truth >= 0.8


def test_a_lead_of_equals_is_called_rare_as_often_as_it_is() -> None:
    called = bench.rare_leads(np.random.Generator(np.random.PCG64(2)), 60, 8, 3)
    assert called[10] <= 0.2
    assert 0.3 <= called[50] <= 0.7


def test_a_process_that_counts_no_chances_does_not_import_numpy() -> None:
    program = (
        "import sys, tournaments.rules.chances, tournaments.rules.placing; print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
