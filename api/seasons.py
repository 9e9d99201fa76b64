"""A season from draft to finished: its scheme, its divisions, its members."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, ClassVar

from django.db import transaction
from django_filters import FilterSet, UUIDFilter

from api import fields
from api.evenings import DIVISION, NUMBER, InPoints
from api.leagues import SeasonFields, SeasonShape
from api.lists import choice
from api.methods import Act, Add, AddAll, Remove, Show, of_target, one_of, through
from api.resources import Collection, Item, Resource
from api.rights import Right
from api.shapes import Answer, Id, Items, Moment, OneOf, OnePage, PointsToAdd, Several, Shape, Text, Whole
from tournaments.clubs.access import by_id, need_role
from tournaments.clubs.verbs.people import LONGEST_TITLE
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.seasons import access
from tournaments.seasons.access import season_for_director, season_for_viewer
from tournaments.seasons.verbs import divisions, ending, members, seasons
from tournaments.seasons.verbs.checks import LARGEST_NUMBER, LARGEST_POINTS
from tournaments.seasons.verbs.facts import evenings_of, members_of
from tournaments.seasons.verbs.members import absences_of, credits_of
from tournaments.seasons.verbs.tables import lock_with_events
from tournaments.teams.access import players_to_enter

MEMBER_STATUSES = ["active", "reserve", "withdrawn"]
REASONS = ["excused", "unexcused", "organiser"]
JOINED = "The number of the first evening that they could play. Earlier ones are struck first."
LEFT = "Withdrawn: the number of the last evening. Null: before all."
START = "Start points, with three decimals at most."
POINTS = "Points, with three decimals at most."
MOST_POINTS = LARGEST_POINTS // 1000


SIZE = "How many people it has in the next season. Null: as many as now."


class SeasonEdit(SeasonFields):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    status = OneOf(
        ["draft", "open"],
        "`open` announces a draft. `draft` sets a running season back, until it has ended once. "
        "Other changes: `start`, `moves` and `reopen`.",
    )


class SeasonReopening(Shape):
    reason = Text(max_length=400)


class DivisionShape(Answer):
    """A part of a season with a table of its own."""

    id = Id()
    number = fields.Int("1 is the highest division.")
    name = fields.Str()
    size = fields.Int(SIZE, null=True)
    up = fields.Int("So many go up at the end.")
    down = fields.Int("So many go down at the end.")
    play_off = fields.Int("So many pairs play with the division below, after those who go down.")


class DivisionsShape(OnePage):
    """The divisions of a season, the highest first."""

    results = DivisionShape(many=True)


class NewDivision(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    size = Whole(SIZE, required=False, null=True, bounds=(1, divisions.LARGEST))
    up = Whole("So many go up. Default: 0.", required=False, bounds=(0, divisions.LARGEST))
    down = Whole("So many go down. Default: 0.", required=False, bounds=(0, divisions.LARGEST))
    play_off = Whole("So many pairs play. Default: 0.", required=False, bounds=(0, divisions.LARGEST))


class NewDivisions(Shape):
    """All divisions, the highest first."""

    divisions = Several(child=NewDivision(), max_length=1000, most=divisions.MOST)


class PlayOffsShape(OnePage):
    """The play-offs among equal members that were noted, in their order."""

    results = Items("Each by player a number, more is better.", child=fields.Dict(child=fields.Int()))


class NewSeasonPlayOff(Shape):
    results = fields.Dict(
        "By the id of a player a number, more is better. It counts with the tie-break `play_off`.",
        child=Whole(bounds=(-seasons.LARGEST_RESULT, seasons.LARGEST_RESULT)),
    )


class SeasonMemberShape(Answer):
    """A person in a season."""

    id = Id()
    player = Id(source="player_id")
    name = fields.Str(source="player.public_name")
    club = fields.Str(source="player.club.slug")
    division = Id(DIVISION, source="division_id", null=True)
    position = fields.Int("The order in which equal ones are listed.")
    status = fields.Choice(MEMBER_STATUSES)
    joined = fields.Int(JOINED)
    left = fields.Int(LEFT, null=True)
    start = InPoints(START)


class NewSeasonMembers(Shape):
    players = Several(
        "Ids of players of your club.", min_length=1, max_length=10_000, most=members.MOST_MEMBERS
    )
    division = fields.Uuid(DIVISION, required=False, null=True)
    status = OneOf(["active", "reserve"], "Default: `active`.", required=False)
    joined = Whole(f"{JOINED} Default: 1.", required=False, bounds=(1, LARGEST_NUMBER))


class AddedMembersShape(OnePage):
    """The new members, in the order of the request."""

    results = SeasonMemberShape(many=True)


class SeasonMemberEdit(Shape):
    status = OneOf(MEMBER_STATUSES, "`withdrawn` alone: after the evenings that are over. Results stay.")
    joined = Whole(JOINED, bounds=(1, LARGEST_NUMBER))
    left = Whole(LEFT, null=True, bounds=(1, LARGEST_NUMBER))
    start = PointsToAdd(START, bounds=(-MOST_POINTS, MOST_POINTS))
    division = fields.Uuid(DIVISION, null=True)
    position = Whole("The order in which equal ones are listed.", bounds=(1, 1_000_000))


class AbsenceShape(Answer):
    """Why a member missed an evening."""

    id = Id()
    evening = Id(source="evening_id")
    number = fields.Int(NUMBER, source="evening.number")
    player = Id(source="member.player_id")
    name = fields.Str(source="member.player.public_name")
    reason = fields.Choice(REASONS)
    by_reply = fields.Bool("It follows from a reply. No director has said it.")
    noted_at = Moment()


class AbsenceEdit(Shape):
    reason = OneOf(REASONS)


class NewAbsence(AbsenceEdit):
    evening = fields.Uuid("The id of the evening.")
    player = Text("The id of the member's player.", max_length=60)


class CreditShape(Answer):
    """Points that a director gave, or took."""

    id = Id()
    player = Id(source="member.player_id")
    name = fields.Str(source="member.player.public_name")
    points = InPoints(POINTS)
    reason = fields.Str()
    author = fields.Str(source="given_by.username", null=True)
    created_at = Moment(source="given_at")
    cancelled_at = Moment(null=True)
    cancelled_by = fields.Str(source="cancelled_by.username", null=True)


class NewCredit(Shape):
    player = Text("The id of the member's player.", max_length=60)
    points = PointsToAdd(f"{POINTS} A negative number takes points.", bounds=(-MOST_POINTS, MOST_POINTS))
    reason = Text(max_length=400)


class SeasonRoute(Resource):
    """A route about a season. Viewers of the season can read, its directors can change."""

    fetch = through(season_for_viewer, season_for_director)


class SeasonItem(SeasonRoute, Item):
    shape: ClassVar[type[Shape]] = SeasonShape

    def hold(self) -> None:
        """Lock the events that count before the season, as the verbs do."""
        lock_with_events(self.target)


class SeasonOne(SeasonItem, path="seasons/<slug:season>/"):
    """GET: Get a season.

    DELETE: Delete a draft with its evenings and members. The events stay.
    """

    get = Show(Right.READ)
    delete = Remove(Right.EVENTS, verb=seasons.remove_season)

    @Act(Right.EVENTS, SeasonEdit)
    def patch(self) -> Any:
        """Change a season, open a draft with `"status": "open"`, or set a running season back to `draft`.

        `scheme` replaces the whole scheme, until the season starts. Then it is frozen.
        """
        fields = dict(self.body)
        status = fields.pop("status", None)
        scheme = fields.pop("scheme", None)
        season = self.target
        with transaction.atomic():
            if status == "draft":
                season = seasons.set_back_to_draft(season, self.actor)
            if scheme is not None:
                season = seasons.set_scheme(season, self.actor, scheme)
            if fields:
                season = seasons.edit_season(season, self.actor, **fields)
            if status == "open":
                season = seasons.open_season(season, self.actor)
        return season


class SeasonStart(SeasonItem, path="seasons/<slug:season>/start/"):
    """Start a season. Its scheme is frozen, and evenings that are over count at once."""

    post = Act(Right.EVENTS, verb=seasons.start_season)


class SeasonReopen(SeasonItem, path="seasons/<slug:season>/reopen/"):
    """Continue a finished season. Its honours are taken back until it ends again."""

    post = Act(Right.EVENTS, SeasonReopening, ending.reopen_season)


class Divisions(SeasonItem, path="seasons/<slug:season>/divisions/"):
    """GET: List the divisions of a season, the highest first.

    PUT: Replace the divisions. One with the name of a present one is the same, with its members.

    After the start only the numbers can change.
    """

    shape = DivisionsShape
    guarded: ClassVar[tuple[str, ...]] = ("PUT",)
    get = Show(Right.READ)
    put = Act(Right.EVENTS, NewDivisions, divisions.set_divisions)

    data = of_target(lambda season: list(season.divisions.all()))


class SeasonPlayOffs(SeasonItem, path="seasons/<slug:season>/play-offs/"):
    """GET: List the play-offs among equal members that were noted.

    POST: Note how a play-off among equal members ended.

    It counts where the scheme has the tie-break `play_off`.
    """

    shape = PlayOffsShape
    data = of_target(attrgetter("play_offs"))
    get = Show(Right.READ)
    post = Act(Right.EVENTS, NewSeasonPlayOff, seasons.note_play_off)


class SeasonPlayOffOne(SeasonItem, path="seasons/<slug:season>/play-offs/<int:number>/"):
    shape = PlayOffsShape
    data = of_target(attrgetter("play_offs"))

    @Act(Right.EVENTS)
    def delete(self) -> Any:
        """Remove a play-off that was noted by mistake. The numbers begin with 1.

        `If-Match` is the ETag of the list.
        """
        return seasons.remove_play_off(self.target, self.actor, self.kwargs["number"])


# ---- The members of a season, their absences and credits.


WITHDRAWAL = {"status": "withdrawn"}


class SeasonMembersFilters(FilterSet):
    status = choice(MEMBER_STATUSES)
    division = UUIDFilter(field_name="division_id", help_text="The id of a division.")
    player = UUIDFilter(field_name="player_id", help_text="The id of a player.")


class AbsencesFilters(FilterSet):
    evening = UUIDFilter(field_name="evening_id", help_text="The id of an evening.")
    player = UUIDFilter(field_name="member__player_id", help_text="The id of a player.")
    reason = choice(REASONS)


class CreditsFilters(FilterSet):
    player = UUIDFilter(field_name="member__player_id", help_text="The id of a player.")


class SeasonMemberList(Collection, path="seasons/<slug:season>/members/"):
    """GET: List the members of a season."""

    filters = SeasonMembersFilters
    shape = SeasonMemberShape
    by_columns = True
    longest_body = 1024 * 1024
    fetch = through(access.season_for_viewer, access.season_for_entrant)
    rows = of_target(members_of)
    get = Show(Right.READ)

    @AddAll(Right.EVENTS, NewSeasonMembers, answers={201: AddedMembersShape})
    def post(self) -> Any:
        """Make players of your club members. If one cannot be a member, none is.

        Only directors of the club that runs the season can set division, status and the first evening.
        """
        settings = dict(self.body)
        players = players_to_enter(self.actor, self.target.league, settings.pop("players"))
        if settings:
            need_role(self.actor, self.target.league.club, "director")
        return members.add_members(self.target, self.actor, players, **settings)


class SeasonMemberOne(Item, path="seasons/<slug:season>/members/<slug:member>/"):
    """GET: Get a member of a season.

    DELETE: Remove a member who was added by mistake, and has neither played nor a credit.
    """

    shape = SeasonMemberShape
    held_by = "season"
    get = Show(Right.READ)
    delete = Remove(Right.EVENTS, verb=members.remove_member)

    def fetch(self, season: str, member: str) -> Any:
        parent = access.season_for_viewer(self.actor, season)
        if self.method == "GET":
            return by_id(members_of(parent), member)
        return self.within(access.season_member_for_entrant(self.actor, member), season_id=parent.pk)

    @Act(Right.EVENTS, SeasonMemberEdit)
    def patch(self) -> Any:
        """Change a member: status, start points, division, first and last evening, order.

        `{"status": "withdrawn"}` alone withdraws somebody after the evenings that are over. Directors of the
        club of the player can do this, too; anything else is for directors of the club that runs the season.
        """
        if self.body == WITHDRAWAL:
            return members.withdraw_member(self.target, self.actor)
        member = access.season_member_for_director(self.actor, self.target.pk)
        return members.edit_member(member, self.actor, **self.body)


class SeasonForDirectors(Collection):
    """A list that only directors of the season see."""

    by_columns = True
    fetch = through(access.season_for_director)


class EveningUnknown(Invalid):
    """The season has no such evening."""

    sentence = gettext_noop("The season has no such evening.")


class AbsenceList(SeasonForDirectors, path="seasons/<slug:season>/absences/"):
    """GET: List why members missed evenings. Without an entry an absence is unexcused."""

    filters = AbsencesFilters
    shape = AbsenceShape
    rows = of_target(absences_of)
    get = Show(Right.EVENTS)

    @Add(Right.EVENTS, NewAbsence)
    def post(self) -> Any:
        """Say why a member misses an evening: before it, at the door, or afterwards.

        The same member and evening again corrects it.
        """
        evening = evenings_of(self.target).filter(pk=self.body["evening"]).first()
        if evening is None:
            raise EveningUnknown(field="evening")
        return members.note_absence(evening, self.actor, self.body["player"], self.body["reason"])


class AbsenceOne(Item, path="seasons/<slug:season>/absences/<slug:absence>/"):
    """GET: Get an absence."""

    shape = AbsenceShape
    held_by = "evening.season"
    get = Show(Right.EVENTS)
    fetch = one_of(absences_of, through(season_for_director))

    @Act(Right.EVENTS, AbsenceEdit)
    def patch(self) -> Any:
        """Correct the reason of an absence."""
        noted = self.target
        return members.note_absence(noted.evening, self.actor, noted.member.player, self.body["reason"])

    @Remove(Right.EVENTS)
    def delete(self) -> None:
        """Note nothing: the absence is unexcused."""
        members.note_absence(self.target.evening, self.actor, self.target.member.player, None)


class CreditList(SeasonForDirectors, path="seasons/<slug:season>/credits/"):
    """GET: List the credits of a season, including cancelled ones.

    POST: Give points to a member, or take them, with a reason.
    """

    filters = CreditsFilters
    shape = CreditShape
    rows = of_target(credits_of)
    get = Show(Right.EVENTS)
    post = Add(Right.EVENTS, NewCredit, members.give_credit)


class CreditOne(Item, path="seasons/<slug:season>/credits/<slug:credit>/"):
    """GET: Get a credit.

    DELETE: Cancel a credit.

    It stays in the list as cancelled, and does not count.
    """

    shape = CreditShape
    held_by = "member.season"
    get = Show(Right.EVENTS)
    delete = Act(Right.EVENTS, verb=members.cancel_credit)
    fetch = one_of(credits_of, through(season_for_director))
