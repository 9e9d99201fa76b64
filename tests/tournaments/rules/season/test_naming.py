"""The name of the next season."""

from __future__ import annotations

import pytest

from tests.cases import cases
from tournaments.core.rules.names import clean_title
from tournaments.seasons.rules.ties import numbered_on


@cases(
    ("name", "following"),
    [
        ("Winter", "Winter 2"),
        ("Winter 2", "Winter 3"),
        ("2026", "2027"),
        ("Cup 9 (2025/26)", "Cup 9 (2026/27)"),
        ("1999/00", "2000/01"),
        ("Winter 98/99, cup", "Winter 99/00, cup"),
        ("Winter 2025/2026", "Winter 2026/2027"),
        ("Winter 2026-27", "Winter 2027-28"),
        ("Winter 2026\N{EN DASH}27", "Winter 2027\N{EN DASH}28"),
        ("2025 / 26", "2026 / 27"),
        ("Saison 08", "Saison 09"),
        ("Saison 99", "Saison 100"),
        ("Liga 9999", "Liga 10000"),
        ("Tables 4/6", "Tables 4/7"),
        ("Year 12345", "Year 12346"),
    ],
)
def test_the_next_season_is_numbered_on(name: str, following: str) -> None:
    assert numbered_on(name) == following


@pytest.mark.parametrize("name", [100 * "x", 99 * "x" + "9", "x " + 98 * "9", 50 * "x" + "9" + 49 * "y"])
def test_a_long_name_stays_a_name(name: str) -> None:
    following = numbered_on(name)
    assert clean_title(following) == following != name
