"""Two directors end a season at the same moment, or an evening is corrected while its table is counted."""

from __future__ import annotations

from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection

from tests.builders import owner_of
from tests.process.service import wait_until
from tests.race.together import TIMEOUT, at_once, meet
from tests.tournaments.seasons import a_club, played, started
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs.lifecycle import reopen_event
from tournaments.models import AuditEntry, Event, Honour, Season
from tournaments.seasons.verbs import ending, tables
from tournaments.seasons.verbs.facts import read_facts
from tournaments.standings.verbs.adjustments import add_adjustment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def season() -> Season:
    club, people = a_club(4)
    return started(club, [played(club, people)])


def both_end(season: Season) -> list[Any]:
    actor = owner_of(season.league.club)
    return at_once(*[lambda: ending.end_season(season, actor)] * 2)


def test_of_two_directors_one_ends_the_season(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    meet(monkeypatch, ending, "lock_with_events")
    (refused,) = [result for result in both_end(season) if isinstance(result, Exception)]
    assert isinstance(refused, Conflict)
    assert refused.code == "season_status"
    assert Season.objects.filter(previous=season).count() == 1
    assert Honour.objects.count() == 4
    assert AuditEntry.objects.filter(verb="end_season").count() == 1


def test_an_evening_is_corrected_while_the_table_is_counted(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, has_counted, corrected = owner_of(season.league.club), Signal(), Signal()
    event = reopen_event(Event.objects.get(), actor, "wrong chips")
    real = tables.tables_of

    def waits_for_a_lock() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return bool(cursor.fetchone()[0])

    def count(*args: Any, **how: Any) -> Any:
        counted = real(*args, **how)
        has_counted.set()
        wait_until(lambda: corrected.is_set() or waits_for_a_lock(), TIMEOUT)
        return counted

    def correct() -> None:
        assert has_counted.wait(TIMEOUT)
        add_adjustment(event, actor, event.entries.order_by("number")[0], "late", chips=-7)
        corrected.set()

    monkeypatch.setattr(tables, "tables_of", count)
    table, _none = at_once(lambda: tables.refresh(season.pk), correct)
    assert table.covers == {str(event.pk): Event.objects.get().version}, "no lock, and it counts again"
    assert table.tables == real(read_facts(season))
