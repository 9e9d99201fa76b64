"""The words of a simulation's report: headlines, sections and numbers."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tournaments.simulations.verbs.simulations import run_here
from tournaments.simulations.verbs.specs import spec_of
from tournaments.simulations.words import _headline, report_page, spec_text

MINUS = "\N{MINUS SIGN}"


def mean(name: str, value: float, low: float | None, high: float | None) -> dict[str, Any]:
    return {"name": name, "chips_per_deal": value, "standard_error": 0.1, "low": low, "high": high}


def test_the_headline_names_the_winner_and_the_amount(subtests: pytest.Subtests) -> None:
    cases: list[tuple[tuple[float, float | None, float | None], str]] = [
        ((0.41, 0.38, 0.44), "Bold wins 0.41 chips a deal (+0.38 to +0.44)"),
        ((0.01, -0.2, 0.22), f"No clear winner; Bold comes closest ({MINUS}0.20 to +0.22)"),
        ((-0.001, -0.001, -0.001), "Nobody wins; Bold loses least, 0.00 chips a deal (no spread)"),
        ((-0.5, None, None), "No clear winner; Bold comes closest (\N{EN DASH})"),
    ]
    for best, text in cases:
        with subtests.test(f"{best} {text}"):
            assert _headline([mean("Random", -3, -3.2, -2.8), mean("Bold", *best)]) == text


def test_every_section_of_a_report_has_a_chart_and_a_table(subtests: pytest.Subtests) -> None:
    for preset in games.presets():
        for deals in [1, 60]:
            for seats in (["bold", "cautious", "random"], ["expert"] * 3):
                with subtests.test(f"{preset} {deals} {seats}"):
                    spec = spec_of(rules={"preset": preset}, seats=seats, deals=deals, seed=5)
                    page = report_page(run_here(spec))
                    assert page.headline
                    assert [section.key for section in page.sections] == ["winners", "sources", "lengths"]
                    for section in page.sections:
                        for figure in section.figures:
                            assert figure.description.strip(" .")
                            assert {len(cells) for _name, cells in figure.rows} == {len(figure.heads)}


def test_the_report_shows_who_wins_by_bot_and_by_place_and_each_bots_sources() -> None:
    seats = ["expert", "bold", "bold"]
    winners, sources, lengths = report_page(
        run_here(spec_of(rules={"preset": "pagat"}, seats=seats, deals=500, seed=5))
    ).sections
    names = ["Expert", "Bold, each of 2", "Forehand", "Second", "Dealer"]
    assert [name for name, _cells in winners.figures[0].rows] == names
    assert [figure.title for figure in sources.figures] == names[:2]
    assert sources.figures[0].chart.ticks == sources.figures[1].chart.ticks, "one scale"
    assert len(lengths.figures) == 1


def test_a_spec_is_described_in_words() -> None:
    question = spec_text(
        spec_of(rules={"preset": "pagat"}, seats=["expert", "bold", "bold"], deals=1200, deals_each=6)
    )
    assert question.game == "Modern German Poch"
    assert question.bots == "Expert, 2 \N{MULTIPLICATION SIGN} Bold"
    assert question.amount == "200 tables of 6 deals"
    for rules, game in (
        ({"stake": 3}, "Modern German Poch, with Stake: 3"),
        ({"stake": 2, "stop_pay": 1, "bet_limit": 3, "players": [3, 4]}, "other rules"),
    ):
        question = spec_text(spec_of(rules={"preset": "pagat", **rules}, seats=["bold"] * 3, deals=50))
        assert question.game.endswith(game)
