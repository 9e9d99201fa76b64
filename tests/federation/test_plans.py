"""Among many clubs no statement of a page, a route or a task reads a large table as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import transaction
from django.test import Client as Browser

from tests.api.client import Client
from tests.api.world import make_world as make_api_world
from tests.builders import make_key
from tests.federation import Places, find, multiply_club, multiply_events, seed_club
from tests.federation.plans import WHOLE, Plans, watched
from tests.rights import Row, rows_of
from tests.web.conftest import client_of
from tests.web.world import make_world, url_of
from tournaments.core.kept import SHELF
from tournaments.ratings import verbs as ratings
from tournaments.seasons.verbs import tables
from tournaments.standings.verbs import standings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres, pytest.mark.timeout(1800)]

LARGE = ("account", "auditentry", "deal", "payout", "player", "seat", "seatresult", "showdown", "transfer")


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: Any, collected_static: None) -> Iterator[None]:
    """Fifty clubs, of which club 1 has fewer events: what it asks for is so little that indexes are best."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed_club(players=150)
        multiply_club(1, 1)
        multiply_events(0, 6)
        multiply_club(2, 49)
        yield
        transaction.set_rollback(True)


@pytest.mark.usefixtures("clubs")
def test_pages_and_routes_of_a_club_read_few_rows() -> None:
    places = find(1)
    things, key = _things(places), Client(make_key(places.club, "owner"))
    assert places.owner.user is not None
    owner = client_of(places.owner.user)
    with watched() as plans:
        assert [name for name in LARGE if plans.sizes[f"tournaments_{name}"] <= WHOLE] == []
        for row in _readable("pages", things):
            for visitor, browser in (("nobody", Browser()), ("owner", owner)):
                _look(plans, f"{row} by {visitor}", lambda: browser.get(url_of(row, things)))  # noqa: B023
        for row in _readable("api", things):
            _look(plans, f"API {row}", lambda: key.get(row.address.format(**things)))  # noqa: B023
    assert not plans.found, "\n".join(plans.found)


@pytest.mark.nightly
@pytest.mark.usefixtures("clubs")
def test_every_page_route_and_task_reads_few_rows() -> None:
    pages, routes = make_world(), make_api_world()
    with watched() as plans:
        for row in rows_of("pages"):
            for caller in ("nobody", "director", "owner"):
                ask = getattr(pages.browser(caller), row.method.lower())
                _look(plans, f"{row} by {caller}", lambda: ask(url_of(row, pages.things), row.body))  # noqa: B023
        for row in rows_of("api"):
            for caller in row.few():
                _look(plans, f"API {row} by {caller}", lambda: routes.ask(caller, row))  # noqa: B023
        for task in settings.CELERY_BEAT_SCHEDULE:
            _look(plans, task, current_app.tasks[task].run)
        places = find(1)
        _look(plans, "standings.refresh", lambda: standings.refresh(places.finished.pk))
        _look(plans, "seasons.refresh", lambda: tables.refresh(places.season.pk))
        _look(plans, "ratings.refresh", lambda: ratings.refresh(places.club.pk))
    assert not plans.found, "\n".join(plans.found)


def _things(places: Places) -> dict[str, Any]:
    """The objects of a club by the names of both tables of rights."""
    season, event, over = places.season, places.running, places.finished
    pages = {
        "club": places.club.slug,
        "season": season.slug,
        "league": season.league_id,
        "evening": season.evenings.order_by("number")[0].pk,
        "season_member": season.members.order_by("position")[0].pk,
        "season_player": places.person.pk,
        "player": places.person.pk,
        "team": places.team_season.teams.order_by("pk")[0].pk,
        "event": event.slug,
        "over": over.slug,
        "coming": places.coming.slug,
        "round": places.round.pk,
        "table": places.table.pk,
        "entry": event.entries.order_by("number")[0].pk,
        "stage": event.stages.get().pk,
    }
    routes = {
        "person": places.person.pk,
        "playing": event.slug,
        "played": over.slug,
        "finished": over.slug,
        "published_round": places.round.pk,
        "team_season": places.team_season.slug,
    }
    return pages | routes


def _readable(part: str, things: dict[str, Any]) -> list[Row]:
    return [row for row in rows_of(part) if row.method == "GET" and set(row.names) <= set(things)]


def _look(plans: Plans, place: str, call: Callable[[], Any]) -> None:
    """Do something, look at the plans of its statements, and undo it."""
    plans.place = place
    SHELF.clear()
    with transaction.atomic():
        answer = call()
        if getattr(answer, "streaming", False) and not answer.is_async:
            list(answer)
        transaction.set_rollback(True)
