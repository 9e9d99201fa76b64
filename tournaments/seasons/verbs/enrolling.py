"""The close of an evening: who played becomes a member, and who was missed has a reason."""

from __future__ import annotations

from django.db.models import Max

from tournaments.clubs.models import Player
from tournaments.core import moments
from tournaments.core.actors import SYSTEM
from tournaments.core.change import log
from tournaments.events.models.replies import Answer, Reply
from tournaments.seasons.models import (
    Absence,
    Division,
    Evening,
    EveningKind,
    MemberStatus,
    Season,
    SeasonMember,
)
from tournaments.seasons.rules.counting import EXCUSED
from tournaments.seasons.verbs.facts import members_of, players_of_members
from tournaments.tables.verbs.tallies import seat_tallies


def note_close(season: Season, evening: Evening) -> None:
    """Note that an evening is over, for the first time. Its event and the season are locked.

    With `enrols`, whoever played becomes a member, in the last division. A member who did not play and whose
    reply was not yes is excused. Both can be corrected, and are not made again.
    """
    evening.over_at = moments.now()
    evening.save(update_fields=["over_at"])
    if evening.kind == EveningKind.FRIENDLY:
        return
    played = who_played(evening)
    same = players_of_members(list(members_of(season)))
    if season.enrols and evening.kind == EveningKind.COUNTING:
        _enrol(season, evening, [player for player in played if player not in same])
    members = list(members_of(season))
    same = players_of_members(members)
    there = {same.get(player) for player in played}
    cancelled = {
        same.get(str(player))
        for player in Reply.objects.filter(event=evening.event_id, player__isnull=False)
        .exclude(answer=Answer.YES)
        .values_list("player", flat=True)
    }
    noted = set(Absence.objects.filter(evening=evening).values_list("member", flat=True))
    Absence.objects.bulk_create(
        Absence(evening=evening, member=member, reason=EXCUSED, by_reply=True)
        for member in members
        if str(member.player_id) in cancelled - there
        and member.pk not in noted
        and member.status == MemberStatus.ACTIVE
        and member.joined <= evening.number
    )


def who_played(evening: Evening) -> list[str]:
    """The players, no bots, who played at least one deal of an evening, in the order of their entries."""
    entries = {tally.entry for tally in seat_tallies(evening.event) if tally.deals > 0}
    rows = evening.event.entries.filter(pk__in=entries, player__bot="").order_by("number")
    return [str(player) for player in rows.values_list("player", flat=True)]


def _enrol(season: Season, evening: Evening, players: list[str]) -> None:
    """Make these players members from this evening on."""
    if not players:
        return
    last = SeasonMember.objects.filter(season=season).aggregate(last=Max("position"))["last"] or 0
    division = Division.objects.filter(season=season).order_by("-number").first()
    SeasonMember.objects.bulk_create(
        SeasonMember(
            season=season,
            player=player,
            through=evening.through,
            division=evening.division or division,
            position=position,
            joined=evening.number,
            added_at=evening.added_at,  # a club may have left the league meanwhile
        )
        for position, player in enumerate(Player.objects.filter(pk__in=players).order_by("pk"), last + 1)
    )
    log(SYSTEM, "enrol_members", season, within=season.league.club, players=players)
