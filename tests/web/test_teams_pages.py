"""The pages of teams: a director makes them, a captain hands in, everybody looks."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_member, owner_of, work
from tests.tournaments.seasons import a_club
from tests.tournaments.teams import League, a_league, begin, finish, play_series
from tests.web.conftest import SignIn, client_of, press, seen, words
from tournaments.models import Club, LineUp, Season, Team, TeamMember
from tournaments.seasons.verbs import members, seasons
from tournaments.seasons.verbs.seasons import start_season
from tournaments.teams.verbs.tables import team_table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    """Four teams of five, in a season that runs."""
    league = a_league(result="match")
    league.season = start_season(league.season, league.director)
    return league


def test_a_director_makes_a_team_and_says_who_is_in_it(sign_in: SignIn) -> None:
    club, people = a_club(4)
    browser = sign_in(club, "director")
    season = _with_members(club, people)
    assert "No team yet" in seen(browser, "manage_teams", season.slug)
    assert "Say who is in it" in send(
        browser, "manage_teams", season.slug, {"name": "Foxes", "short_name": "FOX"}
    )
    team = Team.objects.get()
    assert "They are in Foxes now." in press(
        browser, "add_team_members", team.pk, players=people[:3], joined="1"
    )
    anna, bert, carl = TeamMember.objects.order_by("member__position")
    assert "Anna is the captain of Foxes." in press(browser, "change_team_member", anna.pk, act="captain")
    assert "Bert has left Foxes." in press(browser, "change_team_member", bert.pk, act="leave")
    assert "Bert is in Foxes again." in press(browser, "change_team_member", bert.pk, act="stay")
    assert "Take back into the team" in press(browser, "change_team_member", bert.pk, act="leave")
    assert "Carl is not in Foxes any more." in press(browser, "change_team_member", carl.pk, act="remove")
    shown = words(seen(Client(), "season_teams", season.slug))
    assert "Anna captain" in shown
    assert "has left the team" in shown
    assert "Red foxes is changed." in send(browser, "manage_team", team.pk, {"name": "Red foxes"})
    saved = {"result": "match", "best": "2", "size": "4", "least": "3", "substitutions": "1"}
    assert "It is saved how teams count." in press(browser, "set_team_scheme", season.slug, **saved)
    wrong = browser.post(reverse("set_team_scheme", args=[season.slug]), {**saved, "least": "9"})
    assert wrong.status_code == 422
    assert "cannot need at least 9 people" in wrong.content.decode()
    assert "Red foxes is removed." in press(browser, "remove_team", team.pk)
    assert "No team yet" in seen(Client(), "season_teams", season.slug)


def test_a_captain_hands_in_and_the_others_do_not_see_it(league: League) -> None:
    evening = league.evening()
    captain = league.captain()
    assert captain.user is not None
    browser = client_of(captain.user)
    address = ("team_evening", league.season.slug, evening.pk)
    assert "Hand in the line-up" in seen(browser, *address)
    alone = {"place_1": league.players[0][0]}
    answer = browser.post(reverse("line_up", args=[league.teams[0].pk, evening.pk]), alone)
    assert answer.status_code == 422
    assert "at least 3 people" in answer.content.decode()
    assert not LineUp.objects.exists()
    people = {f"place_{number}": player for number, player in enumerate(league.players[0][:4], 1)}
    assert "The line-up of Foxes is handed in." in press(
        browser, "line_up", league.teams[0].pk, evening.pk, **people
    )
    shown = words(seen(browser, *address))
    assert "1. Anna" in shown
    assert "selected>Anna" in seen(browser, "line_up", league.teams[0].pk, evening.pk)
    for other in (Client(), client_of(make_member(league.club).user)):
        hidden = words(seen(other, *address))
        assert "handed in, hidden" in hidden
        assert "Anna" not in hidden
    director = client_of(make_member(league.club).user)
    form = seen(director, "line_up", league.teams[0].pk, evening.pk)
    assert "selected>Anna" not in form
    LineUp.objects.update(handed_in_by=None)  # as after an import
    assert "Anna" not in words(seen(Client(), *address))
    assert "Everybody can see the line-ups now." in press(director, "reveal_line_ups", evening.pk)
    assert "1. Anna" in words(seen(Client(), *address))


def test_a_match_day_is_on_its_page(league: League) -> None:
    evening = league.evening()
    league.hand_in(evening)
    event = begin(evening, league.players)
    people = [own[:4] for own in league.players]
    play_series(event, people, 1)
    captain = league.captain()
    assert captain.user is not None
    browser = client_of(captain.user)
    day = words(seen(browser, "team_evening", league.season.slug, evening.pk))
    assert "Let a substitute play" in day
    assert "Change the line-up" not in day
    form = seen(browser, "line_up", league.teams[0].pk, evening.pk)
    assert "Place 4: Dora" in form
    comes_in = form[form.index("Who comes in") :]
    assert "Emil" in comes_in
    assert "Bert" not in comes_in
    assert "plays from the next series on" in press(
        browser, "line_up", league.teams[0].pk, evening.pk, place="4", player=league.players[0][4]
    )
    play_series(event, [[*people[0][:3], league.players[0][4]], *people[1:]], 2)
    finish(event)
    work()
    shown = words(seen(Client(), "team_evening", league.season.slug, evening.pk))
    assert "(from series 2 on)" in shown
    assert "Results of the teams" in shown
    table = words(seen(Client(), "season_teams", league.season.slug))
    assert "Table of the teams" in table
    assert "1 evening" in table
    line = team_table_of(league.season).lines[0]
    own = words(seen(Client(), "team", league.season.slug, line.team))
    assert "Place 1 of 4 · points: " in own
    assert "Members" in own
    assert Client().get(reverse("team", args=[league.season.slug, evening.pk])).status_code == 404


def send(browser: Client, form: str, ref: object, fields: dict[str, str]) -> str:
    """Send a form with a field `name`, and return the page that follows."""
    answer = browser.post(reverse(form, args=[ref]), fields, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def _with_members(club: Club, people: list[str]) -> Season:
    """A running season with these members."""
    season = seasons.create_season(club, owner_of(club), "Winter")
    members.add_members(season, owner_of(club), people)
    return start_season(season, owner_of(club))


def test_the_cockpit_names_its_season_and_the_line_ups_that_are_missing(
    sign_in: SignIn, league: League
) -> None:
    browser, evening = sign_in(league.club, "director"), league.evening()
    league.hand_in(evening, teams=[0, 2])
    shown = words(seen(browser, "manage", evening.event.ref))
    assert "Evening 1 of Team league" in shown
    assert "Match day of “Team league”: line-ups are missing They are missing of: Owls, Hares." in shown
    league.hand_in(evening, teams=[1, 3])
    shown = words(seen(browser, "manage", evening.event.ref))
    assert "Evening 1 of Team league" in shown
    assert "line-ups are missing" not in shown
