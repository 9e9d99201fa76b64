"""Teams over REST: a match day from the teams to the table, and line-ups that others do not see."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.client import Client
from tests.api.leagues import refused
from tests.api.program import done
from tests.builders import actor_of, make_club, make_key
from tests.tournaments.teams import League, a_league
from tournaments.clubs.verbs.accounts import create_key
from tournaments.core.actors import Actor
from tournaments.models import Member
from tournaments.seasons.verbs import seasons
from tournaments.teams.verbs import teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    """Four teams of five, in a season that runs."""
    league = a_league(result="match")
    league.season = seasons.start_season(league.season, league.director)
    return league


@pytest.fixture
def director(league: League) -> Client:
    return Client(make_key(league.club, "director"))


def key_of(captain: Actor) -> Client:
    """A client with a key of a captain, who is no director."""
    assert captain.user is not None
    member = Member.objects.get(user=captain.user)
    _key, secret = create_key(member, actor_of(member), "a captain", ["read", "results"])
    return Client(secret)


def hand_in(client: Client, path: str, league: League, number: int, people: int = 4) -> Any:
    body = {"team": str(league.teams[number].pk), "players": league.players[number][:people]}
    return client.send("POST", path, body)


def seen(client: Client, path: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = done(client.get(path))["results"]
    return rows


def test_a_hidden_line_up_is_in_no_answer_to_who_may_not_see_it(league: League, director: Client) -> None:
    evening = league.evening()
    path = f"/seasons/{league.season.pk}/evenings/{evening.pk}/lineups/"
    captains = [key_of(league.captain(number)) for number in range(2)]
    made = done(hand_in(captains[0], path, league, 0))
    one = f"/lineups/{made['id']}/"
    assert done(captains[0].get(one))["places"][0]["player"] == league.players[0][0]
    assert [row["id"] for row in seen(captains[0], path)] == [made["id"]]
    others = [Client(), director, captains[1], Client(make_key(league.club, "owner"))]
    for client in others:
        assert seen(client, path) == []
        assert client.get(one).status_code == 404
        assert client.send("POST", f"{one}substitutes/", {"place": 1, "player": "x"}).status_code in (
            401,
            404,
        )
    revealed = done(director.send("POST", f"{path}reveal/"))
    assert [row["id"] for row in revealed["results"]] == [made["id"]]
    for client in others:
        assert [row["id"] for row in seen(client, path)] == [made["id"]]
        assert done(client.get(one))["revealed_at"] is not None


def test_a_key_of_another_club_does_nothing_for_the_team_of_a_captain(league: League) -> None:
    evening = league.evening()
    path = f"/seasons/{league.season.pk}/evenings/{evening.pk}/lineups/"
    captain = league.captain(0)
    assert captain.user is not None
    own = key_of(captain)
    elsewhere = Member.objects.create(club=make_club(), user=captain.user, role="scorer")
    _key, secret = create_key(elsewhere, actor_of(elsewhere), "another club", ["read", "results"])
    other = Client(secret)
    assert hand_in(other, path, league, 0).status_code == 404
    made = done(hand_in(own, path, league, 0))
    assert seen(other, path) == []
    assert other.get(f"/lineups/{made['id']}/").status_code == 404
    assert seen(own, path)


def test_a_captain_hands_in_for_the_own_team_alone(league: League) -> None:
    evening = league.evening()
    path = f"/seasons/{league.season.pk}/evenings/{evening.pk}/lineups/"
    captain = key_of(league.captain(0))
    assert refused(hand_in(captain, path, league, 1)) == (403, "role_too_low")
    assert refused(hand_in(captain, path, league, 0, 2)) == (422, "line_up_too_small")
    season = seasons.create_season(league.club, league.director, "Next year")
    other = teams.make_team(season, league.director, "Foxes")
    director = Client(make_key(league.club, "director"))
    answer = director.send("POST", path, {"team": str(other.pk), "players": []})
    assert refused(answer) == (422, "team_unknown"), "a team of another season"
    assert hand_in(captain, path, league, 0, 3).status_code == 201
    assert refused(captain.send("POST", f"{path}reveal/"))[0] == 403
    assert refused(captain.send("PATCH", f"/teams/{league.teams[0].pk}/", {"name": "We"}))[0] == 403


def test_nobody_is_taken_out_of_a_team_whose_line_up_is_hidden(league: League, director: Client) -> None:
    """Neither who is in the line-up nor who is not, so the answer does not tell who is."""
    evening = league.evening()
    path = f"/seasons/{league.season.pk}/evenings/{evening.pk}/lineups/"
    done(hand_in(key_of(league.captain(0)), path, league, 0))
    team = f"/teams/{league.teams[0].pk}/"
    for row in done(director.get(team))["members"]:
        assert refused(director.send("DELETE", f"{team}members/{row['id']}/")) == (
            409, "team_line_up_hidden",
        )  # fmt: skip
    done(director.send("POST", f"{path}reveal/"))
    codes = [
        director.send("DELETE", f"{team}members/{row['id']}/").status_code
        for row in done(director.get(team))["members"]
    ]
    assert sorted(codes) == [204, 409, 409, 409, 409]
