"""The tables whose total was entered without deals, and the tie-breaks that pass over them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tournaments.core.models.choices import OF_DEALS
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event, Stage
from tournaments.tables.models.ledger import Deal


@dataclass(frozen=True)
class CountedTable:
    """A table with a count, by the number of its round and its own number."""

    round: int
    table: UUID
    number: int


def counted_tables(
    event: Event, through_round: int | None = None, stage: Stage | None = None
) -> list[CountedTable]:
    """The tables with a count in the rounds that count, in order (one query).

    through_round: without later rounds. stage: only its rounds.
    """
    rows = Deal.objects.effective().counts().filter(table__round__event=event)
    rows = rows.exclude(table__round__status=RoundStatus.VOID)
    if through_round is not None:
        rows = rows.filter(table__round__number__lte=through_round)
    if stage is not None:
        rows = rows.filter(table__round__stage=stage)
    columns = ("table__round__number", "table_id", "table__number")
    return [CountedTable(*row) for row in rows.order_by(columns[0], columns[2]).values_list(*columns)]


def missing_tie_breaks(event: Event) -> list[str]:
    """The tie-breaks of an event that tables with a count do not tell, in their order."""
    return [name for name in event.tie_breaks if name in OF_DEALS]
