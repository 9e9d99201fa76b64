"""What several verbs of teams check and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tournaments.clubs.models import Club
from tournaments.core.change import lock
from tournaments.core.refusals import sentence
from tournaments.core.rules.names import clean_name, clean_title
from tournaments.core.rules.refusals import Conflict, Invalid, Refusal, at, gettext_noop
from tournaments.seasons.models import Evening, League, Season
from tournaments.seasons.rules.scheme import MOST_EVENINGS
from tournaments.seasons.verbs.checks import ClubNotInLeague, in_season, lock_unfinished
from tournaments.seasons.verbs.facts import members_of, names_of_members, players_of_members
from tournaments.tables.models.rounds import COUNTED, Round
from tournaments.teams.models import Team, TeamMember, TeamScheme
from tournaments.teams.rules.lineups import MOST_SERIES, MatchRules

MOST_TEAMS = 100
MOST_IN_A_TEAM = 100
LONGEST_SHORT_NAME = 12


def match_rules_of(scheme: TeamScheme, evening: Evening | None = None) -> MatchRules:
    """How teams play on match days, and on this evening: its series are the rounds of its event.

    An event does not always know its number of rounds before it begins; then it has 0.
    """
    series = MOST_SERIES
    if evening is not None and evening.event.rounds_planned:
        series = min(evening.event.rounds_planned, MOST_SERIES)
    return MatchRules(scheme.size, scheme.least, scheme.substitutions, series, tuple(scheme.points))


def scheme_of(season: Season) -> TeamScheme:
    """How teams count in a season; the usual way if nobody has chosen another (not stored then)."""
    if Season.team_scheme.is_cached(season):
        known: TeamScheme | None = getattr(season, "team_scheme", None)
    else:
        known = TeamScheme.objects.filter(season=season).first()
    return known or TeamScheme(season=season)


def club_of_league(league: League, slug: str) -> Club:
    """The club with this slug, if it takes part in the league. Raises Invalid `club_not_in_league`."""
    clubs = [league.club, *(part.club for part in league.parts if part.takes_part)]
    club = next((club for club in clubs if club.slug == slug), None)
    if club is None:
        raise ClubNotInLeague(club=slug[:100], league=league.name, field="club")
    return club


def clean_team_name(name: str, field: str = "name", longest: int | None = None) -> str:
    """A name in the form in which it is stored. Raises Invalid with the codes of `core.rules.names`."""
    with at(field):
        return clean_name(name) if longest is None else clean_title(name, longest)


class TeamEveningOutOfRange(Invalid):
    """The number of an evening is too small or too large."""

    sentence = gettext_noop("Give the number of an evening, from %(least)d to %(most)d.")


def check_evening_number(number: Any, field: str, least: int = 1) -> int:
    """Raise Invalid `team_evening_out_of_range` unless this is the number of an evening."""
    if type(number) is not int or not least <= number <= MOST_EVENINGS:
        raise TeamEveningOutOfRange(least=least, most=MOST_EVENINGS, field=field)
    return number


def series_begun(evening: Evening) -> int:
    """The number of the last series of an evening that has begun: its round is published. 0: none."""
    rounds = Round.objects.filter(event=evening.event_id, status__in=COUNTED)
    return rounds.order_by("-number").values_list("number", flat=True).first() or 0


class TeamGone(Conflict):
    """The team was removed."""

    sentence = gettext_noop("This team has just been removed. Reload the page.")


@lock.register(Team)
def lock_team(team: Team) -> Team:
    """Return the team with its club, read again, and its season, locked.

    Raises Conflict `season_finished`, `team_gone`.
    """
    season = lock_unfinished(team.season_id)
    return in_season(Team.objects.filter(pk=team.pk).select_related("club").first(), season, TeamGone)


def names_in_teams(season: Season) -> dict[str, str]:
    """The public names of all members of a season, and the names of its teams, by their ids."""
    names = {str(team): name for team, name in Team.objects.filter(season=season).values_list("pk", "name")}
    return names | names_of_members(season)


def persons_of_members(season: Season) -> dict[str, str]:
    """For the player of each member, the player who stands for the same person (two queries at most).

    Two members of a season can turn out to be one person. This person still is in one team only.
    """
    return players_of_members(list(members_of(season)))


def rows_of_persons(season: Season, person_of: Mapping[str, str]) -> dict[str, TeamMember]:
    """The row of each person who is or was in a team of a season, by their id.

    Where two members are one person, the row of the one who stands for both decides.
    """
    rows = TeamMember.objects.filter(team__season=season).select_related("member")
    players = [(str(row.member.player_id), row) for row in rows.order_by("-member__set_aside")]
    return {person_of.get(player, player): row for player, row in players}


@contextmanager
def named_refusal(names: Mapping[str, str], kind: type[Conflict | Invalid], **fields: Any) -> Iterator[None]:
    """Turn a Refusal into a Conflict or Invalid whose sentence has names instead of ids."""
    try:
        yield
    except Refusal as error:
        raise kind(error.code, sentence(error, names), **fields) from error
