"""Events, their stages and their entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.clubs.models.clubs import Club, User
from tournaments.clubs.models.people import Player
from tournaments.core.models.choices import (
    DealsPer,
    Missed,
    Pack,
    Prefer,
    Reseed,
    Rest,
    Scoring,
    Share,
    SignUp,
    SmallTables,
    StageFormat,
    Visibility,
)
from tournaments.core.models.columns import Fixed, choice, new_id
from tournaments.core.rules.calendar import FIRST_DAY, LAST_DAY
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.rules.units import WHOLE
from tournaments.events.rules.counting import Counting

EVENT_STATUSES = [
    (EventStatus.DRAFT.value, _("draft")),
    (EventStatus.OPEN.value, _("open")),
    (EventStatus.RUNNING.value, _("running")),
    (EventStatus.FINISHED.value, _("finished")),
]
ENTRY_STATUSES = [
    (EntryStatus.REGISTERED.value, _("registered")),
    (EntryStatus.CHECKED_IN.value, _("checked in")),
    (EntryStatus.WITHDRAWN.value, _("withdrawn")),
]


PUBLIC_EVENTS = Q(visibility=Fixed("public")) & ~Q(status=Fixed("draft"))
"""What a list of all clubs shows to everybody."""


def default_tie_breaks() -> list[str]:
    return ["rounds_won", "out", "best_round", "lots"]


def default_rules() -> dict[str, Any]:
    return {"preset": "pagat"}


class Event(models.Model):
    """One tournament or league night.

    Each transaction that changes what standings depend on increases `version` by one. Idempotent tasks,
    sweeps, cache keys and ETags compare this integer.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events", db_index=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    status = models.CharField(max_length=10, choices=EVENT_STATUSES, default=EventStatus.DRAFT.value)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    starts_on = models.DateField(null=True, blank=True)
    starts_at = models.TimeField(
        null=True, blank=True, help_text="the hour of that day, in the time zone of this installation"
    )
    place = models.CharField(max_length=200, blank=True, default="", db_default="")
    about = models.TextField(
        blank=True, default="", db_default="", help_text="what people should know before, in Markdown"
    )
    price = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="what one person pays, in hundredths"
    )
    capacity = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="so many people can come; who signs up later waits"
    )
    sign_up = choice(SignUp.CLOSED)
    sign_up_until = models.DateTimeField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the length of a round on its clock; null: the director says it"
    )
    clock_at_publishing = models.BooleanField(
        default=False, db_default=False, help_text="publishing a round starts its clock"
    )
    announcement = models.CharField(
        max_length=500, blank=True, default="", db_default="", help_text="what all pages of the event show"
    )
    announced_at = models.DateTimeField(null=True, blank=True)
    announced_until = models.DateTimeField(
        null=True, blank=True, help_text="null: until somebody takes it down"
    )

    rules = models.JSONField(default=default_rules, help_text="a preset and its overrides")
    frozen_rules = models.JSONField(
        null=True, blank=True, help_text="every switch, once the event has started"
    )
    pack = models.CharField(
        max_length=10,
        choices=Pack.choices,
        blank=True,
        default="",
        db_default="",
        help_text="the cards that people see; empty: those of the club",
    )
    starting_chips = models.PositiveIntegerField(
        default=100, help_text="chips that a seat brings when purses are per table"
    )

    size = models.PositiveSmallIntegerField(default=4)
    least = models.PositiveSmallIntegerField(default=3)
    most = models.PositiveSmallIntegerField(default=6)
    rounds_planned = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    deals_per_round = models.PositiveSmallIntegerField(
        default=4, validators=[MinValueValidator(1), MaxValueValidator(200)]
    )
    deals_per = choice(DealsPer.TABLE, 5, help_text="what deals_per_round counts")

    scoring = models.CharField(max_length=10, choices=Scoring.choices, default=Scoring.CHIPS)
    points = models.JSONField(
        default=dict,
        blank=True,
        help_text='with `points` and `uma`: what each place earns, {"4": [5, 3, 2, 1], ...}',
    )
    spreads = models.JSONField(
        null=True,
        blank=True,
        help_text='with `even`: the spread of each table size, in thousandths of a chip, {"4": 38640, ...}',
    )
    missed = choice(Missed.NOTHING, help_text="what a missed round is worth")
    missed_score = models.DecimalField(
        null=True, blank=True, max_digits=9, decimal_places=2, help_text="with `fixed`: the value"
    )
    best_rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="only so many rounds of each entry count: the best ones"
    )
    struck_rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="so many rounds of each entry do not count: the worst ones"
    )
    least_rounds = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="who has played fewer rounds is not ranked"
    )
    tie_breaks = models.JSONField(default=default_tie_breaks)
    prizes = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="what there is to win (`standings.rules.prizes.PrizeList`)",
    )
    seed = models.BigIntegerField(help_text="draws, lots and bots' decks come from it")

    two_agree = models.BooleanField(
        default=False, help_text="a deal counts once a second person at its table confirms it"
    )
    pace_ms = models.PositiveIntegerField(default=2000, help_text="milliseconds between two deals of bots")
    auto_draw = models.BooleanField(
        default=False, help_text="rounds are drawn, published and closed by themselves"
    )
    encore = models.BooleanField(
        default=False, help_text="with auto_draw: when it is over, an event like it begins"
    )

    rehearsal_of = models.OneToOneField(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="rehearsal",
        help_text="set for a rehearsal: the event that it copies; only a rehearsal can be deleted",
    )
    version = models.PositiveBigIntegerField(default=0)
    covered = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="the version that its newest standing covers"
    )
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    log_length = models.PositiveIntegerField(default=0, editable=False, help_text="as in Club")
    log_head = models.CharField(max_length=64, blank=True, default="", editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=Q(version__gt=F("covered")), name="event_to_be_counted"),
            models.Index(fields=["club", "status", "finished_at"], name="event_of_a_club"),
            # Of the lists that go over all clubs. Each list walks one of them and stops.
            models.Index(fields=["id"], condition=Q(status=Fixed("running")), name="event_running"),
            models.Index(fields=["id", "status", "starts_on"], condition=PUBLIC_EVENTS, name="event_public"),
            models.Index(fields=["starts_on"], condition=PUBLIC_EVENTS, name="event_public_by_day"),
            models.Index(
                fields=["finished_at"],
                condition=PUBLIC_EVENTS & Q(status=Fixed("finished")),
                name="event_public_finished",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=[status.value for status in EventStatus]), name="event_status_known"
            ),
            models.CheckConstraint(
                condition=Q(starts_on=None) | Q(starts_on__range=(FIRST_DAY, LAST_DAY)),
                name="event_day_in_range",
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="event_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(least__gte=2, least__lte=F("size"), size__lte=F("most"), most__lte=10),
                name="event_table_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=Q(rehearsal_of__isnull=True)
                | Q(visibility=Visibility.PRIVATE, sign_up=SignUp.CLOSED, encore=False),
                name="event_rehearsal_is_private",
            ),
            models.CheckConstraint(condition=Q(sign_up__in=SignUp.values), name="event_sign_up_known"),
            models.CheckConstraint(condition=Q(pack__in=["", *Pack.values]), name="event_pack_known"),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True) | Q(starts_on__isnull=False),
                name="event_hour_has_its_day",
            ),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__range=(2, 10_000)),
                name="event_capacity_in_range",
            ),
            models.CheckConstraint(
                condition=(Q(clock_minutes__isnull=True) | Q(clock_minutes__range=(1, 600)))
                & (Q(clock_at_publishing=False) | Q(clock_minutes__isnull=False)),
                name="event_clock_in_range",
            ),
            models.CheckConstraint(
                condition=Q(announcement="", announced_at__isnull=True, announced_until__isnull=True)
                | (~Q(announcement="") & Q(announced_at__isnull=False)),
                name="event_announcement_has_its_time",
            ),
            models.CheckConstraint(condition=Q(deals_per__in=DealsPer.values), name="event_deals_per_known"),
            models.CheckConstraint(
                condition=Q(status__in=["draft", "open"]) | Q(frozen_rules__isnull=False),
                name="event_rules_frozen_once_running",
            ),
            models.CheckConstraint(
                condition=Q(missed="fixed", missed_score__isnull=False)
                | Q(missed__in=["nothing", "mean", "uncounted"], missed_score__isnull=True),
                name="event_missed_round_has_its_value",
            ),
            models.CheckConstraint(
                condition=~Q(scoring="average", missed__in=["mean", "fixed"]),
                name="event_missed_round_has_no_deals",
            ),
            models.CheckConstraint(
                condition=Q(best_rounds__isnull=True) | Q(struck_rounds__isnull=True),
                name="event_best_or_struck_rounds",
            ),
            models.CheckConstraint(
                condition=(Q(best_rounds__isnull=True) | Q(best_rounds__range=(1, 100)))
                & (Q(struck_rounds__isnull=True) | Q(struck_rounds__range=(1, 99)))
                & (Q(least_rounds__isnull=True) | Q(least_rounds__range=(1, 100))),
                name="event_counting_rounds_in_range",
            ),
            models.CheckConstraint(
                condition=Q(missed_score__isnull=True) | Q(missed_score__range=(-1_000_000, 1_000_000)),
                name="event_missed_score_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        """The name of this event in addresses: its slug, or its unguessable id when it is unlisted."""
        return str(self.id) if self.visibility == Visibility.UNLISTED else self.slug

    @property
    def rules_in_force(self) -> dict[str, Any]:
        """Every switch of the rules of this event. Raises ValueError before its start."""
        if self.frozen_rules is None:
            raise ValueError("an event's rules are frozen when it starts")
        rules: dict[str, Any] = self.frozen_rules
        return rules

    @property
    def without_rules(self) -> bool:
        """Whether it is played without the rules of Poch: its tables have totals only, of any chip game."""
        return not games.has_rules(self.rules)

    @property
    def unit(self) -> str:
        """What its ledger counts: whole chips or points, or tenths (`core.rules.units`)."""
        return str(self.rules.get("unit", WHOLE))

    @property
    def open_totals(self) -> bool:
        """Whether the total of a table need not sum to zero. The bank balances the rest."""
        return bool(self.rules.get("open_totals", False))

    @property
    def has_board(self) -> bool:
        """Whether chips can stay on the board of a total."""
        return not self.open_totals and self.unit == WHOLE

    @property
    def currency(self) -> str:
        """The currency of the prizes and of the price."""
        currency: str = self.prizes.get("currency", "")
        return currency

    @currency.setter
    def currency(self, currency: str) -> None:
        self.prizes = {**self.prizes, "currency": currency}

    @property
    def counting(self) -> Counting:
        """Which of its rounds count."""
        return Counting(
            missed=str(self.missed),
            fixed=None if self.missed_score is None else Fraction(self.missed_score),
            best=self.best_rounds,
            struck=self.struck_rounds,
            least=self.least_rounds,
        )

    @property
    def is_rehearsal(self) -> bool:
        """Whether it is a copy of an event that bots play. It counts nowhere."""
        return self.rehearsal_of_id is not None

    @property
    def is_running(self) -> bool:
        return self.status == EventStatus.RUNNING


class Stage(models.Model):
    """A part of an event with one format. Where a setting is null, the event or the format decides."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=12, choices=StageFormat.choices, default=StageFormat.ROTATION)
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="null: a knockout, which ends with its final table"
    )
    cut = models.PositiveIntegerField(
        null=True, blank=True, help_text="how many of the previous standings go on; null: everybody"
    )
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    least = models.PositiveSmallIntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    deals_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    deals_per = choice(DealsPer.TABLE, 5, help_text="what its own deals_per_round counts")
    advance = models.PositiveSmallIntegerField(
        default=2, help_text="players of each table who go on (knockout), or who move up and down (ladder)"
    )
    reseed = models.CharField(max_length=10, choices=Reseed.choices, default=Reseed.SNAKE)
    carry = models.BooleanField(default=True, help_text="the score of earlier stages counts here too")
    share = choice(Share.FULL, help_text="with carry: how much of that score")
    rest = choice(
        Rest.OUT, help_text="with a cut: what the others do, and how much of their score they take along"
    )
    small_tables = models.CharField(max_length=10, choices=SmallTables.choices, default=SmallTables.SHARED)
    prefer = choice(Prefer.FAIR)
    weights = models.JSONField(default=dict, blank=True, help_text="weights of the draw; empty: the defaults")
    plan_public = models.BooleanField(default=False, help_text="everybody may see the planned rounds")
    play_off = models.BooleanField(
        default=False,
        db_default=False,
        help_text="a final among players who are equal after the stage before; it counts nowhere else",
    )
    entrants = models.JSONField(
        null=True, blank=True, help_text="ids of the entries that play it, by seed; set with its first draw"
    )
    cut_report = models.JSONField(
        null=True, blank=True, help_text="how the cut was made, and how ties were broken"
    )
    ended_at = models.DateTimeField(null=True, blank=True, help_text="ended before its last round")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            models.CheckConstraint(condition=Q(format__in=StageFormat.values), name="stage_format_known"),
            models.CheckConstraint(condition=Q(reseed__in=Reseed.values), name="stage_reseed_known"),
            models.CheckConstraint(
                condition=Q(small_tables__in=SmallTables.values), name="stage_small_tables_known"
            ),
            models.CheckConstraint(condition=Q(prefer__in=Prefer.values), name="stage_prefer_known"),
            models.CheckConstraint(condition=Q(share__in=Share.values), name="stage_share_known"),
            models.CheckConstraint(condition=Q(rest__in=Rest.values), name="stage_rest_known"),
            models.CheckConstraint(condition=Q(deals_per__in=DealsPer.values), name="stage_deals_per_known"),
            models.CheckConstraint(
                condition=Q(rounds_planned__gte=1) | Q(rounds_planned__isnull=True, format="knockout"),
                name="stage_has_rounds",
            ),
            models.CheckConstraint(condition=Q(advance__gte=1), name="stage_somebody_advances"),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"

    @property
    def splits(self) -> bool:
        """Whether two groups play side by side: those whom the cut chooses, and the rest."""
        return self.rest != Rest.OUT and self.cut is not None and self.format in SPLIT

    def upper_of(
        self, entrants: Sequence[str] | None, report: Mapping[str, Any] | None
    ) -> frozenset[str] | None:
        """The upper of two groups, its substitutes included. None: there is one group."""
        if not self.splits or report is None:
            return None
        return frozenset((entrants or ())[: report["entrants"]])

    @property
    def upper(self) -> frozenset[str] | None:
        """The upper of two groups that play this stage. The others are the rest. None: there is one group."""
        return self.upper_of(self.entrants, self.cut_report)


SPLIT: Final = frozenset({StageFormat.ROTATION, StageFormat.SWISS, StageFormat.FINAL})
"""The formats in which two groups can play side by side."""


class Entry(models.Model):
    """A player in an event. `from_round` is the first round in which its status counts."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(help_text="1, 2, ... in the order of entry")
    status = models.CharField(max_length=12, choices=ENTRY_STATUSES, default=EntryStatus.REGISTERED.value)
    from_round = models.PositiveSmallIntegerField(default=1)
    seeding = models.PositiveIntegerField(
        null=True,
        blank=True,
        help_text="1 is the strongest; entries without a seeding follow, in the order of lots",
    )
    tags = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
        help_text="such as “newcomer”, for prizes; only members see them",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_in_an_event"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.CheckConstraint(
                condition=Q(status__in=[status.value for status in EntryStatus]), name="entry_status_known"
            ),
        ]

    def __str__(self) -> str:
        return self.player.name
