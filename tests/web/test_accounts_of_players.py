"""Which account a player has, and how a person gets, asks for and leaves players: all on pages."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_event, make_member, owner_of
from tests.tournaments.seasons import a_club, more_players, played, started
from tests.web.conftest import client_of, press
from tournaments.clubs.verbs.players import add_player
from tournaments.models import Player, Reply, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


def take(person: Client, director: Client, player: object, **account: str) -> str:
    """Let a director make the link of a player, and the person open it. Return the page that follows."""
    shown = director.post(reverse("make_player_link", args=[player])).content.decode()
    link = shown.split("/my-player/")[1].split("/")[0]
    assert "This link is for" in person.get(reverse("take_player", args=[link])).content.decode()
    return press(person, "take_player", link, **account)


def test_a_member_answers_for_the_evening_as_long_as_they_have_a_player() -> None:
    club, people = a_club(4)
    coming = make_event(club, sign_up="open", starts_on=date(2070, 1, 5))
    season = started(club, [coming], players=people)
    member = make_member(club, "scorer").user
    me = client_of(member)

    def calendar() -> str:
        return me.get(reverse("season_evenings", args=[season.slug])).content.decode()

    assert "I come" not in calendar()
    refused = press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert "Ask a director for the link of your player." in refused
    assert Reply.objects.count() == 0
    director = client_of(make_member(club, "director").user)
    take(me, director, people[0])
    assert "I come" in calendar()
    press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert Reply.objects.get().answer == "yes"
    press(me, "answer_evening", season.slug, coming.slug, comes="")
    assert Reply.objects.get().answer == "no"
    press(director, "leave_player", people[0])
    assert "I come" not in calendar()
    refused = press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert "Ask a director for the link of your player." in refused
    assert Reply.objects.get().answer == "no"


def test_a_person_has_players_of_two_clubs_by_a_link_and_by_asking() -> None:
    bern, basel = make_club("Bern"), make_club("Basel")
    anna, other = (add_player(club, owner_of(club), "Anna Ammann") for club in (bern, basel))
    here, there = (client_of(make_member(club).user) for club in (bern, basel))
    me = Client()
    shown = take(me, here, anna.pk, username="anna", password="three words are easy")
    assert "Anna Ammann of Bern is your player now." in shown
    asking = {"club": f"https://poch.example/clubs/{basel.slug}/", "name": "Anna Ammann"}
    refused = me.post(reverse("account"), asking)
    assert refused.status_code == 422
    assert "Public events of Basel do not name exactly one player" in refused.content.decode()
    played(basel, [str(other.pk), *more_players(basel, 3)])
    assert (
        "Basel is asked. A director there decides."
        in me.post(reverse("account"), asking, follow=True).content.decode()
    )
    assert "Somebody says that they are" in there.get(reverse("players", args=[basel.slug])).content.decode()
    asked = there.get(reverse("edit_player", args=[other.pk])).content.decode()
    assert "<bdi>anna</bdi> says: this is me." in asked
    user = User.objects.get(username="anna")
    gone = press(there, "agree_to_player", other.pk, account=str(make_member(basel).user.pk))
    assert "has just been changed" in gone
    assert "is saved" in press(there, "agree_to_player", other.pk, account=str(user.pk))
    press(me, "set_person_visibility", other.pk, visibility="hidden")
    assert here.get(reverse("person", args=[anna.pk])).status_code == 404
    assert "Basel" in me.get(reverse("person", args=[anna.pk])).content.decode()
    assert "has no account now" in press(me, "leave_player", other.pk)
    assert me.post(reverse("leave_player", args=[other.pk])).status_code == 404
    assert there.get(reverse("person", args=[other.pk])).status_code == 404, "it stays hidden"
    press(here, "leave_player", anna.pk)
    assert not Player.objects.filter(user=user).exists()
