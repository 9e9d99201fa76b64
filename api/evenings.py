"""Which events count in a season, and its final."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, ClassVar

from django_filters import FilterSet, NumberFilter, UUIDFilter
from drf_spectacular.utils import extend_schema_field

from api import fields
from api.entries import EnteredShape
from api.events import STATUSES
from api.lists import choice
from api.methods import Act, Add, Remove, Show, Tell, of_target, through
from api.resources import Collection, Item
from api.rights import Right
from api.shapes import Answer, Id, Items, Moment, OneOf, PointsToAdd, Shape, Text, Whole
from tournaments.clubs.access import by_id, need_role, not_found
from tournaments.core.actors import Actor
from tournaments.events.access import may_name_event
from tournaments.seasons import access
from tournaments.seasons.verbs import evenings, finals
from tournaments.seasons.verbs.checks import LARGEST_NUMBER
from tournaments.seasons.verbs.facts import evenings_of, names_of_members
from tournaments.seasons.verbs.tables import in_points, lock_with_events
from tournaments.teams.access import event_to_enter

KINDS = ["counting", "final", "friendly"]
COUNTS = ["standing", "stage", "rounds"]

NUMBER = "Its place in the calendar, from 1. Evenings of several divisions can share one."
KIND = "`counting`: for the table. `final`: it makes the last places. `friendly`: it counts for nothing."
COUNTED = "What of the event counts: its final `standing`, one `stage`, or the sum of all `rounds`."
UNKNOWN = "Null: the event is in no list for you, such as an unlisted event of another club."
STAGE = "With `stage`: the number of that stage."
DIVISION = "The id of a division."


@extend_schema_field({"type": "number"})
class InPoints(fields.Field):
    """A number of points, for output; thousandths inside."""

    def to_representation(self, value: int) -> int | float:
        return in_points(value)


class EveningShape(Answer):
    """An event within a season. Of an event that you cannot list it says the number, the day and the kind."""

    OF_EVENTS = ("event_id", "event__name", "event__club__slug", "event__status")
    """The columns that are null for who may not know the event."""

    id = Id()
    event = Id(f"The id of the event. {UNKNOWN}", source="event_id", null=True)
    name = fields.Str(f"Of the event. {UNKNOWN}", source="event.name", null=True)
    club = fields.Str(f"Of the event. {UNKNOWN}", source="event.club.slug", null=True)
    starts_on = fields.Day(source="event.starts_on", null=True)
    event_status = fields.Choice(STATUSES, UNKNOWN, source="event.status", null=True)
    number = fields.Int(NUMBER)
    kind = fields.Choice(KINDS, KIND)
    weight = fields.Float()
    counts = fields.Choice(COUNTS, COUNTED)
    stage = fields.Int(STAGE, null=True)
    division = Id(f"{DIVISION} Null: of all divisions.", source="division_id", null=True)
    over_at = Moment("When its event was finished first. Since then it counts, also reopened.", null=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(instance)
        if not may_name_event(self.context["view"].actor, instance.event):
            shown |= {name: None for name in shown if self.columns[name] in self.OF_EVENTS}
        return shown


class EveningFields(Shape):
    number = Whole(NUMBER, required=False, bounds=(1, LARGEST_NUMBER))
    kind = OneOf(KINDS, f"{KIND} Default: `counting`.", required=False)
    weight = PointsToAdd(
        "Default: 1. With three decimals at most.",
        bounds=(0.001, int(evenings.LARGEST_WEIGHT)),
        required=False,
    )
    counts = OneOf(COUNTS, f"{COUNTED} Default: `standing`.", required=False)
    stage = Whole(STAGE, 1, 1000, required=False, null=True)
    division = fields.Uuid(f"{DIVISION} Null: all divisions.", required=False, null=True)


class NewEvening(EveningFields):
    event = Text("The id or slug of the event. You direct its club.", max_length=100)


class EveningEdit(EveningFields):
    pass


class FinalistShape(Answer):
    """Somebody who qualifies for a final."""

    player = Id(source="person")
    name = fields.Str()
    seed = fields.Int("1 is the best by the table.")
    start = InPoints("The points that they take along.")


class FinalistsShape(Answer):
    """Who plays a final by the present table."""

    finalists = FinalistShape(many=True)
    too_few = fields.Strs("The players who have attended too few evenings.")


class WhoIsHere(Shape):
    here = Items(
        "Ids of the members' players who can come. For others the next ones move up. Default: all.",
        max_length=10_000,
        required=False,
    )


class StartPoints(Shape):
    reason = Text("The reason of the adjustments.", max_length=400)


class StartGivenShape(Answer):
    given = fields.Int("How many people got points.")


class EveningsFilters(FilterSet):
    kind = choice(KINDS)
    division = UUIDFilter(field_name="division_id", help_text="The id of a division.")
    number = NumberFilter(help_text="The number of an evening.")


class EveningList(Collection, path="seasons/<slug:season>/evenings/"):
    """GET: List the evenings of a season, in the order in which they were added."""

    filters = EveningsFilters
    shape = EveningShape
    by_columns = True
    fetch = through(access.season_for_viewer, access.season_for_entrant)
    rows = of_target(evenings_of)
    get = Show(Right.READ)

    def complete(self, rows: Any) -> Any:
        unknown = access.unknown_events(self.actor, self.target)
        hidden = dict.fromkeys(EveningShape.OF_EVENTS)
        return [row | hidden if row["event_id"] in unknown else row for row in rows]

    @Add(Right.EVENTS, NewEvening)
    def post(self) -> Any:
        """Let an event count in a season.

        You must direct the club of the event. Only directors of the club that runs the season can set the
        other fields, such as weight or division.
        """
        settings = dict(self.body)
        event = event_to_enter(self.actor, self.target.league, settings.pop("event"))
        if settings:
            need_role(self.actor, self.target.league.club, "director")
        return evenings.add_evening(self.target, self.actor, event, **settings)


class EveningRoute(Item):
    """A route about an evening. Viewers of the season can read, its directors can change."""

    shape: ClassVar[type[Shape]] = EveningShape

    def fetch(self, season: str, evening: str) -> Any:
        parent = access.season_for_viewer(self.actor, season)
        if self.method == "GET":
            return by_id(evenings_of(parent), evening)
        return self.within(self.changeable(self.actor, evening), season_id=parent.pk)

    changeable = staticmethod(access.evening_for_director)
    """The access function for a change."""

    def hold(self) -> None:
        """Lock the events that count before the season, as the verbs do."""
        lock_with_events(self.target.season)


class EveningOne(EveningRoute, path="seasons/<slug:season>/evenings/<slug:evening>/"):
    """GET: Get an evening.

    PATCH: Change the weight, the kind or the number of an evening, or what of it counts.

    DELETE: Let an event count no more, with the absences of its evening. The event stays as it is.

    Line-ups of teams that are still hidden are removed with it. An evening with line-ups that everybody sees
    stays: change its kind to `friendly`, so that it counts for nothing.
    """

    get = Show(Right.READ)
    patch = Act(Right.EVENTS, EveningEdit, evenings.edit_evening)
    delete = Remove(Right.EVENTS, verb=evenings.take_off_evening)

    def changeable(self, actor: Actor, evening: object) -> Any:
        is_removed = self.method == "DELETE"
        return (access.evening_for_entrant if is_removed else access.evening_for_director)(actor, evening)


class EveningFinalists(EveningRoute, path="seasons/<slug:season>/evenings/<slug:evening>/finalists/"):
    """GET: Get who plays a final by the present table, and the points that they take along."""

    shape = FinalistsShape
    get = Show(Right.READ)

    def data(self) -> Any:
        if self.target.kind != "final":
            raise not_found()
        result = finals.qualified(self.target)
        names = names_of_members(self.target.season)
        return {
            "finalists": [asdict(each) | {"name": names[each.person]} for each in result.finalists],
            "too_few": result.too_few,
        }

    @Tell(Right.EVENTS, WhoIsHere, answers={200: EnteredShape})
    def post(self) -> Any:
        """Enter the finalists in the event of a final, with their seeds from the table.

        All counting evenings before are over. `here` names who can come; the next ones move up for others.
        """
        return finals.enter_finalists(self.target, self.actor, self.body.get("here"))

    @property
    def event_of_target(self) -> Any:
        return self.target.event


class EveningStartPoints(EveningRoute, path="seasons/<slug:season>/evenings/<slug:evening>/start-points/"):
    @Tell(Right.EVENTS, StartPoints, answers={200: StartGivenShape})
    def post(self) -> Any:
        """Give those who play a final the points that they take along, as adjustments.

        It works once, while the event of the final is running.
        """
        return {"given": finals.give_start_points(self.target, self.actor, **self.body)}
