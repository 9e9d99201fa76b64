"""The import of who took over a seat in the middle of a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.events.models.events import Entry
from tournaments.programs.documents.people import People
from tournaments.programs.documents.shape import InvalidDocument
from tournaments.tables.models.rounds import Occupant, Seat, Table
from tournaments.tables.verbs.tables import has_played_in


def import_occupants(table: Table, data: Mapping[str, Any], people: People, place: str) -> None:
    """Store who took over a seat of this table, and which seats stayed empty. Raises InvalidDocument.

    place: of the table in the document.
    """
    event = table.round.event
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table)}
    kinds = dict(Entry.objects.filter(event=event).values_list("pk", "player__bot"))
    played = max((act["number"] for act in data["game"] if act["act"] == "deal"), default=0)
    for index, row in enumerate(data["later"]):
        seat, entry = seats.get(row["seat"]), None
        if row["entry"] is not None:
            entry = people.entries.get(people.ids.get(row["entry"], ""))
        before = Occupant.objects.filter(seat=seat)
        if (
            seat is None
            or (row["entry"] is not None and entry is None)
            or (entry is not None and has_played_in(table.round, entry))
            or (entry is not None and bool(kinds[entry.pk]) != bool(kinds[seat.entry_id]))
            or row["from_deal"] > played + 1
            or row["version"] > event.version
            or before.filter(Q(from_deal__gte=row["from_deal"]) | Q(entry=None)).exists()
        ):
            raise InvalidDocument(
                "seats_disagree",
                f"{place}/later/{index}",
                _("Only an entry that sits nowhere else in the round can take over a seat."),
            )
        Occupant.objects.create(
            seat=seat,
            round=table.round,
            entry=entry,
            from_deal=row["from_deal"],
            event_version=row["version"],
        )
