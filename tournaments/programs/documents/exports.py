"""The rows of one kind in an event, for spreadsheets and programs.

Each export is one query, so it shows one state of the database. A part of the rows is in memory at a time.
PostgreSQL keeps the rest in a cursor that outlives its transaction, so a slow reader does not keep it open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Max, TextField
from django.db.models.functions import Cast

from tournaments.core.models.log import AuditEntry
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event
from tournaments.events.verbs.entries import entries_by_id
from tournaments.play.verbs.results import event_deals
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.tables.models.ledger import Transfer

AT_ONCE = 500
"""Rows that are in memory at a time. A deal has some kilobytes."""

Row = Sequence[Any]

DEALS = {
    "id": "pk",
    "round": "table__round__number",
    "table": "table_id",
    "table_number": "table__number",
    "number": "number",
    "revision": "revision",
    "next_dealer": "next_dealer",
    "via": "via",
    "event_version": "event_version",
    "recorded_at": "recorded_at",
    "document": "document",
    "result": "result",
}
LEDGER: dict[str, str | Cast] = {
    "id": Cast("pk", TextField()),  # ids are always texts
    "round": "table__round__number",
    "table": "table_id",
    "table_number": "table__number",
    "deal": "deal__number",
    "revision": "deal__revision",
    "seq": "seq",
    "from": "source__name",
    "to": "target__name",
    "chips": "chips",
    "reason": "reason",
    "note": "note",
    "created_at": "created_at",
}
RANKING = (
    "place",
    "entry",
    "player",
    "name",
    "score",
    "deals",
    "rounds",
    "decided_by",
    "stage",
    "last",
    "adjusted",
)


Export = tuple[Sequence[str], Iterator[Row]]
"""Column names, and rows that can be read once."""


def deals(event: Event, since: int = 0) -> Export:
    """The deals that count, by round, table and number, without their transfers.

    since: only those that were recorded after this version of the event.
    """
    rows = event_deals(event).filter(event_version__gt=since)
    return _export(rows.order_by("table__round__number", "table__number", "number"), DEALS)


def ledger(event: Event, since: int = 0) -> Export:
    """Every transfer in its order, with voided transfers and their reversals.

    since: only those after the transfer with this id.
    """
    rows = Transfer.objects.filter(table__round__event=event, pk__gt=since)
    return _export(rows.exclude(table__round__status=RoundStatus.VOID).order_by("pk"), LEDGER)


def standings(event: Event) -> Export:
    """The newest standing, with public names, a column for each metric, and two for each round of the scores:
    its result and its state.
    """
    kept = standings_to_show(event)
    rows: list[dict[str, Any]] = kept[0].rows if kept else []
    entries = entries_by_id(event) if rows else {}
    metrics = list(dict.fromkeys(metric for row in rows for metric in row["metrics"]))
    rounds = sorted({result["round"] for row in rows for result in row["results"]})

    def ranked() -> Iterator[Row]:
        for row in rows:
            player = entries[row["entry"]].player
            values = {**row, "player": player.pk, "name": player.public_name}
            results = {result["round"]: result for result in row["results"]}
            yield [
                *(values.get(name) for name in RANKING),
                *(row["metrics"].get(name) for name in metrics),
                *(results.get(number, {}).get(name) for number in rounds for name in ("result", "state")),
            ]

    of_rounds = [name for number in rounds for name in (f"round_{number}", f"round_{number}_state")]
    return [*RANKING, *(f"metric_{name}" for name in metrics), *of_rounds], ranked()


EXPORTS: Mapping[str, Callable[..., Export]] = {"deals": deals, "ledger": ledger, "standings": standings}


def version_of(event: Event, name: str) -> str:
    """The content of the ETag of an export. It changes when the rows of the export change."""
    if name == "standings":
        kept = standings_to_show(event)
        return f"{kept[0].covers if kept else 0}"
    # Issuing chips does not change the version of the event, but it adds an audit entry.
    newest = AuditEntry.objects.filter(event=event).aggregate(newest=Max("pk"))["newest"]
    return f"{event.version}-{newest or 0}"


def _export(query: Any, columns: Mapping[str, str | Cast]) -> Export:
    return list(columns), query.values_list(*columns.values()).iterator(AT_ONCE)
