"""Events, their stages and their entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.clubs.models import Club, Player, User
from tournaments.core import moments
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
from tournaments.core.models.columns import Fixed, Keyed, checks, choice, text, whole
from tournaments.core.rules.calendar import FIRST_DAY, LAST_DAY
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.core.rules.units import WHOLE
from tournaments.events.rules.clock import LONGEST, SHORTEST
from tournaments.events.rules.counting import Counting
from tournaments.events.rules.formats import FORMATS
from tournaments.events.rules.tables import MOST_DEALS

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


DEALS: Final = "Deals in a round, as `deals_per` says. A table plays 1 to 200 deals in a round."
DEALS_COUNT: Final = (
    "What `deals_per_round` counts: the deals at each table, or how many times everybody deals. With 2 and "
    "`seat`, a table of 4 plays 8 deals and a table of 3 plays 6."
)


def default_tie_breaks() -> list[str]:
    return ["rounds_won", "out", "best_round", "lots"]


def default_rules() -> dict[str, Any]:
    return {"preset": "pagat"}


class Event(Keyed):
    """One tournament or league night.

    Each transaction that changes what standings depend on increases `version` by one. Idempotent tasks,
    sweeps, cache keys and ETags compare this integer.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events", db_index=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    status = models.CharField(max_length=10, choices=EVENT_STATUSES, default=EventStatus.DRAFT.value)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC)
    starts_on = models.DateField(
        null=True,
        blank=True,
        help_text="From 1900 to fifty years from today. A day that is over is taken as it is.",
    )
    starts_at = models.TimeField(
        null=True,
        blank=True,
        help_text="The hour of that day, such as `19:30`, in the time zone of the club.",
    )
    place = text(200)
    about = models.TextField(
        max_length=10_000,
        blank=True,
        default="",
        db_default="",
        help_text="What people should know before, in Markdown.",
    )
    price = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="what one person pays, in hundredths"
    )
    capacity = whole(2, 10_000, "So many people can come; who signs up later waits. Null: no limit.")
    sign_up = choice(
        SignUp.CLOSED,
        help_text="Who can sign up by the public page: nobody (`closed`), everybody who can see it (`open`), "
        "or everybody, and a director approves (`approve`).",
    )
    sign_up_until = models.DateTimeField(
        null=True, blank=True, help_text="When the sign-up ends. Null: when the event starts."
    )
    clock_minutes = whole(
        SHORTEST // 60,
        LONGEST // 60,
        "The length of a round on its clock: `/rounds/{id}/clock/`. Null: the director says it.",
    )
    clock_at_publishing = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Publishing a round starts its clock. Needs `clock_minutes`.",
    )
    announcement = text(500, "what all pages of the event show")
    announced_at = models.DateTimeField(null=True, blank=True)
    announced_until = models.DateTimeField(
        null=True, blank=True, help_text="null: until somebody takes it down"
    )

    rules = models.JSONField(
        default=default_rules,
        help_text='`{"preset": NAME}` with overrides, or all switches. `{"preset": "none"}`: another chip '
        "game, whose tables have totals only. There `open_totals: true` allows totals that do not sum to "
        "zero, and `unit: tenths` counts whole tenths of a point in totals and in the ledger (43.7 is 437); "
        "scores count points.",
    )
    frozen_rules = models.JSONField(
        null=True, blank=True, help_text="every switch, once the event has started"
    )
    pack = models.CharField(
        max_length=10,
        choices=Pack.choices,
        blank=True,
        default="",
        db_default="",
        help_text="The cards that people see on pages: with `french` or with `german` suits. Records keep "
        "the letters of the cards. Empty: those of the club.",
    )
    starting_chips = whole(
        1, 1_000_000, "Chips of each seat at the beginning, with `table` purses.", default=100
    )

    size = whole(2, 10, "The preferred number of seats at a table.", default=4)
    least = whole(2, 10, default=3)
    most = whole(2, 10, default=6)
    rounds_planned = whole(
        1, 100, "For an event with one stage. With several, each stage has its own number.", default=3
    )
    deals_per_round = whole(1, MOST_DEALS, DEALS, default=4)
    deals_per = choice(DealsPer.TABLE, 5, help_text=DEALS_COUNT)

    scoring = models.CharField(
        max_length=10, choices=Scoring.choices, default=Scoring.CHIPS, help_text="Default: `auto`."
    )
    points = models.JSONField(
        default=dict,
        blank=True,
        help_text='With `points` and `uma`: what each place earns, such as {"4": [5, 3, 2, 1]}.',
    )
    spreads = models.JSONField(
        null=True,
        blank=True,
        help_text='with `even`: the spread of each table size, in thousandths of a chip, {"4": 38640, ...}',
    )
    missed = choice(
        Missed.NOTHING,
        help_text="What a missed round is worth: `nothing`, the `mean` of the rounds that the entry played, "
        "or a `fixed` value. `uncounted`: it does not count, and the score is the mean of the rounds that "
        "count. With `average` a missed round never counts.",
    )
    missed_score = models.DecimalField(
        null=True,
        blank=True,
        max_digits=9,
        decimal_places=2,
        help_text="With `fixed`: the value of a missed round, with two decimals at most.",
    )
    best_rounds = whole(
        1,
        100,
        "Only the best so many rounds of each entry count. Null: all. Not together with `struck_rounds`.",
    )
    struck_rounds = whole(
        1, 99, "The worst so many rounds of each entry do not count; at least one does. Null: none is struck."
    )
    least_rounds = whole(
        1,
        100,
        "Entries with fewer played rounds are not ranked, once they have missed too many. Null: no minimum.",
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
        default=False, help_text="A second person must confirm each deal: `/tables/{id}/claims/`."
    )
    pace_ms = whole(0, 600_000, "Milliseconds between two deals of bots.", default=2000)
    auto_draw = models.BooleanField(
        default=False, help_text="Rounds are drawn, published and closed automatically."
    )
    encore = models.BooleanField(
        default=False, help_text="With `auto_draw`: the event starts again after its end."
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
    created_at = models.DateTimeField(default=moments.now, editable=False)
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
        constraints = checks(
            event_status_known=Q(status__in=[status.value for status in EventStatus]),
            event_day_in_range=Q(starts_on=None) | Q(starts_on__range=(FIRST_DAY, LAST_DAY)),
            event_visibility_known=Q(visibility__in=Visibility.values),
            event_table_sizes_in_order=Q(
                least__gte=2, least__lte=F("size"), size__lte=F("most"), most__lte=10
            ),
            event_rehearsal_is_private=Q(rehearsal_of__isnull=True)
            | Q(visibility=Visibility.PRIVATE, sign_up=SignUp.CLOSED, encore=False),
            event_sign_up_known=Q(sign_up__in=SignUp.values),
            event_pack_known=Q(pack__in=["", *Pack.values]),
            event_hour_has_its_day=Q(starts_at__isnull=True) | Q(starts_on__isnull=False),
            event_capacity_in_range=Q(capacity__isnull=True) | Q(capacity__range=(2, 10_000)),
            event_clock_in_range=(Q(clock_minutes__isnull=True) | Q(clock_minutes__range=(1, 600)))
            & (Q(clock_at_publishing=False) | Q(clock_minutes__isnull=False)),
            event_announcement_has_its_time=Q(
                announcement="", announced_at__isnull=True, announced_until__isnull=True
            )
            | (~Q(announcement="") & Q(announced_at__isnull=False)),
            event_deals_per_known=Q(deals_per__in=DealsPer.values),
            event_rules_frozen_once_running=Q(status__in=["draft", "open"]) | Q(frozen_rules__isnull=False),
            event_missed_round_has_its_value=Q(missed="fixed", missed_score__isnull=False)
            | Q(missed__in=["nothing", "mean", "uncounted"], missed_score__isnull=True),
            event_missed_round_has_no_deals=~Q(scoring="average", missed__in=["mean", "fixed"]),
            event_best_or_struck_rounds=Q(best_rounds__isnull=True) | Q(struck_rounds__isnull=True),
            event_counting_rounds_in_range=(Q(best_rounds__isnull=True) | Q(best_rounds__range=(1, 100)))
            & (Q(struck_rounds__isnull=True) | Q(struck_rounds__range=(1, 99)))
            & (Q(least_rounds__isnull=True) | Q(least_rounds__range=(1, 100))),
            event_missed_score_in_range=Q(missed_score__isnull=True)
            | Q(missed_score__range=(-1_000_000, 1_000_000)),
        )

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


OF_THE_EVENT: Final = "Null: the value of the event."


class Stage(Keyed):
    """A part of an event with one format. Where a setting is null, the event or the format decides."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=12, choices=StageFormat.choices, default=StageFormat.ROTATION)
    rounds_planned = whole(1, 100, "Rounds to play. Null: a knockout continues until its final table.")
    cut = whole(2, 100_000, "How many entries the stage begins with, by the standing so far. Null: all.")
    size = whole(2, 10, OF_THE_EVENT)
    least = whole(2, 10, OF_THE_EVENT)
    most = whole(2, 10, OF_THE_EVENT)
    deals_per_round = whole(1, MOST_DEALS, f"{DEALS} {OF_THE_EVENT}")
    deals_per = choice(
        DealsPer.TABLE,
        5,
        help_text=f"{DEALS_COUNT} It belongs to the own `deals_per_round` of the stage. Default: `table`.",
    )
    advance = whole(
        1, 9, "Players of each table who advance (knockout), or who move up and down (ladder).", default=2
    )
    reseed = models.CharField(
        max_length=10,
        choices=Reseed.choices,
        default=Reseed.SNAKE,
        help_text="How a knockout seats its next round: by the standing so far, or by the seeds at its "
        "start.",
    )
    carry = models.BooleanField(
        default=True, help_text="Whether the score of earlier stages counts here too."
    )
    share = choice(
        Share.FULL,
        help_text="With `carry`: how much of that score: `full`, `half`, or `half_up` (half, rounded up to "
        "whole points). A share stands in the `results` of a standing as round 0.",
    )
    rest = choice(
        Rest.OUT,
        help_text="With a `cut` (rotation, swiss, final): what the others do. `out`: they play no more. Else "
        "they play on in a group of their own and take along all of their score (`full`), `half`, `half_up` "
        "or `none` of it. The first `cut_report.entrants` of the `entrants` are the upper group, and its "
        "places come first.",
    )
    small_tables = models.CharField(
        max_length=10,
        choices=SmallTables.choices,
        default=SmallTables.SHARED,
        help_text="Who sits at smaller tables: everybody in turn, the higher places, or the lower places.",
    )
    prefer = choice(
        Prefer.FAIR,
        help_text="What comes first in a rotation whose small tables are shared: `fair` keeps everybody "
        "within one of their fair share of small tables, `repeats` avoids repeats.",
    )
    weights = models.JSONField(
        default=dict,
        blank=True,
        help_text="The cost of one unit of `repeats`, `wishes`, `small` and `standing` in a draw, as whole "
        "numbers. Empty: the default costs.",
    )
    plan_public = models.BooleanField(
        default=False, help_text="Whether everybody may see the planned rounds."
    )
    play_off = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A final among players who are equal across the next cut, or at the first place after the "
        "last stage. It decides their order and counts nowhere else.",
    )
    entrants = models.JSONField(
        null=True,
        blank=True,
        help_text="Ids of the entries in the stage, by seed, after its first round is published.",
    )
    cut_report = models.JSONField(
        null=True, blank=True, help_text="How the cut was made, and what decided ties."
    )
    ended_at = models.DateTimeField(null=True, blank=True, help_text="ended before its last round")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
            *checks(
                stage_format_known=Q(format__in=StageFormat.values),
                stage_reseed_known=Q(reseed__in=Reseed.values),
                stage_small_tables_known=Q(small_tables__in=SmallTables.values),
                stage_prefer_known=Q(prefer__in=Prefer.values),
                stage_share_known=Q(share__in=Share.values),
                stage_rest_known=Q(rest__in=Rest.values),
                stage_deals_per_known=Q(deals_per__in=DealsPer.values),
                stage_has_rounds=Q(rounds_planned__gte=1) | Q(rounds_planned__isnull=True, format="knockout"),
                stage_somebody_advances=Q(advance__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.number}"

    @property
    def splits(self) -> bool:
        """Whether two groups play side by side: those whom the cut chooses, and the rest."""
        return self.rest != Rest.OUT and self.cut is not None and FORMATS[self.format].splits

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


class Entry(Keyed):
    """A player in an event. `from_round` is the first round in which its status counts."""

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
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_in_an_event"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            *checks(entry_status_known=Q(status__in=[status.value for status in EntryStatus])),
        ]

    def __str__(self) -> str:
        return self.player.name
