"""What follows by itself when a table's deals have changed, whoever changed them."""

from __future__ import annotations

from datetime import timedelta

from tournaments import outbox
from tournaments.models import Seat, Table


def whose_turn(table: Table, next_number: int, *, over: bool) -> None:
    """Queue the next deal of a table of bots, or, when its game is over, the next step of `auto_draw`.

    `table` is locked, with its round and event loaded. A deal queued twice is played once.
    """
    event = table.round.event
    if over:
        if event.auto_draw:
            outbox.add("rounds.advance", event.pk)
    elif Seat.objects.filter(table=table, number=0).exclude(entry__player__bot="").exists():
        outbox.add("bots.play_deal", table.pk, next_number, delay=timedelta(milliseconds=event.pace_ms))
