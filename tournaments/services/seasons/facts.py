"""What the rules of a season need to know, read from the database.

In the rules a person is the id of a player: the one by whom they are a member. What the other players of this
person (`PersonLink`) win counts for that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import QuerySet

from tournaments.models import (
    Absence,
    Credit,
    Division,
    Evening,
    EveningWorth,
    PersonLink,
    Season,
    SeasonMember,
)
from tournaments.rules.season import attendance, table, worth
from tournaments.rules.season.reading import read_scheme
from tournaments.rules.season.scheme import Scheme


@dataclass(frozen=True)
class SeasonFacts:
    """Everything that the table of a season depends on.

    members, evenings, divisions: in their order, all of them. worths: of the evenings that are over, by the
    id of the evening; with members in place of their other players. same: the member's player for each player
    of a member.
    """

    season: Season
    scheme: Scheme
    divisions: Sequence[Division]
    members: Sequence[SeasonMember]
    evenings: Sequence[Evening]
    worths: Mapping[UUID, worth.EveningWorth]
    absences: attendance.Absences
    credits: Sequence[table.Credit]
    same: Mapping[str, str]

    def of(self, division: Division | None, *, through: int | None = None) -> table.Facts:
        """The facts of one table. through: without evenings after this number."""
        return table.Facts(
            members=[rules_member(member) for member in self.members_of(division)],
            evenings=[
                self.worths[evening.pk]
                for evening in self.evenings_of(division)
                if evening.pk in self.worths and (through is None or evening.number <= through)
            ],
            absences=self.absences,
            credits=self.credits,
            play_offs=self.season.play_offs,
            seed=str(self.season.seed),
            finished=self.season.is_over and through is None,
        )

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
        first = self.tables[0]
        for evening in self.evenings:
            if evening.kind == worth.FINAL and (
                evening.division_id == getattr(division, "pk", None)
                or (evening.division_id is None and division is first)
            ):
                return evening
        return None


def rules_member(member: SeasonMember) -> attendance.Member:
    """A member for the rules."""
    return attendance.Member(
        str(member.player_id), str(member.status), member.joined, member.left, member.start
    )


def read_facts(season: Season, worths: Mapping[UUID, worth.EveningWorth] | None = None) -> SeasonFacts:
    """Read the facts of a season. worths: those of the evenings that are over; None: the kept ones."""
    evenings = list(evenings_of(season))
    if worths is None:
        worths = {evening.pk: kept for evening in evenings if (kept := kept_worth(evening)) is not None}
    members = list(members_of(season))
    same = players_of_members(members)
    others = {player: member for player, member in same.items() if player != member}
    if others:
        worths = {pk: _by_members(each, others) for pk, each in worths.items()}
    return SeasonFacts(
        season=season,
        scheme=read_scheme(season.scheme),
        divisions=list(Division.objects.filter(season=season)),
        members=members,
        evenings=evenings,
        worths=worths,
        absences={
            (str(player), str(evening)): reason
            for player, evening, reason in Absence.objects.filter(evening__season=season).values_list(
                "member__player", "evening", "reason"
            )
        },
        credits=[
            table.Credit(str(player), points, cancelled is not None)
            for player, points, cancelled in Credit.objects.filter(member__season=season).values_list(
                "member__player", "points", "cancelled_at"
            )
        ],
        same=same,
    )


def evenings_of(season: Season) -> QuerySet[Evening]:
    """The evenings of a season with their events, divisions and kept worths, in the order of the calendar."""
    rows = Evening.objects.filter(season=season).select_related("event__club", "division", "worth")
    return rows.order_by("number", "pk")


def members_of(season: Season) -> QuerySet[SeasonMember]:
    """The members of a season with their players, in the order in which equal ones are listed."""
    rows = SeasonMember.objects.filter(season=season).select_related(
        "player__club", "player__link__person", "division"
    )
    return rows.order_by("position", "pk")


def names_of_members(season: Season) -> dict[str, str]:
    """The public names of all members, by the ids in tables and moves (one query)."""
    rows = SeasonMember.objects.filter(season=season).values_list("player", "player__public_name")
    return {str(player): name for player, name in rows}


def players_of_members(members: Sequence[SeasonMember]) -> dict[str, str]:
    """The member's player for each player of a member: themselves, and other players of the same person."""
    same = {str(member.player_id): str(member.player_id) for member in members}
    links = PersonLink.objects.filter(agreed_at__isnull=False)
    persons = links.filter(player__in=[member.player_id for member in members])
    member_of = dict(persons.values_list("person", "player"))
    others = links.filter(person__in=member_of).values_list("person", "player")
    return {str(player): str(member_of[person]) for person, player in others} | same


def persons_of_players(players: Iterable[UUID]) -> dict[UUID, UUID]:
    """The ids of the persons of these players; whoever has no link is not among them (one query)."""
    rows = PersonLink.objects.filter(player__in=list(players), agreed_at__isnull=False)
    return dict(rows.values_list("player", "person"))


def kept_worth(evening: Evening) -> worth.EveningWorth | None:
    """The kept worth of an evening with its present number and kind; None if there is none."""
    kept: EveningWorth | None = getattr(evening, "worth", None)
    if kept is None:
        return None
    return replace(worth.EveningWorth.from_json(kept.data), number=evening.number, kind=str(evening.kind))


def _by_members(kept: worth.EveningWorth, others: Mapping[str, str]) -> worth.EveningWorth:
    """The same worth with members in place of their other players."""
    return replace(
        kept,
        played={others.get(player, player): played for player, played in kept.played.items()},
        tables={others.get(player, player): tables for player, tables in kept.tables.items()},
    )
