"""Teams of a season, their members, and who plays for them on an evening.

A person is in one team of a season at most, because a member of a season has one row here at most.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club, User
from tournaments.core import moments
from tournaments.core.models.columns import Keyed, checks, optional, whole
from tournaments.core.rules.names import LONGEST_STORED
from tournaments.seasons.models import Evening, MemberStatus, Season, SeasonMember
from tournaments.teams.rules.lineups import MOST_SIZE, MOST_SUBSTITUTIONS


class TeamResult(models.TextChoices):
    """What makes the result of a team on an evening."""

    BEST = "best", _("the sum of its best members")
    MATCH = "match", _("series points in matches of teams")


class TeamScheme(Keyed):
    """How teams count in a season that has teams."""

    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="team_scheme")
    result = models.CharField(
        max_length=10,
        choices=TeamResult.choices,
        default=TeamResult.BEST,
        help_text="What makes the result of a team on an evening: `best`, the sum of what its best members "
        "are worth; `match`, series points against the other teams.",
    )
    best = whole(1, 100, "With `best`: so many members of a team count.", default=3)
    size = whole(1, MOST_SIZE, "So many people play for a team at once.", default=4)
    least = whole(1, MOST_SIZE, "With fewer people a team does not play.", default=3)
    substitutions = whole(
        0, MOST_SUBSTITUTIONS, "The most substitutions of a team on a match day.", default=3
    )
    points = models.JSONField(
        default=list, blank=True, help_text="series points by place, in thousandths; empty: n - 1 to 0"
    )

    class Meta:
        constraints = checks(
            team_result_known=Q(result__in=TeamResult.values),
            team_scheme_counts_somebody=Q(best__gte=1, least__gte=1, least__lte=F("size")),
        )

    @property
    def points_in_numbers(self) -> list[float]:
        """The series points by place as numbers."""
        return [thousandths / 1000 for thousandths in self.points]


class Team(Keyed):
    """A team of a season. club: whose team it is, if it is one of a club."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="the order in which equal ones are listed")
    name = models.CharField(max_length=LONGEST_STORED)
    short_name = models.CharField(max_length=12, help_text="for narrow tables")
    club = optional(Club, "teams")
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "name"], name="team_name_once_in_a_season"),
            models.UniqueConstraint(fields=["season", "short_name"], name="team_short_name_once_in_a_season"),
            models.UniqueConstraint(fields=["season", "number"], name="team_number_once_in_a_season"),
        ]

    def __str__(self) -> str:
        return self.name


class TeamMember(Keyed):
    """A member of a season in a team, from an evening on. Who has left joins no other team of the season."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    member = models.OneToOneField(SeasonMember, on_delete=models.CASCADE, related_name="in_team")
    joined = models.PositiveSmallIntegerField(
        default=1, help_text="the number of the first evening on which they can play for the team"
    )
    left = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the number of the last one; 0: none at all; null: until the end"
    )
    captain = models.BooleanField(default=False)
    added_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        ordering = ["added_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["team"], condition=Q(captain=True), name="captain_once_in_a_team"
            ),
            *checks(captain_has_not_left=Q(captain=False) | Q(left__isnull=True)),
        ]

    def is_in_at(self, number: int) -> bool:
        """Whether they can play for the team on the evening with this number."""
        return self.joined <= number and (self.left is None or number <= self.left)

    def can_play_on(self, evening: Evening) -> bool:
        """Whether they can play for the team on this evening; one of a division is for its members alone.

        Who has withdrawn from the season plays for no team of it after their last evening.
        """
        member = self.member
        if member.status == MemberStatus.WITHDRAWN and evening.number > (member.left or 0):
            return False
        return self.is_in_at(evening.number) and evening.division_id in (None, member.division_id)


class LineUp(Keyed):
    """Who plays for a team on an evening. Other teams see it from `revealed_at` on."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups", db_index=False)
    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="line_ups")
    handed_in_by = optional(User)
    handed_in_at = models.DateTimeField(default=moments.now)
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "evening"], name="line_up_once_an_evening")]


class LineUpPlace(Keyed):
    """Who has a place of a line-up from a series on: the first one, or a substitute.

    A team of three has no row for its last place.
    """

    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="places", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="the place, from 1")
    from_series = models.PositiveSmallIntegerField(
        default=1, help_text="1: they were handed in; later: a substitute from this series on"
    )
    member = models.ForeignKey(TeamMember, on_delete=models.CASCADE, related_name="places")

    class Meta:
        ordering = ["number", "from_series"]
        constraints = [
            models.UniqueConstraint(
                fields=["line_up", "number", "from_series"], name="line_up_place_once_from_a_series"
            ),
            models.UniqueConstraint(
                fields=["line_up", "member", "from_series"], name="line_up_member_once_from_a_series"
            ),
            *checks(line_up_place_from_one=Q(number__gte=1, from_series__gte=1)),
        ]
