"""Backups at regular times: when one is due, which stay, and what happens if one fails."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from pochleague import backups

DAY = timedelta(days=1)
NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)


class Stopped(Exception):
    """A person has stopped the program."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups are empty files here."""
    monkeypatch.setattr(backups, "make", lambda file: file.touch())


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_without_a_backup_one_is_due_now(tmp_path: Path) -> None:
    assert backups.due(tmp_path / "backups", DAY, NOON) == NOON


def test_the_next_one_is_due_one_period_after_the_newest(tmp_path: Path) -> None:
    for name in ("poch-20260305-180000.poch", "poch-20260301-120000.poch", "club.poch", "poch-old.poch"):
        (tmp_path / name).touch()
    assert backups.due(tmp_path, DAY, NOON) == datetime(2026, 3, 6, 18, tzinfo=UTC)


def test_a_backup_of_a_wrong_clock_does_not_put_off_the_next_one(tmp_path: Path) -> None:
    (tmp_path / "poch-20360306-120000.poch").touch()
    assert backups.due(tmp_path, DAY, NOON) == NOON


@pytest.mark.usefixtures("written")
def test_the_newest_stay_and_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.poch").touch()
    for days in range(5):
        backups.make_next(tmp_path, 2, NOON + days * DAY)
    assert names(tmp_path) == ["letter.poch", "poch-20260309-120000.poch", "poch-20260310-120000.poch"]


def test_a_backup_that_fails_removes_none_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes forward while the program sleeps."""
    (tmp_path / "poch-20260305-110000.poch").touch()
    tries: list[datetime] = []
    said: list[str] = []
    with time_machine.travel(NOON, tick=False) as clock:

        def fail_twice(file: Path) -> None:
            tries.append(datetime.now(UTC))
            if len(tries) < 3:
                raise OSError(28, "No space left on device", str(file))
            file.touch()

        def sleep(seconds: float) -> None:
            if len(tries) == 3:
                raise Stopped
            clock.shift(seconds)

        monkeypatch.setattr(backups, "make", fail_twice)
        monkeypatch.setattr(time, "sleep", sleep)
        with pytest.raises(Stopped):
            backups.run(tmp_path, "day", 1, said.append)
    assert tries == [NOON, NOON + backups.RETRY, NOON + 2 * backups.RETRY]
    assert "The disk is full. Make room" in said[0]
    assert "The next backup is due in one day." in said[2]
    assert names(tmp_path) == ["poch-20260306-122000.poch"]
