"""Seasons, from draft to finished: their divisions, members, absences and credits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import transaction
from django_filters import FilterSet, UUIDFilter
from rest_framework.request import Request
from rest_framework.response import Response

from api.evenings import (
    MEMBER_STATUSES,
    REASONS,
    AbsenceEdit,
    AbsenceShape,
    AddedMembersShape,
    CreditShape,
    NewAbsence,
    NewCredit,
    NewSeasonMembers,
    SeasonMemberEdit,
    SeasonMemberShape,
)
from api.leagues import (
    DivisionsShape,
    NewDivisions,
    NewSeasonPlayOff,
    PlayOffsShape,
    SeasonEdit,
    SeasonReopening,
    SeasonShape,
)
from api.lists import choice
from api.resources import READING, Collection, Item, Resource
from api.rights import Right
from api.shapes import Shape
from tournaments.clubs.access import by_id, need_role
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.seasons import access
from tournaments.seasons.access import season_for_director, season_for_viewer
from tournaments.seasons.verbs import divisions, ending, members, seasons
from tournaments.seasons.verbs.facts import evenings_of, members_of
from tournaments.seasons.verbs.members import absences_of, credits_of
from tournaments.seasons.verbs.tables import lock_with_events
from tournaments.teams.access import players_to_enter

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.seasons.models import Absence, Credit, Season, SeasonMember


class SeasonRoute(Resource["Season"]):
    """A route about a season. Viewers of the season can read, its directors can change."""

    def fetch(self, season: str) -> Season:
        if self.request.method in READING:
            return season_for_viewer(self.actor, season)
        return season_for_director(self.actor, season)


class SeasonItem(SeasonRoute, Item["Season"]):
    shape: ClassVar[type[Shape]] = SeasonShape

    def hold(self) -> None:
        """Lock the events that count before the season, as the verbs do."""
        lock_with_events(self.target)


class SeasonOne(SeasonItem):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": SeasonEdit}
    answers = {"DELETE": {204: None}}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a season."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
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
        return self.changed(season)

    def delete(self, request: Request, **ids: Any) -> Response:
        """Delete a draft with its evenings and members. The events stay."""
        seasons.remove_season(self.target, self.actor)
        return Response(status=204)


class SeasonStart(SeasonItem):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Start a season. Its scheme is frozen, and evenings that are over count at once."""
        return self.changed(seasons.start_season(self.target, self.actor))


class SeasonReopen(SeasonItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": SeasonReopening}

    def post(self, request: Request, **ids: Any) -> Response:
        """Continue a finished season. Its honours are taken back until it ends again."""
        return self.changed(ending.reopen_season(self.target, self.actor, **self.body))


class Divisions(SeasonItem):
    rights = {"GET": Right.READ, "PUT": Right.EVENTS}
    bodies = {"PUT": NewDivisions}
    shape = DivisionsShape
    guarded: ClassVar[tuple[str, ...]] = ("PUT",)

    def represent(self) -> Any:
        return self.serialize({"results": list(self.target.divisions.all()), "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """List the divisions of a season, the highest first."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Replace the divisions. One with the name of a present one is the same, with its members.

        After the start only the numbers can change.
        """
        divisions.set_divisions(self.target, self.actor, self.body["divisions"])
        return self.changed(self.target)


class SeasonPlayOffs(SeasonItem):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewSeasonPlayOff}
    shape = PlayOffsShape

    def represent(self) -> Any:
        return self.serialize({"results": self.target.play_offs, "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """List the play-offs among equal members that were noted."""
        return self.show()

    def post(self, request: Request, **ids: Any) -> Response:
        """Note how a play-off among equal members ended.

        It counts where the scheme has the tie-break `play_off`.
        """
        return self.changed(seasons.note_play_off(self.target, self.actor, self.body["results"]))


class SeasonPlayOffOne(SeasonItem):
    rights = {"DELETE": Right.EVENTS}
    shape = PlayOffsShape

    def fetch(self, season: str, number: int) -> Season:  # type: ignore[override]
        return season_for_director(self.actor, season)

    def represent(self) -> Any:
        return self.serialize({"results": self.target.play_offs, "next": None})

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a play-off that was noted by mistake. The numbers begin with 1.

        `If-Match` is the ETag of the list.
        """
        return self.changed(seasons.remove_play_off(self.target, self.actor, ids["number"]))


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


class SeasonMemberList(Collection["Season"]):
    rights = {"GET": Right.READ, "POST": Right.EVENTS}
    bodies = {"POST": NewSeasonMembers}
    filters = SeasonMembersFilters
    shape = SeasonMemberShape
    by_columns = True
    answers = {"POST": {201: AddedMembersShape}}
    without = {"POST": ("ETag", "Location")}
    longest_body = 1024 * 1024

    def fetch(self, season: str) -> Season:
        if self.request.method in READING:
            return access.season_for_viewer(self.actor, season)
        return access.season_for_entrant(self.actor, season)

    def rows(self) -> QuerySet[SeasonMember]:
        return members_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the members of a season."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Make players of your club members. If one cannot be a member, none is.

        Only directors of the club that runs the season can set division, status and the first evening.
        """
        settings = dict(self.body)
        players = players_to_enter(self.actor, self.target.league, settings.pop("players"))
        if settings:
            need_role(self.actor, self.target.league.club, "director")
        made = members.add_members(self.target, self.actor, players, **settings)
        return Response(
            AddedMembersShape({"results": made, "next": None}, context={"view": self}).data, status=201
        )


class SeasonMemberOne(Item["SeasonMember"]):
    rights = {"GET": Right.READ, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": SeasonMemberEdit}
    shape = SeasonMemberShape
    answers = {"DELETE": {204: None}}
    held_by = "season"

    def fetch(self, season: str, member: str) -> SeasonMember:
        parent = access.season_for_viewer(self.actor, season)
        if self.request.method in READING:
            match: SeasonMember = by_id(members_of(parent), member)
            return match
        return self.within(access.season_member_for_entrant(self.actor, member), season_id=parent.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a member of a season."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change a member: status, start points, division, first and last evening, order.

        `{"status": "withdrawn"}` alone withdraws somebody after the evenings that are over. Directors of the
        club of the player can do this, too; anything else is for directors of the club that runs the season.
        """
        if self.body == WITHDRAWAL:
            return self.changed(members.withdraw_member(self.target, self.actor))
        member = access.season_member_for_director(self.actor, self.target.pk)
        return self.changed(members.edit_member(member, self.actor, **self.body))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Remove a member who was added by mistake, and has neither played nor a credit."""
        members.remove_member(self.target, self.actor)
        return Response(status=204)


class SeasonForDirectors(Collection["Season"]):
    """A list that only directors of the season see."""

    by_columns = True

    def fetch(self, season: str) -> Season:
        return access.season_for_director(self.actor, season)


class EveningUnknown(Invalid):
    """The season has no such evening."""

    sentence = gettext_noop("The season has no such evening.")


class AbsenceList(SeasonForDirectors):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewAbsence}
    filters = AbsencesFilters
    shape = AbsenceShape

    def rows(self) -> QuerySet[Absence]:
        return absences_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List why members missed evenings. Without an entry an absence is unexcused."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Say why a member misses an evening: before it, at the door, or afterwards.

        The same member and evening again corrects it.
        """
        evening = evenings_of(self.target).filter(pk=self.body["evening"]).first()
        if evening is None:
            raise EveningUnknown(field="evening")
        noted = members.note_absence(evening, self.actor, self.body["player"], self.body["reason"])
        return self.created(noted)


class AbsenceOne(Item["Absence"]):
    rights = {"GET": Right.EVENTS, "PATCH": Right.EVENTS, "DELETE": Right.EVENTS}
    bodies = {"PATCH": AbsenceEdit}
    shape = AbsenceShape
    answers = {"DELETE": {204: None}}
    held_by = "evening.season"

    def fetch(self, season: str, absence: str) -> Absence:
        match: Absence = by_id(absences_of(access.season_for_director(self.actor, season)), absence)
        return match

    def get(self, request: Request, **ids: Any) -> Response:
        """Get an absence."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Correct the reason of an absence."""
        noted = self.target
        if "reason" in self.body:
            members.note_absence(noted.evening, self.actor, noted.member.player, self.body["reason"])
        return self.changed(self.fetch(**self.kwargs))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Note nothing: the absence is unexcused."""
        members.note_absence(self.target.evening, self.actor, self.target.member.player, None)
        return Response(status=204)


class CreditList(SeasonForDirectors):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewCredit}
    filters = CreditsFilters
    shape = CreditShape

    def rows(self) -> QuerySet[Credit]:
        return credits_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the credits of a season, including cancelled ones."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Give points to a member, or take them, with a reason."""
        return self.created(members.give_credit(self.target, self.actor, **self.body))


class CreditOne(Item["Credit"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = CreditShape
    held_by = "member.season"

    def fetch(self, season: str, credit: str) -> Credit:
        parent = access.season_for_director(self.actor, season)
        match: Credit = by_id(credits_of(parent), credit)
        return match if self.request.method in READING else access.credit_for_director(self.actor, match.pk)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a credit."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Cancel a credit.

        It stays in the list as cancelled, and does not count.
        """
        return self.changed(members.cancel_credit(self.target, self.actor))
