"""What is drawn: the board, cards, signed chips; and that what is written can be read."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

import games.services as games
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


def test_chips_always_have_their_sign(subtests: pytest.Subtests) -> None:
    cases: list[tuple[int | None, str]] = [
        (5, "+5"),
        (-5, "\N{MINUS SIGN}5"),
        (0, "0"),
        (None, "\N{EN DASH}"),
    ]
    for chips, written in cases:
        with subtests.test(f"{chips} {written}"):
            assert f">{written}<" in poch.signed(chips)


def test_names_are_listed_each_in_its_own_direction() -> None:
    assert names(["Anna", "<b>", "Noor"]) == ("<bdi>Anna</bdi>, <bdi>&lt;b&gt;</bdi> and <bdi>Noor</bdi>")


def test_sets_are_named_as_people_do(subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, str, str]] = [
        ("four", "9s 9h 9d 9c", "four nines"),
        ("three", "9s 9h 9d", "three nines"),
        ("two_pairs", "Ks Kh 9s 9h", "two pairs, kings and nines"),
        ("pair", "Ts Th", "a pair of tens"),
        ("none", "Ah", "ace high"),
    ]
    for kind, cards, name in cases:
        with subtests.test(f"{kind} {cards}"):
            assert set_name(kind, cards) == name


def test_first_names_are_enough_if_they_are_unique() -> None:
    assert short_names(["Anna Keller", "Ben Okafor"]) == ["Anna", "Ben"]
    assert short_names(["Anna Keller", "anna Maier"]) == ["Anna Keller", "anna Maier"]


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
