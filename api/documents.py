"""Documents: export and import of whole events and seasons, and exports of all rows of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.events import EventShape
from api.leagues import SeasonShape
from api.resources import Item, Resource
from api.rights import Right
from api.seasons import SeasonItem
from api.shapes import Answer, Flag, Object, OneOf, Shape, Text
from tournaments.clubs.access import club_for
from tournaments.core.sheets import MEDIA_TYPES, file_chunks, with_first_made
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.programs.documents import exports
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.seasons.access import season_for_director

if TYPE_CHECKING:
    from tournaments.clubs.models import Club
    from tournaments.events.models.events import Event
    from tournaments.seasons.models import Season


@extend_schema_field({"type": "object", "additionalProperties": True})
class EventDocument(Object):
    """A poch-event/1."""


class DocumentShape(Answer):
    """A whole event."""

    event = serializers.CharField(help_text="The id of the event.")
    document = EventDocument(help_text="A poch-event/1. Send it unchanged to another club.")

    def to_representation(self, instance: Any) -> Any:
        return instance


class NewDocument(Shape):
    event = Text(
        required=False,
        max_length=200,
        help_text="Ignored. It allows you to send the exported response unchanged.",
    )
    document = EventDocument(help_text="An exported poch-event/1.")
    again = Flag(
        required=False,
        help_text="The club may have this event already: import a copy. Without it that is refused (409).",
    )


@extend_schema_field({"type": "object", "additionalProperties": True})
class SeasonDocument(Object):
    """A poch-season/1."""


class SeasonDocumentShape(Answer):
    """A whole season."""

    season = serializers.CharField(help_text="The id of the season.")
    document = SeasonDocument(help_text="A poch-season/1. Send it unchanged to another club.")

    def to_representation(self, instance: Any) -> Any:
        return instance


class NewSeasonDocument(Shape):
    season = Text(
        required=False,
        max_length=200,
        help_text="Ignored. It allows you to send the exported response unchanged.",
    )
    document = SeasonDocument(help_text="An exported poch-season/1.")
    again = Flag(
        required=False,
        help_text="The club may have it already: import a copy. Without it that is refused (409).",
    )


class EventDocumentOne(Item["Event"]):
    rights = {"GET": Right.EVENTS}
    shape = DocumentShape
    also_refuses = (409,)

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        return self.serialize({"event": str(self.target.pk), "document": document_of(self.target)})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a whole finished event as one document.

        The document contains settings, players by name, wishes, stages, rounds with their draws and seats,
        all revisions of all deals, chips from the bank, leftovers, adjustments and standings. Ids are only
        references within the document. It does not contain accounts, keys, links, the audit log and claims.
        If the event is not finished, the response is 409.
        """
        return self.show()


class EventImport(Resource["Club"]):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewDocument}
    shape = EventShape
    answers = {"POST": {201: EventShape}}
    longest_body = 20 * 1024 * 1024

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def post(self, request: Request, **ids: Any) -> Response:
        """Import a whole finished event from its document, completely or not at all.

        Players are matched with the roster by name, and missing players are added. Every deal is replayed,
        and all certificates and standings are computed again. A document that is malformed or inconsistent
        is refused (422) with a pointer to the place. If the club has this event already, from here or from an
        earlier import, the request is refused (409 `event_already_here`); with `again` you get a copy. With
        `dry_run` you see the event without storing it.
        """
        event = import_event(
            self.target, self.actor, self.body["document"], again=self.body.get("again", False)
        )
        return self.created(event, reverse("api:event", args=[event.pk]))


# ---- Export and import of whole seasons, with the documents of their events.


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


# ---- Exports: all rows of one kind in an event, as one streamed file.


LARGEST_ID = 2**63 - 1


class ExportQuery(Shape):
    format = OneOf(
        ["ndjson", "csv"],
        required=False,
        default="ndjson",
        help_text="`ndjson`: one JSON object per line. `csv`: for spreadsheets, with a header line.",
    )


class DealsExportQuery(ExportQuery):
    since = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_ID,
        help_text="Only deals that were recorded after this version of the event. Continue with the highest "
        "`event_version` that you have. Deals that were voided meanwhile are missing here; the export of the "
        "ledger has their reversals.",
    )


class LedgerExportQuery(ExportQuery):
    since = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_ID,
        help_text="Only transfers after this one. Continue with the `id` of the last transfer that you have.",
    )


class Export(Resource["Event"]):
    rights = {"GET": Right.READ}
    queries = {"GET": ExportQuery}
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "GET": {
            **{
                (200, media_type.partition(";")[0]): OpenApiResponse(
                    OpenApiTypes.STR, "One line for each row."
                )
                for media_type in MEDIA_TYPES.values()
            },
            304: OpenApiResponse(None, "The version in `If-None-Match` is still the present one."),
        }
    }
    kind: ClassVar[str]

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)

    def export(self) -> HttpResponseBase:
        """Return the file, or 304 if the client has its present version."""
        format_, event = self.query["format"], self.target
        since = {name: self.query[name] for name in ("since",) if name in self.query}
        part = "".join(f"-{value}" for value in since.values())
        etag = f'"{exports.version_of(event, self.kind)}-{format_}{part}"'
        if self.has_seen(etag):
            return self.not_modified(etag)
        headers = {
            "ETag": etag,
            "Content-Type": MEDIA_TYPES[format_],
            "Content-Disposition": f'attachment; filename="{event.slug}-{self.kind}.{format_}"',
            "X-Accel-Buffering": "no",
        }
        if self.request.method == "HEAD":
            return HttpResponse(headers=headers)
        export = exports.EXPORTS[self.kind](event, **since)
        return StreamingHttpResponse(
            with_first_made(file_chunks(format_, export.columns, export.rows)), headers=headers
        )


class DealsExport(Export):
    kind = "deals"
    queries = {"GET": DealsExportQuery}

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """Export all deals of an event that count, in one file.

        Deals are in the order of rounds, tables and numbers, each with its document and its result. Their
        transfers are in the export of the ledger. The file shows one consistent state of the event. In CSV,
        document and result are JSON.
        """
        return self.export()


class LedgerExport(Export):
    kind = "ledger"
    queries = {"GET": LedgerExportQuery}

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """Export all transfers of an event, in one file.

        Transfers are in the order in which they happened, including voided ones and their reversals. In CSV,
        a text that a spreadsheet would read as a formula begins with `'`.
        """
        return self.export()


class StandingsExport(Export):
    kind = "standings"

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """Export the newest standing of an event, in one file with a column for each metric.

        In CSV, a text that a spreadsheet would read as a formula begins with `'`.
        """
        return self.export()
