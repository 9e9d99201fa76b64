"""Persons over REST."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import actor_of, make_key, make_member, with_account
from tests.tournaments.seasons import more_players
from tournaments.clubs.verbs import keys
from tournaments.clubs.verbs import people as persons
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def test_one_person_of_two_clubs_is_one_member(place: HouseLeague) -> None:
    season = place.started()
    club, client = place.guest()
    twin = more_players(club, 1)[0]
    mine, other = (Player.objects.get(pk=ref) for ref in (place.people[0], twin))
    member = make_member(club, "owner")
    with_account(mine, member.user)
    path = f"/clubs/{club.slug}/players/{twin}/link/"
    made = done(client.send("POST", path))
    assert made["link"].endswith(f"/my-player/{made['token']}/")
    persons.take_by_link(made["token"], user=member.user)
    assert refused(client.send("POST", path)) == (409, "person_linked")
    answer = client.send("POST", f"{season}/members/", {"players": [twin]})
    assert refused(answer) == (422, "person_twice_in_season")
    everybody, me = Client(), Client(keys.create_key(member, actor_of(member), "mine", ["club"])[1])
    assert refused(client.send("PATCH", f"/people/{twin}/", {"visibility": "public"})) == (
        403,
        "person_not_yours",
    )
    done(me.send("PATCH", f"/people/{twin}/", {"visibility": "public"}))
    shown = done(everybody.get(f"/people/{twin}/"))
    assert shown["visibility"] == "public"
    assert {each["player"] for each in shown["players"]} == {place.people[0], twin}
    stale = client.send("DELETE", path, **{"If-Match": '"before"'})
    assert refused(stale) == (412, "version_stale")
    assert client.delete(path).status_code == 204
    assert persons.someone_of(twin) == persons.Someone((other,))


def test_a_person_is_for_the_members_of_their_clubs_unless_they_say_otherwise(place: HouseLeague) -> None:
    season = place.started()
    path = f"/people/{place.people[0]}"
    anybody, scorer = Client(), Client(make_key(place.club, "scorer"))
    assert anybody.get(f"{path}/").status_code == anybody.get(f"{path}/results/").status_code == 404
    results = done(scorer.get(f"{path}/results/"))["results"]
    assert [row["event"] for row in results] == [str(night.pk) for night in reversed(place.nights)]
    assert {row["people"] for row in results} == {4}
    first = done(scorer.get(f"{path}/results/?limit=1"))
    assert first["results"] + done(scorer.get(first["next"]))["results"] == results
    (shown,) = done(scorer.get(f"{path}/seasons/"))["results"]
    assert (f"/seasons/{shown['season']}", shown["people"], shown["attended"]) == (season, 4, 2)
    met = done(scorer.get(f"{path}/opponents/"))["results"]
    assert {row["player"] for row in met} == set(place.people[1:])
    assert {row["tables"] for row in met} == {2}
    page = done(scorer.get(f"{path}/opponents/?limit=2"))
    assert page["results"] + done(scorer.get(page["next"]))["results"] == met
    assert refused(scorer.get(f"{path}/opponents/?cursor=x")) == (400, "bad_cursor")
    assert done(place.client.send("PATCH", f"{path}/", {"visibility": "public"}))["visibility"] == "public"
    assert len(done(anybody.get(f"{path}/results/"))["results"]) == 2
    done(place.client.send("PATCH", f"{path}/", {"visibility": "hidden"}))
    assert scorer.get(f"{path}/").status_code == 404
    assert anybody.get(f"/people/{place.people[1]}/").status_code == 404
    assert place.client.get("/people/nobody/").status_code == 404
