"""A deal adds no outbox row because a refresh waits, while a worker runs that refresh."""

from __future__ import annotations

from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection, transaction

from tests.builders import play, published_round, running_event, the_table
from tests.process.service import wait_until
from tests.race.together import TIMEOUT, at_once
from tournaments import tasks
from tournaments.core import refreshes
from tournaments.models import Event, OutboxTask, Round
from tournaments.standings.verbs import standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def round_() -> Round:
    """A round with one recorded deal, whose refresh waits."""
    OutboxTask.objects.all().delete()
    round_ = published_round(running_event(8, deals_per_round=4))
    play(the_table(round_, 1))
    return round_


def deal_beside_the_refresh(round_: Round) -> list[Any]:
    """Run the refresh after a deal has read that it waits, and before that deal is committed."""
    (row,) = OutboxTask.objects.filter(task=refreshes.TASK, done_at__isnull=True)
    has_read, refreshed = Signal(), Signal()

    def waits_for_a_lock() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return bool(cursor.fetchone()[0])

    def deal() -> None:
        with transaction.atomic():
            play(the_table(round_, 2))
            has_read.set()
            wait_until(lambda: refreshed.is_set() or waits_for_a_lock(), TIMEOUT)

    def refresh() -> None:
        assert has_read.wait(TIMEOUT)
        tasks.refresh_standings(str(row.pk))
        refreshed.set()

    return [answer for answer in at_once(deal, refresh) if isinstance(answer, Exception)]


def missed_versions(round_: Round) -> int:
    """The number of versions that no standing covers, although no refresh waits."""
    assert not OutboxTask.objects.filter(task=refreshes.TASK, done_at__isnull=True).exists()
    event = Event.objects.get(pk=round_.event_id)
    return event.version - (standings.newest_standing_version(event) or 0)


def test_the_refresh_counts_the_deal(round_: Round) -> None:
    assert deal_beside_the_refresh(round_) == []
    assert missed_versions(round_) == 0
