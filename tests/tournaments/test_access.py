"""Who is given what: fetched and checked in one breath."""

from __future__ import annotations

import pytest

from tests.builders import (
    actor_of,
    make_club,
    make_event,
    make_member,
    make_user,
    owner_of,
    published_round,
    running_event,
)
from tournaments.clubs.access import club_for, key_for_its_member
from tournaments.clubs.verbs import keys
from tournaments.core.audit import Actor
from tournaments.core.rules.refusals import NotFound
from tournaments.draw.verbs import draws
from tournaments.events.access import event_for_viewer
from tournaments.events.verbs import events
from tournaments.models import ApiKey, Club, Member
from tournaments.tables.access import round_for_viewer, table_for_viewer

pytestmark = pytest.mark.django_db

NOBODY = Actor(None, "page")


def outsiders() -> list[Actor]:
    """Somebody unknown, somebody who is signed in, and the owner of another club."""
    return [NOBODY, Actor(make_user(), "page"), owner_of(make_club())]


def test_an_unlisted_event_opens_by_its_id_and_not_by_its_name() -> None:
    event = make_event(visibility="unlisted")
    for actor in outsiders():
        assert event_for_viewer(actor, str(event.pk)) == event
        with pytest.raises(NotFound):
            event_for_viewer(actor, event.slug)
    assert event_for_viewer(owner_of(event.club), event.slug) == event


@pytest.mark.parametrize("visibility", ["public", "unlisted", "private"])
def test_a_draft_is_open_to_members_alone(visibility: str) -> None:
    club = make_club()
    event = events.create_event(club, owner_of(club), "Cup", visibility=visibility)
    for actor in outsiders():
        for ref in (event.slug, str(event.pk)):
            with pytest.raises(NotFound):
                event_for_viewer(actor, ref)
    assert event_for_viewer(actor_of(make_member(club, "scorer")), event.slug) == event


def test_nothing_of_a_private_event_is_open_to_others() -> None:
    event = running_event(4, visibility="private")
    round_ = published_round(event)
    table = round_.tables.get()
    for actor in outsiders():
        for fetch, ref in (
            (event_for_viewer, str(event.pk)),
            (round_for_viewer, str(round_.pk)),
            (table_for_viewer, str(table.pk)),
        ):
            with pytest.raises(NotFound):
                fetch(actor, ref)


def test_a_draw_that_is_not_published_is_open_to_directors_alone() -> None:
    event = running_event(4)
    round_ = draws.draw_round(event, owner_of(event.club))
    table = round_.tables.get()
    scorer = actor_of(make_member(event.club, "scorer"))
    for actor in (*outsiders(), scorer):
        with pytest.raises(NotFound):
            round_for_viewer(actor, round_.pk)
        with pytest.raises(NotFound):
            table_for_viewer(actor, table.pk)
    assert table_for_viewer(actor_of(make_member(event.club, "director")), table.pk) == table


def key_actor(member: Member) -> tuple[Actor, ApiKey]:
    key, _secret = keys.create_key(member, actor_of(member), "a key", ["read"])
    return Actor(member.user, "api", member), key


def test_a_key_acts_in_the_one_club_it_was_made_for() -> None:
    here, there = make_club(), make_club()
    member = make_member(here, "owner")
    Member.objects.create(club=there, user=member.user, role="owner")
    actor, _key = key_actor(member)
    assert club_for(actor, here.slug, "owner") == here
    with pytest.raises(NotFound):
        club_for(actor, there.slug)


def test_a_key_is_its_members_and_the_owners() -> None:
    club: Club = make_club()
    director, other = make_member(club, "director"), make_member(club, "director")
    _actor, key = key_actor(director)
    assert key_for_its_member(actor_of(director), key.pk) == key
    assert key_for_its_member(owner_of(club), key.pk) == key
    for actor in (actor_of(other), *outsiders()):
        with pytest.raises(NotFound):
            key_for_its_member(actor, key.pk)
