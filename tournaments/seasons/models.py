"""Seasons, their members and evenings, and their tables.

A league belongs to one club. Other clubs take part by their owner's consent (`LeagueClub`). A row that refers
to an event or a player of another club names this consent in `through`: it is the only door between clubs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.clubs.models import Club, Player, User
from tournaments.core import moments
from tournaments.core.models.choices import Visibility
from tournaments.core.models.columns import Keyed, KeyOfName, Named, checks, optional, text
from tournaments.core.rules.names import LONGEST_SORT_KEY, sort_key
from tournaments.events.models.events import Event
from tournaments.seasons.rules.counting import ACTIVE, REASONS, RESERVE, WITHDRAWN
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.rules.worth import COUNTING, FINAL, FRIENDLY


class League(Named, Keyed):
    """A league of one club: its seasons over the years. All its evenings have one preset of rules."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues", db_index=False)
    name = models.CharField(max_length=200)
    sort_key = KeyOfName(sort_key, max_length=LONGEST_SORT_KEY)
    preset = models.CharField(max_length=40, help_text="the rule family: the preset of all its events")
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="league_name_once_in_a_club")]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def parts(self) -> list[LeagueClub]:
        """The other clubs that take part or were asked, read once for this object."""
        return list(LeagueClub.objects.filter(league=self, left_at=None).select_related("club"))


class LeagueClub(Keyed):
    """Another club in a league: asked by a director of the league, agreed to by an owner of that club.

    A club that left and comes back has a new row.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="clubs")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues_joined")
    asked_by = optional(User)
    asked_at = models.DateTimeField(default=moments.now, editable=False)
    agreed_by = optional(User)
    agreed_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True, help_text="also: when it declined")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "club"], condition=Q(left_at__isnull=True), name="club_once_in_a_league"
            )
        ]

    @property
    def takes_part(self) -> bool:
        """Whether its owner has agreed, and it has not left."""
        return self.agreed_at is not None and self.left_at is None


class SeasonStatus(models.TextChoices):
    DRAFT = "draft", _("draft")
    OPEN = "open", pgettext_lazy("a season", "open")
    RUNNING = "running", _("running")
    FINISHED = "finished", pgettext_lazy("a season", "finished")


class Season(Keyed):
    """Evenings that count together, by a scheme (`seasons.rules`) that is frozen when the season starts.

    `version` grows with each change that its table depends on, also when an event of it changes.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    status = models.CharField(max_length=10, choices=SeasonStatus.choices, default=SeasonStatus.DRAFT)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    scheme = models.JSONField(help_text="all its switches (`seasons.rules.scheme`)")
    enrols = models.BooleanField(default=True, help_text="whoever plays one of its evenings becomes a member")
    play_offs = models.JSONField(
        default=list, blank=True, help_text="results of play-offs: each by player a number, more is better"
    )
    seed = models.BigIntegerField(help_text="lots come from it")
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="following"
    )
    version = models.PositiveBigIntegerField(default=0)
    covered = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="the version that its newest table covers"
    )
    created_by = optional(User)
    created_at = models.DateTimeField(default=moments.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=Q(version__gt=F("covered")), name="season_to_be_counted")
        ]
        constraints = checks(
            season_status_known=Q(status__in=SeasonStatus.values),
            season_visibility_known=Q(visibility__in=Visibility.values),
            season_finished_at_its_end=Q(status="finished", finished_at__isnull=False)
            | (~Q(status="finished") & Q(finished_at__isnull=True)),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        """Its name in addresses: its slug, or its unguessable id when it is unlisted."""
        return str(self.id) if self.visibility == Visibility.UNLISTED else self.slug

    @property
    def switches(self) -> Scheme:
        """The scheme of the season, read from the stored JSON."""
        return Scheme.read(self.scheme)

    @property
    def is_planned(self) -> bool:
        """Whether it has not started, so its scheme can change."""
        return self.status in (SeasonStatus.DRAFT, SeasonStatus.OPEN)

    @property
    def is_over(self) -> bool:
        return self.status == SeasonStatus.FINISHED


class Division(Keyed):
    """A part of a season with a table of its own; the one with the lowest number is the highest."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="divisions", db_index=False)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="how many people it has in the next season; null: as many as now"
    )
    up = models.PositiveSmallIntegerField(default=0, help_text="so many go up")
    down = models.PositiveSmallIntegerField(default=0, help_text="so many go down")
    play_off = models.PositiveSmallIntegerField(default=0, help_text="so many pairs play with the one below")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="division_number_once"),
            models.UniqueConstraint(fields=["season", "name"], name="division_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class EveningKind(models.TextChoices):
    COUNTING = COUNTING, _("counts for the table")
    FINAL = FINAL, _("final")
    FRIENDLY = FRIENDLY, _("counts for nothing")


class Counted(models.TextChoices):
    """What of an event counts in a season."""

    STANDING = "standing", _("its final standing")
    STAGE = "stage", _("one of its stages")
    ROUNDS = "rounds", _("the sum of all its rounds")


class Evening(Keyed):
    """An event within a season."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="evenings", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="evenings")
    through = optional(
        LeagueClub, "evenings", help_text="the consent of its club; null: one of the club of the league"
    )
    division = optional(Division, "evenings", help_text="null: of all divisions")
    number = models.PositiveSmallIntegerField(help_text="its place in the calendar; divisions may share one")
    kind = models.CharField(max_length=10, choices=EveningKind.choices, default=EveningKind.COUNTING)
    weight = models.DecimalField(max_digits=6, decimal_places=3, default=1)
    counts = models.CharField(max_length=10, choices=Counted.choices, default=Counted.STANDING)
    stage = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the number of that stage")
    start_given = models.BooleanField(
        default=False, help_text="of a final: its players have the points that they take along"
    )
    added_at = models.DateTimeField(default=moments.now, editable=False)
    over_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="when its event was finished first; it counts since then, also while it is reopened",
    )

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "event"], name="event_once_in_a_season"),
            *checks(
                evening_kind_known=Q(kind__in=EveningKind.values),
                evening_weighs_something=Q(weight__gt=0),
                evening_number_from_one=Q(number__gte=1),
                evening_counts_a_stage_or_all=Q(counts="stage", stage__isnull=False)
                | Q(counts__in=["standing", "rounds"], stage__isnull=True),
            ),
        ]

    @property
    def exact_weight(self) -> Fraction:
        """The weight without rounding."""
        return Fraction(self.weight)


class MemberStatus(models.TextChoices):
    ACTIVE = ACTIVE, _("active")
    RESERVE = RESERVE, _("reserve")
    WITHDRAWN = WITHDRAWN, _("withdrawn")


class SeasonMember(Keyed):
    """A person in a season, as a player of their club. What other players of this person win counts, too."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="members", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seasons")
    through = optional(LeagueClub, "members")
    division = optional(Division, "members")
    position = models.PositiveIntegerField(help_text="the order in which equal ones are listed")
    status = models.CharField(max_length=10, choices=MemberStatus.choices, default=MemberStatus.ACTIVE)
    joined = models.PositiveSmallIntegerField(
        default=1, help_text="the number of the first evening that they could play"
    )
    left = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="withdrawn: the number of the last one; null: before all"
    )
    start = models.BigIntegerField(default=0, help_text="start points, in thousandths")
    set_aside = models.BooleanField(
        default=False,
        db_default=False,
        help_text="another member is the same person, and stands for both while they have one account",
    )
    added_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        ordering = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="player_once_in_a_season"),
            *checks(
                season_member_status_known=Q(status__in=MemberStatus.values),
                who_left_has_withdrawn=Q(left__isnull=True) | Q(status="withdrawn"),
            ),
        ]


class Absence(Keyed):
    """Why a member missed an evening: from the replies at its close, or as a director says."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="absences", db_index=False)
    member = models.ForeignKey(SeasonMember, on_delete=models.CASCADE, related_name="absences")
    reason = models.CharField(max_length=10)
    by_reply = models.BooleanField(default=False, help_text="follows from a reply; no director has said it")
    noted_by = optional(User)
    noted_at = models.DateTimeField(default=moments.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "member"], name="absence_once"),
            *checks(absence_reason_known=Q(reason__in=REASONS)),
        ]


class Credit(Keyed):
    """Points that a director gave to a member, or took away. It can be cancelled, and nothing else."""

    member = models.ForeignKey(SeasonMember, on_delete=models.PROTECT, related_name="credits")
    points = models.BigIntegerField(help_text="thousandths")
    reason = models.CharField(max_length=200)
    given_by = optional(User)
    given_at = models.DateTimeField(default=moments.now, editable=False)
    cancelled_by = optional(User)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["given_at", "id"]
        constraints = checks(credit_is_not_nothing=~Q(points=0))


class Honour(Keyed):
    """What a member had at the end of a season: place, points, and the division that they go to.

    It stays as it was announced, also if a later correction changes the table.
    """

    member = models.OneToOneField(SeasonMember, on_delete=models.PROTECT, related_name="honour")
    division = text(100)
    place = models.PositiveIntegerField(null=True, blank=True, help_text="null: too few evenings")
    points = models.BigIntegerField(help_text="in the table, in thousandths")
    finalist = models.BooleanField(default=False, help_text="the final made the place")
    move = text(20, "a reason of `seasons.rules`")
    next_division = text(100)
    at = models.DateTimeField(default=moments.now, editable=False)


class EveningWorth(Keyed):
    """What an evening gives each player, at one version of its event (`seasons.rules.worth.EveningWorth`)."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="worth")
    version = models.PositiveBigIntegerField(help_text="the version of the event that it covers")
    key = models.CharField(max_length=64, help_text="what it depends on besides the event, as a digest")
    data = models.JSONField()


class SeasonStanding(Keyed):
    """The table of a season at one version, and who moved since the version before.

    Only the newest one has its tables.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="standings", db_index=False)
    version = models.PositiveBigIntegerField(help_text="the version of the season that it covers")
    covers = models.JSONField(help_text="the version of each event that counts, by its id")
    tables = models.JSONField(help_text="one for each division: see `seasons.verbs.tables`")
    moves = models.JSONField(default=list, help_text="who moved since the version before")
    computed_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "version"], name="season_standing_once_for_a_version")
        ]
