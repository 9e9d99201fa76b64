"""Who may do what: one table of every route, method and caller."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve

from api.resources import Resource
from api.urls import urlpatterns
from tests.api.client import PREFIX, Client
from tests.api.contract import breaches
from tests.builders import (
    actor_of,
    another_document,
    enter,
    make_club,
    make_event,
    make_key,
    make_limited_key,
    make_member,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tournaments.models import ApiKey, Round
from tournaments.services import (
    adjustments,
    chunks,
    claims,
    deliveries,
    draws,
    entries,
    events,
    links,
    players,
    searches,
    simulations,
    stages,
    webhooks,
    wishes,
)
from tournaments.services.event_documents import document_of
from tournaments.services.simulation_specs import spec_of

pytestmark = pytest.mark.django_db

KEYS = ["nobody", "read", "results", "events", "club", "foreign", "revoked"]
"""Without a key; a key of the club with one scope; a key of another club with all; a revoked key."""

OF_TABLES = ["limited", "guest"]
"""A key for the results of {given} and {table} alone; somebody at {table}, let in by its link.

Where a line does not name them, the first gets what a key for results gets (what is private: what nobody
gets), and the second what a key of another club gets, but 403 where they are at their table.
"""

CALLERS = [*KEYS, *OF_TABLES]

# 401 without a (valid) key, 403 without the scope, 404 for what is another club's.
PUBLIC = "200 200 200 200 200 200 401"
ANY_KEY = "401 200 200 200 200 200 401"
ELSEWHERE = " 403 404"
"""For whom it is another table than theirs, which everybody may see."""
OF_THE_CLUB = "404 200 200 200 200 404 401"


def needs(scope: str, done: int = 200) -> str:
    """Keys with this scope may; the club's others lack it; it is not there for the rest."""
    return " ".join(["401", *(str(done) if of == scope else "403" for of in KEYS[1:5]), "404", "401"])


def of_all(statuses: str) -> list[str]:
    """What every caller gets, from what is said of the keys, and of others where they differ from these."""
    told = statuses.split()
    if len(told) == len(KEYS):
        private = told == OF_THE_CLUB.split()
        told.append(told[KEYS.index("nobody" if private else "results")])
        told.append(
            "403"
            if told[0] == "401" and told[KEYS.index("foreign")] == "200"
            else told[KEYS.index("foreign")]
        )
    return told


RIGHTS: list[tuple[str, str, Any, str]] = [
    ("GET", "/clubs/", None, ANY_KEY),
    ("GET", "/clubs/{club}/", None, needs("club")),
    ("PATCH", "/clubs/{club}/", {"name": "Anew"}, needs("club")),
    ("GET", "/clubs/{club}/members/", None, needs("club")),
    ("POST", "/clubs/{club}/members/", {"role": "scorer"}, needs("club", 201)),
    ("GET", "/clubs/{club}/members/{member}/", None, needs("club")),
    ("PATCH", "/clubs/{club}/members/{member}/", {"role": "scorer"}, needs("club")),
    ("DELETE", "/clubs/{club}/members/{member}/", None, needs("club", 204)),
    ("GET", "/clubs/{club}/players/", None, needs("events")),
    ("POST", "/clubs/{club}/players/", {"name": "Zoe"}, needs("events", 201)),
    ("GET", "/clubs/{club}/players/{player}/", None, needs("events")),
    ("PATCH", "/clubs/{club}/players/{player}/", {"name": "Zoe"}, needs("events")),
    ("DELETE", "/clubs/{club}/players/{player}/", None, needs("events", 204)),
    ("GET", "/clubs/{club}/events/", None, PUBLIC),
    ("POST", "/clubs/{club}/events/", {"name": "Another"}, needs("events", 201)),
    ("GET", "/clubs/{club}/wishes/", None, needs("events")),
    (
        "POST",
        "/clubs/{club}/wishes/",
        {"kind": "apart", "players": ["{one}", "{other}"]},
        needs("events", 201),
    ),
    ("GET", "/clubs/{club}/webhooks/", None, needs("club")),
    ("POST", "/clubs/{club}/webhooks/", {"url": "https://example.org/"}, needs("club", 201)),
    ("GET", "/webhooks/{webhook}/", None, needs("club")),
    ("PATCH", "/webhooks/{webhook}/", {"paused": True}, needs("club")),
    ("DELETE", "/webhooks/{webhook}/", None, needs("club", 204)),
    ("POST", "/webhooks/{webhook}/rotate/", {}, needs("club")),
    ("POST", "/webhooks/{webhook}/test/", {}, needs("club")),
    ("GET", "/webhooks/{webhook}/deliveries/", None, needs("club")),
    ("POST", "/deliveries/{delivery}/redeliver/", {}, needs("club")),
    ("GET", "/clubs/{club}/simulations/", None, needs("events")),
    (
        "POST",
        "/clubs/{club}/simulations/",
        {"rules": {"preset": "pagat"}, "seats": ["bold", "bold", "bold"], "deals": 30},
        needs("events", 202),
    ),
    ("GET", "/simulations/{running_simulation}/", None, needs("events") + " 404 404"),
    ("DELETE", "/simulations/{running_simulation}/", None, needs("events") + " 404 404"),
    ("GET", "/simulations/{simulation}/report/", None, needs("events") + " 404 404"),
    ("GET", "/wishes/{wish}/", None, needs("events")),
    ("DELETE", "/wishes/{wish}/", None, needs("events", 204)),
    ("GET", "/events/{playing}/", None, PUBLIC),
    ("GET", "/events/{private}/", None, OF_THE_CLUB),
    ("GET", "/events/{draft}/", None, OF_THE_CLUB),
    ("PATCH", "/events/{playing}/", {"name": "Anew"}, needs("events")),
    ("PATCH", "/events/{draft}/", {"status": "open"}, needs("events") + " 404 404"),
    ("POST", "/events/{ready}/start/", {}, needs("events")),
    ("POST", "/events/{played}/finish/", {}, needs("events")),
    ("POST", "/events/{finished}/reopen/", {}, needs("events")),
    ("GET", "/events/{finished}/document/", None, needs("events")),
    ("POST", "/clubs/{club}/events/import/", {"document": "{whole}"}, needs("events", 201)),
    ("GET", "/events/{playing}/entries/", None, PUBLIC),
    ("GET", "/events/{private}/entries/", None, OF_THE_CLUB),
    ("POST", "/events/{playing}/entries/", {"players": ["Zoe"]}, needs("events", 201)),
    ("GET", "/events/{playing}/entries/{entry}/", None, PUBLIC),
    ("PATCH", "/events/{playing}/entries/{entry}/", {"status": "withdrawn"}, needs("events")),
    ("GET", "/events/{playing}/seeding/", None, PUBLIC),
    ("GET", "/events/{private}/seeding/", None, OF_THE_CLUB),
    ("PUT", "/events/{playing}/seeding/", {"order": ["{entry}"]}, needs("events")),
    ("GET", "/events/{playing}/stages/", None, PUBLIC),
    ("GET", "/events/{private}/stages/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/stages/{stage}/", None, PUBLIC),
    ("POST", "/events/{ready}/stages/", {"format": "final", "cut": 3}, needs("events", 201)),
    ("PATCH", "/events/{ready}/stages/{ready_stage}/", {"rounds_planned": 5}, needs("events")),
    ("DELETE", "/events/{staged}/stages/{last_stage}/", None, needs("events", 204)),
    ("POST", "/events/{played}/stages/{played_stage}/end/", {}, needs("events")),
    ("GET", "/events/{playing}/rounds/", None, PUBLIC),
    ("GET", "/events/{private}/rounds/", None, OF_THE_CLUB),
    ("POST", "/events/{played}/rounds/", {}, needs("events", 201)),
    ("GET", "/events/{playing}/wishes/", None, needs("events")),
    (
        "POST",
        "/events/{playing}/wishes/",
        {"kind": "table", "players": ["{one}"], "number": 1},
        needs("events", 201),
    ),
    ("GET", "/events/{playing}/standings/", None, PUBLIC),
    ("GET", "/events/{private}/standings/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/stream/", None, PUBLIC),
    ("GET", "/events/{private}/stream/", None, OF_THE_CLUB),
    (
        "POST",
        "/events/{playing}/deals/",
        {"deals": [{"table": "{table}", "number": 2, "document": "{document}"}]},
        needs("results") + " 200 404",
    ),
    ("GET", "/events/{playing}/exports/deals/", None, PUBLIC),
    ("GET", "/events/{private}/exports/deals/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/exports/ledger/", None, PUBLIC),
    ("GET", "/events/{private}/exports/ledger/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/exports/standings/", None, PUBLIC),
    ("GET", "/events/{private}/exports/standings/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/payouts/", None, PUBLIC),
    ("GET", "/events/{private}/payouts/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/showdowns/", None, PUBLIC),
    ("GET", "/events/{private}/showdowns/", None, OF_THE_CLUB),
    ("GET", "/events/{playing}/adjustments/", None, needs("events")),
    (
        "POST",
        "/events/{playing}/adjustments/",
        {"entry": "{entry}", "chips": -5, "reason": "late"},
        needs("events", 201),
    ),
    ("GET", "/events/{playing}/adjustments/{adjustment}/", None, needs("events")),
    ("DELETE", "/events/{playing}/adjustments/{adjustment}/", None, needs("events")),
    ("GET", "/rounds/{published_round}/", None, PUBLIC),
    ("GET", "/rounds/{private_round}/", None, OF_THE_CLUB),
    # What is only drawn is for directors: a scorer's key does not know of it.
    ("GET", "/rounds/{drawn_round}/", None, "404 404 404 200 200 404 401 404 404"),
    ("DELETE", "/rounds/{drawn_round}/", None, needs("events", 204)),
    ("POST", "/rounds/{drawn_round}/publish/", {"draw": 1}, needs("events")),
    ("POST", "/rounds/{drawn_round}/redraw/", {"draw": 1}, needs("events")),
    ("POST", "/rounds/{drawn_round}/swap/", {"entries": ["{drawn_0}", "{drawn_1}"]}, needs("events")),
    (
        "POST",
        "/rounds/{drawn_round}/move/",
        {"entry": "{drawn_0}", "table": "{drawn_table}"},
        needs("events"),
    ),
    ("PUT", "/rounds/{drawn_round}/seating/", {"seats": ["{turned_0}", "{turned_1}"]}, needs("events")),
    (
        "POST",
        "/rounds/{drawn_round}/substitute/",
        {"out": "{drawn_0}", "into": "{late}"},
        needs("events"),
    ),
    ("POST", "/rounds/{drawn_round}/leave-out/", {"entry": "{drawn_0}"}, needs("events")),
    ("POST", "/rounds/{drawn_round}/search/", {"moves": 1000}, needs("events", 202)),
    ("GET", "/rounds/{searched_round}/search/", None, needs("events")),
    ("DELETE", "/rounds/{searched_round}/search/", None, needs("events")),
    ("POST", "/rounds/{searched_round}/search/take/", {}, needs("events")),
    ("POST", "/rounds/{published_round}/close/", {"early": True}, needs("events")),
    ("GET", "/tables/{table}/", None, PUBLIC),
    ("GET", "/tables/{private_table}/", None, OF_THE_CLUB),
    ("GET", "/tables/{table}/deals/", None, PUBLIC),
    ("GET", "/tables/{private_table}/deals/", None, OF_THE_CLUB),
    ("GET", "/tables/{table}/deals/1/", None, PUBLIC),
    ("PUT", "/tables/{table}/deals/2/", {"document": "{document}"}, needs("results", 201) + " 201 201"),
    ("DELETE", "/tables/{table}/deals/1/", None, needs("results") + " 200 403"),
    # Another table, which everybody may see.
    ("GET", "/tables/{other_table}/", None, PUBLIC),
    ("PUT", "/tables/{other_table}/deals/1/", {"document": "{document}"}, needs("results", 409) + ELSEWHERE),
    ("GET", "/tables/{other_table}/link/", None, needs("results") + ELSEWHERE),
    # A private event's: given to the one, closed to the other.
    ("GET", "/tables/{given_table}/", None, "404 200 200 200 200 404 401 200 404"),
    ("GET", "/tables/{given_table}/ledger/", None, "404 200 200 200 200 404 401 200 404"),
    ("PUT", "/tables/{given_table}/deals/1/", {"document": {}}, needs("results", 400) + " 400 404"),
    ("GET", "/events/{given}/", None, "404 200 200 200 200 404 401 200 404"),
    ("PUT", "/tables/{private_table}/deals/1/", {"document": {}}, needs("results", 400) + " 404 404"),
    ("GET", "/tables/{table}/link/", None, needs("results") + " 403 403"),
    ("POST", "/tables/{table}/link/", {}, needs("results", 201) + " 403 403"),
    ("DELETE", "/tables/{table}/link/", None, needs("results") + " 403 403"),
    ("POST", "/tables/{table}/link/free/", {"seat": 2}, needs("results") + " 403 403"),
    # It looks at no key.
    (
        "POST",
        "/tables/{table}/session/",
        {"secret": "{secret}"},
        "201 201 201 201 201 201 201 201 201",
    ),
    (
        "POST",
        "/tables/{other_table}/session/",
        {"secret": "{secret}"},
        "403 403 403 403 403 403 403 403 403",
    ),
    (
        "POST",
        "/tables/{table}/deals/1/correction/",
        {"document": "{corrected}"},
        needs("results") + " 200 403",
    ),
    ("GET", "/tables/{table}/deals/1/revisions/", None, PUBLIC),
    ("GET", "/tables/{private_table}/deals/1/revisions/", None, OF_THE_CLUB),
    ("GET", "/tables/{agreeing}/claims/", None, needs("results") + ELSEWHERE),
    (
        "POST",
        "/tables/{free}/claims/",
        {"number": 1, "document": "{fresh}"},
        needs("results", 201) + ELSEWHERE,
    ),
    ("GET", "/claims/{claim}/", None, needs("results") + ELSEWHERE),
    ("POST", "/claims/{claim}/confirm/", {}, needs("results") + ELSEWHERE),
    ("POST", "/claims/{claim}/dispute/", {"reason": "not so"}, needs("results") + ELSEWHERE),
    ("POST", "/claims/{own_claim}/withdraw/", {}, needs("results") + ELSEWHERE),
    ("GET", "/tables/{table}/ledger/", None, PUBLIC),
    ("GET", "/tables/{private_table}/ledger/", None, OF_THE_CLUB),
    ("GET", "/rules/", None, PUBLIC),
    ("GET", "/rules/pagat/", None, PUBLIC),
    ("POST", "/replay/", {"document": "{document}"}, PUBLIC),
    ("GET", "/errors/", None, PUBLIC),
    ("GET", "/errors/not_found/", None, PUBLIC),
]


@dataclass
class World:
    """A club with something in every state, and everybody who may come by."""

    names: dict[str, Any]
    callers: dict[str, Client] = field(default_factory=dict)

    def fill(self, body: Any) -> Any:
        """`body` or a path with its {names} filled in."""
        if isinstance(body, dict):
            return {key: self.fill(value) for key, value in body.items()}
        if isinstance(body, list):
            return [self.fill(value) for value in body]
        if isinstance(body, str) and body.startswith("{") and body.count("{") == 1 and body.endswith("}"):
            name = self.names[body[1:-1]]
            return name if isinstance(name, dict | list) else str(name)
        return body.format(**self.names) if isinstance(body, str) else body


def seats_at(round_: Round) -> list[list[str]]:
    """Who sits at each table of a round, by the ids of entries."""
    return [
        [str(entry) for entry in table.seats.order_by("number").values_list("entry_id", flat=True)]
        for table in round_.tables.order_by("number")
    ]


@pytest.fixture
def world() -> World:
    club = make_club()
    director = owner_of(club)
    playing = running_event(4, club=club)
    shown = published_round(playing)
    table = the_table(shown)
    play(table)
    ready = make_event(club)
    enter(ready, 4)
    staged = make_event(club)
    stages.add_stage(staged, director, "final", cut=4)
    drawn = draws.draw_round(running_event(8, club=club), director)
    seated = seats_at(drawn)
    late = entries.add_entries(drawn.event, director, ["Somebody late"])[0]
    again = play_round(published_round(running_event(8, club=club, deals_per_round=1)))
    # Everybody meets the same people again: there is something better to be found, and taken.
    searched = draws.draw_round(again.event, director, seats=seats_at(again))
    search = searches.start_search(searched, director, searched.draw, 10)
    searches.keep_slice(searches.search_slice(search.pk, 0), search.pk, 0)
    played = running_event(4, club=club, deals_per_round=1)
    play_round(published_round(played))
    finished = running_event(4, club=club, deals_per_round=1)
    play_round(published_round(finished))
    finished = events.finish_event(finished, director)
    private = running_event(4, club=club, visibility="private")
    private_round = published_round(private)
    given = running_event(4, club=club, visibility="private")
    given_table = the_table(published_round(given))
    other_table = the_table(published_round(running_event(4, club=club)))
    link = links.make_link(table, director)
    entry = playing.entries.first()
    assert entry is not None
    one, other = (here.player_id for here in playing.entries.order_by("number")[:2])
    asked = spec_of(rules={"preset": "pagat"}, seats=["bold", "bold", "bold"], deals=30, seed=1)
    simulation, running_simulation = (simulations.start_simulation(club, director, asked) for _ in range(2))
    chunks.play_chunk(simulation.pk, 0)
    webhook, _secret = webhooks.add_webhook(club, director, "https://example.org/")
    message = webhooks.test_webhook(webhook, director)
    deliveries.keep(deliveries.Attempt(fault="unreachable"), message.pk, "")
    agreeing = [the_table(published_round(running_event(4, club=club, two_agree=True))) for _ in range(3)]
    claim = claims.claim_deal(agreeing[0], director, 1, next_document(agreeing[0]))
    results_key = make_key(club, "scorer", "results")
    scorer = ApiKey.objects.select_related("member__user").latest("created_at").member
    own_claim = claims.claim_deal(agreeing[1], actor_of(scorer), 1, next_document(agreeing[1]))
    world = World(
        {
            "club": club.slug,
            "simulation": simulation.pk,
            "running_simulation": running_simulation.pk,
            "member": make_member(club, "director").pk,
            "player": players.add_player(club, director, "Somebody").pk,
            "playing": playing.slug,
            "private": private.slug,
            "draft": events.create_event(club, director, "A draft").slug,
            "ready": ready.slug,
            "played": played.slug,
            "finished": finished.slug,
            "entry": entry.pk,
            "one": one,
            "other": other,
            "wish": wishes.add_wishes(club, director, "apart", [one, other])[0].pk,
            "webhook": webhook.pk,
            "delivery": message.pk,
            "stage": playing.stages.get().pk,
            "ready_stage": ready.stages.get().pk,
            "played_stage": played.stages.get().pk,
            "staged": staged.slug,
            "last_stage": staged.stages.get(number=2).pk,
            "adjustment": adjustments.add_adjustment(playing, director, entry, 3, "a gift").pk,
            "published_round": shown.pk,
            "private_round": private_round.pk,
            "drawn_round": drawn.pk,
            "searched_round": searched.pk,
            "drawn_0": seated[0][0],
            "drawn_1": seated[1][1],
            "drawn_table": the_table(drawn, 2).pk,
            "turned_0": seated[0][::-1],
            "turned_1": seated[1],
            "late": late.pk,
            "table": table.pk,
            "other_table": other_table.pk,
            "given": given.slug,
            "given_table": given_table.pk,
            "secret": link.secret,
            "private_table": the_table(private_round).pk,
            "document": next_document(table),
            "corrected": another_document(table, 1),
            "agreeing": agreeing[0].pk,
            "free": agreeing[2].pk,
            "fresh": next_document(agreeing[2]),
            "whole": json.loads(json.dumps(document_of(finished))),
            "claim": claim.pk,
            "own_claim": own_claim.pk,
        }
    )
    revoked = make_key(club, "owner")
    ApiKey.objects.filter(member__club=club).exclude(member=scorer).update(revoked_at="2020-01-01T00:00:00Z")
    world.callers = {
        "nobody": Client(),
        "read": Client(make_key(club, "scorer", "read")),
        "results": Client(results_key),
        "events": Client(make_key(club, "director", "events")),
        "club": Client(make_key(club, "owner", "club")),
        "foreign": Client(make_key(make_club(), "owner")),
        "revoked": Client(revoked),
        "limited": Client(make_limited_key(club, events=[given], tables=[table])),
        "guest": Client(links.enter_by_secret(link.secret).token),
    }
    return world


def test_every_caller_gets_what_the_table_and_the_schema_say_and_who_may_not_changes_nothing(
    world: World, stored: Callable[[], dict[str, int]]
) -> None:
    before = stored()
    wrong = []
    for method, path, body, statuses in RIGHTS:
        for caller, expected in zip(CALLERS, of_all(statuses), strict=True):
            with transaction.atomic():
                filled = world.fill(path)
                answer = world.callers[caller].send(method, filled, world.fill(body))
                wrong += [
                    f"{method} {path} by {caller}: {breach}" for breach in breaches(method, filled, answer)
                ]
                if answer.status_code != int(expected):
                    wrong.append(f"{method} {path} by {caller}: {answer.status_code}, not {expected}")
                if answer.status_code >= 400 and stored() != before:
                    wrong.append(f"{method} {path} by {caller}: refused, and something was stored")
                transaction.set_rollback(True)
    assert wrong == []


def test_every_route_and_method_has_a_row() -> None:
    names = {
        "club": "x", "member": "x", "player": "x", "entry": "x", "stage": "x", "adjustment": "x",
        "playing": "x", "private": "x", "draft": "x", "ready": "x", "played": "x", "finished": "x",
        "published_round": "x", "private_round": "x", "drawn_round": "x", "table": "x", "private_table": "x",
        "wish": "x", "ready_stage": "x", "played_stage": "x", "staged": "x", "last_stage": "x",
        "searched_round": "x", "webhook": "x", "delivery": "x", "agreeing": "x", "free": "x", "claim": "x",
        "own_claim": "x", "simulation": "x", "running_simulation": "x",
        "other_table": "x",
        "given_table": "x",
        "given": "x",
    }  # fmt: skip
    rows = {(resolve(PREFIX + path.format(**names)).url_name, method) for method, path, *_rest in RIGHTS}
    routes = {
        (pattern.name, method)
        for pattern in urlpatterns
        for view in [getattr(pattern.callback, "cls", None)]
        if isinstance(view, type) and issubclass(view, Resource)
        for method in view.rights
    }
    assert rows == routes


def test_an_unlisted_event_is_found_by_its_id_and_by_no_stranger_by_its_slug(anybody: Client) -> None:
    event = running_event(4, visibility="unlisted")
    assert anybody.get(f"/events/{event.pk}/").status_code == 200
    assert anybody.get(f"/events/{event.slug}/").status_code == 404


def test_a_thing_of_another_club_and_a_thing_that_never_was_are_refused_alike(world: World) -> None:
    foreign = world.callers["foreign"]
    there = foreign.get(world.fill("/events/{private}/")).json()
    nowhere = foreign.get("/events/never-was/").json()
    assert there == nowhere


def test_a_thing_is_not_found_under_another_parent(world: World) -> None:
    owner = Client(make_key(make_club(), "owner"))
    assert owner.get(world.fill("/clubs/{club}/players/{player}/")).status_code == 404
    events_key = world.callers["events"]
    assert events_key.get(world.fill("/events/{ready}/entries/{entry}/")).status_code == 404
    assert events_key.get(world.fill("/events/{ready}/adjustments/{adjustment}/")).status_code == 404


def test_a_key_whose_member_lost_the_role_loses_the_scope(world: World) -> None:
    key = ApiKey.objects.get(scopes=["events"], member__club__slug=world.names["club"])
    key.member.role = "scorer"
    key.member.save()
    refused = world.callers["events"].post(world.fill("/events/{ready}/start/"))
    assert refused.status_code == 403
    assert refused.json()["code"] == "role_too_low"


def test_a_key_that_has_expired_or_whose_user_was_switched_off_opens_nothing(world: World) -> None:
    client = world.callers["read"]
    key = ApiKey.objects.get(scopes=["read"])
    key.member.user.is_active = False
    key.member.user.save()
    assert client.get("/clubs/").status_code == 401
    key.member.user.is_active = True
    key.member.user.save()
    assert client.get("/clubs/").status_code == 200
    ApiKey.objects.filter(pk=key.pk).update(expires_at="2020-01-01T00:00:00Z")
    refused = client.get("/clubs/")
    assert (refused.status_code, refused.json()["code"]) == (401, "key_unknown")
    assert refused.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("header", ["Basic abc", "Bearer", "Bearer a b", "Bearer \xff"])
def test_what_is_no_bearer_key_is_refused(header: str, anybody: Client) -> None:
    assert anybody.get("/rules/", headers={"Authorization": header}).status_code == 401


def test_a_browser_session_opens_nothing_here(world: World, anybody: Client) -> None:
    member = make_member(make_club(), "owner")
    anybody.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
    assert anybody.get("/clubs/").status_code == 401
