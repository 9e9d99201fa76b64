"""What the rules of `tournaments.rules.phases` need to know about the round that is drawn or played."""

from __future__ import annotations

from tournaments.models import Deal, Event, Round, RoundStatus, Seat
from tournaments.rules.phases import EventFacts, RoundFacts
from tournaments.services.draw.entrants import seatable_in
from tournaments.services.draw.groupings import to_be_seated
from tournaments.services.events.plans import courses
from tournaments.services.standings.table_states import unfinished_tables


def full_event_facts(event: Event) -> EventFacts:
    """The event with its current stage, its newest round and the number of players who are ready."""
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
    """The facts about a round (two queries)."""
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
