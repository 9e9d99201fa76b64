"""**For directors.** Events, from draft to finished."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy
from django_filters import CharFilter, DateFilter, FilterSet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api import fields
from api.lists import choice
from api.methods import Act, Add, AddAll, Show, club_of, club_of_all, through
from api.resources import Collection, Item, Resource
from api.rights import Right
from api.shapes import (
    Answer,
    Columns,
    Flag,
    Id,
    Items,
    Moment,
    Object,
    OneOf,
    OnePage,
    PointsToAdd,
    Shape,
    Slug,
    Text,
    Whole,
)
from api.stage_settings import NewStage
from tournaments.clubs.verbs.people import LONGEST_TITLE
from tournaments.core.models.columns import choices_of
from tournaments.core.rules.calendar import MOST_DAYS, MOST_STEPS
from tournaments.core.rules.money import read_amount, written_amount
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, open_event, reopen_event, start_event
from tournaments.desk.verbs.repeating import EVERY, days_of_series
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.verbs import events
from tournaments.events.verbs.events import (
    events_to_show,
    hidden_events,
    public_events,
    with_name,
    with_status,
)
from tournaments.seasons.verbs.evenings import play_again
from tournaments.standings.verbs import counting

STATUSES = ["draft", "open", "running", "finished"]
VISIBILITIES = choices_of(Event, "visibility")


@extend_schema_field({"type": "string", "pattern": r"^\d{1,9}([.,]\d{1,2})?$", "example": "12.50"})
class Price(fields.Field):
    """An amount of money: a string with two decimals at most. The program counts it in hundredths."""

    default_error_messages = {"not_text": gettext_lazy("This must be a string.")}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, str) or not data.strip():
            self.fail("not_text")
        try:
            return read_amount(data)
        except Invalid as error:
            raise serializers.ValidationError(error.detail, code=error.code) from error

    def to_representation(self, value: int) -> str:
        return written_amount(value)


class Points(fields.Dict):
    """The points for each place, by the number of seats."""

    child = Items(child=Whole(least=-1_000_000, most=1_000_000), max_length=10)
    default_error_messages = {"bad_size": "Table sizes must be strings from “2” to “10”."}

    def to_internal_value(self, data: Any) -> Any:
        points = super().to_internal_value(data)
        if not set(points) <= {str(size) for size in range(2, 11)}:
            self.fail("bad_size")
        return points


class EventFields(Columns):
    """The settings of an event. The verbs check their values (422)."""

    row = Event
    settings = (
        *("visibility", "pack", "starts_on", "starts_at", "place", "about", "price", "capacity", "sign_up"),
        *("sign_up_until", "rules", "starting_chips", "size", "least", "most", "rounds_planned"),
        *("deals_per_round", "deals_per", "scoring", "points", "tie_breaks", "missed", "missed_score"),
        *("best_rounds", "struck_rounds", "least_rounds", "two_agree", "clock_minutes"),
        *("clock_at_publishing", "pace_ms", "auto_draw", "encore"),
    )

    starts_at = fields.Time(
        Event.starts_at.field.help_text, required=False, null=True, input_formats=["%H:%M"], format="%H:%M"
    )
    price = Price(
        'What one person pays, with two decimals at most, such as "12.50". The currency is that of '
        "the prizes.",
        required=False,
        null=True,
    )
    sign_up_until = Moment(Event.sign_up_until.field.help_text, required=False, null=True)
    points = Points(Event.points.field.help_text, required=False)
    tie_breaks = Items(
        "Each at most once, in the order in which they count. `lots` must be last, and only `lots` "
        "can follow `play_off`.",
        child=Text(max_length=40, one_of=events.TIE_BREAKS),
        max_length=20,
        required=False,
    )
    missed_score = PointsToAdd(
        Event.missed_score.field.help_text,
        bounds=(-counting.LARGEST, counting.LARGEST),
        required=False,
        null=True,
    )


class EventShape(Answer):
    """A tournament or league night."""

    shows = EventFields

    id = Id()
    slug = fields.Str()
    club = fields.Str(source="club.slug")
    name = fields.Str()
    status = fields.Choice(STATUSES)
    rules = Object("A preset with overrides, as it was sent.")
    frozen_rules = Object("All switches, after the start.", null=True)
    rounds_planned = fields.Int("The rounds of all stages. 0: not known yet.")
    scoring = fields.Choice(
        choices_of(Event, "scoring"),
        "`auto` becomes `even` at the start if people sit at tables of different sizes, or `chips`",
    )
    spreads = Object(
        "With `even`: the spread of each table size, in thousandths of a chip, such as "
        '{"3": 52560, "4": 38640}. A chip at a table of 3 counts spreads[size] / spreads[3], and times the '
        "square root of size / 3 where everybody deals equally often. Null before the event is open.",
        null=True,
    )
    version = fields.Int("Grows with each change that standings depend on.")
    created_at = Moment()
    started_at = Moment(null=True)
    finished_at = Moment(null=True)


class NewEvent(EventFields):
    defaults = events.DEFAULTS

    name = Text(max_length=200, longest=LONGEST_TITLE)
    slug = Slug("Default: made from the name.", max_length=80, required=False)
    stages = NewStage(
        many=True, required=False, help_text="In playing order. Default: one rotation of all rounds."
    )


class EventEdit(EventFields):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    status = OneOf(["open"], "Opens a draft. Other changes of the status: `start`, `finish` and `reopen`.")


class Series(Shape):
    """A rhythm: every `step` weeks or months, until a day, for a number of events, or both."""

    first = fields.Day("The first day.")
    every = OneOf(
        list(EVERY),
        "`week`: on the same weekday. `month`: on the same weekday of the month, such as the "
        "second Thursday; a fifth Thursday stands for the last one. Default: `week`.",
        required=False,
    )
    step = Whole(
        "So many weeks or months from one event to the next. Default: 1.", 1, MOST_STEPS, required=False
    )
    until = fields.Day("The last day on which an event can be.", required=False)
    count = Whole("The number of events.", 1, MOST_DAYS, required=False)


class NewDays(Shape):
    """The days of the new events: either `dates` or a `series`."""

    dates = Items(child=fields.Day(), min_length=1, max_length=MOST_DAYS, required=False)
    series = Series(required=False)
    players = Flag("The players of this event are registered again. Default: false.", required=False)


class RepeatedShape(OnePage):
    """The new events, in the order of their days."""

    results = EventShape(many=True)


class Reopening(Shape):
    reason = Text(max_length=200, required=False)


class EventsFilters(FilterSet):
    status = choice(STATUSES, method="by_status")
    search = CharFilter(method="by_name", help_text="Part of the name.")
    starts_from = DateFilter(field_name="starts_on", lookup_expr="gte", help_text="On this day or later.")
    starts_until = DateFilter(field_name="starts_on", lookup_expr="lte", help_text="On this day or earlier.")

    def by_status(self, rows: Any, _name: str, value: str) -> Any:
        return with_status(rows, value)

    def by_name(self, rows: Any, _name: str, value: str) -> Any:
        return with_name(rows, value)


class EventList(Collection, path="clubs/<slug:club>/events/"):
    """GET: List the events of a club, the newest first.

    Only keys of the club see drafts, private events and unlisted events.

    POST: Create an event as a draft.

    With `stages` each stage has its own format and rounds. Without it, the event is one rotation with
    `rounds_planned` rounds.
    """

    filters = EventsFilters
    shape = EventShape
    by_columns = True
    order = "-id"
    fetch = through(club_of_all, club_of("director"))
    get = Show(Right.READ)
    post = Add(Right.EVENTS, NewEvent, events.create_event, at="events/{}/")

    def rows(self) -> Any:
        return events_to_show(self.target, is_member=self.actor.sees_all_of(self.target))


class AllEvents(Collection, path="events/"):
    """List the events of all clubs, the newest first.

    Everybody sees the public ones. A key also sees all events of its club.
    """

    filters = EventsFilters
    shape = EventShape
    by_columns = True
    order = "-id"
    fetch = through(lambda _actor: None)
    get = Show(Right.READ)

    def parts(self) -> Any:
        member = self.actor.member
        if member is None or not self.actor.sees_all_of(member.club):
            return [public_events()]
        return [public_events(), hidden_events(member.club)]


class EventRoute(Resource):
    """A route about an event. Viewers of the event can read, its directors can change."""

    fetch = through(event_for_viewer, event_for_director)


class EventCollection(EventRoute, Collection):
    """A list of things of an event."""


class EventItem(EventRoute, Item):
    shape = EventShape


class EventOne(EventItem, path="events/<slug:event>/"):
    """GET: Get an event."""

    get = Show(Right.READ)

    @Act(Right.EVENTS, EventEdit)
    def patch(self) -> Any:
        """Change an event, or open a draft with `"status": "open"`.

        After the start, settings that affect results cannot change.
        """
        fields = dict(self.body)
        opens = fields.pop("status", None) == "open"
        event = self.target
        with transaction.atomic():
            if fields:
                event = edit_event(event, self.actor, **fields)
            if opens:
                event = open_event(event, self.actor)
        return event


class EventStart(EventItem, path="events/<slug:event>/start/"):
    """Start an event. Its rules are frozen, and rounds can be drawn."""

    post = Act(Right.EVENTS, verb=start_event)


class EventFinish(EventItem, path="events/<slug:event>/finish/"):
    """Finish an event. Its standings are final."""

    post = Act(Right.EVENTS, verb=finish_event)


class EventReopen(EventItem, path="events/<slug:event>/reopen/"):
    """Reopen a finished event."""

    post = Act(Right.EVENTS, Reopening, reopen_event)


class DatesOrSeries(Invalid):
    """The days are neither a list nor a series, or both."""

    sentence = gettext_noop("Give either the dates or a series, not both.")


class EventAgain(EventItem, path="events/<slug:event>/again/"):
    @AddAll(Right.EVENTS, NewDays, answers={201: RepeatedShape})
    def post(self) -> Any:
        """Create events like this one on other days.

        They have the same settings, stages, prizes and invitation, and are open, or drafts if this event is
        one. They count in the seasons in which it counts. Their names are numbered on. With `dry_run` you see
        days and names before they are created.
        """
        if ("dates" in self.body) == ("series" in self.body):
            raise DatesOrSeries(field="dates")
        days = self.body["dates"] if "dates" in self.body else days_of_series(**self.body["series"])
        return play_again(self.target, self.actor, days, players=self.body.get("players", False))
