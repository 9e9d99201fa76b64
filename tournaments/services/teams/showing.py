"""What is read of teams and line-ups. A line-up that is not open is shown to few."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from tournaments.kernel.audit import Actor
from tournaments.models import Evening, LineUp, LineUpPlace, Round, Team, TeamMember, User
from tournaments.models.rounds import UNCOUNTED
from tournaments.services.teams.line_ups import teams_to_hand_in


@dataclass(frozen=True)
class HandedIn:
    """Whether a team has handed in its line-up. line_up: it, as far as the reader may see it."""

    team: Team
    is_in: bool
    line_up: LineUp | None


def open_line_ups() -> Q:
    """The condition of line-ups that everybody may see: revealed, or the evening has begun or is over."""
    begun = Round.objects.filter(event=OuterRef("evening__event")).exclude(status__in=UNCOUNTED)
    return Q(Q(revealed_at__isnull=False) | Q(evening__over_at__isnull=False) | Exists(begun))


def line_ups_for(actor: Actor) -> QuerySet[LineUp]:
    """All line-ups that somebody may see, with their people.

    Those that are not open are for the people of the team, and for who handed them in. A director is no
    exception: often they play for a team, too. Nor can they add themselves to a team to read its line-up: who
    joins after it was handed in sees the next one.
    """
    seen = open_line_ups()
    if (user := _user_of(actor)) is not None:
        own = places_in_teams(actor).filter(
            team=OuterRef("team"), left=None, added_at__lte=OuterRef("handed_in_at")
        )
        handed_in = Q(handed_in_by=user)
        if actor.member is not None:
            handed_in &= Q(team__season__league__club=actor.member.club_id)
        seen = Q(seen | handed_in | Exists(own))
    places = LineUpPlace.objects.select_related("member__member__player").only(
        "line_up", "number", "from_series", "member__member__player__public_name"
    )
    rows = LineUp.objects.filter(seen).prefetch_related(Prefetch("places", places))
    return rows.order_by("team__number", "pk")


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


def line_ups_of(evening: Evening, actor: Actor) -> list[HandedIn]:
    """The teams of an evening in their order, and their line-ups as the reader may see them."""
    seen = {row.team_id: row for row in line_ups_for(actor).filter(evening=evening)}
    present = set(LineUp.objects.filter(evening=evening).values_list("team", flat=True))
    teams = {team.pk: team for team in teams_to_hand_in(evening.season, evening)}
    missing = present - teams.keys()
    if missing:
        teams |= {team.pk: team for team in Team.objects.filter(pk__in=missing)}
    ordered = sorted(teams.values(), key=lambda team: team.number)
    return [HandedIn(team, team.pk in present, seen.get(team.pk)) for team in ordered]
