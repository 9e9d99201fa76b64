"""The players of an event, their seeding, and adjustments of their scores."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django_filters import FilterSet, NumberFilter, UUIDFilter

from api import fields
from api.events import EventCollection, EventRoute
from api.lists import choice
from api.methods import Act, Add, AddAll, Show, of_target, one_of, through
from api.resources import Collection, Item
from api.rights import Right
from api.shapes import (
    Answer,
    Flag,
    Id,
    Items,
    Moment,
    OneOf,
    OnePage,
    PointsToAdd,
    Several,
    Shape,
    Text,
    Whole,
)
from tournaments.core.rules.refusals import gettext_noop
from tournaments.events.access import (
    event_for_director,
)
from tournaments.events.rules.people import LONGEST_TAG, MOST_TAGS
from tournaments.events.verbs import entries
from tournaments.events.verbs.entries import MOST_AT_ONCE, entries_of, seeded_entries
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.adjustments import NotOfThisEvent, adjustments_of
from tournaments.standings.verbs.prizes import set_tags
from tournaments.tables.verbs.tables import rounds_to_show

STATUS_VERBS = {
    "registered": entries.undo_check_in,
    "checked_in": entries.check_in,
    "withdrawn": entries.withdraw,
}


ENTRY_STATUSES = ["registered", "checked_in", "withdrawn"]


class Tags(fields.Strs):
    """The tags of an entry. Null for readers who are no members of the club."""

    def to_representation(self, data: Any) -> Any:
        view = self.context.get("view")
        is_member = view is not None and view.actor.sees_all_of(view.event_of_target.club)
        return super().to_representation(data) if is_member else None


class EntryShape(Answer):
    """A player in an event."""

    id = Id()
    number = fields.Int("1, 2, ... in the order of entry.")
    player = Id(source="player_id")
    name = fields.Str(source="player.public_name")
    bot = fields.Str(source="player.bot")
    status = fields.Choice(ENTRY_STATUSES)
    from_round = fields.Int("The first round for which the status holds.")
    seeding = fields.Int("1 is the strongest. Null: after all entries with a seeding.", null=True)
    tags = Tags(
        "Such as `newcomer`, for prizes. Null: you see none, because only members of the club do.", null=True
    )


class NewEntries(Shape):
    players = Items(
        "Ids or names of players. An unknown name adds a player to the roster.",
        child=Text(max_length=400),
        min_length=1,
        max_length=MOST_AT_ONCE,
    )
    checked_in = Flag("The players are present. The next draw seats them.", required=False)


class EnteredShape(OnePage):
    """The new entries, in the order of the request."""

    results = EntryShape(many=True)


class SeededShape(OnePage):
    """The entries that have a seeding, the strongest first."""

    results = EntryShape(many=True)


class EntryEdit(Shape):
    status = OneOf(ENTRY_STATUSES)
    seeding = Whole("The place in the seeding; other entries move. Null: no seeding.", null=True)
    tags = Several(
        "The tags, such as `newcomer`, instead of those before.",
        child=Text(max_length=100, longest=LONGEST_TAG),
        max_length=100,
        most=MOST_TAGS,
    )


class Seeding(Shape):
    """The whole seeding."""

    order = Items("Ids of entries, the strongest first. Other entries have no seeding.", max_length=10_000)


class AdjustmentShape(Answer):
    """A penalty or bonus that a director gives."""

    id = Id()
    entry = Id(source="entry_id")
    name = fields.Str(source="entry.player.public_name")
    round = fields.Int("The number of the round. Null: no round.", source="round.number", null=True)
    chips = fields.Int("Null: places make the score, so it has points.", null=True)
    points = fields.Float("Null: chips make the score, so it has chips.", null=True)
    reason = fields.Str()
    author = fields.Str(
        "The member who gave it. Null: the event was imported.", source="author.username", null=True
    )
    created_at = Moment()
    cancelled_at = Moment(null=True)
    cancelled_by = fields.Str("The member who cancelled it.", source="cancelled_by.username", null=True)


class NewAdjustment(Shape):
    entry = fields.Uuid("The id of the entry.")
    chips = Whole(
        "Chips to add to the score. A negative number subtracts. Not with `place` and `points`.",
        required=False,
    )
    points = PointsToAdd(
        "Points to add, only with `place` and `points`. Two decimals at most.", required=False
    )
    reason = Text(max_length=200)
    round = Whole("The number of a round.", required=False, null=True)


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
