"""Members, invitations, passwords, the roster, API keys: by their pages."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    PASSWORD,
    make_club,
    make_event,
    make_member,
    make_user,
    owner_of,
)
from tests.web.conftest import SignIn, client_of, seen
from tournaments.clubs.verbs.accounts import key_of_secret
from tournaments.models import ApiKey, AuditEntry, Club, Member, Player, Role

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "three other words"


@pytest.fixture
def owner(club: Club) -> Client:
    user = owner_of(club).user
    assert user is not None
    return client_of(user)


def link_of(page: str) -> str:
    """The link (or secret) that is shown once."""
    match = re.search(r'<input readonly value="([^"]+)"', page)
    assert match is not None
    return match[1]


def invite(owner: Client, club: Club, role: str = "director") -> str:
    page = owner.post(reverse("members", args=[club.slug]), {"role": role}).content.decode()
    return link_of(page).replace("http://testserver", "")


def test_an_invitations_link_makes_one_member_and_a_withdrawn_one_nobody(
    owner: Client, club: Club, client: Client
) -> None:
    link = invite(owner, club)
    assert link not in owner.get(reverse("members", args=[club.slug])).content.decode(), "it is shown once"
    assert "Poch Club Bern" in client.get(link).content.decode()
    answer = client.post(link, {"username": "dora", "password": NEW_PASSWORD}, follow=True)
    assert "Welcome to Poch Club Bern" in answer.content.decode()
    assert Member.objects.get(club=club, user__username="dora").role == Role.DIRECTOR
    assert Client().get(link).status_code == 404
    second, user = invite(owner, club, "scorer"), make_user("emil")
    client_of(user).post(second)
    assert Member.objects.get(club=club, user=user).role == Role.SCORER
    third = invite(owner, club)
    owner.post(reverse("withdraw_invitation", args=[club.invitations.get(accepted_at=None).pk]))
    assert client.get(third).status_code == 404


def test_the_link_of_an_owner_resets_a_forgotten_password(owner: Client, club: Club, client: Client) -> None:
    member = make_member(club, Role.SCORER, "sven")
    link = link_of(owner.post(reverse("make_reset_link", args=[member.pk])).content.decode())
    form = client.get(link.replace("http://testserver", ""), follow=True)
    assert "A new password" in form.content.decode()
    client.post(form.request["PATH_INFO"], {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})
    answer = client.post(reverse("sign_in"), {"username": "sven", "password": NEW_PASSWORD})
    assert answer.status_code == 302
    assert (
        "does not work any more"
        in Client().get(link.replace("http://testserver", ""), follow=True).content.decode()
    )


def test_a_reset_link_dies_when_the_member_joins_another_club(
    owner: Client, club: Club, client: Client
) -> None:
    member = make_member(club, Role.SCORER, "sven")
    link = link_of(owner.post(reverse("make_reset_link", args=[member.pk])).content.decode())
    other = make_club("Kartenfreunde")
    Member.objects.create(club=other, user=member.user, role=Role.DIRECTOR)
    page = client.get(link.replace("http://testserver", ""), follow=True).content.decode()
    assert "does not work any more" in page
    member.delete()
    assert (
        "does not work any more"
        in client.get(link.replace("http://testserver", ""), follow=True).content.decode()
    )


def test_a_user_signs_in_reaches_the_requested_page_and_signs_out(club: Club, client: Client) -> None:
    make_member(club, Role.DIRECTOR, "dora")
    wanted = reverse("new_event", args=[club.slug])
    assert client.get(wanted).headers["Location"] == f"{reverse('sign_in')}?next={wanted}"
    answer = client.post(reverse("sign_in"), {"username": "dora", "password": PASSWORD, "next": wanted})
    assert answer.headers["Location"] == wanted
    client.post(reverse("sign_out"))
    assert client.get(wanted).status_code == 302


def test_the_roster_is_searched_added_to_and_changed(sign_in: SignIn, club: Club) -> None:
    browser, url = sign_in(club), reverse("players", args=[club.slug])
    browser.post(url, {"name": "Anna Keller", "public_name": "Anna K."})
    browser.post(url, {"name": "Bot One", "bot": "bold"})
    assert browser.post(url, {"name": "anna keller"}).status_code == 422
    page = browser.get(url, {"search": "kell"}).content.decode()
    assert "Anna K." in page
    assert "Bot One" not in page
    assert "No player has this name" in browser.get(url, {"search": "zzz"}).content.decode()
    player = Player.objects.get(name="Anna Keller")
    browser.post(reverse("edit_player", args=[player.pk]), {"name": "Anna Meier", "public_name": ""})
    player.refresh_from_db()
    assert (player.name, player.public_name) == ("Anna Meier", "Anna Meier")
    event = make_event(club, name="Poch for charity", about="Thanks to Anna Meier")
    page = seen(browser, "edit_player", player.pk)
    stays = page[page.index("The name stays in these places") : page.index('class="danger"')]
    assert f'href="{reverse("edit_event", args=[event.ref])}"' in stays
    browser.post(reverse("anonymise_player", args=[player.pk]))
    player.refresh_from_db()
    assert "Anna" not in player.name
    browser.post(reverse("remove_player", args=[player.pk]))
    player.refresh_from_db()
    assert player.removed_at is not None


def test_a_key_is_shown_once_works_and_is_revoked(sign_in: SignIn, club: Club) -> None:
    browser, url = sign_in(club, "scorer"), reverse("keys", args=[club.slug])
    page = browser.post(url, {"name": "tablet", "scopes": ["results"], "lasts": "30"}).content.decode()
    secret = link_of(page)
    assert key_of_secret(secret) is not None
    assert secret not in browser.get(url).content.decode()
    browser.post(reverse("revoke_key", args=[ApiKey.objects.get().pk]))
    assert key_of_secret(secret) is None
    assert AuditEntry.objects.filter(club=club, verb="revoke_key").count() == 1


def test_a_members_keys_are_their_own_business(sign_in: SignIn, owner: Client, club: Club) -> None:
    url = reverse("keys", args=[club.slug])
    sign_in(club).post(url, {"name": "of the director", "scopes": ["read"], "lasts": "30"})
    assert "of the director" not in sign_in(club).get(url).content.decode()
    assert "of the director" in owner.get(url).content.decode()
