"""What follows by itself when a table's deals have changed, whoever changed them."""

from __future__ import annotations

from datetime import timedelta

from tournaments import outbox
from tournaments.models import Seat, Table
from tournaments.outbox import Errand


def whose_turn(table: Table, next_number: int, *, over: bool) -> None:
    """Queue the next deal of a table of bots, or, when its game is over, the next step of `auto_draw`.

    `table` is locked, with its round and event loaded. A deal queued twice is played once.
    """
    bots = not over and Seat.objects.filter(table=table, number=0).exclude(entry__player__bot="").exists()
    outbox.add_all(next_errands(table, next_number, over=over, has_bots=bots))


def next_errands(table: Table, next_number: int, *, over: bool, has_bots: bool) -> list[Errand]:
    """What `whose_turn` queues (no query)."""
    event = table.round.event
    if over:
        return [Errand("rounds.advance", (event.pk,))] if event.auto_draw else []
    if not has_bots:
        return []
    pace = timedelta(milliseconds=event.pace_ms)
    return [Errand("bots.play_deal", (table.pk, next_number), pace)]
