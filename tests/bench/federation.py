"""Measure how the cost of pages, verbs and tasks grows with the number of clubs.

    python -m tests.bench.federation                              # 1 and 100 clubs
    python -m tests.bench.federation --clubs 100 300 --large 2000 # and a club with 2,000 events
    python -m tests.bench.federation --sqlite 500                 # ten years of one club, on SQLite

It makes one club with 48 events by the ordinary verbs, multiplies it by SQL (`tests.federation`), and then
measures by turns in this process: Django's test client, the verbs and the periodic tasks. The cost is the
median of the processor time of Python and of the database together. No page is kept from before, and a verb
is rolled back, so that it finds the same records each time.

The aims: a small club costs at most 1.5 times what it costs alone, a large one at most 3 times, and nothing
but exports more than 250 ms. On SQLite no page costs more than 100 ms, and no verb or task more than 300.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from tests.bench.database import new_database
from tests.bench.site import databases

if TYPE_CHECKING:
    from tests.federation import Places

MOST_SECONDS = 15.0
"""After this time a row is not measured once more."""

MOST, MOST_ON_SQLITE = 250.0, {"page": 100.0, "api": 100.0, "task": 300.0, "verb": 300.0}
"""The aims, in milliseconds."""

WARM = 11
"""So many times do not count: then every statement has the plan that its connection keeps."""

MOVES = 1_000
"""The search of a draw grows with no club, so it is short here."""


@dataclass(frozen=True)
class Row:
    """Something whose cost is measured."""

    kind: str
    """page, api, export, verb or task."""
    name: str
    act: Callable[[Any], object]
    prepare: Callable[[], object] | None = field(default=None)
    """Makes the argument of `act`. Both are rolled back."""


@dataclass(frozen=True)
class Column:
    """A club whose costs are measured."""

    name: str
    database: str
    club: int
    most: float = 1.5
    """How many times the cost of the first column it may have."""


def main() -> None:
    options = argparse.ArgumentParser(description="Measure how costs grow with the number of clubs.")
    options.add_argument("--clubs", type=int, nargs="+", default=[100])
    options.add_argument("--large", type=int, default=0, help="events of a large club (none)")
    options.add_argument("--players", type=int, default=300, help="on the roster of each club (300)")
    options.add_argument("--times", type=int, default=20, help="measurements of each row (20)")
    options.add_argument("--only", default="", help="rows whose name contains this")
    options.add_argument("--sqlite", type=int, default=0, help="events of one club on SQLite")
    arguments = options.parse_args()
    if arguments.sqlite:
        with new_database(static=True):
            _alone_on_sqlite(arguments)
    else:
        with databases() as postgres:
            from django.core.management import call_command

            call_command("collectstatic", interactive=False, verbosity=0)
            measure(_fill(arguments, postgres.url), arguments)


def _fill(arguments: argparse.Namespace, url: str) -> list[Column]:
    """Make a club, then all others. A copy of the database is kept at each number of clubs."""
    from django.db import connection

    from tests.bench.world import copy_of
    from tests.federation import multiply_club, multiply_events, seed_club

    def kept() -> str:
        connection.close()
        return copy_of(url).rpartition("/")[2].partition("?")[0]

    seed_club(players=arguments.players)
    multiply_events(0, 7)
    columns, there = [Column("alone", kept(), 0)], 1
    for clubs in sorted(arguments.clubs):
        began = time.monotonic()
        multiply_club(there, clubs - 1)
        _write(f"{_counts()}: {time.monotonic() - began:.0f} s")
        there = clubs
        columns.append(Column(f"{clubs} clubs", kept(), clubs // 2))
    if arguments.large:
        multiply_club(there, there)
        events = multiply_events(there, arguments.large // 5 - 8)
        columns.append(Column(f"{events:,} events", kept(), there, 3.0))
    return columns


def _alone_on_sqlite(arguments: argparse.Namespace) -> None:
    from tests.federation import multiply_events, seed_club

    seed_club(players=arguments.players)
    events = multiply_events(0, arguments.sqlite // 5 - 1)
    _write(f"{_counts()}\n| what | {events} events |\n|---|---|")
    with patch("tournaments.draw.verbs.brief.MOVES", MOVES):
        for row in _rows(0):
            if arguments.only in row.name:
                cost, _database = _cost(row, arguments.times)
                above = " **above**" if cost > MOST_ON_SQLITE.get(row.kind, cost) else ""
                _write(f"| {row.name} | {cost:.0f}{above} |")


def measure(columns: list[Column], arguments: argparse.Namespace) -> None:
    """Print a line for each row: the cost in each column, in brackets the database's part, and the ratio.

    The columns are measured by turns, so that all have the same share of what else runs on the machine.
    """
    from django.db import connection

    all_rows = []
    for column in columns:
        _use(column.database)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            # Else other processes would work for a query, and their time would be missing.
            name = connection.settings_dict["NAME"]
            cursor.execute(f'ALTER DATABASE "{name}" SET max_parallel_workers_per_gather = 0')
        all_rows.append(_rows(column.club))
    _write(
        "| what | " + " | ".join(column.name for column in columns) + " |\n|" + "---|" * (len(columns) + 1)
    )
    with patch("tournaments.draw.verbs.brief.MOVES", MOVES):
        for rows in zip(*all_rows, strict=True):
            if arguments.only not in rows[0].name:
                continue
            cells: list[str] = []
            alone = 0.0
            for column, row in zip(columns, rows, strict=True):
                _use(column.database)
                cost, database = _cost(row, arguments.times)
                alone = alone or cost
                above = cost > column.most * alone or (cost > MOST and row.kind != "export")
                ratio = f" x {cost / alone:.2f}" if cells else ""
                cells.append(f"{cost:.1f} ({database:.1f}){ratio}{' **above**' if above else ''}")
            _write(f"| {row.name} | {' | '.join(cells)} |")


def _use(database: str) -> None:
    """Connect to this database from now on."""
    from django.db import connection

    if connection.settings_dict["NAME"] != database:
        connection.close()
        connection.settings_dict["NAME"] = database


def _rows(club: int) -> list[Row]:
    from tests.federation import find

    places = find(club)
    return [*_pages(places), *_verbs(places), *_tasks()]


def _cost(row: Row, times: int) -> tuple[float, float]:
    """The medians of the cost of a row and of the database's part."""
    from django.db import transaction

    from tournaments.core.kept import SHELF

    costs: list[tuple[float, float]] = []
    began = time.monotonic()
    while not costs or (len(costs) < times + WARM and time.monotonic() < began + MOST_SECONDS):
        SHELF.clear()
        if row.prepare is None:
            costs.append(_spent(row.act, None))
            continue
        with transaction.atomic():
            costs.append(_spent(row.act, row.prepare()))
            transaction.set_rollback(True)
    whole, parts = zip(*costs[min(WARM, len(costs) - 1) :], strict=True)
    return median(whole), median(parts)


def _spent(act: Callable[[Any], object], what: object) -> tuple[float, float]:
    """The milliseconds of processor time of Python and the database, and of the database."""
    before, python = _of_database(), time.process_time()
    act(what)
    python = time.process_time() - python
    database = _of_database() - before
    return 1000 * (python + database), 1000 * database


def _of_database() -> float:
    """The processor time of the process of PostgreSQL that serves us, in seconds; on SQLite it is ours."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    connection.ensure_connection()
    # /proc/PID/stat counts in hundredths of a second, this in nanoseconds.
    schedule = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return int(schedule.read_text().split()[0]) / 1e9


PAGES = {
    "": "home",
    "club": "club club_calendar records ratings club_seasons",
    "running": "event standings standings_by_round rounds projector find event_preview",
    "finished": "standings standings_by_round",
    "coming": "sign_up",
    "round": "round",
    "table": "table",
    "season": "season season_rules season_to_print season_ladder season_evenings season_file",
    "league": "league",
    "team_season": "season season_teams",
    "person": "person",
}
"""For strangers, by what their address names."""

SIGNED_IN = {
    "": "home",
    "club": "club players members club_seasons records",
    "running": "event manage entries stages event_log score",
    "coming": "payments",
    "round": "draw",
    "season": "season manage_season season_members manage_evenings",
    "person": "person",
}
LISTS = {
    "": "all-events",
    "club": "events players records ratings",
    "running": "event entries standings rounds event-deals payouts showdowns story",
    "table": "table deals ledger",
    "season": "season season-standings evenings season-members honours",
    "person": "person person-results person-seasons person-opponents",
}
EXPORTS = {
    "finished": "event-document export-deals export-ledger export-standings",
    "team_season": "season-document",
}


def _pages(places: Places) -> Iterator[Row]:
    """Pages for strangers and for the owner, and what programs read."""
    from django.test import Client
    from django.urls import reverse

    from tests.builders import make_key

    owner = Client(SERVER_NAME="localhost")
    assert places.owner.user is not None
    owner.force_login(places.owner.user, backend="django.contrib.auth.backends.ModelBackend")
    key = {"Authorization": f"Bearer {make_key(places.club)}"}
    program = Client(SERVER_NAME="localhost", headers=key)
    things = {name: getattr(places, name, None) for name in PAGES}
    things["league"] = places.season.league
    for client, kind, who, listed in (
        (Client(SERVER_NAME="localhost"), "page", "", PAGES),
        (owner, "page", "signed in, ", SIGNED_IN),
        (program, "api", "", LISTS),
        (program, "export", "", EXPORTS),
    ):
        prefix = "api:" if client is program else ""
        for thing, names in listed.items():
            one: Any = things[thing]
            key_of = "slug" if thing == "club" else "pk"
            args = [getattr(one, key_of)] if thing else []
            for name in names.split():
                of = f"{thing}, " if thing in ("finished", "team_season") else ""
                yield Row(kind, f"{kind}: {who}{of}{name}", _visit(client, reverse(prefix + name, args=args)))
    running = reverse("api:AllEvents") + "?status=running"
    yield Row("api", "api: all-events?status=running", _visit(program, running))


def _visit(client: Any, address: str) -> Callable[[object], object]:
    def visit(_nothing: object) -> None:
        answer = client.get(address)
        b"".join(answer)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")

    return visit


def _verbs(places: Places) -> Iterator[Row]:
    """What changes an event or a season of the club, and the tasks that follow."""
    from django.db import connection
    from django.test import Client

    from tests.api.client import deal_path
    from tests.builders import PASSWORD, make_key, next_document, play, work
    from tournaments.desk.verbs.lifecycle import finish_event
    from tournaments.desk.verbs.rounds import close_round, publish_round
    from tournaments.draw.verbs.draws import draw_round
    from tournaments.seasons.verbs.members import give_credit

    owner, table, event = places.owner, places.table, places.running
    key = {"Authorization": f"Bearer {make_key(places.club)}"}
    program, stranger = Client(SERVER_NAME="localhost", headers=key), Client(SERVER_NAME="localhost")
    path, body = f"/api/v1{deal_path(table)}", json.dumps({"document": next_document(table)})

    def as_commit_does() -> None:
        if connection.vendor == "postgresql":  # SQLite would check the whole database
            connection.check_constraints()

    def put(_nothing: object) -> None:
        answer = program.put(path, body, "application/json")
        assert answer.status_code == 201, answer.content
        as_commit_does()

    def drawn() -> Any:
        return draw_round(places.waiting, owner)

    def publish(round_: Any) -> None:
        publish_round(round_, owner, round_.draw)
        as_commit_does()

    def close(_nothing: object) -> None:
        close_round(places.round, owner, early=True)
        as_commit_does()

    def finish_it() -> None:
        close_round(places.round, owner, early=True)
        finish_event(type(event).objects.select_related("club").get(pk=event.pk), owner)

    def finished() -> None:
        finish_it()
        _do("standings.refresh", None)

    def credit() -> None:
        give_credit(places.season, owner, str(places.person.pk), 1, "helped")

    def sign_in(_nothing: object) -> None:
        assert owner.user is not None
        answer = stranger.post("/sign-in/", {"username": owner.user.username, "password": PASSWORD})
        assert answer.status_code == 302, answer.content

    work()
    yield Row("verb", "verb: PUT of a deal", put, lambda: None)
    yield Row("verb", "verb: draw", lambda _nothing: drawn(), lambda: None)
    yield Row("verb", "verb: publish", publish, drawn)
    yield Row("verb", "verb: close", close, lambda: None)
    yield Row("verb", "verb: finish", lambda _nothing: finish_it(), lambda: None)
    yield Row("verb", "verb: sign in", sign_in)
    yield Row("task", "task: standings of an event", partial(_do, "standings.refresh"), lambda: play(table))
    yield Row("task", "task: table of a season", partial(_do, "seasons.refresh"), credit)
    yield Row("task", "task: ratings after an evening", partial(_do, "ratings.refresh"), finished)


def _do(task: str, _nothing: object) -> None:
    """Do the tasks of this name that wait."""
    from tests.builders import DOORS
    from tournaments.models import OutboxTask

    for row in OutboxTask.objects.filter(task=task, done_at=None):
        DOORS[task](str(row.pk))


def _tasks() -> Iterator[Row]:
    """What beat sends. A day later, so that the records of the bench are no recent changes for fsck."""
    from celery import current_app
    from django.conf import settings
    from django.utils import timezone

    from tournaments.models import CheckMark
    from tournaments.programs.fsck import watch

    later = timezone.now() + timedelta(days=2)

    def anew(model: str = "") -> None:
        CheckMark.objects.all().delete()
        CheckMark.objects.create(kind="full", model=model)

    for name in sorted(settings.CELERY_BEAT_SCHEDULE.keys() - {"fsck.recent", "fsck.slice"}):
        yield Row("task", f"task: {name}", partial(_run, current_app.tasks[name]))
    yield Row("task", "task: fsck.recent", lambda _nothing: watch.check_recent(later), anew)
    for model in ("", "Club", "Event", "RatedEvent", "Season", "Table", "Transfer"):
        name = f"task: fsck.slice, {model or 'the first one'}"
        yield Row("task", name, lambda _nothing: watch.check_slice(later), partial(anew, model))


def _run(task: Any, _nothing: object) -> None:
    task.run()


def _counts() -> str:
    from tournaments.models import Club, Deal, Event, Player, Transfer

    counts = {
        model._meta.verbose_name_plural: model.objects.count()
        for model in (Club, Event, Player, Deal, Transfer)
    }
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
