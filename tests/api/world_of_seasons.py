"""The leagues, seasons and persons of the table of rights."""

from __future__ import annotations

import json
from typing import Any

from tests.builders import make_club, make_event, owner_of
from tests.tournaments.seasons import fresh, play_to_the_end
from tournaments.clubs.verbs import people as players
from tournaments.core.actors import Actor
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.events.verbs import entries
from tournaments.models import Club, Event
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.seasons.verbs import ending, evenings, finals, members, seasons
from tournaments.teams.verbs import leagues, line_ups, teams

FINAL = {"final": 4, "carry": "half", "carry_step": 1}


def names_of_seasons(club: Club, finished: Event, somebody: str) -> dict[str, Any]:
    """Make a season in every state, whose only evening is this event, and return all objects by name."""
    director = owner_of(club)
    league = leagues.create_league(club, director, f"{somebody} has a league")
    elsewhere = make_club()
    theirs = leagues.create_league(elsewhere, owner_of(elsewhere), "Theirs")

    def started(name: str, **fields: Any) -> Any:
        season = seasons.create_season(club, director, name, league=league, events=[finished], **fields)
        return seasons.start_season(season, director)

    def with_final(name: str) -> Any:
        event = make_event(club, rounds_planned=1, deals_per_round=1)
        return evenings.add_evening(started(name, scheme=FINAL), director, event, kind="final")

    season = started("Winter")
    played = [member.player_id for member in season.members.order_by("position")]
    absent = players.add_player(club, director, f"{somebody} who is absent")
    (member,) = members.add_members(season, director, [absent])
    evening = season.evenings.get()
    absence = members.note_absence(evening, director, absent, "excused")
    assert absence is not None
    play_off = {str(player): number for number, player in enumerate(played[:2])}
    seasons.note_play_off(season, director, play_off)
    ended = started("Autumn")
    ending.end_season(ended, director)
    final, begun = with_final("Spring"), with_final("Summer")
    finals.enter_finalists(begun, director)
    entries.check_in_all(begun.event, director)
    start_event(begun.event, director)
    # A second event of the same people, so that the spread of results is known.
    play_to_the_end(make_event(club, rounds_planned=1, deals_per_round=1), [str(each) for each in played])
    return {
        "league": league.pk,
        "elsewhere": make_club().slug,
        "guest": leagues.ask_club(league, director, elsewhere).pk,
        "asked_league": theirs.pk,
        "asked": leagues.ask_club(theirs, owner_of(elsewhere), club).pk,
        "season": season.pk,
        "draft_season": seasons.create_season(club, director, "A draft", league=league).pk,
        "ended_season": ended.pk,
        "evening": evening.pk,
        "final_season": final.season_id,
        "final": final.pk,
        "begun_season": begun.season_id,
        "begun_final": begun.pk,
        "season_member": member.pk,
        "absent": absent.pk,
        "absence": absence.pk,
        "credit": members.give_credit(season, director, played[0], 2.5, "helped").pk,
        "play_off": play_off,
        "person": played[0],
        **_names_of_teams(league, director, [*played[3::-1], absent.pk]),
        "whole_season": json.loads(json.dumps(season_document_of(fresh(ended)))),
    }


def _names_of_teams(league: Any, director: Actor, players: list[Any]) -> dict[str, Any]:
    """A season of three teams: the first has a captain and a line-up that everybody sees.

    The last of the players is in no team.
    """
    events = [make_event(league.club, rounds_planned=3) for _evening in range(2)]
    season = seasons.create_season(
        league.club, director, "Teams", league=league, events=events, players=[str(each) for each in players]
    )
    season = seasons.start_season(season, director)
    teams.set_team_scheme(season, director, result="match", size=2, least=1)
    first, _late, idle = [
        teams.make_team(season, director, name, players=[str(each) for each in own])
        for name, own in (("First", players[:2]), ("Late", players[2:3]), ("Idle", players[3:4]))
    ]
    teams.edit_team_member(first.members.get(member__player=players[0]), director, captain=True)
    evening, later = season.evenings.order_by("number")
    line_up = line_ups.hand_in_line_up(first, evening, director, [str(players[0])])
    line_ups.reveal_line_ups(evening, director)
    return {
        "team_season": season.pk,
        "team_evening": evening.pk,
        "team": first.pk,
        "later_evening": later.pk,
        "captain": str(players[0]),
        "idle_team": idle.pk,
        "idle_member": idle.members.get().pk,
        "lineup": line_up.pk,
        "substitute": str(players[1]),
        "teamless": str(players[4]),
    }
