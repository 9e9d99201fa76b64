"""Export and import of whole seasons, with the documents of their events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.documents import NewSeasonDocument, SeasonDocumentShape
from api.leagues import SeasonShape
from api.resources import Resource
from api.rights import Right
from api.seasons import SeasonItem
from tournaments.clubs.access import club_for
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.seasons.access import season_for_director

if TYPE_CHECKING:
    from tournaments.clubs.models.clubs import Club
    from tournaments.seasons.models import Season


class SeasonDocumentOne(SeasonItem):
    rights = {"GET": Right.EVENTS}
    shape = SeasonDocumentShape
    also_refuses = (409,)

    def fetch(self, season: str) -> Season:
        return season_for_director(self.actor, season)

    def represent(self) -> Any:
        return self.serialize({"season": str(self.target.pk), "document": season_document_of(self.target)})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a whole season as one document, with the documents of its events.

        All its events are finished and belong to the club that runs it. Otherwise the response is 409. Ids
        are only references within the document.
        """
        return self.show()


class SeasonImport(Resource["Club"]):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewSeasonDocument}
    shape = SeasonShape
    answers = {"POST": {201: SeasonShape}}
    longest_body = 20 * 1024 * 1024

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def post(self, request: Request, **ids: Any) -> Response:
        """Import a whole season from its document, completely or not at all.

        All its events are imported, and the tables are counted anew: a document whose tables differ is
        refused (422). If the club has the season or an event of it already, the request is refused (409);
        with `again` you get a copy.
        """
        season = import_season(
            self.target, self.actor, self.body["document"], again=self.body.get("again", False)
        )
        return self.created(season, reverse("api:season", args=[season.pk]))
