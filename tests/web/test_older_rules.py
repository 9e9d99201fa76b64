"""Events whose rules were frozen before the later switches: every page, the next deals, the files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

import games.services as games
from games.engine.switches import ADDED_LATER
from tests.builders import a_table, next_document, owner_of, play, play_round, published_round, running_event
from tests.tournaments.evenings import plain, sent
from tests.web.test_rights import PAGES, World, make_world, url_of
from tournaments.models import Event, Table
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.events import spreads
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event
from tournaments.services.fsck import run as fsck
from tournaments.services.play.corrections import correct_deal
from tournaments.services.play.results import record_deal

pytestmark = pytest.mark.django_db


def older_resolve(document: Any, resolve: Any = games.resolve_rules) -> dict[str, Any]:
    """What the program before the later switches answered."""
    return {name: value for name, value in resolve(document).items() if name not in ADDED_LATER}


@contextmanager
def older() -> Iterator[None]:
    """The program freezes rules as it did before the later switches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "resolve_rules", older_resolve)
        yield


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, collected_static: None) -> Iterator[World]:
    """The world of the rights, made by the program before the later switches."""
    with django_db_blocker.unblock(), transaction.atomic():
        with older():
            made = make_world()
        yield made
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", sorted({row.address.split()[0] for row in PAGES if row.method == "GET"}))
def test_every_page_of_older_events_is_shown(world: World, name: str) -> None:
    frozen = Event.objects.exclude(frozen_rules=None).values_list("frozen_rules", flat=True)
    assert frozen
    assert not any(set(ADDED_LATER) & set(rules or ()) for rules in frozen)
    for row in PAGES:
        if (row.method, row.address.split()[0]) == ("GET", name):
            assert world.browser("owner").get(url_of(row, world.things)).status_code < 500


def an_older_table(**fields: Any) -> Table:
    with older():
        table = a_table(4, **fields)
    assert not ADDED_LATER.keys() & table.round.event.rules_in_force.keys()
    return table


def test_a_deal_may_state_the_rules_with_or_without_the_later_switches() -> None:
    table = an_older_table()
    actor = owner_of(table.round.event.club)
    for number, rules in enumerate(
        ({"preset": "pagat"}, games.preset_switches("pagat"), table.round.event.rules_in_force), 1
    ):
        document = next_document(table, rules=rules)
        deal = record_deal(table, actor, number, document).deal
        assert deal.document["rules"] == table.round.event.rules_in_force
        assert not record_deal(table, actor, number, document).created
    correct_deal(table, actor, 1, next_document(an_older_table(), seed=8))
    assert not fsck.run().damage


def test_what_was_measured_for_older_rules_still_counts() -> None:
    with older():
        event = running_event(4, scoring="even")
    assert {spreads.digest(spec) for spec in spreads.specs_of(event).values()} == {
        spreads.digest(spec) for spec in spreads.specs_of(running_event(4, scoring="even")).values()
    }


def test_an_older_event_is_exported_and_imported_as_it_was() -> None:
    with older():
        event = running_event(4, deals_per_round=2, rounds_planned=1)
    play_round(published_round(event))
    finish_event(event, owner_of(event.club))
    document = document_of(Event.objects.get(pk=event.pk))
    assert not ADDED_LATER.keys() & document["frozen_rules"].keys()
    copy = import_event(event.club, owner_of(event.club), document, again=True)
    assert plain(sent(document_of(copy)))["rounds"] == plain(sent(document))["rounds"]
    assert copy.frozen_rules == event.frozen_rules
    assert not fsck.run().damage
    play(an_older_table(), 2)
