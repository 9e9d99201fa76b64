"""The plan of an event: its rounds so far and those to come, and the clock of the open one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from tournaments.core.models.choices import Rest, StageFormat
from tournaments.core.rules.refusals import Refusal
from tournaments.core.rules.statuses import EntryStatus, RoundStatus, VoidCause
from tournaments.events.models.clocks import RoundClock
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts, StageFacts
from tournaments.events.rules.stages import StagePlan, entrants_of, rounds_of, stage_over, tables_of
from tournaments.events.rules.tables import Deals
from tournaments.tables.models.rounds import Round, Seat, somebody_sits, who_sits

MANY = 10_000
"""More rounds than any stage has."""


OWN = (
    *("format", "rounds_planned", "cut", "advance", "reseed", "carry", "share"),
    *("small_tables", "play_off"),
)
"""The settings of a plan that only the stage has."""


def plan_of(stage: Stage, event: Event) -> StagePlan:
    """The plan of a stage, with missing values taken from its event."""
    return StagePlan(
        **{name: getattr(stage, name) for name in OWN},
        size=stage.size or event.size,
        least=stage.least or event.least,
        most=stage.most or event.most,
        deals=deals_of(stage, event),
        rest=stage.rest if stage.splits else Rest.OUT.value,
    )


def deals_of(stage: Stage, event: Event) -> Deals:
    """The deals of a round of a stage: its own, or those of its event."""
    own = stage if stage.deals_per_round is not None else event
    return Deals(own.deals_per_round or event.deals_per_round, str(own.deals_per))


@dataclass
class StageProgress:
    """The progress of a stage.

    followed: a later stage has begun. entering: its players, None if unknown. tables, seated: of the newest
    round of a knockout, for the larger group, because people and bots have separate finals.
    """

    stage: Stage
    plan: StagePlan
    drawn: int = 0
    closed: int = 0
    followed: bool = False
    entering: int | None = None
    tables: int = 0
    seated: int = 0

    @property
    def over(self) -> bool:
        """Whether the stage has had its last round."""
        if self.followed:
            return True
        ended = self.stage.ended_at is not None
        if ended and self.plan.play_off and not self.drawn:
            return True  # nobody is equal any more
        return self.drawn == self.closed > 0 and stage_over(self.plan, self.closed, self.tables, ended=ended)

    @property
    def rounds(self) -> int | None:
        """The total number of rounds; None if unknown."""
        if self.over:
            return self.drawn
        try:
            if self.seated:
                # Players can have left since the start, so count from the newest round.
                later = rounds_of(replace(self.plan, rounds_planned=None), self.seated) or 1
                rounds: int | None = min(self.drawn - 1 + later, self.plan.rounds_planned or MANY)
            else:
                rounds = rounds_of(self.plan, self.entering)
        except Refusal:
            return None  # too few players so far
        return None if rounds is None else max(rounds, self.drawn, self.closed + 1)

    @property
    def facts(self) -> StageFacts:
        """The facts about the stage."""
        return StageFacts(
            number=self.stage.number,
            rounds=self.drawn,
            planned=self.rounds or 0,
            over=self.over,
            current=self.drawn > 0 and not self.followed,
            optional=self.plan.play_off and not self.drawn and not self.followed,
        )


def most_deals(course: StageProgress) -> int:
    """The deals of the longest table in a round of a stage, as far as its players are known."""
    plan = course.plan
    try:
        largest = max(tables_of(plan, course.entering)) if course.entering else plan.size
    except Refusal:
        largest = plan.size  # too few players so far
    return plan.deals.at(largest)


@dataclass(frozen=True)
class Outline:
    """The stages and rounds of an event in order.

    Each round has its stage and its event. The draw of a round (`request`, `certificate`, `ahead`) is read
    from the database only if it is used.
    """

    stages: Sequence[Stage]
    rounds: Sequence[Round]
    void: Sequence[Round] = ()
    """The void rounds without those that were taken back, newest first."""

    @property
    def newest(self) -> Round | None:
        """The newest round; it can be a proposal."""
        return self.rounds[-1] if self.rounds else None

    @property
    def published(self) -> list[Round]:
        """The rounds that everybody can see, newest first."""
        return [round_ for round_ in reversed(self.rounds) if round_.is_public]


def outline_of(event: Event) -> Outline:
    """The stages and rounds of an event (two queries), for pages that use them several times."""
    stages = {stage.pk: stage for stage in Stage.objects.filter(event=event).order_by("number")}
    rounds = list(
        Round.with_void.filter(event=event)
        .order_by("number", "drawn_at")
        .defer("request", "certificate", "ahead")
    )
    for round_ in rounds:
        round_.event, round_.stage = event, stages[round_.stage_id]
    counting = [round_ for round_ in rounds if round_.status != RoundStatus.VOID]
    void = [round_ for round_ in reversed(rounds) if round_.status == RoundStatus.VOID]
    kept = [round_ for round_ in void if round_.void_as != VoidCause.TAKEN_BACK]
    return Outline(list(stages.values()), counting, kept)


def courses(event: Event, outline: Outline | None = None) -> list[StageProgress]:
    """The stages of an event in order, from its outline. One more query for each knockout that has begun."""
    outline = outline or outline_of(event)
    by_stage = {stage.pk: StageProgress(stage, plan_of(stage, event)) for stage in outline.stages}
    newest: dict[UUID, Round] = {}
    for round_ in outline.rounds:
        course = by_stage[round_.stage_id]
        course.drawn += 1
        course.closed += round_.status == RoundStatus.CLOSED
        newest[round_.stage_id] = round_
    begun = False
    for course in reversed(by_stage.values()):
        course.followed = begun
        begun = begun or course.drawn > 0
    entering: int | None = None
    for course in by_stage.values():
        if course.plan.play_off:
            continue  # the players of the stage before go on
        if course.stage.entrants is not None:
            entering = len(course.stage.entrants)
        else:
            entering = entrants_of(course.plan, entering)
        course.entering = entering
        if course.plan.format == StageFormat.KNOCKOUT and course.drawn:
            course.tables, course.seated = _most_of_one_group(newest[course.stage.pk])
    return list(by_stage.values())


def current_course(event: Event, outline: Outline | None = None) -> StageProgress | None:
    """The first stage that is not over; None if all are."""
    return next((course for course in courses(event, outline) if not course.over), None)


def current_stage(event: Event, outline: Outline | None = None) -> Stage | None:
    """The stage of the open or the next round; None if all stages are over."""
    course = current_course(event, outline)
    return None if course is None else course.stage


def keep_total(event: Event) -> None:
    """Store the total number of rounds in the locked event; 0 if unknown."""
    rounds = [course.rounds for course in courses(event)]
    total = 0 if None in rounds else sum(number or 0 for number in rounds)
    if total != event.rounds_planned:
        event.rounds_planned = total
        event.save(update_fields=["rounds_planned"])


def _most_of_one_group(round_: Round) -> tuple[int, int]:
    """The number of tables and of seats in a round, of people or of bots, whichever is larger."""
    tables: dict[bool, set[UUID]] = {False: set(), True: set()}
    seats: Counter[bool] = Counter()
    for table, bot in Seat.objects.filter(round=round_).values_list("table_id", "entry__player__bot"):
        tables[bool(bot)].add(table)
        seats[bool(bot)] += 1
    return max(map(len, tables.values())), max(seats.values(), default=0)


def event_facts(event: Event, last: RoundFacts | None = None) -> EventFacts:
    """The status and table sizes of an event, for steps that need no entries (no query).

    last: its newest round, for steps that need it.
    """
    return EventFacts(status=event.status, least=event.least, most=event.most, last=last)


def newest_round_facts(event: Event) -> RoundFacts | None:
    """The newest round without its deals; None before the first draw (one query)."""
    last = Round.objects.filter(event=event).order_by("-number").first()
    return None if last is None else RoundFacts(last.number, last.status, last.draw)


def entry_facts(entry: Entry) -> EntryFacts:
    """The status of an entry, and whether it has a seat in an open round (one query)."""
    over = (RoundStatus.CLOSED, RoundStatus.VOID)
    open_seats = Seat.objects.filter(somebody_sits(), round__event=entry.event_id).exclude(
        round__status__in=over
    )
    seated = open_seats.annotate(now=who_sits()).filter(now=entry.pk).exists()
    return EntryFacts(status=EntryStatus(entry.status), seated=seated, name=entry.player.name)


def clock_of(event: Event) -> RoundClock | None:
    """The clock of the round that is open now (no query if `access` fetched the event)."""
    try:
        return event.clock
    except RoundClock.DoesNotExist:
        return None
