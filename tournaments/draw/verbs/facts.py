"""What the rules of `events.rules.phases` need to know about the round that is drawn or played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.verbs.entrants import seatable_in
from tournaments.draw.verbs.groupings import to_be_seated
from tournaments.draw.verbs.seating import is_seated_by_hand
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases import EventFacts, RoundFacts
from tournaments.events.verbs.plans import Outline, courses, outline_of
from tournaments.tables.models.rounds import Round, Seat
from tournaments.tables.verbs.table_states import tables_that_can_ante
from tournaments.tables.verbs.tables import TablePlay, table_plays


def full_event_facts(
    event: Event,
    outline: Outline | None = None,
    plays: Sequence[TablePlay] | None = None,
    entries: Iterable[Entry] | None = None,
    seated: Collection[UUID] | None = None,
) -> EventFacts:
    """Return the event with its current stage, its newest round and the number of players who are ready.

    plays: the tables of the newest round, entries: all of the event, seated: the ids of the entries that have
    a seat in the newest round, if they are at hand.
    """
    outline = outline or outline_of(event)
    last = outline.newest
    number = 1 if last is None else last.number + (last.status != RoundStatus.DRAWN)
    stages = courses(event, outline)
    at = next((index for index, course in enumerate(stages) if not course.over), len(stages) - 1)
    current = stages[at]
    ready = seatable_in(event, current.stage, number, outline.stages, entries)
    if last is None:
        newest = None
    else:
        same_stage = last.stage_id == current.stage.pk
        newest = round_facts(last, event, plays, ready if same_stage else None, seated)
    return EventFacts(
        status=event.status,
        ready=len(ready),
        least=current.plan.least,
        most=current.plan.most,
        last=newest,
        stage_over=current.over,
        stages_left=len(stages) - at - 1,
    )


def round_facts(
    round_: Round,
    event: Event,
    plays: Sequence[TablePlay] | None = None,
    ready: frozenset[str] | None = None,
    seated: Collection[UUID] | None = None,
) -> RoundFacts:
    """Return the facts about a round.

    plays: its tables, ready: the entries that it can seat (from `seatable_in`), seated: the ids of those that
    have a seat, if they are at hand.
    """
    if round_.status == RoundStatus.DRAWN:
        if seated is None:
            seated = Seat.objects.filter(round=round_).values_list("entry_id", flat=True)
        by_hand = is_seated_by_hand(round_)
        wanted = to_be_seated(event, round_.stage, round_.number, ready, by_hand=by_hand)
        stale = {str(entry) for entry in seated} != wanted
        return RoundFacts(round_.number, round_.status, round_.draw, stale=stale)
    if round_.status == RoundStatus.CLOSED:
        return RoundFacts(round_.number, round_.status, round_.draw)
    plays = table_plays(round_) if plays is None else plays
    going = [play.id for play in plays if not play.over]
    return RoundFacts(
        round_.number,
        round_.status,
        round_.draw,
        unfinished=len(tables_that_can_ante(round_, going)),
        deals=sum(play.deals for play in plays),
    )
