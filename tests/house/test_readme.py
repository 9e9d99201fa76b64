"""The README is true: its map, its settings, its commands."""

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
OWNERS = {"POCH_CLUB_NAME", "POCH_OWNER_NAME", "POCH_OWNER_PASSWORD"}


def the_map() -> list[str]:
    """The paths that the README's map of the house names."""
    section = README.split("## The house", 1)[1]
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
    first_cells = re.findall(r"^\| (`[A-Z_, `]+`) \|", README, re.MULTILINE)
    described = set(re.findall(r"`([A-Z_]+)`", "".join(first_cells)))
    assert described == names_that_settings_read() | OWNERS


def test_every_command_that_the_readme_tells_exists() -> None:
    told = set(re.findall(r"\./poch manage ([a-z_]+)", README))
    assert told <= set(get_commands())
    offered = set(re.findall(r'add_parser\("([a-z]+)"', (ROOT / "poch").read_text()))
    spoken = set(re.findall(r"\./poch ([a-z]+)", README))
    assert spoken <= offered
    assert {"demo", "serve", "test", "backup", "restore"} <= spoken


@pytest.mark.parametrize("page", ["README.md", "docker/README.md"])
def test_what_a_page_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert (ROOT / page).parent.joinpath(target).exists(), target


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
