"""Controls: a database without a constraint or a trigger takes the damage, and the checker finds it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.checker import check
from tests.faults.journal import Record
from tests.faults.small import Prepared, running

pytestmark = [pytest.mark.process, pytest.mark.nightly]

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
        trial.verify()
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
