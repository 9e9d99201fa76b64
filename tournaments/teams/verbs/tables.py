"""The results of teams on evenings, and the table of the teams of a season.

They are counted when somebody reads them, from what is kept of the evenings and from the ledger. The number
of queries does not depend on the number of evenings. In a match the game points are net chips.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import UUID

from tournaments.events.models.events import Entry
from tournaments.seasons.models import Evening, EveningKind, Season
from tournaments.seasons.rules.exact import points as in_points
from tournaments.seasons.verbs.checks import ages
from tournaments.seasons.verbs.facts import evenings_of, kept_worth
from tournaments.seasons.verbs.tables import figure
from tournaments.standings.rules.scoring import Tally
from tournaments.tables.verbs.tallies import tallies_of_events
from tournaments.teams.models import LineUp as LineUpRow
from tournaments.teams.models import LineUpPlace, Team, TeamMember, TeamResult, TeamScheme
from tournaments.teams.rules.lineups import LineUp, Place
from tournaments.teams.rules.results import (
    PersonResult,
    Results,
    TeamDay,
    TeamLine,
    TeamSeries,
    count_match,
    sums_of_best,
    team_table,
)
from tournaments.teams.verbs.checks import match_rules_of, persons_of_members, scheme_of
from tournaments.teams.verbs.line_ups import in_other_teams
from tournaments.teams.verbs.teams import teams_of, with_members

Places = Mapping[UUID, Mapping[str, Sequence[Place]]]
"""The places of line-ups, by evening and team."""


@dataclass(frozen=True)
class TeamEvening:
    """What teams have from one evening, best first: in each match, or all together by their best people.

    Ids of people are players.
    """

    evening: Evening
    matches: Sequence[Sequence[TeamDay]] = ()

    @property
    def counts(self) -> bool:
        """Whether it is a part of the table: an evening that counts and is over."""
        return self.evening.kind == EveningKind.COUNTING and self.evening.over_at is not None


@dataclass(frozen=True)
class TeamTable:
    """The table of teams, best first, with the results of the evenings that have some, the first first.

    teams: with their members, in the order in which equal ones are listed. calendar: all evenings of the
    season, if it has teams. handed_in: the teams with a line-up by evening, where teams play matches.
    """

    scheme: TeamScheme
    teams: Mapping[str, Team]
    lines: Sequence[TeamLine]
    evenings: Sequence[TeamEvening]
    calendar: Sequence[Evening]
    handed_in: Mapping[UUID, Collection[str]]


def team_table_of(season: Season) -> TeamTable:
    """The present table of the teams of a season."""
    scheme = scheme_of(season)
    teams = {str(team.pk): team for team in with_members(teams_of(season))}
    calendar: list[Evening] = []
    evenings: list[TeamEvening] = []
    places: Places = {}
    if teams:
        calendar = list(evenings_of(season))
        members = [row for team in teams.values() for row in team.members.all()]
        if scheme.result == TeamResult.MATCH:
            rows = LineUpPlace.objects.filter(line_up__evening__season=season).select_related("line_up")
            places = _places(members, rows)
            evenings = _by_matches(scheme, members, calendar, places)
        else:
            evenings = _by_best(scheme, members, calendar, ages(calendar), persons_of_members(season))
    lines = team_table(list(teams), [day for each in evenings if each.counts for day in each.matches])
    return TeamTable(scheme, teams, lines, evenings, calendar, places)


def team_evening_of(
    evening: Evening, members: Sequence[TeamMember], line_ups: Iterable[LineUpRow]
) -> TeamEvening:
    """What the teams have from one evening so far.

    members: as `members_of_teams` gives them. line_ups: those of the evening, with their places. All are
    open as soon as there are results, so it does no harm if hidden ones are missing.
    """
    season = evening.season
    scheme = scheme_of(season)
    if scheme.result == TeamResult.MATCH:
        rows = [place for line_up in line_ups for place in line_up.places.all()]
        results = _by_matches(scheme, members, [evening], _places(members, rows))
    else:
        over = ages(list(evenings_of(season)))
        results = _by_best(scheme, members, [evening], over, persons_of_members(season))
    return results[0] if results else TeamEvening(evening)


def _by_best(
    scheme: TeamScheme,
    members: Sequence[TeamMember],
    evenings: Sequence[Evening],
    over: Mapping[UUID, int],
    same: Mapping[str, str],
) -> list[TeamEvening]:
    """Those of these evenings that are over, by the worths that the table of the season has of them.

    over: the ages of all evenings of the season that are over. same: the player who stands for each player of
    a member.
    """
    teams = _teams_in(members)
    shared = _shared_places(evenings, same)
    rows = sorted(members, key=lambda row: row.member.set_aside)  # the one who stands for others decides
    results = []
    for evening in evenings:
        kept = kept_worth(evening) if evening.pk in over else None
        if kept is None or evening.kind == EveningKind.FRIENDLY:
            continue
        played = kept.at(over[evening.pk]).of(same).played
        team_of: dict[str, str] = {}
        for row in rows:
            if row.is_in_at(evening.number):
                player = str(row.member.player_id)
                team_of.setdefault(same.get(player, player), str(row.team_id))
        people = [
            PersonResult(
                person, team_of[person], in_points(night.worth), shared.get((evening.pk, person), "")
            )
            for person, night in sorted(played.items())
            if person in team_of
        ]
        if people:
            results.append(TeamEvening(evening, [sums_of_best(people, teams, scheme.best)]))
    return results


def _shared_places(evenings: Sequence[Evening], same: Mapping[str, str]) -> dict[tuple[UUID, str], str]:
    """The places of line-ups that several people had one after the other, by evening and person.

    Such people are one result of their team together. Where the best count, nobody is drawn by line-ups. So
    if two of them had two seats in one series, they did not share a place, and each counts on their own.
    """
    rows = LineUpPlace.objects.filter(line_up__evening__in=evenings).values_list(
        "line_up__evening", "line_up__team", "number", "member__member__player"
    )
    people: dict[tuple[UUID, UUID, int], set[str]] = defaultdict(set)
    for evening, team, number, player in rows:
        people[evening, team, number].add(same.get(str(player), str(player)))
    several = {place: own for place, own in people.items() if len(own) > 1}
    if not several:
        return {}
    event_of = {evening.pk: evening.event_id for evening in evenings}
    events = {event_of[evening] for evening, _team, _number in several}
    tallies = _tallies_of(events, lambda player, _person: same.get(str(player), str(player)))
    shared: dict[tuple[UUID, str], str] = {}
    for (evening, team, number), own in several.items():
        seats = {
            (tally.round, tally.table, person if tally.seat is None else tally.seat)
            for person, tally in tallies[event_of[evening]]
            if person in own
        }
        if len(seats) == len({series for series, _table, _seat in seats}):
            shared |= {(evening, person): f"{team} {number}" for person in own}
    return shared


def _tallies_of(
    events: Collection[UUID], stands_for: Callable[[UUID, UUID | None], str]
) -> dict[UUID, list[tuple[str, Tally]]]:
    """What each person has at each table of these events (four queries). stands_for: see `_main_players`."""
    entries = Entry.objects.filter(event__in=events, player__bot="")
    player_of = {
        str(entry): (event, stands_for(player, person))
        for entry, event, player, person in entries.values_list("pk", "event", "player", "player__user")
    }
    tallies: dict[UUID, list[tuple[str, Tally]]] = defaultdict(list)
    for tally in tallies_of_events(events):
        if tally.deals > 0 and tally.entry in player_of:
            event, person = player_of[tally.entry]
            tallies[event].append((person, tally))
    return tallies


def _by_matches(
    scheme: TeamScheme, members: Sequence[TeamMember], evenings: Sequence[Evening], places: Places
) -> list[TeamEvening]:
    """Those of these evenings of a season with line-ups whose first series has begun (four queries)."""
    evenings = [evening for evening in evenings if evening.pk in places]
    tallies = _tallies_of([evening.event_id for evening in evenings], _main_players(members))
    teams, results = _teams_in(members), []
    for evening in evenings:
        rules = match_rules_of(scheme, evening)
        own_places = places[evening.pk]
        here = {*own_places, *_teams_in(members, evening)}
        line_ups = {team: LineUp(team, tuple(own_places.get(team, ()))) for team in teams if team in here}
        if len(line_ups) > evening.event.most:  # several matches, so who has no line-up is in none of them
            line_ups = {team: line_up for team, line_up in line_ups.items() if line_up.places}
        own = tallies[evening.event_id]
        series = _series(own)
        if series:
            matches = [
                count_match([line_ups[team] for team in group], series, rules)
                for group in _matches(list(line_ups.values()), own)
            ]
            results.append(TeamEvening(evening, matches))
    return results


def _places(members: Sequence[TeamMember], rows: Iterable[LineUpPlace]) -> Places:
    """The places of line-ups, which come with them. members: all of the teams."""
    main = _main_players(members)
    players = [row.member.player for row in members]
    same = {str(player.pk): main(player.pk, player.user_id) for player in players}
    elsewhere = in_other_teams(members, same)
    row_of = {row.pk: row for row in members}
    places: dict[UUID, dict[str, list[Place]]] = defaultdict(dict)
    for place in rows:
        row = row_of[place.member_id]
        if row.pk in elsewhere:
            continue
        person = same[str(row.member.player_id)]
        own = places[place.line_up.evening_id].setdefault(str(row.team_id), [])
        # Two members of a line-up who are one person have one place.
        if all(other.number == place.number for other in own if other.person == person):
            own.append(Place(place.number, person, place.from_series))
    return places


def _series(tallies: Iterable[tuple[str, Tally]]) -> list[Results]:
    """The results of each series by person, in the order of the rounds."""
    chips: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for person, tally in tallies:
        chips[tally.round][person] += tally.chips
    return [chips[number] for number in range(1, max(chips, default=0) + 1)]


def _matches(line_ups: Sequence[LineUp], tallies: Iterable[tuple[str, Tally]]) -> list[list[str]]:
    """Which teams play each other: those whose people have met at a table. All, if nobody has met yet.

    A team whom nobody has met plays in the only match, or alone.
    """
    team_of = {place.person: line_up.team for line_up in line_ups for place in line_up.places}
    at_table: dict[tuple[int, str], set[str]] = defaultdict(set)
    for person, tally in tallies:
        if person in team_of:
            at_table[tally.round, tally.table].add(team_of[person])
    groups: list[set[str]] = []
    for met in at_table.values():
        touching = [group for group in groups if group & met]
        groups = [group for group in groups if not group & met] + [met.union(*touching)]
    order = [line_up.team for line_up in line_ups]
    if len(groups) <= 1:
        return [order]
    alone = set(order) - set().union(*groups)
    groups += [{team} for team in alone]
    return sorted(
        ([team for team in order if team in group] for group in groups), key=lambda each: order.index(each[0])
    )


def _teams_in(members: Iterable[TeamMember], evening: Evening | None = None) -> list[str]:
    """The teams of these members, in the order in which equal ones are listed.

    evening: only those with somebody who can play on it.
    """
    rows = [row for row in members if evening is None or row.can_play_on(evening)]
    rows.sort(key=lambda row: row.team.number)
    return list(dict.fromkeys(str(row.team_id) for row in rows))


def _main_players(members: Iterable[TeamMember]) -> Callable[[UUID, UUID | None], str]:
    """Return a function from a player and their account to the id of the player whose results these are.

    If an account has several of these members, the results belong to the one who is not set aside. A player
    without such an account stands for themselves.
    """
    mains: dict[UUID | None, str] = {
        row.member.player.user_id: str(row.member.player_id)
        for row in sorted(members, key=lambda row: not row.member.set_aside)
        if row.member.player.user_id is not None
    }
    return lambda player, person: mains.get(person, str(player))


def figures_of(table: TeamTable) -> dict[str, Any]:
    """A table as plain data with numbers, for the API."""
    return {
        "season": table.scheme.season_id,
        "result": str(table.scheme.result),
        "lines": [
            _in_figures(line)
            | {"name": table.teams[line.team].name, "short_name": table.teams[line.team].short_name}
            for line in table.lines
        ],
        "evenings": [
            {
                "evening": each.evening.pk,
                "number": each.evening.number,
                "counts": each.counts,
                "results": [
                    _in_figures(day)
                    | {
                        "match": number,
                        "series": [_in_figures(series) for series in day.series],
                        "counted": [person for people in day.counted for person in people],
                    }
                    for number, days in enumerate(each.matches, 1)
                    for day in days
                ],
            }
            for each in table.evenings
        ],
    }


def _in_figures(row: TeamDay | TeamLine | TeamSeries) -> dict[str, Any]:
    return {
        name: figure(value) if isinstance(value, Fraction) else value for name, value in row._asdict().items()
    }
