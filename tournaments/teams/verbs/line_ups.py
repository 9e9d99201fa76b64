"""Line-ups: hand in, reveal, substitutes, and what empties a place. `showing` says who may see them.

Decisions: if somebody cannot play on an evening any more before its first series begins, their place in the
line-up becomes empty. Nobody else moves up, because places are rows of opponents. What was played stays as
it was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.clubs.models import Player
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.verbs.checks import counts_now, lock_evening
from tournaments.seasons.verbs.facts import members_of, players_of_members
from tournaments.seasons.verbs.tables import changed
from tournaments.tables.models.rounds import COUNTED, Round
from tournaments.teams.models import LineUp, LineUpPlace, Team, TeamMember
from tournaments.teams.rules import lineups as rules
from tournaments.teams.verbs.checks import (
    lock_team,
    match_rules_of,
    named_refusal,
    names_in_teams,
    persons_of_members,
    rows_of_persons,
    scheme_of,
    series_begun,
)


def empty_places(season: Season, actor: Actor) -> None:
    """Empty the places of those who cannot play any more, in line-ups whose first series has not begun.

    Call it in the locked season after each change of who can play. Idempotent. The log names only people of
    line-ups that everybody sees. No event is locked, because its version would tell of a hidden line-up.
    """
    begun = Round.objects.filter(event=OuterRef("line_up__evening__event"), status__in=COUNTED)
    waiting = LineUpPlace.objects.filter(
        ~Exists(begun), line_up__evening__season=season, line_up__evening__over_at=None
    ).select_related("line_up__evening", "line_up__team", "member__member")
    rows = list(waiting.order_by("line_up__team__number", "number"))
    if not rows:
        return
    in_teams = list(TeamMember.objects.filter(team__season=season).select_related("member"))
    elsewhere = in_other_teams(in_teams, players_of_members(list(members_of(season))))
    gone = [
        row for row in rows if row.member_id in elsewhere or not row.member.can_play_on(row.line_up.evening)
    ]
    LineUpPlace.objects.filter(pk__in=[row.pk for row in gone]).delete()
    for row in gone:
        if row.line_up.revealed_at is not None:
            log(
                actor,
                "empty_place",
                row.line_up.team,
                within=season.league.club,
                season=str(season.pk),
                evening=str(row.line_up.evening_id),
                player=str(row.member.member.player_id),
                place=row.number,
                records=places_in(LineUp.objects.filter(pk=row.line_up_id)),
            )


def people_changed(actor: Actor) -> Callable[[Season], None]:
    """What `change` does after a change of who can play: a new table of the season, and `empty_places`."""

    def then(season: Season) -> None:
        changed(season)
        empty_places(season, actor)

    return then


def places_in(line_ups: QuerySet[LineUp]) -> dict[str, list[tuple[int, int, str]]]:
    """Who has the places of these line-ups: number, first series and player. For the log."""
    places: dict[str, list[tuple[int, int, str]]] = {_key(line_up): [] for line_up in line_ups}
    rows = LineUpPlace.objects.filter(line_up__in=line_ups).select_related("line_up", "member__member")
    for row in rows.order_by("number", "from_series"):
        places[_key(row.line_up)].append((row.number, row.from_series, str(row.member.member.player_id)))
    return places


def _key(line_up: LineUp) -> str:
    return f"line-up of {line_up.team_id} on {line_up.evening_id}"


def in_other_teams(rows: Sequence[TeamMember], same: Mapping[str, str]) -> set[UUID]:
    """The ids of rows in teams that do not count: the person is in another team.

    Two members of a season can turn out to be one person. Nobody plays for two teams in one season, so the
    team of the one who stands for both decides. rows: all of a season, with `member`. same: who stands for
    each player.
    """
    team_of = {str(row.member.player_id): row.team_id for row in rows if not row.member.set_aside}
    return {
        row.pk
        for row in rows
        if row.member.set_aside
        and team_of.get(same.get(str(row.member.player_id), ""), row.team_id) != row.team_id
    }


def open_line_ups() -> Q:
    """The condition of line-ups that everybody sees: revealed, or the evening has begun or is over."""
    begun = Round.objects.filter(event=OuterRef("evening__event"), status__in=COUNTED)
    return Q(Q(revealed_at__isnull=False) | Q(evening__over_at__isnull=False) | Exists(begun))


def open_line_ups_of(evenings: Sequence[Evening]) -> QuerySet[LineUp]:
    """The line-ups of these evenings that everybody sees."""
    return LineUp.objects.filter(open_line_ups(), evening__in=evenings)


def line_ups_there(evenings: Sequence[Evening]) -> dict[UUID, dict[str, Any]]:
    """The evenings that have line-ups, by id (two queries at most).

    number: how many line-ups. are_open: whether everybody sees at least one of them.
    """
    numbers = Counter(LineUp.objects.filter(evening__in=evenings).values_list("evening", flat=True))
    if not numbers:
        return {}
    are_open = set(open_line_ups_of(evenings).values_list("evening", flat=True))
    return {pk: {"number": number, "are_open": pk in are_open} for pk, number in numbers.items()}


class EveningHasLineUps(Conflict):
    """The evening has line-ups of teams that everybody sees, so it stays."""

    sentence = gettext_noop(
        "Teams have line-ups for this evening that everybody sees, so it stays in %(season)s. It can "
        "still be changed to count for nothing."
    )


def refuse_open_line_ups(evening: Evening) -> None:
    """Raise Conflict `evening_has_line_ups` if everybody sees line-ups of an evening.

    They are a part of what the teams have played, so they are not removed with it. Hidden ones are.
    """
    if open_line_ups_of([evening]).exists():
        raise EveningHasLineUps(season=evening.season.name)


@transaction.atomic
def hand_in_line_up(team: Team, evening: Evening, actor: Actor, players: Sequence[Player | str]) -> LineUp:
    """Say who plays for a team on an evening, in places 1, 2, 3 ... It replaces the line-up before.

    When the last team has handed in, everybody sees all line-ups of the evening. A team without a line-up can
    still hand in when series have begun: it plays from the next one on, and everybody sees it. Raises
    Conflict `season_finished`, `team_gone`, `evening_gone`, `line_ups_begun`, `line_ups_open`; Invalid with
    the codes of `teams.rules.lineups.check_line_up`.
    """
    season, team, evening = _locked(team, evening)
    present = {each.team_id: each for each in LineUp.objects.filter(evening=evening)}
    mine = present.get(team.pk)
    names = names_in_teams(season)
    begun = series_begun(evening)
    match_rules = match_rules_of(scheme_of(season), evening)
    with named_refusal(names, Conflict):
        rules.verify_hand_in(
            is_open=mine is not None and mine.revealed_at is not None,
            begun=match_rules.series if counts_now(evening) else begun,
            series=match_rules.series,
            is_in=mine is not None,
        )
    person_of = persons_of_members(season)
    people = [str(getattr(ref, "pk", ref)) for ref in players]
    members, team_of = _squad(team, evening, person_of)
    wanted = rules.line_up_of(str(team.pk), [person_of.get(person, person) for person in people])
    with named_refusal(names, Invalid, field="players"):
        rules.check_line_up(wanted, members, match_rules, team_of)
    wanted = replace(wanted, places=tuple(replace(place, since=begun + 1) for place in wanted.places))
    if mine is None:
        mine = LineUp(team=team, evening=evening)
    mine.handed_in_by, mine.handed_in_at = actor.user, moments.now()
    mine.save()
    _keep(mine, wanted, person_of)
    # The log is read by many, so it does not say who plays before everybody sees it.
    log(actor, "hand_in_line_up", team, within=season.league.club, **_about(evening))
    if begun or _all_are_in(season, evening, {*present, team.pk}):
        _reveal(season, evening, actor)
        mine.refresh_from_db(fields=["revealed_at"])
    return mine


class LineUpsMissing(Conflict):
    """No team has handed in its line-up."""

    sentence = gettext_noop("No team has handed in its line-up yet.")


@transaction.atomic
def reveal_line_ups(evening: Evening, actor: Actor) -> list[LineUp]:
    """Show everybody the line-ups that are in, although some are missing. Idempotent.

    Teams that are late can still hand in theirs. Raises Conflict `season_finished`, `evening_gone`,
    `line_ups_missing`.
    """
    evening = lock_evening(evening)
    season = evening.season
    if not LineUp.objects.filter(evening=evening).exists():
        raise LineUpsMissing
    _reveal(season, evening, actor)
    return list(LineUp.objects.filter(evening=evening).order_by("team__number"))


class LineUpHidden(Conflict):
    """The line-up can still be handed in anew, so there are no substitutes yet."""

    sentence = gettext_noop("The line-up of %(team)s can still be handed in anew. Substitutes come in later.")


@transaction.atomic
def substitute(
    line_up: LineUp, actor: Actor, place: int, player: Player | str, from_series: int | None = None
) -> LineUp:
    """Let somebody of the team take a place of a line-up from a series on.

    place: its number, from 1. from_series: None: the next one; for an empty place this can be the first one.
    Raises Conflict `season_finished`, `team_gone`, `evening_gone`, `line_up_hidden`; Invalid with the codes
    of `teams.rules.lineups.with_substitute`.
    """
    season, team, evening = _locked(line_up.team, line_up.evening)
    line_up = LineUp.objects.get(pk=line_up.pk)
    match_rules = match_rules_of(scheme_of(season), evening)
    begun = match_rules.series if counts_now(evening) else series_begun(evening)
    if line_up.revealed_at is None and not begun:
        raise LineUpHidden(team=team.name)
    person_of = persons_of_members(season)
    members, team_of = _squad(team, evening, person_of)
    person = str(getattr(player, "pk", player))
    before = _plain(line_up, person_of)
    is_empty = all(row.number != place for row in before.places)
    following = begun + 1 if is_empty else max(begun, 1) + 1
    wanted = rules.Place(place, person_of.get(person, person), from_series or following)
    with named_refusal(names_in_teams(season), Invalid, field="player"):
        after = rules.with_substitute(before, wanted, members, match_rules, team_of, begun)
    _keep(line_up, after, person_of)
    log(
        actor,
        "substitute",
        team,
        within=season.league.club,
        **_about(evening),
        player=wanted.person,
        place=place,
        from_series=wanted.since,
        records={} if line_up.revealed_at is None else places_in(LineUp.objects.filter(pk=line_up.pk)),
    )
    return line_up


def _plain(line_up: LineUp, person_of: Mapping[str, str]) -> rules.LineUp:
    """A line-up for the rules, of persons. Two members of it who are one person have one place."""
    rows = line_up.places.values_list("number", "member__member__player", "from_series")
    places: list[rules.Place] = []
    for number, player, since in rows:
        person = person_of.get(str(player), str(player))
        if all(other.number == number for other in places if other.person == person):
            places.append(rules.Place(number, person, since))
    return rules.LineUp(str(line_up.team_id), tuple(places))


def teams_to_hand_in(season: Season, evening: Evening) -> list[Team]:
    """The teams that have somebody who can play on this evening (one query).

    If the evening belongs to a division, only members of this division can play, so other teams are left out.
    """
    rows = TeamMember.objects.filter(team__season=season).select_related("team", "member")
    teams = {row.team_id: row.team for row in rows if row.can_play_on(evening)}
    return sorted(teams.values(), key=lambda team: team.number)


def _squad(team: Team, evening: Evening, person_of: Mapping[str, str]) -> tuple[set[str], dict[str, str]]:
    """Who can play for a team on an evening, and the team of everybody in the season. Ids are of persons."""
    own = rows_of_persons(team.season, person_of)
    members = {person for person, row in own.items() if row.team_id == team.pk and row.can_play_on(evening)}
    return members, {person: str(row.team_id) for person, row in own.items()}


def _keep(line_up: LineUp, wanted: rules.LineUp, person_of: Mapping[str, str]) -> None:
    """Store the places of a line-up of persons. Everybody in it is in its team."""
    rows = TeamMember.objects.filter(team=line_up.team_id).order_by("-member__set_aside")
    member_of = {
        person_of.get(str(player), str(player)): pk for player, pk in rows.values_list("member__player", "pk")
    }
    line_up.places.all().delete()
    LineUpPlace.objects.bulk_create(
        LineUpPlace(
            line_up=line_up,
            number=place.number,
            from_series=place.since,
            member_id=member_of[place.person],
        )
        for place in wanted.places
    )


def _all_are_in(season: Season, evening: Evening, handed_in: Iterable[UUID]) -> bool:
    teams = {team.pk for team in teams_to_hand_in(season, evening)}
    is_open = LineUp.objects.filter(evening=evening, revealed_at__isnull=False).exists()
    return is_open or (bool(teams) and teams <= set(handed_in))


def _reveal(season: Season, evening: Evening, actor: Actor) -> None:
    empty_places(season, actor)
    hidden = LineUp.objects.filter(evening=evening, revealed_at=None)
    records = places_in(hidden)
    if records:
        hidden.update(revealed_at=moments.now())
        log(
            actor,
            "reveal_line_ups",
            evening,
            within=season.league.club,
            season=str(season.pk),
            records=records,
        )


def _locked(team: Team, evening: Evening) -> tuple[Season, Team, Evening]:
    """The locked season of a team, and both read again.

    The event is locked before: no series begins while a line-up changes.
    """
    lock_event(evening.event_id)
    team, evening = lock_team(team), lock_evening(evening)
    return team.season, team, evening


def _about(evening: Evening) -> dict[str, Any]:
    return {"season": str(evening.season_id), "evening": str(evening.pk)}
