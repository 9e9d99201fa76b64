"""What the pure rules of `tournaments.rules.phases` need to know, read from the database."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.kernel.refusals import sentence
from tournaments.models import Deal, Entry, EntryStatus, Event, Round, RoundStatus, Seat
from tournaments.rules.errors import RulesError
from tournaments.rules.phases import EntryFacts, EventFacts, RoundFacts
from tournaments.services.draw.entrants import seatable_in
from tournaments.services.draw.groupings import to_be_seated
from tournaments.services.standings.table_states import unfinished_tables

from .plans import courses


def event_facts(event: Event) -> EventFacts:
    """The event's status alone: enough for what does not depend on rounds or entries (no query)."""
    return EventFacts(status=event.status, least=event.least, most=event.most)


def full_event_facts(event: Event) -> EventFacts:
    """The event with the stage it is at, who is ready and its newest round (a handful of queries)."""
    last = Round.objects.filter(event=event).order_by("-number").first()
    number = 1 if last is None else last.number + (last.status != RoundStatus.DRAWN)
    stages = courses(event)
    at = next((index for index, course in enumerate(stages) if not course.over), len(stages) - 1)
    current = stages[at]
    return EventFacts(
        status=event.status,
        ready=len(seatable_in(event, current.stage, number)),
        least=current.plan.least,
        most=current.plan.most,
        last=None if last is None else round_facts(last, event),
        stage_over=current.over,
        stages_left=len(stages) - at - 1,
    )


def round_facts(round_: Round, event: Event) -> RoundFacts:
    """The round as its steps see it (two queries)."""
    if round_.status == RoundStatus.DRAWN:
        seated = {str(pk) for pk in Seat.objects.filter(round=round_).values_list("entry_id", flat=True)}
        stale = seated != to_be_seated(event, round_.stage, round_.number)
        return RoundFacts(round_.number, round_.status, round_.draw, stale=stale)
    if round_.status == RoundStatus.CLOSED:
        return RoundFacts(round_.number, round_.status, round_.draw)
    return RoundFacts(
        round_.number,
        round_.status,
        round_.draw,
        unfinished=len(unfinished_tables(round_)),
        deals=Deal.objects.effective().filter(table__round=round_).count(),
    )


def entry_facts(entry: Entry) -> EntryFacts:
    """The entry, and whether it sits in a round that is not closed (one query)."""
    seated = Seat.objects.filter(entry=entry).exclude(round__status=RoundStatus.CLOSED).exists()
    return EntryFacts(status=EntryStatus(entry.status), seated=seated)


def why_not(verify: Callable[..., None], *args: object, **kwargs: object) -> str:
    """The sentence that says why a step is not allowed now; empty when it is. For buttons."""
    try:
        verify(*args, **kwargs)
    except RulesError as error:
        return sentence(error)
    return ""
