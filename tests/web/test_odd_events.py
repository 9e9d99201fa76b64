"""Pages and REST answer for events that are unlike the usual ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import boss, enter, owner_of, play_round, published_round, running_event, work
from tests.web.conftest import client_of
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.events.verbs.entries import withdraw
from tournaments.models import Event, Member, Round, Table
from tournaments.play.verbs import results
from tournaments.programs.privacy import anonymise_player
from tournaments.standings.verbs.standings import refresh
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db

PAGES = (
    *("event", "standings", "standings_to_print", "standings_by_round", "embed_standings", "rounds"),
    *("what_do_i_need", "needs_renew", "projector", "projector_needs"),
)
ROUTES = ("standings/", "needs/", "exports/standings/", "exports/standings/?format=csv")


def no_change(_event: Event) -> None:
    """Nothing odd happens."""


def one_leaves(event: Event) -> None:
    withdraw(event.entries.order_by("number")[0], boss(event))


def some_come_late(event: Event) -> None:
    enter(event, 3)


def one_is_anonymous(event: Event) -> None:
    player = event.entries.order_by("number")[0].player
    anonymise_player(player, owner_of(event.club))


def by_totals(round_: Round) -> None:
    """Everybody at a table has the same total: all are tied."""
    for table in Table.objects.filter(round=round_):
        seats = table.seats.count()
        total = {"format": "poch-count/1", "deals": 3, "net": [0] * seats}
        results.record(table, boss(round_), TOTAL, total)
    close_round(round_, boss(round_))


FINAL = [{"format": "rotation", "rounds_planned": 3}, {"format": "final", "cut": 4, "rounds_planned": 1}]

ODD: dict[str, tuple[dict[str, Any], int, Callable[[Event], None]]] = {
    "one round": ({"players": 8, "rounds_planned": 1}, 1, no_change),
    "somebody withdraws": ({"players": 9}, 3, one_leaves),
    "late entries, byes": ({"players": 6, "least": 3, "most": 4}, 3, some_come_late),
    "evened scores": ({"players": 7, "scoring": "even"}, 3, no_change),
    "points": ({"players": 8, "scoring": "place"}, 3, one_leaves),
    "a final with the scores": ({"players": 8, "stages": FINAL}, 4, no_change),
    "a final from zero": ({"players": 8, "stages": [FINAL[0], FINAL[1] | {"carry": False}]}, 4, no_change),
    "a knockout": ({"players": 9, "stages": [{"format": "knockout"}]}, 1, no_change),
    "bots alone": ({"players": 8, "bot": "cautious"}, 3, no_change),
    "somebody is anonymous": ({"players": 8}, 3, one_is_anonymous),
    "not ranked": ({"players": 8, "least_rounds": 3, "missed": "uncounted"}, 3, some_come_late),
    "totals, all tied": ({"players": 8, "rules": {"preset": "none"}}, 3, no_change),
}


def look(event: Event) -> None:
    work()
    refresh(event.pk)
    work()
    member = client_of(Member.objects.filter(club=event.club).select_related("user")[0].user)
    for browser in (Client(), member):
        for name in PAGES:
            for query in ("", "?round=1") if name in ("standings", "standings_to_print") else ("",):
                answer = browser.get(reverse(name, args=[event.ref]) + query)
                assert answer.status_code in (200, 204, 404 if query else 200), (name, query)
                said = answer.content.decode()
                assert ">None<" not in said, (name, query)
                assert "nan" not in said.split(), (name, query)
        assert browser.get(reverse("ratings", args=[event.club.slug])).status_code == 200
    for route in ROUTES:
        assert Client().get(f"/api/v1/events/{event.slug}/{route}").status_code == 200, route
    assert Client().get(f"/api/v1/clubs/{event.club.slug}/ratings/").status_code == 200


GATE = {"somebody withdraws", "late entries, byes", "a knockout", "totals, all tied"}


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[] if kind in GATE else pytest.mark.nightly) for kind in ODD]
)
def test_everything_answers_before_during_and_after_odd_events(kind: str) -> None:
    fields, rounds, change = ODD[kind]
    settings: dict[str, Any] = {"rounds_planned": rounds, "deals_per_round": 1, "visibility": "public"}
    if "stages" in fields:
        del settings["rounds_planned"]
    event = running_event(**settings | fields)
    look(event)
    for number in range(rounds):
        round_ = published_round(event)
        if event.without_rules:
            by_totals(round_)
        else:
            play_round(round_)
        event = Event.objects.get(pk=event.pk)
        if number == 0:
            change(event)
        if number != 1:
            look(event)
    if kind != "a knockout":
        look(finish_event(event, boss(event)))
