"""Tables of bots: a worker plays one deal; recording it queues the next."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

import games.services as games
from tournaments.errors import Conflict
from tournaments.kernel.audit import SYSTEM
from tournaments.models import Table
from tournaments.services.draw.tables import table_seats
from tournaments.services.play.results import record_deal
from tournaments.services.standings.table_states import TableState, table_state


def play_deal(table_id: UUID | str, number: int | str) -> None:
    """Play deal `number` of a table of bots, if it is the next; recording it queues the one after it.

    The deal depends on the event's seed, the table and the number alone. Done again, it does nothing. In a
    rehearsal it does nothing at all: its steps play every table, and tell what was played.
    """
    number = int(number)
    table = Table.objects.select_related("round__event__club").get(pk=table_id)
    if table.round.event.club.rehearses_id is not None:
        return
    state = table_state(table)
    if state.next_number != number or state.is_over or table.closed_at is not None:
        return
    document = deal_of(table, state, [seat.entry.player.bot for seat in table_seats(table)])
    with suppress(Conflict):  # the round was closed, or somebody else was first
        record_deal(table, SYSTEM, number, document)


def deal_of(table: Table, state: TableState, bots: Sequence[str]) -> dict[str, Any]:
    """The next deal of a table in this state as these bots play it: a complete poch-deal/1.

    It depends on the event's seed, the round, the table, the deal's number and revision alone.
    """
    return games.play_deal(
        state.rules,
        dealer=state.next_dealer,
        chips=state.purses,
        pools=state.pools,
        bots=bots,
        # Every revision of a deal is a deal of its own: what was voided is not played card for card again.
        seed=_seed(table.round.event.seed, table.round.number, table.number, state.next_revision),
        number=state.next_number,
    )


def _seed(event_seed: int, round_number: int, table_number: int, revision: int) -> int:
    """The seed of a table's decks, from the event's: 63 bits."""
    text = f"{event_seed}/round {round_number}/table {table_number}/revision {revision}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
