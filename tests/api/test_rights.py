"""Everybody may do what the table of rights says, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from django.urls import resolve

from api.resources import Resource
from api.urls import urlpatterns
from tests.api.client import PREFIX, Client
from tests.api.contract import breaches
from tests.api.rights import CALLERS, RIGHTS, of_all
from tests.api.world import World
from tests.builders import (
    make_club,
    make_key,
    make_member,
    running_event,
)
from tournaments.models import ApiKey

pytestmark = pytest.mark.django_db


def test_every_caller_gets_the_status_in_the_table_of_rights_and_refusals_change_nothing(
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


def test_strangers_find_an_unlisted_event_by_its_id_only(anybody: Client) -> None:
    event = running_event(4, visibility="unlisted")
    assert anybody.get(f"/events/{event.pk}/").status_code == 200
    assert anybody.get(f"/events/{event.slug}/").status_code == 404


def test_things_of_another_club_and_missing_things_get_the_same_refusal(world: World) -> None:
    foreign = world.callers["foreign"]
    there = foreign.get(world.fill("/events/{private}/")).json()
    nowhere = foreign.get("/events/never-was/").json()
    assert there == nowhere


def test_an_object_is_not_found_under_another_parent(world: World) -> None:
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


def test_an_expired_key_and_a_key_of_an_inactive_user_are_refused(world: World) -> None:
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
def test_a_malformed_authorization_header_is_refused(header: str, anybody: Client) -> None:
    assert anybody.get("/rules/", headers={"Authorization": header}).status_code == 401


def test_a_browser_session_gives_no_access_to_the_api(world: World, anybody: Client) -> None:
    member = make_member(make_club(), "owner")
    anybody.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
    assert anybody.get("/clubs/").status_code == 401
