"""The stages of an event as the rules see them: which one is played now, and how many rounds it makes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from uuid import UUID

from tournaments.models import Event, Round, RoundStatus, Seat, Stage, StageFormat
from tournaments.rules.errors import RulesError
from tournaments.rules.formats.stages import StagePlan, entrants_of, rounds_of, stage_over
from tournaments.rules.phases import StageFacts

MANY = 10_000
"""More rounds than any stage makes."""


def plan_of(stage: Stage, event: Event) -> StagePlan:
    """The stage with what it leaves open filled in from its event."""
    return StagePlan(
        format=stage.format,
        rounds_planned=stage.rounds_planned,
        cut=stage.cut,
        size=stage.size or event.size,
        least=stage.least or event.least,
        most=stage.most or event.most,
        deals_per_round=stage.deals_per_round or event.deals_per_round,
        advance=stage.advance,
        reseed=stage.reseed,
        carry=stage.carry,
        small_tables=stage.small_tables,
    )


@dataclass
class Course:
    """How far a stage has come.

    entering: how many play it or will, as far as that is known. Of a knockout that has begun, tables and
    seated: of its newest round; the most of one group, for people and bots each come to a final of their own.
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
        """Whether no further round of it will be drawn."""
        if self.followed:
            return True
        ended = self.stage.ended_at is not None
        return self.drawn == self.closed > 0 and stage_over(self.plan, self.closed, self.tables, ended=ended)

    @property
    def rounds(self) -> int | None:
        """How many rounds it makes in all, as far as that is known."""
        if self.over:
            return self.drawn
        try:
            if self.seated:
                # Whatever was thought at its beginning: people have left since.
                later = rounds_of(replace(self.plan, rounds_planned=None), self.seated) or 1
                rounds: int | None = min(self.drawn - 1 + later, self.plan.rounds_planned or MANY)
            else:
                rounds = rounds_of(self.plan, self.entering)
        except RulesError:
            return None  # too few are here as yet
        return None if rounds is None else max(rounds, self.drawn, self.closed + 1)

    @property
    def facts(self) -> StageFacts:
        """The stage as its steps see it."""
        return StageFacts(
            number=self.stage.number,
            rounds=self.drawn,
            planned=self.rounds or 0,
            over=self.over,
            current=self.drawn > 0 and not self.followed,
        )


def courses(event: Event) -> list[Course]:
    """The event's stages in their order (two queries; one more for each knockout that has begun)."""
    found = {
        stage.pk: Course(stage, plan_of(stage, event))
        for stage in Stage.objects.filter(event=event).order_by("number")
    }
    newest: dict[UUID, Round] = {}
    for round_ in Round.objects.filter(event=event).order_by("number").only("stage_id", "status", "number"):
        course = found[round_.stage_id]
        course.drawn += 1
        course.closed += round_.status == RoundStatus.CLOSED
        newest[round_.stage_id] = round_
    begun = False
    for course in reversed(found.values()):
        course.followed = begun
        begun = begun or course.drawn > 0
    entering: int | None = None
    for course in found.values():
        if course.stage.entrants is not None:
            entering = len(course.stage.entrants)
        else:
            entering = course.plan.cut if entering is None else entrants_of(course.plan, entering)
        course.entering = entering
        if course.plan.format == StageFormat.KNOCKOUT and course.drawn:
            course.tables, course.seated = _most_of_one_group(newest[course.stage.pk])
    return list(found.values())


def current_course(event: Event) -> Course | None:
    """The first stage that is not over; None when all are."""
    return next((course for course in courses(event) if not course.over), None)


def current_stage(event: Event) -> Stage | None:
    """The stage whose round is open, or is drawn next; None when all have been played."""
    course = current_course(event)
    return None if course is None else course.stage


def keep_total(event: Event) -> None:
    """Write into the locked event how many rounds its stages make; 0 where that is not known yet."""
    rounds = [course.rounds for course in courses(event)]
    total = 0 if None in rounds else sum(number or 0 for number in rounds)
    if total != event.rounds_planned:
        event.rounds_planned = total
        event.save(update_fields=["rounds_planned"])


def _most_of_one_group(round_: Round) -> tuple[int, int]:
    """How many tables, and how many seats, people have in a round, or bots, whichever are more."""
    tables: dict[bool, set[UUID]] = {False: set(), True: set()}
    seats: Counter[bool] = Counter()
    for table, bot in Seat.objects.filter(round=round_).values_list("table_id", "entry__player__bot"):
        tables[bool(bot)].add(table)
        seats[bool(bot)] += 1
    return max(map(len, tables.values())), max(seats.values(), default=0)
