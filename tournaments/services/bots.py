"""Tables of bots: a worker plays one deal; recording it queues the next."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from uuid import UUID

import games.services as games
from tournaments.audit import SYSTEM
from tournaments.errors import Conflict
from tournaments.models import Table
from tournaments.selectors import table_seats, table_state

from .results import record_deal


def play_deal(table_id: UUID | str, number: int | str) -> None:
    """Play deal `number` of a table of bots, if it is the next; recording it queues the one after it.

    The deal depends on the event's seed, the table and the number alone. Done again, it does nothing.
    """
    number = int(number)
    table = Table.objects.select_related("round__event__club").get(pk=table_id)
    event = table.round.event
    state = table_state(table)
    if state.next_number != number or state.is_over or table.closed_at is not None:
        return
    document = games.play_deal(
        state.rules,
        dealer=state.next_dealer,
        chips=state.purses,
        pools=state.pools,
        bots=[seat.entry.player.bot for seat in table_seats(table)],
        # Every revision of a deal is a deal of its own: what was voided is not played card for card again.
        seed=_seed(event.seed, table.round.number, table.number, state.next_revision),
        number=number,
    )
    with suppress(Conflict):  # the round was closed, or somebody else was first
        record_deal(table, SYSTEM, number, document)


def _seed(event_seed: int, round_number: int, table_number: int, revision: int) -> int:
    """The seed of a table's decks, from the event's: 63 bits."""
    text = f"{event_seed}/round {round_number}/table {table_number}/revision {revision}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
