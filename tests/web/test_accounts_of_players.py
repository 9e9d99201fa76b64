"""An owner says which account a player has, and then the person speaks for themselves: all on pages."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_event, make_member, owner_of, refusal
from tests.tournaments.seasons import a_club, more_players, started
from tests.web.conftest import client_of, press
from tournaments import access
from tournaments.errors import NotFound
from tournaments.kernel.audit import Actor
from tournaments.models import Player, Reply
from tournaments.services.seasons.people import someone_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collected_static")]


def test_a_member_answers_for_the_evening_as_long_as_they_have_a_player() -> None:
    club, people = a_club(4)
    coming = make_event(club, sign_up="open", starts_on="2099-01-05")
    season = started(club, [coming], players=people)
    member = make_member(club, "scorer").user
    owner, me = client_of(owner_of(club).user), client_of(member)  # type: ignore[arg-type]

    def calendar() -> str:
        return me.get(reverse("season_evenings", args=[season.slug])).content.decode()

    assert "I come" not in calendar()
    refused = press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert "Ask an owner to say which player you are." in refused
    assert Reply.objects.count() == 0
    for browser in (me, client_of(make_member(club, "director").user), Client()):
        answer = browser.post(reverse("set_player_account", args=[people[0]]), {"account": str(member.pk)})
        assert answer.status_code in (302, 403)
        assert Player.objects.get(pk=people[0]).user_id is None, "only an owner says it"
    press(owner, "set_player_account", people[0], account=str(member.pk))
    assert "I come" in calendar()
    press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert Reply.objects.get().answer == "yes"
    press(me, "answer_evening", season.slug, coming.slug, comes="")
    assert Reply.objects.get().answer == "no"
    press(owner, "set_player_account", people[0], account="")
    assert "I come" not in calendar()
    refused = press(me, "answer_evening", season.slug, coming.slug, comes="yes")
    assert "Ask an owner to say which player you are." in refused
    assert Reply.objects.get().answer == "no"


def test_this_is_me_needs_what_each_owner_has_said_and_ends_with_it() -> None:
    bern, basel = make_club("Bern"), make_club("Basel")
    anna, other = (Player.objects.get(pk=more_players(club, 1)[0]) for club in (bern, basel))
    user = make_member(bern, "scorer").user
    basel.members.create(user=user, role="scorer")
    me = client_of(user)
    owners = {club.pk: client_of(owner_of(club).user) for club in (bern, basel)}  # type: ignore[arg-type]
    press(owners[bern.pk], "set_player_account", anna.pk, account=str(user.pk))
    press(me, "link_own_player", anna.pk)
    assert me.post(reverse("link_own_player", args=[other.pk])).status_code == 404
    press(owners[basel.pk], "set_player_account", other.pk, account=str(user.pk))
    press(me, "link_own_player", other.pk)
    press(me, "set_person_visibility", anna.pk, visibility="hidden")
    shown = someone_of(anna.pk)
    assert shown is not None
    assert {player.pk for player in shown.players} == {anna.pk, other.pk}
    press(owners[basel.pk], "set_player_account", other.pk, account="")
    with pytest.raises(NotFound):
        access.person_for_viewer(owner_of(bern), anna.pk)
    assert access.person_for_viewer(owner_of(basel), other.pk).players == (other,)
    assert me.get(reverse("person", args=[anna.pk])).status_code == 200
    with refusal("person_not_yours"):
        access.person_for_editing(Actor(user, "page"), other.pk)
