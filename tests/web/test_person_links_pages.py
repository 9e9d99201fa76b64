"""Linking players of several clubs to one person, and undoing it, on pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_member, owner_of
from tests.tournaments.seasons import more_players, played
from tests.web.conftest import client_of, press
from tournaments.models import Club, PersonLink, Player, User
from tournaments.services.clubs.players import add_player
from tournaments.services.seasons.people import ask_link, set_account, someone_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


def player_of(club: Club, name: str = "Anna Ammann") -> Player:
    return add_player(club, owner_of(club), name)


def page(browser: Client, player: Player) -> str:
    answer = browser.get(reverse("person_links", args=[player.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def linked(player: Player) -> set[Player]:
    someone = someone_of(player.pk)
    return set() if someone is None else set(someone.players)


def owner(club: Club) -> Client:
    user = owner_of(club).user
    assert isinstance(user, User)
    return client_of(user)


def test_a_club_asks_another_which_agrees_and_each_can_undo_it() -> None:
    bern, basel = make_club("Bern"), make_club("Basel")
    anna, other = player_of(bern), player_of(basel)
    here, there = owner(bern), owner(basel)
    asking = {"club": f"https://poch.example/clubs/{basel.slug}/", "name": "Anna Ammann"}
    assert "Ask another club" in page(here, anna)
    refused = here.post(reverse("person_links", args=[anna.pk]), asking)
    assert refused.status_code == 422
    assert "Public events of Basel do not name exactly one player" in refused.content.decode()
    play_in_public(basel, other)
    shown = here.post(reverse("person_links", args=[anna.pk]), asking, follow=True).content.decode()
    assert "Basel is asked. An owner there decides." in shown
    assert "An owner of this club has not answered yet." in page(here, anna)
    assert linked(anna) == {anna}
    roster = there.get(reverse("players", args=[basel.slug])).content.decode()
    assert "Another club asks about" in roster
    assert "is the same person as a player of theirs" in page(there, other)
    scorer = client_of(make_member(basel, "scorer").user)
    assert scorer.get(reverse("person_links", args=[other.pk])).status_code == 403
    director = client_of(make_member(basel, "director").user)
    assert "An owner of this club decides." in page(director, other)
    link = PersonLink.objects.get(player=other)
    assert "The players are linked." in press(there, "agree_person_link", link.pk)
    assert linked(anna) == {anna, other}
    assert "linked by the clubs" in page(director, other)
    assert "counts alone now" in press(here, "undo_person_link", link.pk)
    assert linked(anna) == {anna}


def play_in_public(club: Club, player: Player) -> None:
    """Let the name of a player stand in a public event."""
    played(club, [str(player.pk), *more_players(club, 3)])


def test_a_club_that_was_asked_says_no() -> None:
    anna, other = player_of(make_club("Bern")), player_of(make_club("Basel"))
    link = ask_link(anna, other, owner_of(anna.club))
    shown = press(owner(other.club), "undo_person_link", link.pk)
    assert "counts alone now" in shown
    assert not PersonLink.objects.exists()


def test_a_person_links_their_own_players_and_forgets_it() -> None:
    bern, basel = make_club("Bern"), make_club("Basel")
    anna, other = player_of(bern), player_of(basel)
    user = make_member(bern, "scorer").user
    basel.members.create(user=user, role="scorer")
    me = client_of(user)
    assert me.get(reverse("person_links", args=[anna.pk])).status_code == 403
    for player in (anna, other):
        shown = press(owner(player.club), "set_player_account", player.pk, account=str(user.pk))
        assert "The account of Anna Ammann is saved." in shown
    shown = page(me, anna)
    assert "My other players" in shown
    assert "This is me" in shown
    press(me, "link_own_player", anna.pk)
    assert "is linked to you" in press(me, "link_own_player", other.pk)
    assert linked(anna) == {anna, other}
    assert "links their players themselves" in page(owner(bern), anna)
    assert "The links are forgotten" in press(me, "forget_person", anna.pk)
    assert linked(anna) == {anna}
    assert not PersonLink.objects.exists()


def test_an_account_must_be_of_a_member_of_the_club() -> None:
    anna, stranger = player_of(make_club()), make_member(make_club()).user
    shown = press(owner(anna.club), "set_player_account", anna.pk, account=str(stranger.pk))
    assert "This choice is no lo" in shown
    anna.refresh_from_db()
    assert anna.user_id is None


def test_links_of_a_hidden_person_are_for_the_person_alone() -> None:
    anna = player_of(make_club())
    member = make_member(anna.club, "scorer")
    set_account(anna, owner_of(anna.club), member.user)
    me = client_of(member.user)
    press(me, "set_person_visibility", anna.pk, visibility="hidden")
    assert "Not linked to a player of another club." in page(me, anna)
    assert owner(anna.club).get(reverse("person_links", args=[anna.pk])).status_code == 404
