"""A rehearsal has the same result although its workers are killed and its messages are lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.service import Service, kill, wait_until

pytestmark = [pytest.mark.process, pytest.mark.postgres, pytest.mark.nightly]

REHEARSED = """
from tests.builders import enter, make_event, owner_of
from tournaments.services.rehearsals.rehearsals import start_rehearsal
event = make_event(name="Evening", deals_per_round=4, rounds_planned=3)
enter(event, 14)
start_rehearsal(event, owner_of(event.club), seed=11)
"""

DECKS = """
SELECT round.number, place.number, deal.number, deal.revision, deal.document ->> 'deck'
FROM tournaments_deal deal
JOIN tournaments_table place ON place.id = deal.table_id
JOIN tournaments_round round ON round.id = place.round_id
JOIN tournaments_rehearsal rehearsal ON rehearsal.event_id = round.event_id
WHERE rehearsal.step > 0 AND rehearsal.{which} ORDER BY 1, 2, 3, 4
"""


@pytest.fixture
def service(migrated_url: str, redis_url: str, tmp_path: Path) -> Iterator[Service]:
    """An installation with a new rehearsal and no worker."""
    service = Service(migrated_url, redis_url, tmp_path)
    service.broker.flushdb()
    service.manage("shell", "--no-imports", stdin=REHEARSED)
    yield service
    service.broker.flushdb()
    service.database.close()


def is_over(service: Service) -> bool:
    return service.number("SELECT count(*) FROM tournaments_rehearsal WHERE status = 'done'") == 1


def test_a_rehearsal_with_killed_workers_has_the_same_result(service: Service) -> None:
    with service.beat():
        for deals in (1, 20):
            with service.worker() as worker:
                wait_until(lambda deals=deals: service.deals() >= deals or is_over(service))  # type: ignore[misc]
                service.broker.flushdb()
                kill(worker)
        with service.worker():
            wait_until(lambda: is_over(service))
    # Without disturbance, in the process of the command.
    service.manage("rehearse_event", "evening", "--seed", "11")
    first = "(SELECT min(created_at) FROM tournaments_rehearsal)"
    disturbed, undisturbed = (
        service.database.execute(DECKS.format(which=f"created_at {sign} {first}")).fetchall()
        for sign in ("=", ">")
    )
    assert len(disturbed) > 40
    assert disturbed == undisturbed
    assert service.number("SELECT sum(balance) FROM tournaments_account") == 0
