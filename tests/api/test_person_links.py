"""Links of players to persons over REST: by the person, or by two clubs, and undone as easily."""

from __future__ import annotations

import pytest

from tests.api.client import Client
from tests.api.leagues import refused
from tests.api.program import done
from tests.builders import actor_of, make_club, make_key, make_member, owner_of
from tournaments.models import Club, Member, Person, PersonLink, Player
from tournaments.services.clubs import keys
from tournaments.services.clubs.players import add_player
from tournaments.services.seasons import people

pytestmark = pytest.mark.django_db


class House:
    """A club with a player, and the client of its owner."""

    def __init__(self) -> None:
        self.club: Club = make_club()
        self.player: Player = add_player(self.club, owner_of(self.club), "Anna")
        self.client = Client(make_key(self.club, "owner"))
        self.links = f"/people/{self.player.pk}/links/"


@pytest.fixture
def houses(db: None) -> tuple[House, House]:
    return House(), House()


def players_of(ref: object) -> set[Player]:
    someone = people.someone_of(ref)
    return set() if someone is None else set(someone.players)


def test_one_club_asks_and_the_other_agrees_and_either_undoes_it(houses: tuple[House, House]) -> None:
    ours, theirs = houses
    answer = ours.client.send("POST", ours.links, {"player": str(theirs.player.pk)})
    asked = answer.json()
    assert (answer.status_code, asked["agreed_at"], asked["consent"]) == (201, None, "clubs")
    assert done(ours.client.get(answer.headers["Location"].removeprefix("/api/v1"))) == asked
    assert players_of(ours.player.pk) == {ours.player}, "the other club has not agreed"
    (shown,) = done(theirs.client.get(theirs.links))["results"]
    assert shown == asked
    assert [each["player"] for each in shown["others"]] == [str(ours.player.pk)], "they see who it would be"
    path = f"{theirs.links}{asked['id']}/"
    own = ours.client.send("POST", f"{ours.links}{asked['id']}/agree/")
    assert refused(own) == (404, "not_found"), "nobody answers for another club"
    agreed = done(theirs.client.send("POST", f"{path}agree/"))
    assert agreed["agreed_at"] is not None
    assert players_of(ours.player.pk) == {ours.player, theirs.player}
    mine = f"{ours.links}{asked['id']}/"
    old = {"If-Match": answer.headers["ETag"]}
    assert refused(ours.client.delete(mine, headers=old)) == (412, "version_stale")
    present = {"If-Match": ours.client.get(mine).headers["ETag"]}
    assert ours.client.delete(mine, headers=present).status_code == 204
    assert players_of(theirs.player.pk) == {theirs.player}
    assert not Person.objects.exists()


def test_the_person_links_their_own_players_at_once(houses: tuple[House, House]) -> None:
    ours, theirs = houses
    member = make_member(ours.club, "owner")
    there = Member.objects.create(club=theirs.club, user=member.user, role="scorer")
    people.set_account(ours.player, owner_of(ours.club), member.user)
    _key, secret = keys.create_key(member, actor_of(member), "mine", ["club", "events"])
    me = Client(secret)
    not_yet = me.send("POST", ours.links, {"player": str(theirs.player.pk)})
    assert refused(not_yet) == (404, "not_found"), "the other club has not said that it is their account"
    people.set_account(theirs.player, owner_of(theirs.club), there.user)
    link = done(me.send("POST", ours.links, {"player": str(theirs.player.pk)}))
    assert link["consent"] == "person"
    assert link["agreed_at"] is not None
    assert players_of(ours.player.pk) == {ours.player, theirs.player}
    owner = ours.client.send("POST", ours.links, {"player": str(add_player_elsewhere().pk)})
    assert refused(owner) == (409, "person_has_account")


def add_player_elsewhere() -> Player:
    club = make_club()
    return add_player(club, owner_of(club), "Anna")


def test_who_has_no_say_links_nothing(houses: tuple[House, House]) -> None:
    ours, theirs = houses
    body = {"player": str(theirs.player.pk)}
    director = Client(make_key(ours.club, "director"))
    assert refused(director.send("POST", ours.links, body)) == (403, "scope_missing")
    assert done(director.get(ours.links))["results"] == []
    assert refused(theirs.client.get(ours.links)) == (404, "not_found")
    for bad in ("nobody", str(ours.club.pk)):
        answer = ours.client.send("POST", ours.links, {"player": bad})
        assert refused(answer) == (422, "player_unknown")
    twice = add_player(ours.club, owner_of(ours.club), "Bert")
    answer = ours.client.send("POST", ours.links, {"player": str(twice.pk)})
    assert refused(answer) == (409, "person_twice_in_club")
    assert not PersonLink.objects.exists()


def test_a_repeated_question_is_asked_once(houses: tuple[House, House]) -> None:
    ours, theirs = houses
    key = {"Idempotency-Key": "ask-it-once-0001"}
    body = {"player": str(theirs.player.pk)}
    answers = [ours.client.send("POST", ours.links, body, **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert refused(ours.client.send("POST", ours.links, body)) == (409, "person_linked")
