"""Teams for tests: a season of four teams of four, and match days that they play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.builders import make_event, make_member, owner_of, play_round
from tests.tournaments.seasons import a_club, fresh
from tournaments.core.actors import Actor
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries
from tournaments.models import Club, Evening, Event, LineUp, Season, Team
from tournaments.seasons.verbs import evenings, members, seasons
from tournaments.teams.verbs import line_ups, teams

NAMES = ("Foxes", "Owls", "Bears", "Hares")


@dataclass
class League:
    """A season with teams. players: by team, ids. Nobody has an account but the captains."""

    club: Club
    season: Season
    teams: list[Team]
    players: list[list[str]]

    @property
    def director(self) -> Actor:
        return owner_of(self.club)

    def captain(self, number: int = 0) -> Actor:
        """The captain of a team, who is a scorer of the club."""
        first = self.teams[number].members.order_by("member__position")[0]
        player = first.member.player
        if player.user is None:
            scorer = make_member(self.club, "scorer")
            player.user = scorer.user
            player.save(update_fields=["user"])
            teams.edit_team_member(first, self.director, captain=True)
        assert player.user is not None
        return Actor(player.user, "page")

    def evening(self, **fields: object) -> Evening:
        """The next evening, of two series of one deal."""
        event = make_event(self.club, **{"rounds_planned": 2, "deals_per_round": 1, **fields})
        return evenings.add_evening(fresh(self.season), self.director, event)

    def hand_in(self, evening: Evening, *, teams: Sequence[int] = (0, 1, 2, 3)) -> list[LineUp]:
        """Hand in the first four people of these teams."""
        return [
            line_ups.hand_in_line_up(self.teams[number], evening, self.director, self.players[number][:4])
            for number in teams
        ]


def a_league(*, teams_of: int = 5, number: int = 4, **scheme: object) -> League:
    """A running season with so many teams, each of so many people."""
    club, people = a_club(max(teams_of * number, 1))
    director = owner_of(club)
    season = seasons.create_season(club, director, "Team league")
    members.add_members(season, director, people)
    if scheme:
        teams.set_team_scheme(season, director, **scheme)
    players = [people[index * teams_of : (index + 1) * teams_of] for index in range(number)]
    made = [
        teams.make_team(season, director, name, players=own)
        for name, own in zip(NAMES[:number], players, strict=True)
    ]
    return League(club, fresh(season), made, players)


def begin(evening: Evening, people: Sequence[Sequence[str]]) -> Event:
    """Start the event of an evening with the first four people of each team."""
    event, actor = evening.event, owner_of(evening.event.club)
    entries.add_entries(event, actor, [player for own in people for player in own[:4]])
    entries.check_in_all(event, actor)
    return start_event(event, actor)


def play_series(event: Event, people: Sequence[Sequence[str]], number: int, tables: int = 4) -> None:
    """Play a series with one of each team at every table. people: by team, in places.

    With one person a team, they sit at so many tables as they come.
    """
    actor = owner_of(event.club)
    event = Event.objects.select_related("club").get(pk=event.pk)
    wanted = [player for own in people for player in own]
    here = {str(entry.player_id): entry for entry in event.entries.all()}
    if missing := [player for player in wanted if player not in here]:
        entries.add_entries(event, actor, missing)
    for entry in event.entries.all():
        if str(entry.player_id) in wanted:
            entries.check_in(entry, actor)
        else:
            entries.undo_check_in(entry, actor)
    entry_of = {str(entry.player_id): str(entry.pk) for entry in event.entries.all()}
    if all(len(own) == 1 for own in people):
        seats = [[entry_of[player] for player in wanted[table::tables]] for table in range(tables)]
    else:
        seats = [
            [entry_of[own[(table + team * number) % tables]] for team, own in enumerate(people)]
            for table in range(tables)
        ]
    drawn = draws.draw_round(event, actor, seats=seats)
    play_round(publish_round(drawn, actor, drawn.draw), seed=number)


def finish(event: Event) -> Event:
    event = Event.objects.select_related("club").get(pk=event.pk)
    return finish_event(event, owner_of(event.club))
