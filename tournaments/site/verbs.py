"""The draft of the next season, which the end of a season makes.

A season that was reopened ends again, and its draft is there already, perhaps with somebody's work. Then only
what follows from the new end changes in it: divisions, order, who comes and who leaves. Who was added stays,
nobody's status or start points change, and a next season that has started stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.utils.crypto import get_random_string

from tournaments.clubs.models import Player
from tournaments.core.actors import Actor
from tournaments.core.change import lock_season, log
from tournaments.core.secrets import unused_slug
from tournaments.seasons.models import Division, LeagueClub, MemberStatus, Season, SeasonMember
from tournaments.seasons.verbs.checks import first_records
from tournaments.seasons.verbs.facts import SeasonFacts, members_of, players_of_members
from tournaments.seasons.verbs.tables import changed

Seat = tuple[str, str, MemberStatus]
"""A player of the next season, the name of their division, and their status."""


def lock_following(season: Season) -> Season | None:
    """The next season, locked before the club, which the log locks; None if there is none."""
    pk = Season.objects.filter(previous=season).values_list("pk", flat=True).first()
    return None if pk is None else lock_season(pk)


def removed_from_draft(facts: SeasonFacts, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The players who leave the draft of the next season: members of this one who have no seat in the next.

    Whoever has a credit there stays.
    """
    draft = Season.objects.filter(previous=facts.season).first()
    if draft is None or not draft.is_planned:
        return ()
    leaving = set(facts.same.values()) - {player for player, _division, _status in seats}
    drafted = members_of(draft).filter(credits__isnull=True).values_list("player", flat=True)
    return tuple(player for player in map(str, drafted) if facts.same.get(player) in leaving)


def next_season(
    season: Season, actor: Actor, name: str, seats: Sequence[Seat], removed: Collection[str]
) -> Season:
    """Make the draft of the next season with these people, or change the draft that exists, and return it.

    name: of a new draft; a draft that exists keeps its name. removed: players who leave the draft.
    A next season that has started stays as it is.
    """
    following = lock_following(season)
    if following is None:
        following = Season.objects.create(
            league=season.league,
            name=name,
            slug=unused_slug(Season, name, fallback="season"),
            scheme=season.scheme,
            visibility=season.visibility,
            enrols=season.enrols,
            seed=int(get_random_string(18, "0123456789")),
            previous=season,
            created_by=actor.user,
        )
        records = first_records(following)
        log(actor, "create_season", following, within=season.league.club, name=name, records=records)
    elif not following.is_planned:
        return following
    SeasonMember.objects.filter(season=following, player__in=map(UUID, removed)).delete()
    present = {division.name: division for division in Division.objects.filter(season=following)}
    for division in Division.objects.filter(season=season):
        if division.name not in present:
            last = max((each.number for each in present.values()), default=0)
            present[division.name] = Division.objects.create(
                season=following,
                number=last + 1,
                name=division.name,
                size=division.size,
                up=division.up,
                down=division.down,
                play_off=division.play_off,
            )
    _fill(season, following, seats, present)
    changed(following)
    return following


def _fill(
    season: Season, following: Season, seats: Sequence[Seat], divisions: Mapping[str, Division]
) -> None:
    drafted = list(members_of(following).select_related("division"))
    same = players_of_members(drafted)
    others = {str(member.player_id): member for member in drafted}
    joined = LeagueClub.objects.filter(league=season.league, left_at=None, agreed_at__isnull=False)
    through = {row.club_id: row for row in joined}
    players = Player.objects.in_bulk([player for player, _name, _status in seats])
    rows = []
    for position, (player, name, status) in enumerate(seats, 1):
        row = players[UUID(player)]
        is_own = row.club_id == season.league.club_id
        if (member := others.pop(same.get(player, player), None)) is not None:
            member.position, member.division = position, divisions.get(name, member.division)
        elif is_own or row.club_id in through:  # else its club has left the league
            rows.append(
                SeasonMember(
                    season=following,
                    player=row,
                    through=None if is_own else through[row.club_id],
                    division=divisions.get(name),
                    position=position,
                    status=status,
                )
            )
    for position, member in enumerate(others.values(), len(seats) + 1):
        member.position = position
    SeasonMember.objects.bulk_update(drafted, ["position", "division"])
    SeasonMember.objects.bulk_create(rows)
