"""Persons over REST, their ratings, and the records of a club."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.leagues import HouseLeague, refused
from tests.api.program import done
from tests.builders import actor_of, make_key, make_limited_key, make_member, owner_of, with_account
from tests.tournaments.ratings.rated import rated_club
from tests.tournaments.seasons import a_club, more_players, played
from tournaments.clubs.verbs import accounts
from tournaments.clubs.verbs import people as persons
from tournaments.clubs.verbs.people import set_visibility, someone_of
from tournaments.models import Club, Player, SeatResult

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
    everybody, me = Client(), Client(accounts.create_key(member, actor_of(member), "mine", ["club"])[1])
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


def ratings(club: Club, key: str = "") -> list[dict[str, Any]]:
    """The ratings, as a stranger or a holder of the key sees them."""
    client = Client(key) if key else Client()
    results: list[dict[str, Any]] = done(client.get(f"/clubs/{club.slug}/ratings/"))["results"]
    return results


def test_members_see_points_with_their_range_best_first_and_strangers_public_people_alone() -> None:
    club, people = rated_club()
    key = make_key(club, "scorer")
    listed = ratings(club, key)
    assert {each["player"] for each in listed} == set(people)
    assert [each["points"] for each in listed] == sorted((each["points"] for each in listed), reverse=True)
    assert all(each["around"] > 0 and each["provisional"] and each["events"] == 2 for each in listed)
    assert {each["family"] for each in listed} == {"pagat"}
    assert ratings(club) == []
    for player, visibility in zip(people, ("public", "hidden"), strict=False):
        someone = someone_of(player)
        assert someone is not None
        set_visibility(someone, owner_of(club), visibility)
    assert [each["player"] for each in ratings(club)] == [people[0]]
    assert {each["player"] for each in ratings(club, key)} == {people[0], *people[2:]}


def test_records_are_the_best_of_the_ledger_and_lead_to_their_deals() -> None:
    club, people = a_club(4)
    for seed in range(1, 8):
        played(club, people, seed=seed)
    answer = Client().get(f"/clubs/{club.slug}/records/")
    records = done(answer)["results"]
    results = SeatResult.objects.filter(deal__table__round__event__club=club)
    for kind, column, least in (("pot", "pots", 1), ("pools", "pools", 2), ("evening", "net", 1)):
        best = sorted(results.filter(**{f"{column}__gte": least}).values_list(column, flat=True))[::-1][:5]
        assert [record["value"] for record in records if record["kind"] == kind] == best, kind
    for record in records:
        assert record["player"] in people
        if record["kind"] == "evening":
            assert record["table"] is record["deal"] is record["number"] is None
        else:
            path = f"/tables/{record['table']}/deals/{record['number']}/"
            assert done(Client().get(path))["id"] == record["deal"]
    seen = {"If-None-Match": answer.headers["ETag"]}
    assert Client().get(f"/clubs/{club.slug}/records/", headers=seen).status_code == 304


def test_records_are_of_the_events_that_one_can_list() -> None:
    club, people = a_club(4)
    path = f"/clubs/{club.slug}/records/"
    hidden = [played(club, people, seed=1, visibility=each) for each in ("unlisted", "private")]
    assert done(Client().get(path))["results"] == []
    limited = Client(make_limited_key(club, events=[hidden[0]]))
    assert done(limited.get(path))["results"] == []
    own = done(Client(make_key(club, "scorer")).get(path))["results"]
    assert {record["event"] for record in own} == {str(event.pk) for event in hidden}
