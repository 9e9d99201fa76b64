"""A league whose lists are all long, and a person who has played much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.builders import owner_of
from tournaments.models import (
    Club,
    Entry,
    Evening,
    Event,
    Honour,
    LineUp,
    LineUpPlace,
    Player,
    Season,
    SeasonMember,
    Standing,
    Team,
    TeamMember,
)
from tournaments.seasons.verbs import members, seasons
from tournaments.seasons.verbs.results import MOST
from tournaments.teams.verbs import leagues, teams

Copies = Callable[..., list[Any]]
TEAMS = 50


def add_seasons(event: Event, people: Sequence[Player], copies: Copies, rows: int) -> dict[str, Any]:
    """Make the long lists of a league and of a person; return the ids for their addresses."""
    club, director = event.club, owner_of(event.club)
    league = leagues.create_league(club, director, "A league")
    season = seasons.create_season(club, director, "Winter", league=league, events=[event])
    member = members.add_members(season, director, [people[0]])[0]
    evening = season.evenings.get()
    absence = members.note_absence(evening, director, people[0], "excused")
    credit = members.give_credit(season, director, people[0], 1, "helped")
    season = seasons.start_season(season, director)

    copies(league, rows, lambda number: {"name": f"League {number}"})
    guests = Club.objects.bulk_create(
        Club(slug=f"guest-{number}", name=f"Guest {number}") for number in range(rows)
    )
    asked = leagues.ask_club(league, director, guests[0])
    copies(asked, rows - 1, lambda number: {"club_id": guests[number + 1].pk})
    events: list[Event] = copies(event, rows, lambda number: {"slug": f"evening-{number}"})
    copies(evening, rows, lambda number: {"event_id": events[number].pk})
    others: list[SeasonMember] = copies(
        member, rows - 1, lambda number: {"player_id": people[number + 1].pk, "position": number + 2}
    )
    copies(absence, rows - 1, lambda number: {"member_id": others[number].pk})
    copies(credit, rows)
    Honour.objects.bulk_create(Honour(member=each, place=1, points=1) for each in [member, *others])

    foxes = teams.make_team(season, director, "Foxes", players=[people[0]])
    _add_teams(foxes, others[: TEAMS - 1], evening, copies)

    later: list[Season] = copies(season, rows, lambda number: {"slug": f"season-{number}"})
    copies(member, MOST, lambda number: {"season_id": later[number].pk})
    _play(people[0], events[:MOST], copies)
    return {"league": league.pk, "season": season.pk, "evening": evening.pk, "person": people[0].pk}


def _add_teams(team: Team, members: Sequence[SeasonMember], evening: Evening, copies: Copies) -> None:
    """Let each of these members have a team, whose line-up everybody sees."""
    others: list[Team] = copies(
        team,
        len(members),
        lambda number: {"name": f"Team {number}", "short_name": f"T{number}", "number": number + 2},
    )
    in_teams = TeamMember.objects.bulk_create(
        TeamMember(team=other, member=member) for other, member in zip(others, members, strict=True)
    )
    line_ups = LineUp.objects.bulk_create(
        LineUp(team=each, evening=evening, revealed_at=team.created_at) for each in [team, *others]
    )
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=line_up, number=1, member=member)
        for line_up, member in zip(line_ups, [team.members.get(), *in_teams], strict=True)
    )


def _play(player: Player, events: Sequence[Event], copies: Copies) -> None:
    """Let somebody have a place in each of these events."""
    first = Entry(event=events[0], player=player, number=1000, status="checked_in")
    entries: list[Entry] = copies(first, len(events), lambda number: {"event_id": events[number].pk})
    Standing.objects.bulk_create(
        Standing(
            event=event,
            version=event.version,
            rows=[{"entry": str(entry.pk), "place": 1, "score": 3, "deals": 1, "metrics": {"net": 3}}],
        )
        for event, entry in zip(events, entries, strict=True)
    )
