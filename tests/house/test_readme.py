"""The README files are correct: their maps, settings, commands and links."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.house.settings_read import names_that_settings_read

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
LARGEST = 10_000
"""Bytes of README.md."""
PAGES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("*.md")) + sorted(
    str(path.relative_to(ROOT))
    for folder in ("api", "docker", "games", "pochleague", "tests", "tournaments")
    for path in (ROOT / folder).rglob("README.md")
    if "vendor" not in path.parts
)
OWNERS = {"POCH_CLUB_NAME", "POCH_OWNER_NAME", "POCH_OWNER_PASSWORD"}


def the_map() -> list[str]:
    """The paths on the map of the code in README.md."""
    section = README.split("## The code", 1)[1]
    block = section.split("```", 2)[1]
    paths: list[str] = []
    folders: list[tuple[int, str]] = []
    for line in block.strip("\n").splitlines():
        indent = len(line) - len(line.lstrip())
        names = re.match(r"\s*((?:\S+ )*\S+?)(?:  +|$)", line)
        assert names, line
        while folders and folders[-1][0] >= indent:
            folders.pop()
        parent = folders[-1][1] if folders else ""
        paths += [parent + name for name in names[1].split()]
        if names[1].endswith("/"):
            folders.append((indent, paths[-1]))
    return paths


def test_everything_on_the_map_exists() -> None:
    missing = [path for path in the_map() if not (ROOT / path).exists()]
    assert missing == []


def test_every_folder_of_the_top_is_on_the_map() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    folders = {line.split("/")[0] + "/" for line in tracked.splitlines() if "/" in line}
    assert {folder for folder in folders if not folder.startswith(".")} <= set(the_map())


def test_every_setting_is_described_and_no_other() -> None:
    page = (ROOT / "pochleague" / "README.md").read_text()
    first_cells = re.findall(r"^\| (`[A-Z_, `]+`) \|", page, re.MULTILINE)
    described = set(re.findall(r"`([A-Z_]+)`", "".join(first_cells)))
    assert described == names_that_settings_read() | OWNERS


@pytest.mark.parametrize("page", PAGES)
def test_every_command_on_a_page_exists(page: str) -> None:
    text = (ROOT / page).read_text()
    assert set(re.findall(r"\./poch manage ([a-z_]+)", text)) <= set(get_commands())
    offered = set(re.findall(r'add_parser\("([a-z]+)"', (ROOT / "poch").read_text()))
    assert set(re.findall(r"\./poch ([a-z]+)", text)) <= offered


@pytest.mark.parametrize("page", PAGES)
def test_every_link_on_a_page_leads_to_a_file(page: str) -> None:
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target and not target.startswith("/"):
            assert (ROOT / page).parent.joinpath(target).exists(), target


def test_the_readme_is_short() -> None:
    assert len(README.encode()) <= LARGEST


def test_the_first_screen_is_the_two_commands() -> None:
    first_screen = "\n".join(README.splitlines()[:30])
    assert "./poch demo" in first_screen
    assert "./poch test" in first_screen


@pytest.mark.process
def test_the_readmes_engine_commands_run() -> None:
    for words in (["rules"], ["rules", "pagat"]):
        done = subprocess.run(
            [sys.executable, "-m", "games.engine", *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip()
