"""Faults of one process on SQLite: it is killed, has a wrong clock or a locked file, or is restored."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.checker import check, plain, sent_by_clients
from tests.faults.installations import OneProcess
from tests.faults.small import Prepared, running
from tests.faults.trial import PROGRESS_LIMIT, times

pytestmark = [pytest.mark.process, pytest.mark.nightly]

HOURS = 3600


def test_f1_f21_the_process_is_killed_in_the_middle_of_requests(tmp_path: Path, prepared: Prepared) -> None:
    with running(tmp_path, prepared, scorers=6) as trial:
        trial.repeat("F1 kill", lambda: trial.installation.kill("serve"), count=times(12, 500), deals=3)
        trial.verify_whole()


def test_f2_the_process_dies_between_its_commit_and_the_response(tmp_path: Path, prepared: Prepared) -> None:
    """The message that wakes a worker is not sent either."""
    with running(tmp_path, prepared, "mortal") as trial:
        death = tmp_path / "death"
        with trial.evening.running():
            for _ in range(times(3, 100)):
                end = time.monotonic() + PROGRESS_LIMIT
                with trial.fault("F2 kill after commit"):
                    death.touch()
                    while death.exists():
                        assert time.monotonic() < end
                        time.sleep(0.02)
                trial.progress(2)
        trial.verify()


def test_f11_the_clock_is_set_forward_and_back(tmp_path: Path, prepared: Prepared) -> None:
    """Two hours forward and back. Tasks that were written in the future are done, and the order stays."""
    with running(tmp_path, prepared, "wrong_clock") as trial:
        for seconds in [2 * HOURS, -2 * HOURS, 0] * times(1, 20):
            with trial.evening.running(), trial.fault("F11 clock"):
                (tmp_path / "clock").write_text(str(seconds))
                trial.progress(5)
            trial.verify()


def test_f21_another_program_locks_the_database(tmp_path: Path, prepared: Prepared) -> None:
    """For instance a program that looks at the file. Writers wait, or are refused with 503."""
    with running(tmp_path, prepared) as trial:
        path = tmp_path / "data" / "poch.sqlite3"
        with trial.evening.running(), closing(sqlite3.connect(path, timeout=60)) as other:
            for _ in range(times(2, 100)):
                with trial.fault("F21 locked"):
                    other.execute("BEGIN IMMEDIATE")
                    time.sleep(2)
                    other.rollback()
                trial.progress(3)
        trial.verify()


def test_f19_a_backup_under_load_is_restored(tmp_path: Path, prepared: Prepared) -> None:
    """The restored club has every deal that was acknowledged before the backup, and its chips add up."""
    backup, folder = tmp_path / "club.poch", tmp_path / "restored"
    folder.mkdir()
    with running(tmp_path, prepared) as trial:
        with trial.evening.running():
            trial.progress(3)
            before = trial.journal.read()
            trial.installation.manage("backup", str(backup))
            trial.progress(1)
        trial.verify()
    restored = OneProcess(folder)
    restored.manage("restore", str(backup))
    acknowledged = {change.id for change in sent_by_clients(before)[0] if change.table and change.answers}
    deals = {plain(pk) for (pk,) in restored.rows("SELECT id FROM tournaments_deal")}
    assert acknowledged
    assert acknowledged <= deals
    later = {"I1", "I2", "I5", "I10", "I12"}
    findings = check(trial.journal.read(), restored.rows)
    assert {finding.invariant.split()[0] for finding in findings} <= later, findings
