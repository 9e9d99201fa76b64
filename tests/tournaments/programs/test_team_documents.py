"""Teams in the document of a season, in a backup, and in the check of all records."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import make_club, owner_of, work
from tests.tournaments.programs.test_fsck_damage import codes
from tests.tournaments.seasons import fresh
from tests.tournaments.teams import League, a_league, begin, finish, play_series
from tournaments.models import Season
from tournaments.programs.documents.parts import InvalidDocument
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.programs.privacy import anonymise_player
from tournaments.seasons.verbs import seasons
from tournaments.teams.verbs import line_ups, teams
from tournaments.teams.verbs.tables import team_table_of

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def sent(season: Season) -> dict[str, Any]:
    """The document of a season as it comes over the wire."""
    received: dict[str, Any] = json.loads(json.dumps(season_document_of(fresh(season))))
    return received


def told(season: Season) -> list[tuple[Any, ...]]:
    """The table of the teams without ids."""
    table = team_table_of(season)
    return [
        (table.teams[line.team].name, line.place, line.points, line.game_points, line.played)
        for line in table.lines
    ]


@pytest.fixture
def league() -> League:
    """A season with a match day that is over: a substitute, and somebody who became anonymous."""
    league = a_league(result="match", substitutions=2, points=[3000, 1500])
    teams.edit_team(league.teams[1], league.director, short_name="OWL", club=league.club)
    league.captain(1)
    league.season = seasons.start_season(league.season, league.director)
    evening = league.evening()
    handed_in = league.hand_in(evening)
    event = begin(evening, league.players)
    people = [own[:4] for own in league.players]
    play_series(event, people, 1)
    line_ups.substitute(handed_in[0], league.director, 1, league.players[0][4])
    play_series(event, [[league.players[0][4], *people[0][1:]], *people[1:]], 2)
    finish(event)
    anonymise_player(league.teams[2].members.order_by("member__position")[0].member.player, league.director)
    work()
    return league


def test_another_club_counts_the_same_table_of_teams(league: League) -> None:
    document = sent(league.season)
    club = make_club()
    copy = import_season(club, owner_of(club), document)
    assert told(copy) == told(fresh(league.season))
    assert [line[2] for line in told(copy)] != [0, 0, 0, 0]
    again = sent(copy)

    def without_ids(part: dict[str, Any]) -> list[Any]:
        return [
            (
                {name: team[name] for name in ("name", "short_name", "of_club")},
                [{**row, "player": ""} for row in team["members"]],
                [
                    {**line_up, "places": [{**place, "player": ""} for place in line_up["places"]]}
                    for line_up in team["line_ups"]
                ],
            )
            for team in part["teams"]
        ]

    assert again["teams"]["scheme"] == document["teams"]["scheme"]
    assert without_ids(again["teams"]) == without_ids(document["teams"])
    assert codes() == set()


def test_a_document_whose_teams_contradict_each_other_is_refused(league: League) -> None:
    for how in ("two teams", "another team", "no evening", "unknown result", "large team"):
        document = sent(league.season)
        first, second = document["teams"]["teams"][:2]
        if how == "two teams":
            first["members"].append(second["members"][0])
        if how == "another team":
            first["line_ups"][0]["places"][0]["player"] = second["members"][0]["player"]
        if how == "no evening":
            first["line_ups"][0]["evening"] = 7
        if how == "unknown result":
            document["teams"]["scheme"]["result"] = "luck"
        if how == "large team":
            document["teams"]["scheme"]["size"] = 30_000
        club = make_club()
        with pytest.raises(InvalidDocument):
            import_season(club, owner_of(club), document)
        assert not Season.objects.filter(league__club=club).exists(), how
