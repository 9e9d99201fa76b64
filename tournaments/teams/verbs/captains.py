"""What becomes of the line-ups of teams when a season changes: somebody leaves, an evening is taken off.

How teams hand in, and who sees it, is in `teams.verbs`, which lies above this room.

Decisions: who cannot play on an evening any more leaves an empty place in its line-up, until its first series
begins. Nobody else moves up, because places are rows of opponents. What was played stays as it was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_noop as _

from tournaments.core.audit import Actor, log
from tournaments.core.errors import Conflict
from tournaments.seasons.models.seasons import Evening, Season
from tournaments.seasons.verbs.facts import members_of, players_of_members
from tournaments.tables.models.rounds import COUNTED, Round
from tournaments.teams.models import LineUp, LineUpPlace, TeamMember


@dataclass(frozen=True)
class LineUpsThere:
    """So many line-ups an evening has, and whether everybody sees some of them."""

    number: int
    are_open: bool


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


def open_line_ups_of(evenings: Sequence[Evening]) -> QuerySet[LineUp]:
    """The line-ups of these evenings that everybody sees: revealed, or the evening has begun or is over."""
    begun = Round.objects.filter(event=OuterRef("evening__event"), status__in=COUNTED)
    rows = LineUp.objects.filter(evening__in=evenings)
    return (
        rows.filter(revealed_at__isnull=False)
        | rows.filter(evening__over_at__isnull=False)
        | rows.filter(Exists(begun))
    )


def line_ups_there(evenings: Sequence[Evening]) -> dict[UUID, LineUpsThere]:
    """The line-ups of those of these evenings that have some (two queries at most)."""
    numbers = Counter(LineUp.objects.filter(evening__in=evenings).values_list("evening", flat=True))
    if not numbers:
        return {}
    are_open = set(open_line_ups_of(evenings).values_list("evening", flat=True))
    return {evening: LineUpsThere(number, evening in are_open) for evening, number in numbers.items()}


def refuse_open_line_ups(evening: Evening) -> None:
    """Raise Conflict `evening_has_line_ups` if everybody sees line-ups of an evening.

    They are a part of what the teams have played, so they are not removed with it. Hidden ones are.
    """
    if open_line_ups_of([evening]).exists():
        raise Conflict(
            "evening_has_line_ups",
            _(
                "Teams have line-ups for this evening that everybody sees, so it stays in %(season)s. It can "
                "still be changed to count for nothing."
            ),
            {"season": evening.season.name},
        )
