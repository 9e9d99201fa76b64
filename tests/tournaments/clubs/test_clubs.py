"""Members: invited by a link, given roles, removed; keys for programs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import (
    PASSWORD,
    actor_of,
    make_club,
    make_event,
    make_key,
    make_member,
    make_user,
    owner_of,
    refusal,
    running_event,
)
from tournaments.clubs.verbs import accounts, clubs
from tournaments.clubs.verbs.clubs import change_club
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict, Invalid, NotFound
from tournaments.draw.verbs import draws
from tournaments.events.access import event_for_viewer
from tournaments.events.verbs.events import create_event
from tournaments.models import ApiKey, Club, Invitation, Member
from tournaments.tables.access import round_for_viewer, table_for_viewer

pytestmark = pytest.mark.django_db


def test_an_invitation_makes_a_new_member_once() -> None:
    club = make_club()
    _invitation, token = clubs.invite_member(club, owner_of(club), "scorer")
    assert token not in str(Invitation.objects.values().get())
    member = clubs.accept_invitation(token, username="Ben", password=PASSWORD)
    assert (member.club, member.role, member.user.check_password(PASSWORD)) == (club, "scorer", True)
    with pytest.raises(NotFound):
        clubs.accept_invitation(token, user=make_user())


def test_an_invitation_that_is_withdrawn_or_too_old_opens_nothing() -> None:
    club = make_club()
    withdrawn, token = clubs.invite_member(club, owner_of(club), "scorer")
    clubs.withdraw_invitation(withdrawn, owner_of(club))
    old, old_token = clubs.invite_member(club, owner_of(club), "scorer")
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    for secret in (token, old_token, "no such token"):
        with pytest.raises(NotFound):
            clubs.accept_invitation(secret, user=make_user())


@pytest.mark.parametrize("how", ["removed", "demoted", "inactive"])
def test_a_former_owner_cannot_use_their_own_invitation(how: str) -> None:
    club = make_club()
    second = make_member(club, "owner")
    _invitation, token = clubs.invite_member(club, actor_of(second), "owner")
    if how == "removed":
        clubs.remove_member(second, owner_of_first(club))
    elif how == "demoted":
        clubs.change_role(second, owner_of_first(club), "director")
    else:
        second.user.is_active = False
        second.user.save()
    with pytest.raises(NotFound):
        clubs.accept_invitation(token, user=make_user())


def owner_of_first(club: Club) -> Actor:
    return actor_of(Member.objects.filter(club=club, role="owner").earliest("created_at"))


def test_a_sign_in_name_is_stored_as_the_sign_in_form_reads_it() -> None:
    club = make_club()
    _invitation, token = clubs.invite_member(club, owner_of(club), "scorer")
    member = clubs.accept_invitation(token, username="ﬁnn", password=PASSWORD)
    assert member.user.get_username() == "finn"


def test_a_weak_password_or_a_taken_name_is_refused_and_the_invitation_stays_open() -> None:
    club = make_club()
    make_user("Ben")
    _invitation, token = clubs.invite_member(club, owner_of(club), "scorer")
    for username, password, field in (("ben", PASSWORD, "username"), ("Carla", "12345", "password")):
        with pytest.raises(Invalid) as caught:
            clubs.accept_invitation(token, username=username, password=password)
        assert caught.value.field == field
    assert clubs.accept_invitation(token, username="Carla", password=PASSWORD).role == "scorer"


def test_a_club_keeps_an_owner() -> None:
    club = make_club()
    owner = Member.objects.get(club=club)
    for deed in (
        lambda: clubs.remove_member(owner, actor_of(owner)),
        lambda: clubs.change_role(owner, actor_of(owner), "scorer"),
    ):
        with refusal("last_owner", Conflict):
            deed()
    make_member(club, "owner")
    clubs.remove_member(owner, actor_of(owner))
    assert not Member.objects.filter(pk=owner.pk).exists()


def test_an_owner_resets_the_password_of_members_of_this_club_alone() -> None:
    club, other = make_club(), make_club()
    member = make_member(club, "scorer")
    assert all(clubs.reset_link(member, owner_of(club)))
    Member.objects.create(club=other, user=member.user, role="scorer")
    with refusal("member_of_other_clubs", Conflict):
        clubs.reset_link(member, owner_of(club))


def test_a_key_is_found_by_its_secret_which_is_not_stored() -> None:
    secret = make_key(make_club())
    key = accounts.key_of_secret(secret)
    assert key is not None
    assert secret not in str(ApiKey.objects.values().get(pk=key.pk))
    assert key.last_used_at is None
    key.refresh_from_db()
    assert key.last_used_at is not None


@pytest.fixture
def club() -> Club:
    club = make_club()
    return change_club(club, owner_of(club), pack="german")


def test_unknown_packs_are_refused(club: Club) -> None:
    for pack in ("tarot", ""):
        with refusal("pack_unknown"):
            change_club(club, owner_of(club), pack=pack)
    with refusal("pack_unknown"):
        create_event(club, owner_of(club), "Tarot night", pack="tarot")


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
