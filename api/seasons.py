"""Seasons, from draft to finished, and their divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from api.leagues import (
    DivisionsShape,
    NewDivisions,
    NewSeasonPlayOff,
    PlayOffsShape,
    SeasonEdit,
    SeasonReopening,
    SeasonShape,
)
from api.resources import READING, Item, Resource
from api.rights import Right
from api.shapes.base import Shape
from tournaments.seasons.access import season_for_director, season_for_viewer
from tournaments.seasons.verbs import divisions, ending, seasons
from tournaments.seasons.verbs.tables import lock_with_events

if TYPE_CHECKING:
    from tournaments.seasons.models import Season


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
