"""Who plays in an event, and the penalties they were given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import AdjustmentsFilters, EntriesFilters
from api.resources import READING, Thing, Things
from api.rights import Right
from api.shapes.events import (
    AdjustmentShape,
    EnteredShape,
    EntryEdit,
    EntryShape,
    NewAdjustment,
    NewEntries,
    SeededShape,
    Seeding,
)
from tournaments.access import (
    adjustment_for_director,
    entry_for_director,
    event_for_director,
    event_for_viewer,
)
from tournaments.errors import Invalid
from tournaments.services.draw.tables import rounds_with_tables
from tournaments.services.events import entries
from tournaments.services.events.entries import entries_of
from tournaments.services.standings import adjustments
from tournaments.services.standings.adjustments import adjustments_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Adjustment, Entry, Event

BECOME = {
    "registered": entries.undo_check_in,
    "checked_in": entries.check_in,
    "withdrawn": entries.withdraw,
}


class EntryList(Things["Event"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewEntries}
    filters = EntriesFilters
    shape = EntryShape
    answers = {"POST": {201: EnteredShape}}
    without = {"POST": ("ETag", "Location")}
    order = "number"
    longest_body = 2 * 1024 * 1024

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)

    def rows(self) -> QuerySet[Entry]:
        return entries_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The entries of an event."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Enter players, each by id or by name: all, or none."""
        made = entries.add_entries(self.target, self.actor, **self.body)
        return Response(EnteredShape({"results": made, "next": None}).data, status=201)


class EntryOne(Thing["Entry"]):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS}
    bodies = {"PATCH": EntryEdit}
    shape = EntryShape
    held_by = "event"

    def fetch(self, event: str, entry: str) -> Entry:
        if self.request.method in READING:
            found: Entry = self.one_of(entries_of(event_for_viewer(self.actor, event)), entry)
            return found
        of = event_for_director(self.actor, event)
        return self.within(entry_for_director(self.actor, entry), event_id=of.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """An entry."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Check an entry in, take that back, withdraw it; or give it a place among the seeded."""
        entry = self.target
        with transaction.atomic():
            if (wanted := self.body.get("status", entry.status)) != entry.status:
                entry = BECOME[wanted](entry, self.actor)
            if "seeding" in self.body:
                entry = entries.seed_entry(entry, self.actor, self.body["seeding"])
        return self.changed(entry)


class EventSeeding(Thing["Event"]):
    rights = {"GET": Right.READ, "PUT": Right.EVENTS}
    bodies = {"PUT": Seeding}
    shape = SeededShape
    longest_body = 2 * 1024 * 1024

    def fetch(self, event: str) -> Event:
        if self.request.method in READING:
            return event_for_viewer(self.actor, event)
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        seeded = entries_of(self.target).filter(seeding__isnull=False)
        return self.tell({"results": seeded.order_by("seeding"), "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """The entries that have a seeding, the strongest first."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Say who are the strongest: the whole list."""
        entries.set_seeding(self.target, self.actor, self.body["order"])
        return self.changed(self.target)


class AdjustmentList(Things["Event"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewAdjustment}
    filters = AdjustmentsFilters
    shape = AdjustmentShape

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def rows(self) -> QuerySet[Adjustment]:
        return adjustments_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """The adjustments of an event, cancelled ones too."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Give an entry chips that count in its score, or take some."""
        entry = entries_of(self.target).filter(pk=self.body["entry"]).first()
        if entry is None:
            raise Invalid("not_of_this_event", _("The event has no such entry."), field="entry")
        played = None
        if (number := self.body.get("round")) is not None:
            rounds = rounds_with_tables(self.target, drawn_too=False)
            played = rounds.filter(number=number).first()
            if played is None:
                raise Invalid("not_of_this_event", _("The event has no such round."), field="round")
        return self.created(
            adjustments.add_adjustment(
                self.target, self.actor, entry, self.body["chips"], self.body["reason"], played
            )
        )


class AdjustmentOne(Thing["Adjustment"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = AdjustmentShape
    held_by = "event"

    def fetch(self, event: str, adjustment: str) -> Adjustment:
        of = event_for_director(self.actor, event)
        return self.within(adjustment_for_director(self.actor, adjustment), event_id=of.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """An adjustment."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Cancel an adjustment.

        It stays in the list as cancelled, and no longer counts.
        """
        return self.changed(adjustments.cancel_adjustment(self.target, self.actor))
