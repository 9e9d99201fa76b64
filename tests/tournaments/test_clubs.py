"""Members: invited by a link, given roles, removed; keys for programs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import PASSWORD, actor_of, make_club, make_key, make_member, make_user, owner_of, refusal
from tournaments.clubs.verbs import clubs, keys
from tournaments.core.audit import Actor
from tournaments.core.rules.refusals import Conflict, Invalid, NotFound
from tournaments.models import ApiKey, Club, Invitation, Member

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
    key = keys.key_of_secret(secret)
    assert key is not None
    assert secret not in str(ApiKey.objects.values().get(pk=key.pk))
    assert key.last_used_at is None
    key.refresh_from_db()
    assert key.last_used_at is not None


def test_revoked_expired_and_orphaned_keys_do_not_work() -> None:
    club = make_club()
    revoked, expired, gone = (make_key(club) for _ in range(3))
    matches = [keys.key_of_secret(secret) for secret in (revoked, expired, gone)]
    assert all(matches)
    keys.revoke_key(matches[0], owner_of(club))  # type: ignore[arg-type]
    ApiKey.objects.filter(pk=matches[1].pk).update(expires_at=timezone.now())  # type: ignore[union-attr]
    clubs.remove_member(matches[2].member, owner_of(club))  # type: ignore[union-attr]
    assert [keys.key_of_secret(secret) for secret in (revoked, expired, gone)] == [None, None, None]


def test_a_key_may_do_no_more_than_its_member() -> None:
    club = make_club()
    scorer = make_member(club, "scorer")
    with refusal("scope_beyond_role", Invalid):
        keys.create_key(scorer, actor_of(scorer), "too much", ["events"])


def test_a_key_loses_scopes_with_its_members_role() -> None:
    club = make_club()
    director = make_member(club, "director")
    key, _secret = keys.create_key(director, actor_of(director), "a key", ["events", "results"])
    clubs.change_role(director, owner_of(club), "scorer")
    key.member.refresh_from_db()
    assert keys.scopes_of(key) == {"results"}
