"""Two directors end a season at the same moment, on PostgreSQL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import owner_of
from tests.race.together import at_once, meet
from tests.tournaments.seasons import a_club, played, started
from tournaments.core.errors import Conflict
from tournaments.models import AuditEntry, Honour, Season
from tournaments.seasons.verbs import ending

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
