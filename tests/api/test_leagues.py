"""Leagues over REST: clubs that take part in the league of another, and who sees what."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import make_club, make_event, make_key
from tests.tournaments.seasons import a_club, more_players

pytestmark = pytest.mark.django_db


def test_people_who_cannot_be_members_are_refused(place: HouseLeague) -> None:
    season = place.started()
    stranger_club, (stranger,) = a_club(1)
    guest_club, _guest = place.guest()
    guest_player = more_players(guest_club, 1)[0]
    add = f"{season}/members/"
    for players, status, code in (
        ([place.people[0]], 422, "season_member_known"),
        ([stranger], 422, "club_not_in_league"),
        ([guest_player], 403, "role_too_low"),
        (["nobody"], 422, "player_unknown"),
    ):
        assert refused(place.client.send("POST", add, {"players": players})) == (status, code)
    newcomer = more_players(place.club, 1, first=4)[0]
    assert refused(place.client.send("POST", add, {"players": [newcomer, newcomer]})) == (
        422,
        "season_member_known",
    )
    assert stranger_club.pk != guest_club.pk


def test_another_club_takes_part_by_its_owners_consent_and_enters_what_is_its_own(place: HouseLeague) -> None:
    season = place.started(visibility="private")
    stranger = Client(make_key(make_club(), "owner"))
    assert stranger.get(f"{season}/").status_code == 404
    club = make_club()
    client = Client(make_key(club, "owner"))
    asked = done(place.client.send("POST", f"/leagues/{place.league}/clubs/", {"club": club.slug}))
    assert refused(place.client.send("POST", f"/leagues/{place.league}/clubs/", {"club": club.slug})) == (
        409,
        "league_club_known",
    )
    part = f"/leagues/{place.league}/clubs/{asked['id']}"
    event, player = make_event(club), more_players(club, 1)[0]
    enter = {"event": str(event.pk)}
    assert client.get(f"{season}/").status_code == 404, "it has not agreed"
    assert client.send("POST", f"{season}/evenings/", enter).status_code == 404
    assert place.client.send("POST", f"{part}/agree/").status_code == 404
    assert stranger.send("POST", f"{part}/agree/").status_code == 404
    assert done(client.send("POST", f"{part}/agree/"))["agreed_at"] is not None
    assert client.get(f"{season}/").status_code == 200
    assert [row["id"] for row in done(client.get("/leagues/"))["results"]] == [place.league]
    assert refused(client.send("POST", f"{season}/evenings/", {**enter, "weight": 9})) == (404, "not_found")
    evening = done(client.send("POST", f"{season}/evenings/", enter))
    (member,) = done(client.send("POST", f"{season}/members/", {"players": [player]}))["results"]
    assert (evening["club"], member["club"]) == (club.slug, club.slug)
    mine = str(make_event(place.club).pk)
    assert refused(client.send("POST", f"{season}/evenings/", {"event": mine})) == (403, "role_too_low")
    own = f"{season}/members/{member['id']}/"
    assert client.send("PATCH", own, {"start": 9}).status_code == 404
    assert done(client.send("PATCH", own, {"status": "withdrawn"}))["status"] == "withdrawn"
    assert client.delete(f"{season}/evenings/{evening['id']}/").status_code == 204
    theirs = done(client.get(f"{season}/members/"))["results"][0]["id"]
    assert client.delete(f"{season}/members/{theirs}/").status_code == 404
    assert client.get(f"{season}/credits/").status_code == 404
    assert client.delete(f"{part}/").status_code == 204
    assert client.get(f"{season}/").status_code == 404
    assert refused(
        place.client.send("POST", f"/leagues/{place.league}/clubs/", {"club": place.club.slug})
    ) == (
        422,
        "league_of_this_club",
    )


def test_drafts_and_private_seasons_are_not_for_everybody(place: HouseLeague) -> None:
    draft = done(place.new())["id"]
    private = place.started(visibility="private", name="Private")
    unlisted = place.started(visibility="unlisted", name="Unlisted")
    anybody = Client()
    assert anybody.get(f"/leagues/{place.league}/").status_code == 404
    assert done(anybody.get("/leagues/"))["results"] == []
    assert anybody.get(f"/seasons/{draft}/").status_code == anybody.get(f"{private}/").status_code == 404
    assert anybody.get(f"{unlisted}/").status_code == 200
    public = place.started(name="Public")
    assert [
        f"/seasons/{row['id']}" for row in done(anybody.get(f"/leagues/{place.league}/seasons/"))["results"]
    ] == [public]
    assert len(done(place.client.get(f"/leagues/{place.league}/seasons/"))["results"]) == 4
    assert done(anybody.get(f"{public}/members/"))["results"][0]["name"] == "Anna"
