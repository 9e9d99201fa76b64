"""What a report says first, and that every report can be told."""

from __future__ import annotations

from typing import Any

import pytest

import games.services as games
from tournaments.sentences.charts import INSET, Rows
from tournaments.sentences.rulebook import nearest_preset
from tournaments.sentences.simulations.differences import headline_of_two
from tournaments.sentences.simulations.numbers import between, signed
from tournaments.sentences.simulations.report import headline_of_one, told_of
from tournaments.sentences.simulations.words import asked_of, game_name, what_differs

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


@pytest.mark.parametrize(
    ("best", "said"),
    [
        ((0.41, 0.38, 0.44), "Bold wins 0.41 chips a deal (+0.38 to +0.44)"),
        ((0.01, -0.2, 0.22), f"Nobody is shown to win: Bold is nearest to it ({MINUS}0.20 to +0.22)"),
        (
            (-0.5, -0.6, -0.4),
            f"Nobody wins; Bold loses least, 0.50 chips a deal ({MINUS}0.60 to {MINUS}0.40)",
        ),
    ],
)
def test_the_headline_says_who_wins_how_much(best: tuple[float, float, float], said: str) -> None:
    found = headline_of_one(side([mean(-3, -3.2, -2.8, bot="random"), mean(*best, bot="bold")]))
    assert found == (said, f"Random {MINUS}3.00")


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


@pytest.mark.parametrize(
    ("bots", "rules", "said"),
    [
        (
            ("bold", "bold"),
            {"upcard": "joins_hand"},
            "With “Upcard: joins a hand” the dealer wins 0.41 chips",
        ),
        (
            ("bold", "expert"),
            {},
            f"Expert instead of Bold wins 0.20 chips a deal less ({MINUS}0.30 to {MINUS}0.10)",
        ),
        (("bold", "bold"), {"preset": "pierer"}, "With “Poch after Pierer” the dealer wins 0.41 chips"),
        (("bold", "expert"), {"stake": 2}, "The dealer on the second side wins 0.41 chips a deal more"),
        (("bold", "bold"), {}, "The dealer wins 0.41 chips a deal more (+0.38 to +0.44)"),
    ],
)
def test_a_comparison_answers_what_was_changed(
    bots: tuple[str, str], rules: dict[str, Any], said: str
) -> None:
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
    assert headline.startswith(said)


def test_the_same_on_both_sides_shows_no_difference() -> None:
    same = {"rules": {"preset": "pagat"}, "seats": ["bold", "cautious", "bold"]}
    headline, more = headline_of_two(report_of(same, same))
    assert headline == "The dealer: the same on both sides, exactly"
    assert more.count("(the same)") == 2


@pytest.mark.parametrize("preset", games.presets())
@pytest.mark.parametrize("deals", [1, 60])
def test_every_report_is_told_with_a_chart_and_a_table_for_each_section(preset: str, deals: int) -> None:
    one = {"rules": {"preset": preset}, "seats": ["bold", "cautious", "random"]}
    other = {**one, "seats": ["expert", "expert", "expert"]}
    for sides in ((one,), (other,), (one, other)):
        told = told_of(report_of(*sides, deals=deals))
        assert told.headline
        for section in told.sections:
            assert section.figures, section.key
            for figure in section.figures:
                assert figure.said.strip(" .")
                assert figure.rows
                assert {len(cells) for _name, cells in figure.rows} == {len(figure.heads)}


def test_a_comparison_tells_what_it_does_to_the_bets_and_to_the_length_of_a_deal() -> None:
    seats = ["expert", "expert", "expert"]
    sides = [{"rules": {"preset": "pagat", "bet_limit": limit}, "seats": seats} for limit in (10, 1)]
    found = told_of(report_of(*sides)).sections[0]
    endings, stake, actions = found.figures[-3:]
    assert endings.title == "How the Pochen ends, percentage points"
    assert [name for name, _cells in endings.rows] == ["Nobody bet", "One was left", "Showdown"]
    ((_name, cells),) = stake.rows
    assert cells[1] == "+1.00"
    assert cells[-1] == "less"
    assert actions.title == "Actions in a deal"


def test_both_sides_of_a_comparison_are_drawn_over_one_scale() -> None:
    one = {"rules": {"preset": "pagat"}, "seats": ["expert", "random", "random"]}
    other = {"rules": {"preset": "pagat", "stake": 20}, "seats": ["bold", "bold", "bold"]}
    sections = {section.key: section for section in told_of(report_of(one, other)).sections}
    first, second = sections["positions"].figures
    assert (first.side, second.side) == ("First side", "Second side")
    assert first.chart.ticks == second.chart.ticks
    assert isinstance(second.chart, Rows)
    edges = {f"{INSET:.2f}%", f"{100 - INSET:.2f}%"}
    drawn = {place for mark in second.chart.marks for place in (mark.start, mark.x, mark.end)}
    assert not drawn & edges, "what is far out on one side alone has its place, too"


def test_each_bots_figures_are_of_the_side_where_it_sits() -> None:
    one = {"rules": {"preset": "pagat"}, "seats": ["expert", "bold", "random"]}
    other = {**one, "seats": ["expert", "expert", "cautious"]}
    sections = {section.key: section for section in told_of(report_of(one, other)).sections}
    assert [(figure.title, figure.number, figure.side) for figure in sections["sources"].figures] == [
        ("Expert", 1, "First side"),
        ("Expert, each of 2", 2, "Second side"),
        ("Bold", 1, "First side"),
        ("Random", 1, "First side"),
        ("Cautious", 2, "Second side"),
    ]


def test_rules_are_told_by_the_nearest_game_and_what_differs() -> None:
    assert nearest_preset(switches(stake=3)) == {"preset": "pagat", "stake": 3}
    assert game_name(switches()) == "Modern German Poch"
    assert game_name(switches(stake=3)) == "Modern German Poch, with Stake: 3"
    assert what_differs(switches(), switches(upcard="joins_hand")) == "Upcard: joins a hand"
    assert what_differs(switches(), switches()) == ""
    assert what_differs(switches(), switches(stake=2, stop_pay=1, bet_limit=3, players=[3, 4])).endswith(
        "other rules"
    )
    assert what_differs(switches(), games.resolve_rules({"preset": "hoffmann"})) == "Poch after Hoffmann"


def test_what_was_asked_is_said_in_words() -> None:
    one = {"rules": {"preset": "pagat"}, "seats": ["expert", "bold", "bold"]}
    asked = asked_of(games.simulation_spec([one], sessions=(1200, 1), seed=1))
    assert asked.amount == "1\N{NARROW NO-BREAK SPACE}200 deals, each on a freshly dressed board"
    assert [side.bots for side in asked.sides] == ["Expert, 2 Bold"]
    asked = asked_of(games.simulation_spec([one], sessions=(40, 6), seed=1))
    assert asked.amount == "40 tables of 6 deals"


@pytest.mark.parametrize(
    ("value", "said"), [(0.41, "+0.41"), (-0.41, f"{MINUS}0.41"), (-0.001, "0.00"), (None, "\N{EN DASH}")]
)
def test_chips_have_a_sign_unless_they_are_rounded_to_nothing(value: float | None, said: str) -> None:
    assert signed(value) == said


def test_an_interval_that_is_not_known_is_a_dash() -> None:
    assert between(None, None, signed) == "\N{EN DASH}"
