"""What the rules of a season need to know, read from the database.

In the rules a person is the id of a player: the one by whom they are a member. What the other players of this
account win counts for that one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet

from tournaments.clubs.models import Player
from tournaments.seasons.models import Absence, Credit, Division, Evening, EveningWorth, Season, SeasonMember
from tournaments.seasons.rules import counting, table, worth
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.verbs.checks import ages


@dataclass(frozen=True)
class SeasonFacts:
    """Everything that the table of a season depends on.

    members, evenings, divisions: all of them, in their order. worths: what the evenings that are over give,
    by the id of the evening. A member can have several players (in other clubs, too), but one of them stands
    for the member here. same: for each player of a member, the one who stands for the member. credits: by
    this player, in thousandths. starts: in the same way, the start points of those who are set aside.
    """

    season: Season
    scheme: Scheme
    divisions: Sequence[Division]
    members: Sequence[SeasonMember]
    evenings: Sequence[Evening]
    worths: Mapping[UUID, worth.EveningWorth]
    absences: counting.Absences
    credits: Mapping[str, int]
    same: Mapping[str, str]
    starts: Mapping[str, int]

    def of(self, division: Division | None, *, through: int | None = None) -> table.Facts:
        """The facts of one table. through: as on the day of the last evening up to this number."""
        worths = self.worths if through is None else self._through(through)
        return table.Facts(
            members=[self.rules_member(member) for member in self.members_of(division)],
            evenings=[worths[evening.pk] for evening in self.evenings_of(division) if evening.pk in worths],
            absences=self.absences,
            play_offs=[
                {self.same.get(player, player): result for player, result in each.items()}
                for each in self.season.play_offs
            ],
            seed=str(self.season.seed),
            finished=self.season.is_over and through is None,
        )

    def rules_member(self, member: SeasonMember) -> counting.Member:
        """A member as the rules need it."""
        player = str(member.player_id)
        start = member.start + self.starts.get(player, 0)
        given = self.credits.get(player, 0)
        return counting.Member(player, str(member.status), member.joined, member.left, start, given)

    def _through(self, number: int) -> dict[UUID, worth.EveningWorth]:
        early = {pk: each for pk, each in self.worths.items() if each.number <= number}
        return dict(zip(early, table.as_of_last(list(early.values())), strict=True))

    @property
    def tables(self) -> Sequence[Division | None]:
        """The divisions, each of which has a table; without divisions one table of all."""
        return self.divisions or [None]

    def members_of(self, division: Division | None) -> list[SeasonMember]:
        """The members of one table."""
        return [member for member in self.members if division is None or member.division_id == division.pk]

    def evenings_of(self, division: Division | None) -> list[Evening]:
        """The evenings of one table."""
        return [
            evening
            for evening in self.evenings
            if division is None or evening.division_id in (None, division.pk)
        ]

    def final_of(self, division: Division | None) -> Evening | None:
        """The final of one table; a final of all divisions is that of the first one."""
        own = {None if division is None else division.pk}
        if division is self.tables[0]:
            own.add(None)
        finals = (each for each in self.evenings if each.kind == worth.FINAL and each.division_id in own)
        return next(finals, None)


def read_facts(
    season: Season,
    worths: Mapping[UUID, worth.EveningWorth] | None = None,
    evenings: Sequence[Evening] | None = None,
) -> SeasonFacts:
    """Read the facts of a season.

    worths: those of the evenings that are over; None: the kept ones. evenings: as `evenings_of` gives them,
    if they are at hand.
    """
    if evenings is None:
        evenings = list(evenings_of(season))
    if worths is None:
        over = ages(evenings)
        worths = {
            evening.pk: kept.at(over[evening.pk])
            for evening in evenings
            if evening.pk in over and (kept := kept_worth(evening)) is not None
        }
    everybody = list(members_of(season, also_set_aside=True))
    members = [member for member in everybody if not member.set_aside]
    same = players_of_members(members)
    others = {player: member for player, member in same.items() if player != member}
    if others:
        worths = {pk: each.of(others) for pk, each in worths.items()}
    given: Counter[str] = Counter()
    valid = Credit.objects.filter(member__season=season, cancelled_at=None)
    for player, points in valid.values_list("member__player", "points"):
        given[same.get(str(player), str(player))] += points
    starts: Counter[str] = Counter()
    for member in everybody:
        if member.set_aside:
            starts[same.get(str(member.player_id), "")] += member.start
    return SeasonFacts(
        season=season,
        scheme=season.switches,
        divisions=list(Division.objects.filter(season=season)),
        members=members,
        evenings=evenings,
        worths=worths,
        absences={
            (same.get(str(player), str(player)), str(evening)): reason
            for player, evening, reason in Absence.objects.filter(evening__season=season)
            .order_by("-member__set_aside")  # what is noted of the member who stands for both decides
            .values_list("member__player", "evening", "reason")
        },
        credits=given,
        same=same,
        starts=starts,
    )


def evenings_of(season: Season) -> QuerySet[Evening]:
    """The evenings of a season with their events, divisions and kept worths, in the order of the calendar."""
    rows = Evening.objects.filter(season=season).select_related("event__club", "division", "worth")
    return rows.order_by("number", "pk")


def members_of(season: Season, *, also_set_aside: bool = False) -> QuerySet[SeasonMember]:
    """The members of a season with their players, in the order in which equal ones are listed.

    also_set_aside: also those for whom another member stands.
    """
    rows = SeasonMember.objects.filter(season=season).select_related("player")
    if not also_set_aside:
        rows = rows.filter(set_aside=False)
    return rows.order_by("position", "pk")


def members_by_name(season: Season) -> QuerySet[SeasonMember]:
    """The members of a season with their players and guests' clubs, as lists and choices show them."""
    return members_of(season).select_related("through__club").order_by("player__sort_key", "pk")


def names_of_members(season: Season) -> dict[str, str]:
    """The public names of all members, by the ids in tables and moves (one query)."""
    rows = SeasonMember.objects.filter(season=season).values_list("player", "player__public_name")
    return {str(player): name for player, name in rows}


def players_of_members(members: Sequence[SeasonMember]) -> dict[str, str]:
    """The member's player for each player of a member: themselves, and other players of the same person.

    members: with `player`, as `members_of` gives them.
    """
    same = {str(member.player_id): str(member.player_id) for member in members}
    member_of = {
        member.player.user_id: member.player_id for member in members if member.player.user_id is not None
    }
    if not member_of:
        return same
    others = Player.objects.filter(user__in=member_of).values_list("user", "pk")
    return {str(player): str(member_of[user]) for user, player in others} | same


def persons_of_players(players: Iterable[UUID]) -> dict[UUID, UUID]:
    """The accounts of these players; whoever has none is not among them (one query)."""
    rows = Player.objects.filter(pk__in=list(players), user__isnull=False)
    return dict(rows.values_list("pk", "user"))


def kept_worth(evening: Evening) -> worth.EveningWorth | None:
    """The kept worth of an evening, at age 0, with its present number and kind; None if there is none."""
    kept: EveningWorth | None = getattr(evening, "worth", None)
    return None if kept is None else read_kept(evening, kept)


def read_kept(evening: Evening, kept: EveningWorth) -> worth.EveningWorth:
    """Read the row with the worth of an evening."""
    return replace(worth.EveningWorth.from_json(kept.data), number=evening.number, kind=str(evening.kind))
