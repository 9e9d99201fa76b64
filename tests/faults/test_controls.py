"""Eight negative controls: without one protection, the checker finds that its invariant does not hold.

Five services run without a protection (`unprotected.py`). Three databases lose a constraint or a trigger:
with it the database refuses the damage, and without it the checker finds the damage.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.checker import check
from tests.faults.journal import Record
from tests.faults.small import Prepared, running
from tests.faults.trial import QUIET_LIMIT, Trial

pytestmark = [pytest.mark.process, pytest.mark.nightly]

STUCK = 12.0
"""Seconds in which a service without its outbox or its sweep does nothing. The sweep comes each 5 seconds."""


def broken(trial: Trial, limit: float = QUIET_LIMIT) -> set[str]:
    """Return the names of the invariants that do not hold."""
    return {finding.invariant.split()[0] for finding in trial.findings(limit)}


def test_without_stored_responses_a_retry_is_done_twice(tmp_path: Path, prepared: Prepared) -> None:
    with running(tmp_path, prepared, "stored_responses") as trial:
        trial.evening.punish_one()
        assert "I1" in broken(trial)


def test_with_the_stored_response_committed_apart_a_killed_process_does_it_twice(
    tmp_path: Path, prepared: Prepared
) -> None:
    with running(tmp_path, prepared, "one_transaction") as trial:
        assert broken(trial) == set()
        (tmp_path / "death").touch()
        trial.evening.punish_one()
        assert "I1" in broken(trial)


def test_without_the_outbox_a_killed_process_forgets_the_standing(tmp_path: Path, prepared: Prepared) -> None:
    with running(tmp_path, prepared, "outbox") as trial:
        assert broken(trial) == set()
        (tmp_path / "death").touch()
        trial.evening.enter_one()
        assert broken(trial, STUCK) == {"I9"}


def test_without_the_sweep_a_lost_message_stays_lost(tmp_path: Path, prepared: Prepared) -> None:
    with running(tmp_path, prepared, "sweep") as trial:
        assert broken(trial) == set()
        (tmp_path / "death").touch()
        trial.evening.enter_one()
        assert broken(trial, STUCK) == {"I9"}


def test_without_versions_a_cached_standing_is_wrong(tmp_path: Path, prepared: Prepared) -> None:
    with running(tmp_path, prepared, "versions_of_standings") as trial:
        broken(trial)  # when all is quiet, a standing is in the cache
        trial.evening.enter_one()
        assert "I5" in broken(trial, STUCK)


# --- Constraints and triggers of the database

UNIQUE = """
    PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
    CREATE TABLE copy AS SELECT * FROM tournaments_deal;
    DROP TABLE tournaments_deal;
    ALTER TABLE copy RENAME TO tournaments_deal;
"""
"""SQLite cannot drop a constraint of a table. A copy has none."""

SAME_DEAL_AGAIN = """
    CREATE TEMP TABLE again AS SELECT * FROM tournaments_deal LIMIT 1;
    UPDATE again SET id = '00000000000070008000000000000000';
    INSERT INTO tournaments_deal SELECT * FROM again;
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, prepared: Prepared) -> tuple[Path, list[Record]]:
    """The database and the journal of a service with all protections, in which everything holds."""
    folder = tmp_path_factory.mktemp("played")
    with running(folder, prepared) as trial:
        assert broken(trial) == set()
        records = trial.journal.read()
    return folder / "data", records


@pytest.mark.parametrize(
    ("protection", "damage", "invariant"),
    [
        (UNIQUE, SAME_DEAL_AGAIN, "I7"),
        (
            "DROP TRIGGER account_balance_is_its_transfers",
            "UPDATE tournaments_account SET balance = balance + 7 WHERE name = 'seat 0'",
            "I4",
        ),
        (
            "DROP TRIGGER tournaments_seatresult_no_update",
            "UPDATE tournaments_seatresult SET net = net + 1",
            "I8",
        ),
    ],
    ids=["unique deal", "balance is its transfers", "append-only results"],
)
def test_without_a_constraint_the_damage_is_done_and_found(
    tmp_path: Path, played: tuple[Path, list[Record]], protection: str, damage: str, invariant: str
) -> None:
    data, records = played
    shutil.copytree(data, tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / "poch.sqlite3")) as database:
        with pytest.raises(sqlite3.IntegrityError):
            database.executescript(damage)
        database.rollback()
        database.executescript("DROP TABLE IF EXISTS again; " + protection)
        database.executescript(damage)
        database.commit()

        def rows(sql: str) -> list[tuple[object, ...]]:
            return database.execute(sql).fetchall()

        found = {finding.invariant.split()[0] for finding in check(records, rows)}
    assert invariant in found
