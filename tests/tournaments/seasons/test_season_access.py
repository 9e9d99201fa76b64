"""Who sees and runs leagues and seasons: the club of the league, clubs that take part, and strangers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import actor_of, make_club, make_member, make_user, owner_of, refusal, work
from tests.tournaments.seasons import a_club, played, started
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import NotAllowed, NotFound
from tournaments.models import Season
from tournaments.seasons.access import (
    credit_for_director,
    evening_for_director,
    evening_for_entrant,
    league_for_viewer,
    person_for_viewer,
    season_for_director,
    season_for_entrant,
    season_for_viewer,
    season_member_for_director,
    season_member_for_entrant,
    seasons_of_person,
)
from tournaments.seasons.verbs import evenings, members, seasons
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db

NOBODY = Actor(None, "page")


@pytest.fixture
def season() -> Season:
    """A private season that is running, with an evening of another club that takes part."""
    club, people = a_club(4)
    running = started(club, [played(club, people)], visibility="private")
    other, guests = a_club(4)
    leagues.agree_to_league(leagues.ask_club(running.league, owner_of(club), other), owner_of(other))
    evenings.add_evening(running, owner_of(other), played(other, guests))
    work()
    return running


def outsiders() -> list[Actor]:
    return [NOBODY, Actor(make_user(), "page"), owner_of(make_club())]


def hidden(fetch: Callable[..., Any], actor: Actor, ref: object) -> bool:
    with pytest.raises(NotFound):
        fetch(actor, ref)
    return True


def test_a_private_season_is_for_members_of_all_its_clubs(season: Season) -> None:
    guest = season.evenings.get(number=2).event.club
    for member in (make_member(season.league.club, "scorer"), make_member(guest, "scorer")):
        assert season_for_viewer(actor_of(member), season.slug) == season
        assert league_for_viewer(actor_of(member), season.league_id) == season.league
    for actor in outsiders():
        assert hidden(season_for_viewer, actor, season.slug)
        assert hidden(season_for_viewer, actor, str(season.pk))
        assert hidden(league_for_viewer, actor, season.league_id)


def test_members_of_a_club_that_has_left_see_the_season_nowhere(season: Season) -> None:
    consent = season.evenings.get(number=2).through
    assert consent is not None
    friend = actor_of(make_member(consent.club, "scorer"))
    played_there = season.members.filter(player__club=consent.club)[0].player
    someone = person_for_viewer(friend, played_there.pk)
    assert list(seasons_of_person(friend, someone)) == [season]
    leagues.leave_league(consent, owner_of(consent.club))
    assert hidden(season_for_viewer, friend, season.slug)
    assert list(seasons_of_person(friend, someone)) == []


def test_a_public_season_is_for_everybody_and_an_unlisted_one_by_its_id(season: Season) -> None:
    owner = owner_of(season.league.club)
    season = seasons.edit_season(season, owner, visibility="unlisted")
    assert season.ref == str(season.pk)
    assert season_for_viewer(NOBODY, str(season.pk)) == season
    assert hidden(season_for_viewer, NOBODY, season.slug)
    season = seasons.edit_season(season, owner, visibility="public")
    for actor in outsiders():
        assert season_for_viewer(actor, season.slug) == season
        assert league_for_viewer(actor, season.league_id) == season.league
        assert hidden(season_for_director, actor, season.slug)


def test_directors_run_their_league_and_enter_what_is_theirs(season: Season) -> None:
    club, guest = season.league.club, season.evenings.get(number=2).event.club
    director, theirs = actor_of(make_member(club)), actor_of(make_member(guest))
    scorer = actor_of(make_member(club, "scorer"))
    own, other = season.evenings.order_by("number")
    assert season_for_director(director, season.slug) == season
    assert hidden(season_for_director, theirs, season.slug), "they direct another club"
    with refusal("role_too_low", NotAllowed):
        season_for_director(scorer, season.slug)
    assert season_for_entrant(theirs, season.slug) == season
    with refusal("role_too_low", NotAllowed):
        season_for_entrant(scorer, season.slug)
    assert evening_for_entrant(theirs, other.pk) == other
    for fetch, ref in (
        (evening_for_entrant, own.pk),
        (evening_for_director, other.pk),
        (season_member_for_director, season.members.first().pk),  # type: ignore[union-attr]
    ):
        assert hidden(fetch, theirs, ref)
    assert evening_for_entrant(director, other.pk) == other
    mine = season.members.filter(player__club=guest)[0]
    assert season_member_for_entrant(theirs, mine.pk) == mine
    assert hidden(season_member_for_entrant, theirs, season.members.filter(player__club=club)[0].pk)
    credit = members.give_credit(season, director, mine.player, 1, "helped")
    assert credit_for_director(director, credit.pk) == credit
    assert hidden(credit_for_director, theirs, credit.pk)


def test_the_seasons_of_a_club_are_listed_for_whom_they_are(season: Season) -> None:
    club, guest = season.league.club, season.evenings.get(number=2).event.club
    draft = seasons.create_season(club, owner_of(club), "Next")
    assert list(seasons.seasons_to_show(club, is_member=True)) == [draft, season]
    assert list(seasons.seasons_to_show(guest, is_member=True)) == [season]
    assert list(seasons.seasons_to_show(club, is_member=False)) == []
    seasons.edit_season(season, owner_of(club), visibility="public")
    assert list(seasons.seasons_to_show(guest, is_member=False)) == [season]
    assert list(seasons.seasons_of_event(season.evenings.get(number=2).event)) == [season]
