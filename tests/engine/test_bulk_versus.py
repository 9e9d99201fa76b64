"""``versus``: each bot sits at each seat, the means are right, and the bully wins only without a limit."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from games.engine import bots, bulk, bulk_versus
from games.engine.__main__ import main
from games.engine.errors import EngineError
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches
from games.engine.simulation.estimates import Estimate, Series, estimate, estimate_of_squares, strata_of
from tests.cases import cases


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions of two deals. One session for each order makes 48 deals per preset."""
    monkeypatch.setattr(bulk_versus, "DEALS_EACH", 2)


def test_mean_and_error_come_from_whole_tables() -> None:
    won = [300, -20, 70, 150]
    standing = estimate_of_squares(sum(won), sum(chips * chips for chips in won), 4, 10)
    assert standing.value == pytest.approx(mean(won) / 10)
    assert standing.standard_error == pytest.approx(stdev(won) / sqrt(4) / 10)
    assert bulk_versus.with_error(standing) == "+12.50 ± 6.79"
    assert bulk_versus.errors_above_zero(standing) == pytest.approx(12.5 / 6.79, rel=0.001)


@pytest.mark.parametrize("won", [[300, -20, 70, 150], [5, 5, 5], [-7], list(range(-900, 1100, 7))])
def test_sums_of_squares_give_the_same_estimate_as_the_tables(won: list[int]) -> None:
    squares = sum(chips * chips for chips in won)
    by_tables = estimate(Series(won, [10] * len(won)), strata_of(len(won), 1))
    assert estimate_of_squares(sum(won), squares, len(won), 10) == pytest.approx(by_tables)


def test_every_bot_sits_at_every_seat_beside_every_other(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[tuple[str, ...]] = []
    numbers: list[range] = []
    honest_job, honest_play = bulk.job, bulk.play

    def job(rules: Any, policies: Any, **values: Any) -> bulk.Job:
        jobs.append(tuple(policies))
        assert rules["bet_limit"] == 10
        return honest_job(rules, policies, **values)

    def play(job: bulk.Job, first: int, count: int) -> Any:
        numbers.append(range(first, first + count))
        return honest_play(job, first, count, compiled=False)

    monkeypatch.setattr(bulk, "job", job)
    monkeypatch.setattr(bulk, "play", play)
    standings = bulk_versus.mixed_table("pagat", 100, 1, deals_each=2)
    assert len(jobs) == len(set(jobs)) == 24
    assert set(standings) == set(bots.NAMES)
    played = [number for some in numbers for number in some]
    assert len(played) == len(set(played)) == 72, "as many tables as it takes for 100 deals, none dealt twice"


def test_a_bet_limit_of_the_rules_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []
    honest = bulk.job

    def job(rules: Any, policies: Any, **values: Any) -> bulk.Job:
        limits.append(rules["bet_limit"])
        return honest(rules, policies, **values)

    monkeypatch.setattr(bulk, "job", job)
    monkeypatch.setattr(bulk_versus, "preset_switches", lambda name: preset_switches(name) | {"bet_limit": 3})
    bulk_versus.mixed_table("pagat", 1, 1, deals_each=1)
    assert set(limits) == {3}


def test_the_same_seed_gives_the_same_table_and_compiling_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lines() -> list[str]:
        standings = bulk_versus.mixed_table("adpoker", 48, 5, deals_each=2)
        return [bulk_versus.with_error(standing) for standing in standings.values()]

    compiled = lines()
    honest = bulk.play
    monkeypatch.setattr(bulk, "play", lambda job, first, count: honest(job, first, count, compiled=False))
    assert lines() == compiled


@pytest.mark.nightly
@pytest.mark.usefixtures("few_deals")
def test_the_command_prints_both_tables_with_a_line_for_every_preset(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["versus", "--deals", "10", "--seed", "3"])
    mixed, bully = (table.splitlines() for table in capsys.readouterr().out.split("\n\n"))
    assert mixed[0] == "| preset | expert | bold | cautious | random | expert above zero by |"
    assert bully[0] == "| preset | bully, bet limit 10 | expert | bully, no bet limit | expert |"
    for table, means in ((mixed, 4), (bully, 2)):
        assert [line.split("`")[1] for line in table[2:]] == list(PRESETS)
        assert all(line.count("±") == means for line in table[2:])
    assert all(line.endswith(" standard errors |") for line in mixed[2:])


@pytest.mark.nightly
@pytest.mark.usefixtures("few_deals")
def test_the_command_fails_unless_the_expert_is_clearly_above_zero(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def table(mean: float) -> Any:
        standings = {name: Estimate(mean, 0.25, None, None) for name in bots.NAMES}
        return lambda *_arguments, **_values: standings

    monkeypatch.setattr(bulk_versus, "mixed_table", table(1.01))
    assert main(["versus"]) == 0
    monkeypatch.setattr(bulk_versus, "mixed_table", table(1.0))
    assert main(["versus"]) == 1
    assert "4 standard errors" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["--deals"], ["--deals", "many"], ["--hands", "5"], ["--deals", "5", "--seed"]]
)
def test_unknown_options_print_the_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["versus", *words]) == 2
    assert "versus [--deals N]" in capsys.readouterr().err


@cases("preset", PRESETS)
def test_the_expert_wins_at_a_mixed_table(preset: str) -> None:
    """A tenth of the deals of the published table is enough."""
    expert = bulk_versus.mixed_table(preset, 20_000, 2, deals_each=100)["expert"]
    assert bulk_versus.errors_above_zero(expert) > bulk_versus.ENOUGH


@pytest.mark.parametrize("preset", ["poque-1789", "hoffmann", "adpoker"])
def test_the_bully_wins_from_three_experts_only_without_a_bet_limit(preset: str) -> None:
    limited, _ = bulk_versus.bully_among_experts(bulk_versus.limited_switches(preset), 20_000, 2)
    unlimited, expert = bulk_versus.bully_among_experts(
        preset_switches(preset) | {"bet_limit": None}, 20_000, 2
    )
    assert bulk_versus.errors_above_zero(limited) < 0
    assert bulk_versus.errors_above_zero(unlimited) > 2
    assert unlimited.value is not None
    assert unlimited.value > expert + 1


def test_clubs_cannot_choose_the_bully() -> None:
    names = ["bully", "expert", "expert", "expert"]
    with pytest.raises(EngineError) as error:
        bulk.job({"preset": "pagat"}, names, seed=1)
    assert error.value.code == "unknown_bot"
