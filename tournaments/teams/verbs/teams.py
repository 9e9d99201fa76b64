"""Make, rename and remove teams, say who is in them, and how they count."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max, Prefetch, QuerySet

from tournaments.clubs.models import Club, Player
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock, log
from tournaments.core.models.columns import limits_of
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.settings import FieldUnknown
from tournaments.seasons.models import Season
from tournaments.seasons.verbs.checks import check_choice, consent_of, lock_unfinished, member_of_season
from tournaments.teams.models import LineUp, Team, TeamMember, TeamResult, TeamScheme
from tournaments.teams.rules.lineups import check_match_rules, check_one_team
from tournaments.teams.verbs.checks import (
    LONGEST_SHORT_NAME,
    MOST_IN_A_TEAM,
    MOST_TEAMS,
    check_evening_number,
    clean_team_name,
    lock_team,
    match_rules_of,
    named_refusal,
    names_in_teams,
    persons_of_members,
    rows_of_persons,
    scheme_of,
)
from tournaments.teams.verbs.line_ups import empty_places, open_line_ups_of

SCHEME_SETTINGS = ("result", "best", "size", "least", "substitutions", "points")
"""What `set_team_scheme` changes."""


@transaction.atomic
def set_team_scheme(season: Season, actor: Actor, **settings: Any) -> TeamScheme:
    """Change how teams count in a season: `SCHEME_SETTINGS`. Idempotent.

    result: best or match. best: so many members of a team count. size, least, substitutions, points: see
    `teams.rules.lineups.MatchRules`; points are thousandths. Raises Conflict `season_finished`; Invalid
    `season_value_unknown`, `team_best_out_of_range`, with the codes of `check_match_rules`.
    """
    season = lock_unfinished(season)
    scheme = scheme_of(season)
    before = {name: getattr(scheme, name) for name in SCHEME_SETTINGS}
    _set(scheme, SCHEME_SETTINGS, settings)
    check_scheme(scheme)
    now = {name: getattr(scheme, name) for name in SCHEME_SETTINGS}
    if scheme._state.adding or now != before:
        scheme.save()
        log(actor, "set_team_scheme", season, within=season.league.club, records={"team_scheme": now})
    return scheme


class TeamBestOutOfRange(Invalid):
    """The number of members who count is too small or too large."""

    sentence = gettext_noop("The best 1 to %(most)d members of a team can count.")


def check_scheme(scheme: TeamScheme) -> None:
    """Refuse a scheme that contradicts itself.

    Raises Invalid `season_value_unknown`, `team_best_out_of_range`, with the codes of `check_match_rules`.
    """
    check_choice(scheme.result, TeamResult.values, "result")
    least, most = limits_of(TeamScheme, "best") or (0, 0)
    if not least <= scheme.best <= most:
        raise TeamBestOutOfRange(most=most, field="best")
    with at("size"):
        check_match_rules(match_rules_of(scheme))


class TeamsTooMany(Invalid):
    """The season would have too many teams."""

    sentence = gettext_noop("A season has at most %(most)d teams.")


@transaction.atomic
def make_team(
    season: Season,
    actor: Actor,
    name: str,
    *,
    short_name: str = "",
    club: Club | None = None,
    players: Sequence[Player | str] = (),
) -> Team:
    """Make a team of a season, with these members of the season in it.

    short_name: empty: made from the name. club: whose team it is; it takes part in the league. Raises
    Conflict `season_finished`; Invalid `teams_too_many`, `team_name_taken`, `team_short_name_taken`,
    `club_not_in_league`, what `add_team_members` raises, and the codes of names.
    """
    season = lock_unfinished(season)
    if season.teams.count() >= MOST_TEAMS:
        raise TeamsTooMany(most=MOST_TEAMS)
    if club is not None:
        consent_of(season.league, club)
    last = season.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team(season=season, number=last + 1, name=clean_team_name(name), club=club)
    team.short_name = team.name[:LONGEST_SHORT_NAME].strip()
    if given := short_name.strip():
        team.short_name = clean_team_name(given, "short_name", LONGEST_SHORT_NAME)
    _check_names(team)
    team.save()
    log(actor, "make_team", team, within=season.league.club, season=str(season.pk), name=team.name)
    if players:
        add_team_members(team, actor, players)
    return team


def edit_team(team: Team, actor: Actor, **settings: Any) -> Team:
    """Change the name, the short name or the club of a team. Idempotent. Raises as `make_team`."""
    noted, about = ["name", "short_name", "club_id"], str(team.season_id)
    with change(team, actor, "edit_team", notes=noted, season=about) as team:
        if "name" in settings:
            settings["name"] = clean_team_name(settings["name"])
        if "short_name" in settings:
            settings["short_name"] = clean_team_name(settings["short_name"], "short_name", LONGEST_SHORT_NAME)
        if settings.get("club") is not None:
            consent_of(team.season.league, settings["club"])
        _set(team, ("name", "short_name", "club"), settings)
        _check_names(team)
    return team


class TeamHasLineUps(Conflict):
    """The team has handed in a line-up, so it cannot be removed."""

    sentence = gettext_noop("%(team)s has handed in a line-up, so it stays in %(season)s.")


@transaction.atomic
def remove_team(team: Team, actor: Actor) -> None:
    """Remove a team that was made by mistake. Raises Conflict `season_finished`, `team_has_line_ups`."""
    team = lock_team(team)
    season = team.season
    if LineUp.objects.filter(team=team).exists():
        raise TeamHasLineUps(team=team.name, season=season.name)
    log(actor, "remove_team", team, within=season.league.club, season=str(season.pk), name=team.name)
    team.delete()


class TeamMembersTooMany(Invalid):
    """The team would have too many members."""

    sentence = gettext_noop("A team has at most %(most)d members.")


class TeamMemberKnown(Invalid):
    """Somebody is in the team already."""

    sentence = gettext_noop("%(name)s is in %(team)s already.")


@transaction.atomic
def add_team_members(
    team: Team, actor: Actor, players: Sequence[Player | str], *, joined: int = 1
) -> list[TeamMember]:
    """Take members of the season into a team, by their players. All or none.

    joined: the number of the first evening on which they can play for it. Raises Conflict `season_finished`,
    `team_gone`; Invalid `season_member_unknown`, `team_member_known`, `team_members_too_many`,
    `team_evening_out_of_range`, `plays_for_another_team`.
    """
    team = lock_team(team)
    season = team.season
    check_evening_number(joined, "joined")
    if team.members.count() + len(players) > MOST_IN_A_TEAM:
        raise TeamMembersTooMany(most=MOST_IN_A_TEAM, field="players")
    person_of = persons_of_members(season)
    team_of = {person: str(row.team_id) for person, row in rows_of_persons(season, person_of).items()}
    names = names_in_teams(season)
    added = []
    for ref in players:
        member = member_of_season(season, ref)
        person = person_of[str(member.player_id)]
        with named_refusal(names, Invalid, field="players"):
            check_one_team(person, str(team.pk), team_of)
        if person in team_of:
            raise TeamMemberKnown(name=member.player.public_name, team=team.name, field="players")
        team_of[person] = str(team.pk)
        added.append(TeamMember(team=team, member=member, joined=joined))
    TeamMember.objects.bulk_create(added)
    log(
        actor,
        "add_team_members",
        team,
        within=season.league.club,
        season=str(season.pk),
        players=[str(each.member.player_id) for each in added],
    )
    return added


class CaptainHasLeft(Conflict):
    """Who has left a team cannot be its captain."""

    sentence = gettext_noop("%(name)s has left %(team)s. Choose another captain.")


def edit_team_member(member: TeamMember, actor: Actor, **settings: Any) -> TeamMember:
    """Change the first and last evening of somebody in a team, or make them captain. Idempotent.

    left: the number of their last evening; 0: they were there for no evening; None: they stay to the end.
    captain: True makes them captain in place of another. Who leaves is no longer captain, and their places in
    line-ups of later evenings become empty.
    Raises Conflict `season_finished`, `team_member_gone`, `captain_has_left`; Invalid
    `team_evening_out_of_range`.
    """

    def then(season: Season) -> None:
        empty_places(season, actor)

    about = {"season": str(member.team.season_id), "player": str(member.member.player_id)}
    noted = ("joined", "left", "captain")
    with change(member, actor, "edit_team_member", notes=noted, then=then, **about) as member:
        if "joined" in settings:
            check_evening_number(settings["joined"], "joined")
        if settings.get("left") is not None:
            check_evening_number(settings["left"], "left", 0)
        _set(member, noted, settings)
        if member.left is not None and member.captain:
            if settings.get("captain"):
                raise CaptainHasLeft(name=member.member.player.public_name, team=member.team.name)
            member.captain = False
        if member.captain:
            member.team.members.filter(captain=True).exclude(pk=member.pk).update(captain=False)
    return member


class TeamMemberHasPlayed(Conflict):
    """The member of the team is in a line-up."""

    sentence = gettext_noop(
        "%(name)s is in a line-up of %(team)s. Say after which evening they leave instead."
    )


class TeamLineUpHidden(Conflict):
    """The team has a hidden line-up, so nobody is taken out of it now."""

    sentence = gettext_noop(
        "%(team)s has handed in a line-up that is still hidden, so nobody is taken out of the team. "
        "Say after which evening %(name)s leaves instead, or show the line-ups first."
    )


@transaction.atomic
def remove_team_member(member: TeamMember, actor: Actor) -> None:
    """Take somebody out of a team who was put there by mistake.

    While the team has a hidden line-up, nobody is taken out of it: a refusal for some would tell who plays.
    Everybody knows that it is handed in. Raises Conflict `season_finished`, `team_member_gone`,
    `team_member_has_played`, `team_line_up_hidden`.
    """
    member = lock_team_member(member)
    season = member.team.season
    names = {"name": member.member.player.public_name, "team": member.team.name}
    is_open = open_line_ups_of(list(season.evenings.all()))
    if is_open.filter(places__member=member).exists():
        raise TeamMemberHasPlayed(params=names)
    if LineUp.objects.filter(team=member.team).exclude(pk__in=is_open.values("pk")).exists():
        raise TeamLineUpHidden(params=names)
    log(
        actor,
        "remove_team_member",
        member.team,
        within=season.league.club,
        season=str(season.pk),
        player=str(member.member.player_id),
    )
    member.delete()


def teams_of(season: Season) -> QuerySet[Team]:
    """The teams of a season with their clubs, in the order in which equal ones are listed."""
    return Team.objects.filter(season=season).select_related("club").order_by("number", "pk")


def with_members(teams: QuerySet[Team]) -> QuerySet[Team]:
    """The same teams with all who are or were in them, and their players: the captain, then by name."""
    return teams.prefetch_related(Prefetch("members", _members()))


def members_of_teams(season: Season) -> list[TeamMember]:
    """All who are or were in a team of a season, with their teams and players (one query)."""
    return list(_members().filter(team__season=season).select_related("team"))


def _members() -> QuerySet[TeamMember]:
    rows = TeamMember.objects.select_related("member__player__club")
    return rows.order_by("-captain", "member__player__sort_key", "pk")


class TeamShortNameTaken(Invalid):
    """The season already has a team with this short name."""

    sentence = gettext_noop("Another team has the short name “%(name)s”. Choose another one.")


class TeamNameTaken(Invalid):
    """The season already has a team of this name."""

    sentence = gettext_noop("There is a team “%(name)s” already.")


def _check_names(team: Team) -> None:
    others = Team.objects.filter(season=team.season_id).exclude(pk=team.pk)
    if others.filter(name=team.name).exists():
        raise TeamNameTaken(name=team.name, field="name")
    if others.filter(short_name=team.short_name).exists():
        raise TeamShortNameTaken(name=team.short_name, field="short_name")


class TeamMemberGone(Conflict):
    """The member was taken out of the team."""

    sentence = gettext_noop("This member has just left the team. Reload the page.")


@lock.register(TeamMember)
def lock_team_member(member: TeamMember) -> TeamMember:
    """Return somebody in a team, read again with the team, and its season, locked.

    Raises Conflict `season_finished`, `team_member_gone`.
    """
    season = lock_unfinished(member.team.season_id)
    fresh = TeamMember.objects.filter(pk=member.pk).select_related("team", "member__player").first()
    if fresh is None:
        raise TeamMemberGone
    fresh.team.season = season
    return fresh


def _set(row: Any, names: Collection[str], settings: Mapping[str, Any]) -> None:
    for name, value in settings.items():
        if name not in names:
            raise FieldUnknown(name=name, field=name)
        setattr(row, name, value)
