"""What the rules of `tournaments.events.rules.phases` need to know about an event before a draw."""

from __future__ import annotations

from tournaments.core.rules.statuses import EntryStatus, RoundStatus
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases import EntryFacts, EventFacts, RoundFacts
from tournaments.tables.models.rounds import Round, Seat, somebody_sits, who_sits


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
