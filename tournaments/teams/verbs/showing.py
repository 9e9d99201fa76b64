"""What is read of teams and line-ups, and what the log records of a season.

A line-up that is not open is shown to few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    prefetch_related_objects,
)

from tournaments.clubs.models import User
from tournaments.core.actors import Actor
from tournaments.core.secrets import digest
from tournaments.events.models.events import Event
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.verbs.ending import frozen_honours
from tournaments.teams.models import LineUp, LineUpPlace, Team, TeamMember, TeamResult, TeamScheme
from tournaments.teams.verbs.line_ups import open_line_ups, places_in
from tournaments.teams.verbs.teams import SCHEME_SETTINGS


@dataclass(frozen=True)
class HandedIn:
    """Whether a team has handed in its line-up. line_up: it, as far as the reader may see it.

    is_open: everybody may see it, and only substitutes come in.
    """

    team: Team
    is_in: bool
    line_up: LineUp | None
    is_open: bool


def line_ups_for(actor: Actor) -> QuerySet[LineUp]:
    """All line-ups that somebody may see, with their people.

    Those that are not open are for the people of the team, and for who handed them in. A director is no
    exception: often they play for a team, too. Nor can they add themselves to a team to read its line-up: who
    joins after it was handed in sees the next one.
    """
    rows = LineUp.objects.filter(_seen_by(actor)).prefetch_related(_places())
    return rows.order_by("team__number", "pk")


def _seen_by(actor: Actor) -> Q:
    """The condition of `line_ups_for`."""
    seen = open_line_ups()
    if (user := _user_of(actor)) is not None:
        own = places_in_teams(actor).filter(
            team=OuterRef("team"), left=None, added_at__lte=OuterRef("handed_in_at")
        )
        handed_in = Q(handed_in_by=user)
        if actor.member is not None:
            handed_in &= Q(team__season__league__club=actor.member.club_id)
        seen = Q(seen | handed_in | Exists(own))
    return seen


def evening_with_hidden_line_ups(event: Event) -> Evening | None:
    """The match day of this event, of a season of its club, whose line-ups are hidden; they stop a draw."""
    rows = LineUp.objects.filter(
        evening__event=event,
        team__season__team_scheme__result=TeamResult.MATCH,
        team__season__league__club=event.club_id,
    )
    hidden = rows.exclude(open_line_ups()).select_related("evening__season").first()
    return None if hidden is None else hidden.evening


def _places() -> Prefetch[str]:
    """Places with the id and the public name of who has each: `player_id` and `name`."""
    people = {"player_id": F("member__member__player"), "name": F("member__member__player__public_name")}
    return Prefetch("places", LineUpPlace.objects.annotate(**people))


def places_in_teams(actor: Actor) -> QuerySet[TeamMember]:
    """Where the actor is in a team, signed in or by a key for a whole club.

    A key of one club does nothing for a team that has to do with other clubs alone.
    """
    user = _user_of(actor)
    if user is None:
        return TeamMember.objects.none()
    rows = TeamMember.objects.filter(member__player__user=user)
    if actor.member is None:
        return rows
    club = actor.member.club_id
    return rows.filter(Q(team__season__league__club=club) | Q(member__player__club=club))


def _user_of(actor: Actor) -> User | None:
    """The account of an actor; None for a limited key, for a phone, and for a stranger, who has no id."""
    if actor.grants is not None or actor.user is None or actor.user.pk is None:
        return None
    return actor.user


def line_ups_of(evening: Evening, actor: Actor, members: Iterable[TeamMember]) -> list[HandedIn]:
    """The teams of an evening in their order, and their line-ups as the reader may see them (two queries).

    members: all who are or were in a team of the season, with their teams.
    """
    rows = LineUp.objects.filter(evening=evening).annotate(
        may_see=ExpressionWrapper(_seen_by(actor), output_field=BooleanField()),
        is_open=ExpressionWrapper(open_line_ups(), output_field=BooleanField()),
    )
    present = {row.team_id: row for row in rows.select_related("team")}
    seen = {pk: row for pk, row in present.items() if row.may_see}
    prefetch_related_objects(list(seen.values()), _places())
    teams = {row.team_id: row.team for row in members if row.can_play_on(evening)}
    teams |= {pk: row.team for pk, row in present.items()}
    open_ones = {pk for pk, row in present.items() if row.is_open}
    return [
        HandedIn(team, team.pk in present, seen.get(team.pk), team.pk in open_ones)
        for team in sorted(teams.values(), key=lambda team: team.number)
    ]


# ---- What is recorded of a season and follows from nothing else: the log of its club says it, for `fsck`.


def records_of(season: Season) -> dict[str, Any]:
    """The records of a season as JSON, for the log. Of the seed only the digest: lots come from it.

    A line-up is in it once everybody sees it.
    """
    shown = LineUp.objects.filter(team__season=season, revealed_at__isnull=False)
    return {
        "seed": digest(str(season.seed)),
        "scheme": season.scheme,
        "play_offs": season.play_offs,
        "team_scheme": TeamScheme.objects.filter(season=season).values(*SCHEME_SETTINGS).first() or {},
        "honours": frozen_honours(season),
        **places_in(shown),
    }
