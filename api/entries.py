"""The entries of an event, their seeding, and adjustments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction
from django_filters import FilterSet, NumberFilter, UUIDFilter
from rest_framework.request import Request
from rest_framework.response import Response

from api.events import (
    ENTRY_STATUSES,
    AdjustmentShape,
    EnteredShape,
    EntryEdit,
    EntryShape,
    EventCollection,
    EventRoute,
    NewAdjustment,
    NewEntries,
    SeededShape,
    Seeding,
)
from api.lists import choice
from api.resources import READING, Collection, Item
from api.rights import Right
from tournaments.clubs.access import by_id
from tournaments.core.rules.refusals import gettext_noop
from tournaments.events.access import (
    adjustment_for_director,
    entry_for_director,
    event_for_director,
    event_for_viewer,
)
from tournaments.events.verbs import entries
from tournaments.events.verbs.entries import entries_of, seeded_entries
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.adjustments import NotOfThisEvent, adjustments_of
from tournaments.standings.verbs.prizes import set_tags
from tournaments.tables.verbs.tables import rounds_to_show

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.events.models.events import Entry, Event
    from tournaments.tables.models.ledger import Adjustment


STATUS_VERBS = {
    "registered": entries.undo_check_in,
    "checked_in": entries.check_in,
    "withdrawn": entries.withdraw,
}


class EntriesFilters(FilterSet):
    status = choice(ENTRY_STATUSES)
    player = UUIDFilter(field_name="player_id", help_text="The id of a player.")


class AdjustmentsFilters(FilterSet):
    entry = UUIDFilter(field_name="entry_id", help_text="The id of an entry.")
    round = NumberFilter(field_name="round__number", help_text="The number of a round.")


class EntryList(EventCollection):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewEntries}
    filters = EntriesFilters
    shape = EntryShape
    by_columns = True
    answers = {"POST": {201: EnteredShape}}
    without = {"POST": ("ETag", "Location")}
    order = "number"
    longest_body = 2 * 1024 * 1024

    def rows(self) -> QuerySet[Entry]:
        return entries_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the entries of an event."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Enter players by id or name. If one cannot be entered, none is."""
        made = entries.add_entries(self.target, self.actor, **self.body)
        return Response(
            EnteredShape({"results": made, "next": None}, context={"view": self}).data, status=201
        )


class EntryOne(Item["Entry"]):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS}
    bodies = {"PATCH": EntryEdit}
    shape = EntryShape
    held_by = "event"

    def fetch(self, event: str, entry: str) -> Entry:
        if self.request.method in READING:
            match: Entry = by_id(entries_of(event_for_viewer(self.actor, event)), entry)
            return match
        parent = event_for_director(self.actor, event)
        return self.within(entry_for_director(self.actor, entry), event_id=parent.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get an entry."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Check an entry in, undo the check-in, withdraw the entry, or set its seeding or its tags."""
        entry = self.target
        with transaction.atomic():
            if (status := self.body.get("status", entry.status)) != entry.status:
                entry = STATUS_VERBS[status](entry, self.actor)
            if "seeding" in self.body:
                entry = entries.seed_entry(entry, self.actor, self.body["seeding"])
            if "tags" in self.body:
                entry = set_tags(entry, self.actor, self.body["tags"])
        return self.changed(entry)


class EventSeeding(EventRoute, Item["Event"]):
    rights = {"GET": Right.READ, "PUT": Right.EVENTS}
    bodies = {"PUT": Seeding}
    shape = SeededShape
    longest_body = 2 * 1024 * 1024

    def represent(self) -> Any:
        return self.serialize({"results": seeded_entries(self.target), "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """List the entries that have a seeding, the strongest first."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Replace the whole seeding."""
        entries.set_seeding(self.target, self.actor, self.body["order"])
        return self.changed(self.target)


class AdjustmentList(Collection["Event"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewAdjustment}
    filters = AdjustmentsFilters
    shape = AdjustmentShape
    by_columns = True

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def rows(self) -> QuerySet[Adjustment]:
        return adjustments_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the adjustments of an event, including cancelled ones."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Add to the score of an entry, or subtract from it.

        Chips where chips make the score; points where places make it.
        """
        entry = entries_of(self.target).filter(pk=self.body["entry"]).first()
        if entry is None:
            raise NotOfThisEvent(sentence=gettext_noop("The event does not have this entry."), field="entry")
        played = None
        if (number := self.body.get("round")) is not None:
            rounds = rounds_to_show(self.target, drawn_too=False)
            played = rounds.filter(number=number).first()
            if played is None:
                raise NotOfThisEvent(
                    sentence=gettext_noop("The event does not have this round."), field="round"
                )
        return self.created(
            adjustments.add_adjustment(
                self.target,
                self.actor,
                entry,
                self.body["reason"],
                chips=self.body.get("chips"),
                points=self.body.get("points"),
                played_round=played,
            )
        )


class AdjustmentOne(Item["Adjustment"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = AdjustmentShape
    held_by = "event"

    def fetch(self, event: str, adjustment: str) -> Adjustment:
        parent = event_for_director(self.actor, event)
        return self.within(adjustment_for_director(self.actor, adjustment), event_id=parent.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get an adjustment."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Cancel an adjustment.

        It stays in the list as cancelled, and does not count.
        """
        return self.changed(adjustments.cancel_adjustment(self.target, self.actor))
