"""Static files are collected when their sources have changed, and not at every start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from pochleague import static_files


@pytest.fixture
def collections(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that collect from now on, into a folder of this test."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    commands: list[str] = []

    def collect(name: str, **_options: object) -> None:
        (tmp_path / "static").mkdir(exist_ok=True)
        commands.append(name)

    monkeypatch.setattr(static_files, "call_command", collect)
    return commands


def test_unchanged_sources_are_collected_once(collections: list[str]) -> None:
    static_files.collect(print)
    static_files.collect(print)
    assert collections == ["collectstatic"]


def test_a_changed_source_is_collected_again(collections: list[str], tmp_path: Path, settings: Any) -> None:
    source = tmp_path / "sources" / "style.css"
    source.parent.mkdir()
    source.write_text("body {}")
    settings.STATICFILES_DIRS = [str(source.parent)]
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]  # the stubs do not know the cache
    static_files.collect(print)
    source.write_text("body { color: red }")
    static_files.collect(print)
    finders.get_finder.cache_clear()  # type: ignore[attr-defined]  # the stubs do not know the cache
    assert len(collections) == 2
