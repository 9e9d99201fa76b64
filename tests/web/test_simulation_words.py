"""The words of a simulation's report: headlines, sections and numbers."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tournaments.sentences.charts import INSET, Rows
from tournaments.sentences.rulebook import nearest_preset
from tournaments.sentences.simulations.differences import headline_of_two
from tournaments.sentences.simulations.numbers import between, signed
from tournaments.sentences.simulations.report import headline_of_one, report_page
from tournaments.sentences.simulations.words import game_name, spec_text, what_differs

MINUS = "\N{MINUS SIGN}"


def mean(value: float | None, low: float | None, high: float | None, **names: Any) -> dict[str, Any]:
    return {"chips_per_deal": value, "standard_error": 0.1, "low": low, "high": high, **names}


def side(bots: list[dict[str, Any]], positions: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    return {"bots": bots, "positions": positions or []}


def switches(**overrides: Any) -> dict[str, Any]:
    return games.resolve_rules({"preset": "pagat", **overrides})


def report_of(*sides: dict[str, Any], deals: int = 100, **more: Any) -> dict[str, Any]:
    spec = games.simulation_spec(sides, deals=deals, seed=5, **more)
    chunks = range(len(games.simulation_plan(spec)))
    return games.simulation_report(spec, (games.play_chunk(spec, number) for number in chunks))


def test_the_headline_names_the_winner_and_the_amount(subtests: pytest.Subtests) -> None:
    cases: list[tuple[tuple[float, float, float], str]] = [
        ((0.41, 0.38, 0.44), "Bold wins 0.41 chips a deal (+0.38 to +0.44)"),
        ((0.01, -0.2, 0.22), f"No clear winner; Bold comes closest ({MINUS}0.20 to +0.22)"),
        (
            (-0.5, -0.6, -0.4),
            f"Nobody wins; Bold loses least, 0.50 chips a deal ({MINUS}0.60 to {MINUS}0.40)",
        ),
    ]
    for best, text in cases:
        with subtests.test(f"{best} {text}"):
            headline = headline_of_one(side([mean(-3, -3.2, -2.8, bot="random"), mean(*best, bot="bold")]))
            assert headline == (text, f"Random {MINUS}3.00")


def test_with_the_same_bot_at_every_seat_the_headline_is_about_places() -> None:
    places = [mean(0.3, 0.2, 0.4, position="forehand"), mean(-0.3, -0.4, -0.2, position="dealer")]
    headline, more = headline_of_one(side([mean(0, -0.1, 0.1, bot="expert")], places))
    assert headline == "Forehand wins 0.30 chips a deal (+0.20 to +0.40)"
    assert more == f"Dealer {MINUS}0.30"


def difference(value: float, low: float, high: float, verdict: str, **names: Any) -> dict[str, Any]:
    return {
        "difference": value,
        "standard_error": 0.1,
        "low": low,
        "high": high,
        "verdict": verdict,
        **names,
    }


def test_a_comparison_answers_what_was_changed(subtests: pytest.Subtests) -> None:
    cases: list[tuple[tuple[str, str], dict[str, Any], str]] = [
        (
            ("bold", "bold"),
            {"upcard": "joins_hand"},
            "With “Upcard: joins a hand”: The dealer wins 0.41 chips",
        ),
        (
            ("bold", "expert"),
            {},
            f"Expert instead of Bold wins 0.20 chips a deal less ({MINUS}0.30 to {MINUS}0.10)",
        ),
        (("bold", "bold"), {"preset": "pierer"}, "With “Poch after Pierer”: The dealer wins 0.41 chips"),
        (("bold", "expert"), {"stake": 2}, "The dealer on the second side wins 0.41 chips a deal more"),
        (("bold", "bold"), {}, "The dealer wins 0.41 chips a deal more (+0.38 to +0.44)"),
    ]
    for bots, rules, text in cases:
        with subtests.test(f"{bots} {rules}"):
            report = {
                "spec": {"sides": [{"rules": switches()}, {"rules": switches(**rules)}]},
                "differences": {
                    "bots": [difference(-0.2, -0.3, -0.1, "less", first_bot=bots[0], second_bot=bots[1])],
                    "positions": [
                        difference(0.0, -0.1, 0.1, "no_difference_shown", position="forehand"),
                        difference(0.41, 0.38, 0.44, "more", position="dealer"),
                    ],
                },
            }
            headline, _more = headline_of_two(report)
            assert headline.startswith(text)


def test_the_same_on_both_sides_shows_no_difference() -> None:
    same = {"rules": {"preset": "pagat"}, "seats": ["bold", "cautious", "bold"]}
    headline, more = headline_of_two(report_of(same, same))
    assert headline == "The dealer: exactly the same on both sides"
    assert more.count("(the same)") == 2


def test_every_section_of_a_report_has_a_chart_and_a_table(subtests: pytest.Subtests) -> None:
    for preset in games.presets():
        for deals in [1, 60]:
            with subtests.test(f"{preset} {deals}"):
                first = {"rules": {"preset": preset}, "seats": ["bold", "cautious", "random"]}
                other = {**first, "seats": ["expert", "expert", "expert"]}
                for sides in ((first,), (other,), (first, other)):
                    page = report_page(report_of(*sides, deals=deals))
                    assert page.headline
                    for section in page.sections:
                        assert section.figures, section.key
                        for figure in section.figures:
                            assert figure.description.strip(" .")
                            assert figure.rows
                            assert {len(cells) for _name, cells in figure.rows} == {len(figure.heads)}


def test_a_comparison_shows_the_differences_in_the_betting_and_in_the_lengths_of_deals() -> None:
    seats = ["expert", "expert", "expert"]
    sides = [{"rules": {"preset": "pagat", "bet_limit": limit}, "seats": seats} for limit in (10, 1)]
    section = report_page(report_of(*sides)).sections[0]
    endings, stake, actions = section.figures[-3:]
    assert endings.title == "How the Pochen ends, percentage points"
    assert [name for name, _cells in endings.rows] == ["Nobody bet", "One was left", "Showdown"]
    ((_name, cells),) = stake.rows
    assert cells[1] == "+1.00"
    assert cells[-1] == "less"
    assert actions.title == "Actions in a deal"


def test_both_sides_of_a_comparison_are_drawn_over_one_scale() -> None:
    first = {"rules": {"preset": "pagat"}, "seats": ["expert", "random", "random"]}
    other = {"rules": {"preset": "pagat", "stake": 20}, "seats": ["bold", "bold", "bold"]}
    sections = {section.key: section for section in report_page(report_of(first, other)).sections}
    left, right = sections["positions"].figures
    assert (left.side, right.side) == ("First side", "Second side")
    assert left.chart.ticks == right.chart.ticks
    assert isinstance(right.chart, Rows)
    edges = {f"{INSET:.2f}%", f"{100 - INSET:.2f}%"}
    drawn = {place for mark in right.chart.marks for place in (mark.start, mark.x, mark.end)}
    assert not drawn & edges, "the scale covers the values of both sides"


def test_each_bot_has_figures_for_the_sides_where_it_plays() -> None:
    first = {"rules": {"preset": "pagat"}, "seats": ["expert", "bold", "random"]}
    other = {**first, "seats": ["expert", "expert", "cautious"]}
    sections = {section.key: section for section in report_page(report_of(first, other)).sections}
    assert [(figure.title, figure.number, figure.side) for figure in sections["sources"].figures] == [
        ("Expert", 1, "First side"),
        ("Expert, each of 2", 2, "Second side"),
        ("Bold", 1, "First side"),
        ("Random", 1, "First side"),
        ("Cautious", 2, "Second side"),
    ]


def test_rules_are_named_by_the_nearest_game_and_the_changed_rules() -> None:
    assert nearest_preset(switches(stake=3)) == {"preset": "pagat", "stake": 3}
    assert game_name(switches()) == "Modern German Poch"
    assert game_name(switches(stake=3)) == "Modern German Poch, with Stake: 3"
    assert what_differs(switches(), switches(upcard="joins_hand")) == "Upcard: joins a hand"
    assert what_differs(switches(), switches()) == ""
    assert what_differs(switches(), switches(stake=2, stop_pay=1, bet_limit=3, players=[3, 4])).endswith(
        "other rules"
    )
    assert what_differs(switches(), games.resolve_rules({"preset": "hoffmann"})) == "Poch after Hoffmann"


def test_a_spec_is_described_in_words() -> None:
    first = {"rules": {"preset": "pagat"}, "seats": ["expert", "bold", "bold"]}
    question = spec_text(games.simulation_spec([first], sessions=(1200, 1), seed=1))
    assert question.amount == "1\N{NARROW NO-BREAK SPACE}200 deals, each with empty pools before it"
    assert [side.bots for side in question.sides] == ["Expert, 2 Bold"]
    question = spec_text(games.simulation_spec([first], sessions=(40, 6), seed=1))
    assert question.amount == "40 tables of 6 deals"


def test_chips_have_a_sign_unless_they_are_rounded_to_nothing(subtests: pytest.Subtests) -> None:
    cases: list[tuple[float | None, str]] = [
        (0.41, "+0.41"),
        (-0.41, f"{MINUS}0.41"),
        (-0.001, "0.00"),
        (None, "\N{EN DASH}"),
    ]
    for value, text in cases:
        with subtests.test(f"{value} {text}"):
            assert signed(value) == text


def test_an_unknown_interval_is_a_dash() -> None:
    assert between(None, None, signed) == "\N{EN DASH}"
