"""Tables of bots. A worker plays one deal, and recording it queues the next."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID

import games.services as games
from tournaments.core.actors import SYSTEM
from tournaments.core.rules.refusals import Conflict
from tournaments.core.rules.statuses import VoidCause
from tournaments.play.verbs.results import record
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import TableState, table_state
from tournaments.tables.verbs.tables import table_seats


def play_deal(table_id: UUID | str, number: int | str) -> None:
    """Play deal `number` of a table of bots, if it is the next. Idempotent.

    The deal depends only on the seed of the event, the table and the number.
    """
    number = int(number)
    table = Table.objects.select_related("round__event__club").get(pk=table_id)
    state = table_state(table)
    if state.next_number != number or state.is_over or table.closed_at is not None:
        return
    bots = [seat.playing(number).player.bot for seat in table_seats(table) if not seat.is_empty(number)]
    document = deal_of(table, state, bots)
    with suppress(Conflict):  # the round was closed, or another worker was faster
        record(table, SYSTEM, number, document)


def deal_of(table: Table, state: TableState, bots: Sequence[str]) -> dict[str, Any]:
    """The next deal of a table as these bots play it: a complete poch-deal/1.

    It depends only on the seed of the event, the round, the table, and the number and revision of the deal.
    """
    return games.play_deal(
        state.rules,
        dealer=state.next_dealer,
        chips=state.purses,
        pools=state.pools,
        bots=bots,
        # Each revision has its own seed, so a voided deal is not played again card by card.
        seed=_seed(table.round, table.number, state.next_revision),
        number=state.next_number,
    )


def _seed(round_: Round, table_number: int, revision: int) -> int:
    """The seed of the decks of a table: 63 bits."""
    text = f"{round_.event.seed}/round {round_.number}/table {table_number}/revision {revision}"
    # A round that is played again gets other decks, too.
    again = Round.with_void.filter(
        event=round_.event_id, number=round_.number, void_as=VoidCause.PLAYED_AGAIN
    ).count()
    text += f"/again {again}" if again else ""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
