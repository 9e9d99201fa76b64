"""What is drawn: the board, cards, signed chips, charts; and that what is written can be read."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

import games.services as games
from tournaments.core.words.charts import Value, diverging, dots, scale_of
from tournaments.core.words.words import names
from tournaments.play.words.deals import set_name, short_names
from tournaments.templatetags import poch
from tournaments.templatetags._board import Well, lay_out

CSS = Path(__file__).parents[2] / "tournaments/static/tournaments/css"


def test_no_well_touches_another_or_the_edge(subtests: pytest.Subtests) -> None:
    for preset in games.presets():
        with subtests.test(preset):
            pools = dict.fromkeys(games.board(games.resolve_rules({"preset": preset})), 12)
            wells = lay_out(pools).wells
            assert [well.name for well in wells] == list(pools)
            for first in wells:
                assert dist((0, 0), _at(first)) + float(first.r) < 198
                for second in wells:
                    if first.name != second.name:
                        assert dist(_at(first), _at(second)) > float(first.r) + float(second.r)


def _at(well: Well) -> tuple[float, float]:
    return float(well.x), float(well.y)


def test_chips_have_their_sign_and_names_their_own_direction() -> None:
    for chips, written in ((5, "+5"), (-5, "\N{MINUS SIGN}5"), (0, "0"), (None, "\N{EN DASH}")):
        assert f">{written}<" in poch.signed(chips)
    assert names(["Anna", "<b>", "Noor"]) == "<bdi>Anna</bdi>, <bdi>&lt;b&gt;</bdi> and <bdi>Noor</bdi>"
    assert short_names(["Anna Keller", "Ben Okafor"]) == ["Anna", "Ben"]
    assert short_names(["Anna Keller", "anna Maier"]) == ["Anna Keller", "anna Maier"]


def test_sets_are_named_as_people_do() -> None:
    cases = {
        ("four", "9s 9h 9d 9c"): "four nines",
        ("three", "9s 9h 9d"): "three nines",
        ("two_pairs", "Ks Kh 9s 9h"): "two pairs, kings and nines",
        ("pair", "Ts Th"): "a pair of tens",
        ("none", "Ah"): "ace high",
    }
    assert {each: set_name(*each) for each in cases} == cases


# What is written can be read: 4.5 to 1 at least, in both schemes (WCAG 2.2, AA).

PAIRS = [
    (ink, ground)
    for ground in ("ground", "ground-deep", "sheet")
    for ink in ("ink", "ink-soft", "brass-ink", "won", "lost", "alert", "spade", "heart", "diamond", "club")
] + [
    ("ink", "brass-tint"),
    ("won", "brass-tint"),
    ("lost", "brass-tint"),
    ("ink-soft", "brass-tint"),
    ("alert", "alert-tint"),
    ("on-wood", "wood"),
    ("on-wood", "wood-deep"),
    ("on-wood-soft", "wood"),
    ("on-brass", "brass"),
    ("mark", "sheet"),
    ("well-ink", "well"),
    ("well-sign", "well"),
    *((f"suit-{suit}", "card") for suit in ("s", "h", "d", "c", "acorns", "leaves", "bells")),
    *((ink, ground) for ink in ("acorn", "leaf", "bell") for ground in ("ground", "ground-deep", "sheet")),
]


def tokens() -> tuple[dict[str, str], dict[str, str]]:
    """The colours of both schemes."""
    light_text, dark_text = (
        (CSS / "tokens.css").read_text().split("@media screen and (prefers-color-scheme: dark)")
    )
    light, dark = (dict(re.findall(r"--([\w-]+): (#\w{6});", text)) for text in (light_text, dark_text))
    return light, light | dark


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_colour_can_be_read_on_its_ground(subtests: pytest.Subtests) -> None:
    for scheme in [0, 1]:
        for ink, ground in PAIRS:
            with subtests.test(f"{scheme} {ink}"):
                colours = tokens()[scheme]
                lighter, darker = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
                contrast = (lighter + 0.05) / (darker + 0.05)
                assert contrast >= 4.5, f"{ink} on {ground}: {contrast:.2f}"


def test_no_template_carries_style_or_script_of_its_own() -> None:
    """The content security policy would refuse them."""
    for template in CSS.parents[2].glob("*/templates/**/*.html"):
        text = template.read_text()
        assert not re.search(r"\sstyle=|<style|\son\w+=|hx-on|<script(?! src)", text), template.name
        assert not re.search(r'hx-trigger="[^"]*\[', text), f"{template.name}: an event filter needs eval"


def at(percents: str) -> float:
    assert percents.endswith("%")
    return float(percents[:-1])


def test_ticks_are_round_and_span_zero_and_all_values(subtests: pytest.Subtests) -> None:
    cases: list[tuple[list[float], tuple[float, ...]]] = [
        ([0.87], (0, 0.5, 1)),
        ([-4.2, 3.1], (-6, -4, -2, 0, 2, 4)),
        ([1, 2, 3.9], (0, 1, 2, 3, 4)),
        ([-0.03, -0.01], (-0.03, -0.02, -0.01, 0)),
        ([-9, 2.4], (-10, -5, 0, 5)),
        ([120_000], (0, 50_000, 100_000, 150_000)),
        ([0.0003], (0, 0.0001, 0.0002, 0.0003)),
    ]
    for values, ticks in cases:
        with subtests.test(f"{values} {ticks}"):
            scale = scale_of(values)
            assert scale.ticks == pytest.approx(ticks)
            assert (scale.low, scale.high) == pytest.approx((ticks[0], ticks[-1]))


def test_a_value_is_drawn_at_its_place_and_an_unknown_one_nowhere() -> None:
    scale = scale_of([-2, 4])
    drawn = dots([Value("", "", tick) for tick in scale.ticks], scale)
    assert [mark.x for mark in drawn.marks] == [tick.at for tick in drawn.ticks]
    assert [tick.text for tick in drawn.ticks if tick.zero] == ["0"]
    mark, unknown = dots([Value("", "", 2.0, 1.0, 3.0), Value("", "", None)], scale).marks
    assert at(mark.start) < at(mark.x)
    assert at(mark.x) - at(mark.start) == pytest.approx(at(mark.end) - at(mark.x), abs=0.02)
    assert (unknown.x, unknown.start, unknown.end) == ("", "", "")


def test_a_mean_has_a_colour_if_its_whole_interval_has_one_sign(subtests: pytest.Subtests) -> None:
    cases: list[tuple[Value, str]] = [
        (Value("", "", 2, 1, 3), "won"),
        (Value("", "", -2, -3, -1), "lost"),
        (Value("", "", 2, -1, 5), "even"),
        (Value("", "", 2), "won"),
        (Value("", "", 0), "even"),
    ]
    for value, kind in cases:
        with subtests.test(f"{value} {kind}"):
            assert dots([value], scale_of([5])).marks[0].kind == kind


def test_bars_begin_or_end_at_zero() -> None:
    scale = scale_of([-9, 2.5])
    drawn = diverging(
        [Value("", "", -9.0), Value("", "", 2.5), Value("", "", 0.0), Value("", "", None)], scale
    )
    (zero,) = (at(tick.at) for tick in drawn.ticks if tick.zero)
    lost, won, nothing, unknown = drawn.marks
    assert lost.bar is not None
    assert won.bar is not None
    assert at(lost.bar[0]) + at(lost.bar[1]) == pytest.approx(zero, abs=0.02)
    assert at(won.bar[0]) == pytest.approx(zero, abs=0.02)
    assert (lost.kind, won.kind) == ("lost", "won")
    assert nothing.bar is unknown.bar is None
