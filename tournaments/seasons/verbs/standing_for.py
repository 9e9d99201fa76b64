"""Members of a season who are one person: one of them stands for all while they have one account.

The others are set aside, as they are: their start points, credits and absences count for the one who stands,
and are their own again when the link is undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from tournaments.seasons.models import MemberStatus, Season, SeasonMember


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
