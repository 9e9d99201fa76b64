"""Teams of a season: who is in them, what they hand in, who sees it, and their table."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.builders import make_club, make_member, owner_of, refusal, work
from tests.tournaments.seasons import fresh, more_players
from tests.tournaments.teams import League, a_league, begin, finish, play_series
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.models import AuditEntry, Evening, LineUp, SeatResult, Team
from tournaments.programs.privacy import anonymise_player
from tournaments.seasons.verbs import members, seasons
from tournaments.teams.verbs import line_ups, teams
from tournaments.teams.verbs.showing import line_ups_for, line_ups_of
from tournaments.teams.verbs.tables import team_table_of
from tournaments.teams.verbs.teams import members_of_teams

pytestmark = pytest.mark.django_db

STRANGER = Actor(None, "page")


@pytest.fixture
def league() -> League:
    """Four teams of five in a draft, who play matches."""
    return a_league(result="match")


def seen_by(actor: Actor, evening: Evening) -> set[Any]:
    """The teams whose line-ups somebody sees."""
    return {row.team_id for row in line_ups_for(actor).filter(evening=evening)}


def test_a_team_has_a_name_and_members_of_its_season() -> None:
    league = a_league(number=1)
    team, director = league.teams[0], league.director
    assert (team.name, team.short_name, team.number) == ("Foxes", "Foxes", 1)
    assert [str(each.member.player_id) for each in team.members.all()] == league.players[0]
    renamed = teams.edit_team(team, director, name="Red foxes", short_name="FOX", club=league.club)
    assert (renamed.name, renamed.short_name, renamed.club) == ("Red foxes", "FOX", league.club)
    assert AuditEntry.objects.filter(verb__in=["make_team", "edit_team", "add_team_members"]).count() == 3
    teams.edit_team(team, director, name="Red foxes")  # again: nothing happens
    assert AuditEntry.objects.filter(verb="edit_team").count() == 1
    teams.remove_team(team, director)
    assert not Team.objects.exists()


def test_what_a_team_cannot_be_is_refused(league: League) -> None:
    season, director = league.season, league.director
    with refusal("team_name_taken", Invalid):
        teams.make_team(season, director, "Foxes")
    with refusal("team_short_name_taken", Invalid):
        teams.edit_team(league.teams[1], director, short_name="Foxes")
    with refusal("club_not_in_league", Invalid):
        teams.make_team(season, director, "Guests", club=make_club())
    with refusal("season_member_unknown", Invalid):
        teams.make_team(season, director, "Guests", players=more_players(league.club, 1, 30))
    with refusal("team_member_known", Invalid):
        teams.add_team_members(league.teams[0], director, league.players[0][:1])
    with refusal("team_evening_out_of_range", Invalid):
        teams.edit_team_member(league.teams[0].members.all()[0], director, joined=0)
    with refusal("team_best_out_of_range", Invalid):
        teams.set_team_scheme(season, director, best=0)
    with refusal("match_least_above_size", Invalid):
        teams.set_team_scheme(season, director, size=3, least=4)
    assert Team.objects.count() == 4


def test_a_team_has_one_captain_who_has_not_left(league: League) -> None:
    anna, bert = league.teams[0].members.order_by("member__position")[:2]
    teams.edit_team_member(anna, league.director, captain=True)
    teams.edit_team_member(bert, league.director, captain=True)
    assert [each.pk for each in league.teams[0].members.filter(captain=True)] == [bert.pk]
    left = teams.edit_team_member(bert, league.director, left=0)
    assert not left.captain
    with refusal("captain_has_left", Conflict):
        teams.edit_team_member(bert, league.director, captain=True)


def test_a_member_of_a_team_is_not_removed_from_the_season(league: League) -> None:
    member = league.season.members.order_by("position")[0]
    with refusal("season_member_in_team", Conflict):
        members.remove_member(member, league.director)
    teams.remove_team_member(member.in_team, league.director)
    members.remove_member(member, league.director)
    with refusal("team_member_gone", Conflict):
        teams.remove_team_member(member.in_team, league.director)


def test_line_ups_are_hidden_from_the_others_until_all_are_in(league: League) -> None:
    evening = league.evening()
    captains = [league.captain(number) for number in range(4)]
    for number in range(3):
        line_ups.hand_in_line_up(league.teams[number], evening, captains[number], league.players[number][:4])
    ids = [team.pk for team in league.teams]
    assert [seen_by(captain, evening) for captain in captains] == [{ids[0]}, {ids[1]}, {ids[2]}, set()]
    nobody: Any = AnonymousUser()
    for other in (
        STRANGER,
        Actor(nobody, "page"),
        league.director,
        Actor(make_member(league.club).user, "page"),
    ):
        assert seen_by(other, evening) == set()
    shown = line_ups_of(evening, captains[0], members_of_teams(league.season))
    assert [(each.is_in, each.line_up is not None) for each in shown] == [
        (True, True), (True, False), (True, False), (False, False),
    ]  # fmt: skip
    line_ups.hand_in_line_up(league.teams[3], evening, captains[3], league.players[3][:3])
    assert seen_by(STRANGER, evening) == set(ids)
    with refusal("line_ups_open", Conflict):
        line_ups.hand_in_line_up(league.teams[0], evening, captains[0], league.players[0][1:])


def test_the_log_says_who_plays_only_when_everybody_sees_it(league: League) -> None:
    evening = league.evening()
    league.hand_in(evening, teams=[0, 1])
    entry = AuditEntry.objects.filter(verb="hand_in_line_up").latest("number")
    assert not any(player in str(entry.data) for own in league.players for player in own)
    line_ups.reveal_line_ups(evening, league.director)
    line_ups.reveal_line_ups(evening, league.director)
    entry = AuditEntry.objects.get(verb="reveal_line_ups")
    shown = entry.data["records"][f"line-up of {league.teams[1].pk} on {evening.pk}"]
    assert [player for _number, _series, player in shown] == league.players[1][:4]


def test_a_director_reveals_and_who_is_late_is_seen_at_once(league: League) -> None:
    evening = league.evening()
    with refusal("line_ups_missing", Conflict):
        line_ups.reveal_line_ups(evening, league.director)
    league.hand_in(evening, teams=[0])
    line_ups.reveal_line_ups(evening, league.director)
    assert seen_by(STRANGER, evening) == {league.teams[0].pk}
    late = line_ups.hand_in_line_up(league.teams[1], evening, league.captain(1), league.players[1][:4])
    assert late.revealed_at is not None
    with refusal("team_has_line_ups", Conflict):
        teams.remove_team(league.teams[1], league.director)
    with refusal("team_member_has_played", Conflict):
        teams.remove_team_member(league.teams[1].members.order_by("member__position")[0], league.director)


def test_who_cannot_play_for_the_team_is_in_no_line_up(league: League) -> None:
    evening, people = league.evening(), league.players[0]
    for wanted, code in (
        (people[:2], "line_up_too_small"),
        (people, "line_up_too_large"),
        ([*people[:3], people[0]], "line_up_person_twice"),
        ([*people[:3], league.players[1][0]], "plays_for_another_team"),
        ([*people[:3], "nobody"], "not_in_team"),
    ):
        with refusal(code, Invalid):
            line_ups.hand_in_line_up(league.teams[0], evening, league.director, wanted)
    gone = league.teams[0].members.order_by("member__position")[0]
    teams.edit_team_member(gone, league.director, joined=2)
    with refusal("not_in_team", Invalid) as refused:
        line_ups.hand_in_line_up(league.teams[0], evening, league.director, people[:4])
    assert "Anna" in refused.value.detail
    assert not LineUp.objects.exists()


def test_a_match_day_gives_series_points_by_the_ledger(league: League) -> None:
    """One of each team at every table; the second series has a substitute."""
    league.season = seasons.start_season(league.season, league.director)
    evening, people = league.evening(), [own[:4] for own in league.players]
    handed_in = league.hand_in(evening)
    event = begin(evening, league.players)
    play_series(event, people, 1)
    line_ups.substitute(handed_in[0], league.director, 1, league.players[0][4])
    people = [[league.players[0][4], *people[0][1:]], *people[1:]]
    play_series(event, people, 2)
    (day,) = team_table_of(league.season).evenings
    assert not day.counts
    finish(event)
    work()

    expected: dict[str, Fraction] = defaultdict(Fraction)
    for series in (1, 2):
        sums = dict.fromkeys((str(team.pk) for team in league.teams), 0)
        team_of = {
            player: str(team.pk) for team, own in zip(league.teams, people, strict=True) for player in own
        }
        team_of[league.players[0][0]] = str(league.teams[0].pk)
        for player, net in SeatResult.objects.filter(seat__round__number=series).values_list(
            "seat__entry__player", "net"
        ):
            sums[team_of[str(player)]] += net
        for team, net in sums.items():
            below = sum(other < net for other in sums.values())
            equal = sum(other == net for other in sums.values())
            expected[team] += below + Fraction(equal - 1, 2)
    table = team_table_of(fresh(league.season))
    assert {line.team: line.points for line in table.lines} == expected
    assert sum(line.points for line in table.lines) == 12
    assert [line.place for line in table.lines] == sorted(line.place for line in table.lines)
    assert all(line.played == 1 for line in table.lines)


def test_who_becomes_anonymous_is_in_teams_and_line_ups_under_the_alias(league: League) -> None:
    evening = league.evening()
    league.hand_in(evening)
    member = league.teams[0].members.order_by("member__position")[0]
    anonymise_player(member.member.player, owner_of(league.club))
    (shown, *_others) = line_ups_for(STRANGER).filter(evening=evening)
    names = [place.member.member.player.public_name for place in shown.places.all()]
    assert names[0].startswith("Player ")
    assert "Anna" not in names
