"""What several verbs of seasons check, and which member stands for all who are one person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from tournaments.clubs.models import Club
from tournaments.core.change import Row, lock, lock_season
from tournaments.core.models.columns import parse_id
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.secrets import digest
from tournaments.core.zones import today_of
from tournaments.events.models.events import Event
from tournaments.seasons.models import (
    Division,
    Evening,
    EveningKind,
    League,
    LeagueClub,
    MemberStatus,
    Season,
    SeasonMember,
    SeasonStatus,
)
from tournaments.seasons.rules.exact import read_points
from tournaments.seasons.rules.scheme import MOST_EVENINGS

LARGEST_POINTS = 1_000_000_000
"""Thousandths of a credit, or of start points."""


LARGEST_NUMBER = MOST_EVENINGS
"""Of an evening in the calendar. For the API, which does not import the rules."""


def first_records(season: Season) -> dict[str, Any]:
    """What the log says of a new season, so that `fsck` can compare. Of the seed only the digest."""
    return {"seed": digest(str(season.seed)), "scheme": season.scheme}


class EveningGone(Conflict):
    """The evening was taken off the season."""

    sentence = gettext_noop("This evening has just been taken off. Reload the page.")


class SeasonFinished(Conflict):
    """The season is finished."""

    sentence = gettext_noop("%(season)s is finished. Reopen it first.")


@lock.register(Evening)
def lock_evening(evening: Evening) -> Evening:
    """Return the evening with its event, read again, and its season, locked.

    Raises Conflict `season_finished`, `evening_gone`.
    """
    season = lock_unfinished(evening.season_id)
    rows = Evening.objects.filter(pk=evening.pk, season=season).select_related("event", "division")
    return in_season(rows.first(), season, EveningGone)


def in_season(row: Row | None, season: Season, gone: type[Conflict]) -> Row:
    """Return a row that was read again, with its locked season; raise `gone` if there is none."""
    if row is None:
        raise gone
    row.season = season  # type: ignore[attr-defined]
    return row


class SeasonInOtherStatus(Conflict):
    """The season has another status."""

    code = "season_status"
    sentence = gettext_noop("%(season)s is “%(status)s” now, so this is not possible.")


def lock_unfinished(season: Season | UUID) -> Season:
    """The season, locked. Raises Conflict `season_finished` if it is over."""
    season = lock_season(season)
    if season.is_over:
        raise SeasonFinished(season=season.name)
    return season


def refuse_unless(season: Season, *statuses: SeasonStatus) -> None:
    """Raise Conflict `season_status` unless the season has one of these statuses."""
    if season.status not in statuses:
        raise SeasonInOtherStatus(season=season.name, status=str(SeasonStatus(season.status).label))


class ClubNotInLeague(Invalid):
    """The club does not take part in the league."""

    sentence = gettext_noop("%(club)s does not take part in %(league)s. Its owner must agree first.")


def consent_of(league: League, club: Club | UUID) -> LeagueClub | None:
    """The consent by which a club takes part in a league; None for the club of the league.

    Raises Invalid `club_not_in_league`.
    """
    pk = club.pk if isinstance(club, Club) else club
    if pk == league.club_id:
        return None
    through = LeagueClub.objects.filter(league=league, club=pk, left_at=None, agreed_at__isnull=False).first()
    if through is None:
        name = Club.objects.filter(pk=pk).values_list("name", flat=True).first() or str(pk)
        raise ClubNotInLeague(club=name, league=league.name)
    return through


class DivisionUnknown(Invalid):
    """The season has no such division."""

    sentence = gettext_noop("The season has no such division.")


def division_of(season: Season, ref: Any) -> Division | None:
    """A division of the season by its id, number or row; None for none. Raises Invalid `division_unknown`."""
    if ref is None or ref == "":
        return None
    key = getattr(ref, "pk", ref)
    known: dict[str, Any] = {"number": key} if isinstance(key, int) else {"pk": parse_id(key)}
    division = Division.objects.filter(season=season, **known).first()
    if division is None:
        raise DivisionUnknown(field="division")
    return division


class SeasonMemberUnknown(Invalid):
    """The season has no such member."""

    sentence = gettext_noop("The season has no member %(id)s.")


def member_of_season(season: Season, player: object) -> SeasonMember:
    """The member of a season with this player, by id or row. Raises Invalid `season_member_unknown`."""
    key = parse_id(getattr(player, "pk", player))
    rows = SeasonMember.objects.filter(season=season, set_aside=False).select_related("player")
    member = rows.filter(player=key).first() if key else None
    if member is None:
        raise SeasonMemberUnknown(id=str(getattr(player, "pk", player))[:100], field="player")
    return member


class PointsMalformed(Invalid):
    """This is no number of points."""

    sentence = gettext_noop("Give a number of points with at most three decimals, such as 2.5.")


def thousandths_of(value: Any, field: str) -> int:
    """A number of points in thousandths: an int, a float, a Decimal or a text with at most three decimals.

    Raises Invalid `points_malformed`.
    """
    text = value if isinstance(value, int | float | str) else str(value)
    points = read_points(text)
    if points is None or abs(points) > LARGEST_POINTS:
        raise PointsMalformed(field=field)
    return points


def clean_season_name(name: str) -> str:
    """A name in the form in which it is stored. Raises Invalid with the codes of `core.rules.names`."""
    with at("name"):
        return clean_title(name)


class SeasonValueUnknown(Invalid):
    """The field does not have this value."""

    sentence = gettext_noop("“%(value)s” is not possible here. Choose from: %(choices)s.")


def check_choice(value: str, choices: Collection[str], field: str) -> str:
    """Raise Invalid `season_value_unknown` for a value that is none of these."""
    if value not in choices:
        raise SeasonValueUnknown(value=str(value)[:100], choices=", ".join(choices), field=field)
    return value


def counts_now(evening: Evening) -> bool:
    """Whether an evening is a part of its season: its event is finished, or was finished once."""
    return evening.over_at is not None or evening.event.status == EventStatus.FINISHED


def ages(evenings: Iterable[Evening]) -> dict[UUID, int]:
    """How many days each finished evening that gives something lies before the last of them, for decay."""
    over = [evening for evening in evenings if counts_now(evening) and evening.kind != EveningKind.FRIENDLY]
    days = {evening.pk: day_of(evening.event) for evening in over}
    last = max(days.values(), default=None)
    return {} if last is None else {pk: (last - day).days for pk, day in days.items()}


def day_of(event: Event) -> date:
    """The day of an event: as planned, else when it was started or made, in its club."""
    return event.starts_on or today_of(event.club, event.started_at or event.created_at)


# ---- Members of a season who are one person: one of them stands for all while they have one account.
#
# The others are set aside, as they are: their start points, credits and absences count for the one who
# stands, and are their own again when the link is undone.


def stand_together(seasons: Iterable[Season], players: Iterable[UUID]) -> None:
    """Let one member stand for all these players in each season: who is still in it, and joined first.

    The seasons are locked. Call it before a new link of these players counts.
    """
    rows = SeasonMember.objects.filter(season__in=list(seasons), player__in=list(players))
    standing: dict[UUID, SeasonMember] = {}
    for member in sorted(
        rows, key=lambda each: (each.status == MemberStatus.WITHDRAWN, each.joined, each.position)
    ):
        standing.setdefault(member.season_id, member)
    rows.exclude(pk__in=[member.pk for member in standing.values()]).update(set_aside=True)
    for member in standing.values():
        SeasonMember.objects.filter(pk=member.pk, set_aside=True).update(set_aside=False)


def part(seasons: Sequence[Season], parted: Iterable[UUID], left: Sequence[UUID]) -> None:
    """Let each of the parted players stand alone again, and one of those who are left for the others.

    The seasons are locked, and the links of the parted players are undone. In a finished season whose members
    were linked after its end, all stand as before.
    """
    members = SeasonMember.objects.filter(season__in=seasons)
    members.filter(player__in=list(parted), set_aside=True).update(set_aside=False)
    led = members.filter(player__in=left, set_aside=False).values_list("season", flat=True)
    stand_together([season for season in seasons if season.pk not in set(led)], left)
