"""A longer search for a draw by workers that are killed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.platform.processes import until
from tests.process.service import Service, installed
from tournaments.draw.rules.draw import begin, improve
from tournaments.draw.rules.request import request_from_json

pytestmark = [pytest.mark.process, pytest.mark.postgres, pytest.mark.nightly]

# For eight players and nine rounds no plan is proved to be optimal, so the search uses all its moves.
SEARCH = """
from tests.builders import owner_of, running_event
from tournaments.draw.verbs import draws, searches
event = running_event(8, rounds_planned=9)
boss = owner_of(event.club)
searches.start_search(draws.draw_round(event, boss), boss, 1, moves=3_000_000)
"""


@pytest.fixture
def service(migrated_url: str, redis_url: str, tmp_path: Path) -> Iterator[Service]:
    """An installation with a new search and no worker."""
    with installed(migrated_url, redis_url, tmp_path, SEARCH, DISTURBED="held") as service:
        yield service


def stored(service: Service) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the status, the request and the result of the search."""
    row = service.row(
        "SELECT status, request ->> 'people', state -> 'groups' ->> 'people' FROM tournaments_drawsearch"
    )
    return row[0], json.loads(row[1]), json.loads(row[2])


def test_a_search_with_killed_workers_ends_with_the_same_plan(service: Service, tmp_path: Path) -> None:
    hold = tmp_path / "hold"
    hold.touch()
    service.environ["HOLD"] = str(hold)
    with service.beat():
        with service.worker() as worker:
            until(lambda: stored(service)[2]["moves"] > 0)
            worker.kill()  # in the middle of the next slice
        assert stored(service)[0] == "running"
        hold.unlink()
        with service.worker():
            until(lambda: stored(service)[0] == "done")
    _status, request, state = stored(service)
    undisturbed = begin(request_from_json(request))
    while not undisturbed.done:
        undisturbed = improve(undisturbed, 1_000_000)
    assert state == undisturbed.as_json()
    assert state["moves"] >= 3_000_000
    undone = "SELECT count(*) FROM tournaments_outboxtask WHERE done_at IS NULL AND task = 'draws.search'"
    assert service.number(undone) == 0
