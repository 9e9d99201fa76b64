"""What pages cost: queries beside their budget and for more players, and the bytes of a first visit."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from datetime import date
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.budgets import budget
from tests.builders import (
    make_event,
    make_member,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
)
from tests.tournaments.seasons import a_club, played, standing, started
from tests.web.conftest import client_of
from tournaments.desk.verbs.rounds import close_round
from tournaments.draw.verbs.draws import draw_round
from tournaments.models import Event, Round, Season
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db

OF_EVENTS = [
    "event", "event_now", "standings", "standings_to_print", "projector", "rounds", "rules", "score",
    "manage", "event_log", "entries", "seeding", "stages", "wishes", "adjustments",
]  # fmt: skip
"""Pages whose address names an event only."""

OF_SEASONS = [
    "season", "season_rules", "season_to_print", "season_file", "season_ladder", "season_evenings",
    "manage_season", "season_settings", "what_if", "end_season", "season_members", "season_credits",
    "manage_evenings", "season_divisions", "embed_season",
]  # fmt: skip
"""Pages whose address names a season only."""

OF_ROUNDS = ["round", "draw", "seating"]
"""Pages whose address names a round only."""


def an_event(players: int) -> tuple[Event, Round]:
    """An event with a closed round and a drawn one."""
    event = running_event(players, deals_per_round=2)
    first = published_round(event)
    for number in (1, 2):
        play(the_table(first, number))
    close_round(first, owner_of(event.club), early=True)
    refresh(event.pk)
    event.refresh_from_db()
    return event, first


def test_more_players_cost_no_more_queries() -> None:
    costs: list[dict[str, int]] = []
    for players in (8, 48):
        event, first = an_event(players)
        addresses = {name: reverse(name, args=[event.ref]) for name in OF_EVENTS}
        addresses |= {name: reverse(name, args=[first.pk]) for name in OF_ROUNDS}
        addresses["drawn"] = reverse("draw", args=[draw_round(event, owner_of(event.club)).pk])
        costs.append(costs_of(client_of(make_member(event.club).user), addresses))
    few, many = costs
    assert {name: cost for name, cost in many.items() if cost > few[name]} == {}


def a_season(people: int, evenings: int) -> Season:
    """A season that runs, with so many evenings of so many people, and one to come."""
    club, players = a_club(people)
    events = [
        played(club, players, seed=seed, starts_on=date(2026, 5, seed)) for seed in range(1, evenings + 1)
    ]
    season = started(club, [*events, make_event(club, visibility="unlisted")])
    standing(season)
    return season


def test_more_evenings_and_people_cost_no_more_queries() -> None:
    costs: list[dict[str, int]] = []
    for people, evenings in ((4, 2), (8, 4)):
        season = a_season(people, evenings)
        club = season.league.club
        member = season.members.all()[0]
        addresses = {name: reverse(name, args=[season.slug]) for name in OF_SEASONS}
        addresses |= {
            name: reverse(name, args=[club.slug]) for name in ("records", "ratings", "club_seasons")
        }
        addresses |= {"league": reverse("league", args=[season.league_id])}
        addresses |= {"season_member": reverse("season_member", args=[member.pk])}
        addresses |= {"absences": reverse("absences", args=[season.evenings.all()[0].pk])}
        addresses |= {"person": reverse("person", args=[member.player_id])}
        costs.append(costs_of(client_of(make_member(club).user), addresses))
    few, many = costs
    assert {name: cost for name, cost in many.items() if cost > few[name]} == {}
    most = budget("pages")
    assert {name: (cost, most[name]) for name, cost in many.items() if cost > most[name]} == {}


def costs_of(browser: Client, addresses: Mapping[str, str]) -> dict[str, int]:
    """The queries of each of these pages."""
    costs = {}
    for name, url in addresses.items():
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url).status_code == 200, name
        costs[name] = len(queries)
    return costs


SITE = "http://localhost:8000"

MORE = "-more"
"""In the names of the fonts that a browser loads only for a page with letters of other languages."""


class Loads(HTMLParser):
    """The addresses that a browser loads to show a page: stylesheets, scripts, icons, pictures."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "link" and attributes.get("rel") in ("stylesheet", "icon", "preload", "manifest"):
            self.addresses.append(attributes["href"] or "")
        elif tag in ("script", "img", "source", "iframe") and attributes.get("src"):
            self.addresses.append(attributes["src"] or "")


def visit(client: Client, address: str) -> dict[str, int]:
    """Load a page as a browser with an empty cache does. Return the bytes of each response by its address."""
    sizes: dict[str, int] = {}
    waiting = [urljoin(SITE, address)]
    while waiting:
        here = waiting.pop()
        if here in sizes:
            continue
        answer = client.get(urlsplit(here).path, headers={"Accept-Encoding": "gzip, deflate, br"})
        assert answer.status_code == 200, here
        body = answer.getvalue()
        sizes[here] = len(body)
        if answer.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        kind = answer.headers["Content-Type"].split(";")[0]
        if kind == "text/html":
            waiting += [urljoin(here, part) for part in Loads(body.decode()).addresses]
        elif kind == "text/css":
            parts = re.findall(r"url\(\s*[\"']?([^\"')]+)", body.decode())
            waiting += [
                urljoin(here, part) for part in parts if not part.startswith("data:") and MORE not in part
            ]
    return sizes


def test_a_first_visit_of_an_event_of_200_players_stays_within_its_budget(client: Client) -> None:
    event = running_event(200, deals_per_round=2)
    round_ = published_round(event)
    for number in (1, 2, 3):
        play(the_table(round_, number))
    refresh(event.pk)
    sizes = visit(client, reverse("event", args=[event.ref]))
    allowed = budget("first_visit")
    assert sum(sizes.values()) <= allowed["bytes"], sizes
    assert len(sizes) <= allowed["requests"], sizes
    fonts = sum(size for address, size in sizes.items() if address.endswith(".woff2"))
    later = sum(size for address, size in sizes.items() if re.search(r"\.(js|woff2|svg)$|manifest", address))
    assert 0 < fonts <= allowed["fonts"], sizes
    assert sum(sizes.values()) - later <= allowed["before_paint"], sizes


def test_static_files_are_served_compressed(client: Client) -> None:
    sizes = visit(client, reverse("home"))
    for address in sizes:
        if "/static/" in address and not address.endswith(".woff2"):
            answer = client.get(urlsplit(address).path, headers={"Accept-Encoding": "gzip"})
            assert answer.headers["Content-Encoding"] == "gzip", address
            assert "Accept-Encoding" in answer.headers["Vary"]
