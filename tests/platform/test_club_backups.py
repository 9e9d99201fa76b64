"""Backups of one club: what is in the file, and what a restore beside other clubs makes of it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, Value
from django.db.models.functions import Concat

from pochleague import backups, club_backups, environment, portable
from pochleague.club_backups import ClubError
from tests.builders import (
    PASSWORD,
    SMALL_PICTURE,
    a_table,
    make_card,
    make_club,
    make_limited_key,
    make_simulation,
    make_user,
    owner_of,
    played_simulation,
    work,
)
from tests.federation import seed_club
from tests.platform.test_backups import (  # noqa: F401
    WRONG_PAYOUT,
    empty_database,
    fresh,
    manage,
    tampered,
)
from tests.tournaments.play.test_claims import short
from tests.tournaments.seasons import a_club, played, started
from tournaments.clubs.verbs import clubs
from tournaments.desk.verbs import calls, clocks
from tournaments.events.verbs import arrivals
from tournaments.models import (
    AuditEntry,
    Club,
    Division,
    DrawSearch,
    FeedMark,
    Member,
    Player,
    Season,
    SecondFactor,
    User,
)
from tournaments.play.verbs import cards, claims, phones
from tournaments.programs.fsck import run as fsck
from tournaments.programs.fsck.duties import SUBJECTS
from tournaments.programs.owners import share_of
from tournaments.programs.webhooks import webhooks
from tournaments.seasons.verbs import ending, evenings, members, tables
from tournaments.simulations.verbs.chunks import play_chunk
from tournaments.teams.verbs import leagues
from tournaments.teams.verbs.teams import set_team_scheme

pytestmark = pytest.mark.django_db(transaction=True)

OF_NO_CLUB = {
    "auth.Group",
    "auth.Group_permissions",
    "auth.Permission",
    "contenttypes.ContentType",
    "tournaments.AttemptPace",  # attempts to sign in
    "tournaments.AttemptTurn",
    "tournaments.CheckMark",  # of all clubs
    "tournaments.PinFailure",  # kept for an hour
    "tournaments.Practice",
    "tournaments.RecoveryCode",
    "tournaments.SecondFactor",
    "tournaments.StoredAnswer",  # answers to programs, encrypted with their own keys
    "tournaments.User_groups",
    "tournaments.User_user_permissions",
}
"""Tables that no backup of a club contains."""


def test_each_table_is_in_the_backup_of_a_club_or_of_no_club() -> None:
    mine = {model._meta.label for model in share_of(make_club().pk, DEFAULT_DB_ALIAS, SUBJECTS).rows}
    there = {model._meta.label for model in portable.all_models()}
    assert mine | OF_NO_CLUB == there
    assert not mine & OF_NO_CLUB


FACTOR = "the-encrypted-secret-of-an-app"


def a_rich_club() -> Club:
    """A club with all that a club can have, and what leads to other clubs."""
    places = seed_club(players=20)
    club, boss = places.club, places.owner
    clubs.set_picture(club, boss, SMALL_PICTURE)
    calls.call_director(places.table, boss)
    phones.take_seat(cards.enter_by_secret(make_card(places.table).secret).phone, 0)
    table = a_table(4, club=club, two_agree=True)
    claims.claim_deal(table, boss, 1, short(table), seat=0)
    make_limited_key(club, events=[places.running], tables=[places.table])
    clubs.invite_member(club, boss, "scorer")
    play_chunk(make_simulation(8_000, club).pk, 0)
    played_simulation(club)
    ended = started(club, [played(club, [str(pk) for pk in roster(club)[:4]])], name="Ended")
    tables.refresh(ended.pk)
    ending.end_season(ended, boss)
    work()
    joint(club)
    work()
    arrivals.make_door(places.coming, boss)
    clocks.start_clock(places.round, boss, 60)
    brief = {"draw": 1, "seed": 1, "moves_planned": 1, "request": {}, "state": {}}
    DrawSearch.objects.create(round=places.round, status="stopped", **brief)
    evening, member = places.season.evenings.earliest("number"), places.season.members.earliest("pk")
    members.note_absence(evening, boss, str(member.player_id), "organiser")
    draft = Season.objects.get(previous=ended)
    Division.objects.create(season=draft, number=1, name="First")
    set_team_scheme(draft, boss, best=2)
    SecondFactor.objects.create(
        user_id=club.members.get(role="owner").user_id, encrypted_secret=FACTOR, last_step=1
    )
    work()
    webhook, _secret = webhooks.add_webhook(club, boss, "https://example.org/")
    webhooks.test_webhook(webhook, boss)
    FeedMark.objects.create(event=places.running, entry=AuditEntry.objects.latest("pk").pk - 3, version=2)
    return Club.objects.get(pk=club.pk)


def roster(club: Club) -> list[Any]:
    return list(Player.objects.filter(club=club, bot="").order_by("sort_key").values_list("pk", flat=True))


def joint(club: Club) -> None:
    """A season of this club and another one, and one of the other club in which this one takes part."""
    other, there = a_club(4)
    for host, guest in ((club, other), (other, club)):
        season = started(host, [played(host, [str(pk) for pk in roster(host)[:4]])], name="Joint")
        asked = leagues.ask_club(season.league, owner_of(host), guest)
        leagues.agree_to_league(asked, owner_of(guest))
        event = played(guest, [str(pk) for pk in roster(guest)[4:8] or there])
        evenings.add_evening(season, owner_of(guest), event)
    Member.objects.create(club=other, user=club.members.get(role="owner").user, role="scorer")


@dataclass
class Shelf:
    """A backup of a rich club, which is made once, and what the club was then."""

    file: Path
    club: Any = None
    rows: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("shelf") / "club.poch")


@pytest.fixture
def made(shelf: Shelf) -> Shelf:
    if not shelf.file.exists():
        shelf.club = a_rich_club()
        shelf.rows = content(DEFAULT_DB_ALIAS, shelf.club.pk)
        shelf.secrets = [FACTOR, *User.objects.values_list("password", flat=True)]
        shelf.left_out = backups.make(shelf.file, club=shelf.club.slug)["left_out"]
    return shelf


@pytest.fixture
def file(made: Shelf, tmp_path: Path) -> Path:
    """A backup of a rich club."""
    return Path(shutil.copy(made.file, tmp_path))


@contextmanager
def opened(file: Path) -> Iterator[str]:
    """The database of a backup."""
    with zipfile.ZipFile(file) as pack:
        database = Path(pack.extract("database.sqlite3", file.parent))
    with portable.sqlite_file("opened", database) as alias:
        yield alias


def content(alias: str, club: Any) -> dict[str, Any]:
    """The rows of a club by table, without automatic ids, of accounts the names."""
    found = {}
    for model, rows in share_of(club, alias, SUBJECTS).rows.items():
        numbered = {field for field in model._meta.local_fields if isinstance(field, AutoField)}
        names = (
            ["username"]
            if model is User
            else [
                field.attname
                for field in model._meta.local_concrete_fields
                if field not in numbered
                and not isinstance(getattr(field, "target_field", None), AutoField)
                and (model, field.name) != (FeedMark, "entry")
            ]
        )
        found[model._meta.label] = sorted(map(portable.digest, rows.values_list(*names)))
    return found


@pytest.fixture
def beside(fresh: str) -> Iterator[Club]:  # noqa: F811
    """Another club, in a database that is the default one while the test runs."""
    with portable.as_default(fresh):
        other, people = a_club(4)
        played(other, people)
        work()
        yield other


@pytest.mark.both
def test_a_club_comes_back_row_by_row_beside_another_one(made: Shelf, file: Path, beside: Club) -> None:
    empty = {label for label, rows in made.rows.items() if not rows}
    assert empty == {"tournaments.LeagueClub"}  # each leads to another club
    before = content("default", beside.pk)
    with opened(file) as backup:
        club_backups.add(backup)
    assert content("default", made.club.pk) == made.rows
    assert content("default", beside.pk) == before
    assert fsck.run().damage == []


def test_what_leads_to_other_clubs_is_left_out_and_listed(made: Shelf) -> None:
    mine, other = made.club.name, made.left_out[0].split(": ")[1].split(" (")[0]
    assert set(made.left_out) == {
        f"{mine} of {mine}: {other} (league club: 1)",
        f"{other} of {other}: {mine} (league club: 1)",
        f"Joint of {mine}: {other} (evening: 1)",
        f"Joint of {mine}: {other} (season member: 4)",
        f"Joint of {other}: {mine} (evening: 1)",
        f"Joint of {other}: {mine} (season member: 4)",
        "Joint: the whole season, because other clubs take part in it",
        *(line for line in made.left_out if line.endswith(f": a member of {other}")),
    }
    assert len(made.left_out) > 7


def test_no_password_and_no_factor_is_in_the_bytes(made: Shelf) -> None:
    with zipfile.ZipFile(made.file) as pack:
        content = pack.read("database.sqlite3")
    assert FACTOR in made.secrets
    assert len(made.secrets) > 3
    assert [secret for secret in made.secrets if secret.encode() in content] == []


def everything() -> dict[str, tuple[int, int]]:
    return {model._meta.label: portable.fingerprint(model, "default") for model in portable.all_models()}


def refused(file: Path, code: str, **options: Any) -> str:
    """The sentence of a refusal, after which everything is as it was."""
    before = everything()
    with opened(file) as backup, pytest.raises(ClubError) as refusal:
        club_backups.add(backup, **options)
    assert refusal.value.code == code
    assert everything() == before
    return str(refusal.value)


def test_a_club_or_an_id_that_exists_is_refused(file: Path, beside: Club) -> None:
    with opened(file) as backup:
        club_backups.add(backup)
    assert "already" in refused(file, "club_exists")
    Club.objects.filter(pk=made_club(file)).update(slug="renamed")
    User.objects.update(username=Concat("username", Value("x")))
    refused(file, "id_exists")


def made_club(file: Path) -> Any:
    with opened(file) as backup:
        return Club.objects.using(backup).get().pk


def test_an_account_whose_name_is_taken_gets_another_name_and_no_right_of_the_file(
    file: Path, made: Shelf, beside: Club
) -> None:
    with opened(file) as backup:
        owner = Member.objects.using(backup).get(role="owner")
        name = User.objects.using(backup).get(pk=owner.user_id).username
        User.objects.using(backup).update(is_superuser=True, password=make_password(PASSWORD))
        stranger = make_user(name.upper())
        done = club_backups.add(backup)
    assert (name, f"{name}-2") in done["renamed"]
    assert not Member.objects.filter(user=stranger).exists()
    account = Member.objects.get(club=made.club.pk, role="owner").user
    assert (account.username, account.has_usable_password()) == (f"{name}-2", False)
    assert not User.objects.filter(is_superuser=True).exists()


def test_an_account_with_the_same_id_is_attached_only_if_the_operator_says_so(
    file: Path, beside: Club
) -> None:
    with opened(file) as backup:
        there = User.objects.using(backup).earliest("pk")
    here = User.objects.create_user(id=there.pk, username=there.username, password=PASSWORD)
    assert there.username in refused(file, "account_exists")
    with opened(file) as backup:
        club_backups.add(backup, same_accounts=True)
    here.refresh_from_db()
    assert here.check_password(PASSWORD)
    assert here.memberships.exists()


def test_a_file_with_more_than_one_club_owns_is_refused(file: Path, beside: Club) -> None:
    with opened(file) as backup:
        owner = Member.objects.using(backup).get(role="owner").user_id
        with connections[backup].cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=DELETE")
        factor = SecondFactor.objects.using(backup).create(user_id=owner, encrypted_secret="x", last_step=1)
        with pytest.raises(ClubError, match="not_one_club"):
            club_backups.add(backup)
        factor.delete()
        Club.objects.using(backup).create(name="Another", slug="another")
        with pytest.raises(ClubError, match="not_one_club"):
            club_backups.add(backup)
    assert list(Club.objects.all()) == [beside]


def test_a_damaged_file_changes_nothing(file: Path, beside: Club) -> None:
    before = everything()
    with pytest.raises(backups.BackupError, match=r"is damaged. Nothing was restored"):
        backups.restore_club(tampered(file, WRONG_PAYOUT))
    file.write_bytes(file.read_bytes()[:-5000])
    with pytest.raises(backups.BackupError, match="is not a backup of Pochleague, or it is damaged"):
        backups.restore_club(file)
    assert everything() == before


def test_a_file_says_whether_it_is_of_one_club(file: Path, beside: Club) -> None:
    with pytest.raises(backups.BackupError, match="with --club"):
        backups.restore(file)
    backups.make(file.parent / "all.poch")
    with pytest.raises(backups.BackupError, match="without --club"):
        backups.restore_club(file.parent / "all.poch")
    with pytest.raises(ClubError, match="club_unknown"):
        backups.make(file.parent / "none.poch", club="nobody")
    assert not (file.parent / "none.poch").exists()


@pytest.mark.process
@pytest.mark.nightly
def test_the_commands_move_a_club_from_machine_to_machine(
    made: Shelf, file: Path, tmp_path: Path, postgres_url: str
) -> None:
    laptop = str(tmp_path / "laptop")
    done = manage("restore", "--club", file, POCH_DATA=laptop)
    assert done.returncode == 0, done.stderr
    assert "no password" in done.stdout
    assert "club_exists" in manage("restore", "--club", file, POCH_DATA=laptop).stderr
    again = tmp_path / "again.poch"
    done = manage("backup", "--club", made.club.slug, again, POCH_DATA=laptop)
    assert done.returncode == 0, done.stderr
    done = manage("restore", "--club", again, DATABASE_URL=postgres_url)
    assert done.returncode == 0, done.stderr
    with portable.database("server", environment.postgresql("DATABASE_URL", postgres_url)) as server:
        there = content(server, made.club.pk)
    changed = {"tournaments.AuditEntry", "tournaments.Club", "tournaments.Webhook"}  # no secret: it is paused
    assert {label for label in there if there[label] != made.rows[label]} == changed
