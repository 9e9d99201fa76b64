"""The players of an event, their seeding, and adjustments of their scores."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django_filters import FilterSet, NumberFilter, UUIDFilter

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
from api.methods import Act, Add, AddAll, Show, of_target, one_of, through
from api.resources import Collection, Item
from api.rights import Right
from tournaments.core.rules.refusals import gettext_noop
from tournaments.events.access import (
    event_for_director,
)
from tournaments.events.verbs import entries
from tournaments.events.verbs.entries import entries_of, seeded_entries
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.adjustments import NotOfThisEvent, adjustments_of
from tournaments.standings.verbs.prizes import set_tags
from tournaments.tables.verbs.tables import rounds_to_show

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


class EntryList(EventCollection, path="events/<slug:event>/entries/"):
    """GET: List the entries of an event.

    POST: Enter players by id or name. If one cannot be entered, none is.
    """

    filters = EntriesFilters
    shape = EntryShape
    by_columns = True
    order = "number"
    longest_body = 2 * 1024 * 1024
    rows = of_target(entries_of)
    get = Show(Right.READ)
    post = AddAll(Right.EVENTS, NewEntries, entries.add_entries, answers={201: EnteredShape})


class EntryOne(Item, path="events/<slug:event>/entries/<slug:entry>/"):
    """GET: Get an entry."""

    shape = EntryShape
    held_by = "event"
    get = Show(Right.READ)
    fetch = one_of(entries_of, EventRoute.fetch)

    @Act(Right.EVENTS, EntryEdit)
    def patch(self) -> Any:
        """Check an entry in, undo the check-in, withdraw the entry, or set its seeding or its tags."""
        entry = self.target
        with transaction.atomic():
            if (status := self.body.get("status", entry.status)) != entry.status:
                entry = STATUS_VERBS[status](entry, self.actor)
            if "seeding" in self.body:
                entry = entries.seed_entry(entry, self.actor, self.body["seeding"])
            if "tags" in self.body:
                entry = set_tags(entry, self.actor, self.body["tags"])
        return entry


class EventSeeding(EventRoute, Item, path="events/<slug:event>/seeding/"):
    """GET: List the entries that have a seeding, the strongest first.

    PUT: Replace the whole seeding.
    """

    shape = SeededShape
    longest_body = 2 * 1024 * 1024
    get = Show(Right.READ)
    put = Act(Right.EVENTS, Seeding, entries.set_seeding)

    data = of_target(seeded_entries)


class AdjustmentList(Collection, path="events/<slug:event>/adjustments/"):
    """GET: List the adjustments of an event, including cancelled ones."""

    filters = AdjustmentsFilters
    shape = AdjustmentShape
    by_columns = True
    fetch = through(event_for_director)
    rows = of_target(adjustments_of)
    get = Show(Right.EVENTS)

    @Add(Right.EVENTS, NewAdjustment)
    def post(self) -> Any:
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
        return adjustments.add_adjustment(
            self.target,
            self.actor,
            entry,
            self.body["reason"],
            chips=self.body.get("chips"),
            points=self.body.get("points"),
            played_round=played,
        )


class AdjustmentOne(Item, path="events/<slug:event>/adjustments/<slug:adjustment>/"):
    """GET: Get an adjustment.

    DELETE: Cancel an adjustment.

    It stays in the list as cancelled, and does not count.
    """

    shape = AdjustmentShape
    held_by = "event"
    get = Show(Right.EVENTS)
    delete = Act(Right.EVENTS, verb=adjustments.cancel_adjustment)
    fetch = one_of(adjustments_of, through(event_for_director))
