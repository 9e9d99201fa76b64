"""The README files are correct: their settings and commands."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import get_commands

from tests.cases import cases
from tests.house.settings_read import names_that_settings_read

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*.md")) + sorted(
    str(path.relative_to(ROOT))
    for folder in ("api", "docker", "games", "pochleague", "tests", "tournaments")
    for path in (ROOT / folder).rglob("README.md")
    if "vendor" not in path.parts
)
OWNERS = {"POCH_CLUB_NAME", "POCH_OWNER_NAME", "POCH_OWNER_PASSWORD"}


def test_every_setting_is_described_and_no_other() -> None:
    page = (ROOT / "pochleague" / "README.md").read_text()
    first_cells = re.findall(r"^\| (`[A-Z_, `]+`) \|", page, re.MULTILINE)
    described = set(re.findall(r"`([A-Z_]+)`", "".join(first_cells)))
    assert described == names_that_settings_read() | OWNERS


@cases("page", PAGES)
def test_every_command_on_a_page_exists(page: str) -> None:
    text = (ROOT / page).read_text()
    assert set(re.findall(r"\./poch manage ([a-z_]+)", text)) <= set(get_commands())
    offered = set(re.findall(r'add_parser\("([a-z]+)"', (ROOT / "poch").read_text()))
    assert set(re.findall(r"\./poch ([a-z]+)", text)) <= offered
