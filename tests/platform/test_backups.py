"""Backups: all data in one file, from SQLite or PostgreSQL, restored into either of them."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connections
from pytest_django import DjangoDbBlocker

from pochleague import backups, environment, portable
from tests.builders import (
    enter,
    make_simulation,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
    with_account,
)
from tests.platform.processes import ROOT, TIMEOUT, clean, run
from tests.tournaments.seasons import a_club, played, started
from tournaments.core.actors import COMMAND
from tournaments.core.models.log import SessionStore
from tournaments.desk.verbs.leaving import leave_table
from tournaments.models import BANK, Account, Club, Deal, Player, Session, Transfer, Webhook
from tournaments.play.verbs import corrections
from tournaments.programs.webhooks.webhooks import add_webhook
from tournaments.ratings import verbs as ratings
from tournaments.seasons.verbs import ending, evenings, members, tables
from tournaments.simulations.verbs.chunks import play_chunk
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> None:
    """A club with a played round, a table that is being played, a voided deal, and players who have left."""
    event = running_event(4, deals_per_round=2)
    play_round(published_round(event))
    left = the_table(published_round(running_event(5, deals_per_round=3)))
    for into in (enter(left.round.event, 1)[0], None):
        play(left)
        leave_table(left, COMMAND, left.seats.get(number=0 if into else 2).entry, into, 2 if into else 3)
    play(left)
    table = the_table(published_round(event))
    play(table, 2)
    corrections.void(table, COMMAND, 2, "misdeal")
    add_adjustment(event, COMMAND, event.entries.earliest("number"), "late", chips=5)
    a_finished_season()
    simulated(300, chunks_played=1)
    simulated(8_000, chunks_played=1)
    SessionStore().create()


def a_finished_season() -> None:
    """A season of two clubs, one of which has left, with all that belongs to it; somebody plays in both."""
    club, here = a_club(4)
    other, there = a_club(4)
    season = started(club, [played(club, here)])
    asked = leagues.ask_club(season.league, owner_of(club), other)
    leagues.agree_to_league(asked, owner_of(other))
    evening = evenings.add_evening(season, owner_of(other), played(other, there))
    leagues.leave_league(asked, owner_of(other))
    tables.refresh(season.pk)
    player, twin = Player.objects.get(pk=here[0]), Player.objects.get(pk=there[0])
    with_account(twin, with_account(player).user)
    ratings.refresh(club.pk)
    members.note_absence(evening, owner_of(club), here[1], "organiser")
    members.cancel_credit(members.give_credit(season, owner_of(club), here[1], 2, "helped"), owner_of(club))
    ending.end_season(season, owner_of(club))


def simulated(deals: int, *, chunks_played: int) -> None:
    """A simulation with played chunks: the only one of 300 deals, one of four of 8,000 deals."""
    simulation = make_simulation(deals)
    for number in range(chunks_played):
        play_chunk(simulation.pk, number)


@pytest.fixture
def backup(evening: None, tmp_path: Path) -> Path:
    """A backup of the fixture `evening`."""
    file = tmp_path / "club.poch"
    backups.make(file)
    return file


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shelf") / "club.poch"


@pytest.fixture
def old_backup(request: pytest.FixtureRequest, shelf: Path, tmp_path: Path) -> Path:
    """A backup that is made once, for tests that do not compare it with the database."""
    if not shelf.exists():
        request.getfixturevalue("evening")
        backups.make(shelf)
    return Path(shutil.copy(shelf, tmp_path))


def manage(*words: str | Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run a command as on another machine, without the environment of this test run."""
    return run(sys.executable, ROOT / "manage.py", *words, environ={"SECRET_KEY": "s" * 50, **environ})


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Path:
    """A migrated SQLite database without rows. Copy it, do not use it."""
    file = tmp_path_factory.mktemp("empty") / "empty.sqlite3"
    with django_db_blocker.unblock(), portable.sqlite_file("empty", file) as empty:
        portable.migrate(empty)
        connections[empty].connection.execute("PRAGMA journal_mode=DELETE")
    return file


@pytest.fixture
def fresh(empty_database: Path, tmp_path: Path) -> Iterator[str]:
    """The alias of a new, empty SQLite database."""
    shutil.copy(empty_database, tmp_path / "fresh.sqlite3")
    with portable.sqlite_file("fresh", tmp_path / "fresh.sqlite3") as alias:
        yield alias


def everything(alias: str) -> dict[str, tuple[int, int]]:
    """The content of a database by table, without sessions, which a backup does not contain."""
    return {model._meta.label: portable.fingerprint(model, alias) for model in portable.all_models()}


@pytest.mark.process
def test_a_restore_into_sqlite_has_every_chip_and_no_session(backup: Path, tmp_path: Path) -> None:
    done = manage("restore", backup, POCH_DATA=str(tmp_path / "laptop"))
    assert done.returncode == 0, done.stderr
    with portable.sqlite_file("laptop", tmp_path / "laptop" / "poch.sqlite3") as laptop:
        assert everything(laptop) == everything(DEFAULT_DB_ALIAS)
        assert Deal.objects.using(laptop).count() == Deal.objects.count() > 0
        assert not Session.objects.using(laptop).exists()
    keys = list(Session.objects.values_list("session_key", flat=True))
    with zipfile.ZipFile(backup) as pack:
        content, manifest = pack.read("database.sqlite3"), json.loads(pack.read("manifest.json"))
    assert keys
    assert not any(key.encode() in content for key in keys)
    assert manifest["format"] == "poch-backup/1"
    assert manifest["rows"]["tournaments_transfer"] == Transfer.objects.count()


@pytest.mark.process
@pytest.mark.nightly
def test_a_restore_into_postgresql_has_every_chip(backup: Path, postgres_url: str) -> None:
    done = manage("restore", backup, DATABASE_URL=postgres_url)
    assert done.returncode == 0, done.stderr
    with portable.database("server", environment.postgresql("DATABASE_URL", postgres_url)) as server:
        assert everything(server) == everything(DEFAULT_DB_ALIAS)
        # Automatic ids continue after the copied ones.
        last = Transfer.objects.using(server).latest("id")
        again = Transfer.objects.using(server).create(
            table_id=last.table_id,
            seq=0,
            source=last.table.accounts.get(name=BANK),
            target=last.table.accounts.get(name="seat 0"),
            chips=1,
            reason="issue",
        )
        assert again.pk > last.pk


@pytest.mark.process
@pytest.mark.nightly
def test_a_restore_under_another_key_pauses_webhooks(evening: None, tmp_path: Path) -> None:
    club = Club.objects.latest("created_at")
    _webhook, secret = add_webhook(club, owner_of(club), "https://example.org/")
    file = tmp_path / "club.poch"
    backups.make(file)
    with zipfile.ZipFile(file) as pack:
        assert secret.removeprefix("whsec_").encode() not in pack.read("database.sqlite3")
    for key, paused_for in [(settings.SECRET_KEY, ""), ("another key " * 5, "no_secret")]:
        laptop = tmp_path / f"laptop_{paused_for}"
        done = manage("restore", file, POCH_DATA=str(laptop), SECRET_KEY=key)
        assert done.returncode == 0, done.stderr
        assert ("Webhooks that are paused now: 1." in done.stdout) == bool(paused_for)
        with portable.sqlite_file("laptop", laptop / "poch.sqlite3") as alias:
            assert Webhook.objects.using(alias).get().paused_for == paused_for


@pytest.mark.process
def test_a_restore_refuses_a_sqlite_database_with_data_and_with_force_renames_it(
    old_backup: Path, tmp_path: Path
) -> None:
    laptop = tmp_path / "laptop"
    with zipfile.ZipFile(old_backup) as pack:
        there = Path(pack.extract("database.sqlite3", laptop)).rename(laptop / "poch.sqlite3")
    before = dump(there)

    refused = manage("restore", old_backup, POCH_DATA=str(laptop))
    assert refused.returncode == 1
    assert "--force" in refused.stderr
    assert dump(there) == before

    assert manage("restore", old_backup, "--force", POCH_DATA=str(laptop)).returncode == 0
    (aside,) = laptop.glob("poch.sqlite3.before-restore-*")
    assert dump(aside) == before
    assert there.exists()


def test_only_the_owner_can_read_a_backup_and_it_overwrites_no_file(old_backup: Path) -> None:
    assert stat.S_IMODE(old_backup.stat().st_mode) == 0o600
    with pytest.raises(backups.BackupError, match="exists already"):
        backups.make(old_backup)


def tampered(backup: Path, statement: str) -> Path:
    """The backup, with its database changed by SQL."""
    folder = backup.parent / "tampered"
    folder.mkdir()
    with zipfile.ZipFile(backup) as pack:
        pack.extractall(folder)
    with sqlite3.connect(folder / "database.sqlite3") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute(statement)
    database.close()
    file = backup.parent / "tampered.poch"
    with zipfile.ZipFile(file, "w") as pack:
        for name in ("manifest.json", "database.sqlite3"):
            pack.write(folder / name, name)
    return file


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_account SET balance = balance + 1 WHERE name = 'seat 0'",
        "UPDATE tournaments_transfer SET chips = chips + 1 WHERE deal_id IS NOT NULL",
        "UPDATE tournaments_seatresult SET net = net + 1",
        "DELETE FROM tournaments_transfer WHERE id = (SELECT max(id) FROM tournaments_transfer)",
        "DELETE FROM tournaments_seat",
        "UPDATE tournaments_standing SET version = version + 1000",
    ],
)
def test_inconsistent_data_is_not_copied(old_backup: Path, fresh: str, statement: str) -> None:
    with zipfile.ZipFile(tampered(old_backup, statement)) as pack:
        pack.extract("database.sqlite3", old_backup.parent)
    with (
        portable.sqlite_file("tampered", old_backup.parent / "database.sqlite3") as source,
        pytest.raises((portable.CopyError, DatabaseError)),
    ):
        portable.copy(source, fresh)
    assert portable.is_empty(fresh)


WRONG_PAYOUT = "UPDATE tournaments_payout SET chips = chips + 1"


@pytest.mark.parametrize("damage", [WRONG_PAYOUT, "DELETE FROM tournaments_seat"])
def test_damage_in_a_backup_is_named(old_backup: Path, damage: str) -> None:
    with zipfile.ZipFile(tampered(old_backup, damage)) as pack:
        pack.extract("database.sqlite3", old_backup.parent)
    with (
        portable.sqlite_file("tampered", old_backup.parent / "database.sqlite3") as alias,
        pytest.raises(backups.BackupError, match=r"is damaged. Nothing was restored.\n.+"),
    ):
        backups.check(alias)


@pytest.mark.process
@pytest.mark.nightly
def test_a_refused_restore_leaves_nothing_behind(old_backup: Path, tmp_path: Path) -> None:
    laptop = tmp_path / "laptop"
    forged = tampered(old_backup, WRONG_PAYOUT)
    done = manage("restore", forged, POCH_DATA=str(laptop))
    assert done.returncode == 1
    assert "round 1, table 1, deal 1: A payout differs from this deal." in done.stderr
    assert [file.name for file in laptop.iterdir() if file.name != "server.lock"] == []
    done = manage("restore", old_backup, POCH_DATA=str(laptop))
    assert "fsck checked it and found no damage" in done.stdout


@pytest.mark.process
@pytest.mark.nightly
def test_a_backup_of_another_version_is_refused(old_backup: Path, tmp_path: Path) -> None:
    backup = tampered(
        old_backup,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_x', '2030-01-01')",
    )
    done = manage("restore", backup, POCH_DATA=str(tmp_path / "laptop"))
    assert done.returncode == 1
    assert "Another version of Pochleague" in done.stderr


def test_the_constraints_of_the_target_check_a_copy_and_a_second_one_is_refused(
    evening: None, fresh: str
) -> None:
    portable.copy(DEFAULT_DB_ALIAS, fresh)
    assert everything(fresh) == everything(DEFAULT_DB_ALIAS)
    with pytest.raises(IntegrityError):
        Account.objects.using(fresh).filter(name="seat 0").update(balance=1_000_000)
    with pytest.raises(portable.CopyError, match="not empty"):
        portable.copy(DEFAULT_DB_ALIAS, fresh)
    assert everything(fresh) == everything(DEFAULT_DB_ALIAS)


# --- Without a file of its own, or without a right to one


def pipe(*words: str | Path, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with bytes on standard input and output."""
    return subprocess.run(
        words,
        cwd=ROOT,
        env=clean({"SECRET_KEY": "s" * 50, **environ}),
        input=stdin,
        capture_output=True,
        check=False,
        timeout=TIMEOUT,
    )


@pytest.mark.process
@pytest.mark.nightly
def test_a_backup_goes_through_standard_input_and_output(old_backup: Path, tmp_path: Path) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    content = old_backup.read_bytes()
    done = pipe(sys.executable, "manage.py", "restore", "-", stdin=content, POCH_DATA=first)
    assert done.returncode == 0, done.stderr
    made = pipe("./poch", "backup", "-", POCH_DATA=first)
    assert made.returncode == 0, made.stderr
    assert b"Keep the file secret." in made.stderr
    done = pipe("./poch", "restore", "-", stdin=made.stdout, POCH_DATA=second)
    assert done.returncode == 0, done.stderr
    with (
        portable.sqlite_file("first", Path(first, "poch.sqlite3")) as one,
        portable.sqlite_file("second", Path(second, "poch.sqlite3")) as other,
    ):
        assert everything(one) == everything(other)
