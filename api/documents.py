"""Events and seasons as documents, for another club, and tables of data as NDJSON or CSV."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse

from api import fields
from api.events import EventShape
from api.leagues import SeasonShape
from api.methods import Add, Show, club_of, through
from api.resources import Item, Resource
from api.rights import Right
from api.seasons import SeasonItem
from api.shapes import Answer, Flag, Object, OneOf, Query, Shape, Text
from tournaments.core.sheets import MEDIA_TYPES, file_chunks, with_first_made
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.programs.documents import exports
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.imports import import_event
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.seasons.access import season_for_director


class DocumentShape(Answer):
    """A whole event."""

    event = fields.Str("The id of the event.")
    document = Object("A poch-event/1. Send it unchanged to another club.")


class NewDocument(Shape):
    event = Text(
        "Ignored. It allows you to send the exported response unchanged.", required=False, max_length=200
    )
    document = Object("An exported poch-event/1.")
    again = Flag(
        "The club may have this event already: import a copy. Without it that is refused (409).",
        required=False,
    )


class SeasonDocumentShape(Answer):
    """A whole season."""

    season = fields.Str("The id of the season.")
    document = Object("A poch-season/1. Send it unchanged to another club.")


class NewSeasonDocument(Shape):
    season = Text(
        "Ignored. It allows you to send the exported response unchanged.", required=False, max_length=200
    )
    document = Object("An exported poch-season/1.")
    again = Flag(
        "The club may have it already: import a copy. Without it that is refused (409).", required=False
    )


class EventDocumentOne(Item, path="events/<slug:event>/document/"):
    """Get a whole finished event as one document.

    The document contains settings, players by name, wishes, stages, rounds with their draws and seats, all
    revisions of all deals, chips from the bank, leftovers, adjustments and standings. Ids are only references
    within the document. It does not contain accounts, keys, links, the audit log and claims. If the event is
    not finished, the response is 409.
    """

    shape = DocumentShape
    also_refuses = (409,)
    fetch = through(event_for_director)
    get = Show(Right.EVENTS)

    def data(self) -> Any:
        return {"event": str(self.target.pk), "document": document_of(self.target)}


class EventImport(Resource, path="clubs/<slug:club>/events/import/"):
    shape = EventShape
    longest_body = 20 * 1024 * 1024
    fetch = through(club_of("director"))

    @Add(Right.EVENTS, NewDocument, at="events/{}/")
    def post(self) -> Any:
        """Import a whole finished event from its document, completely or not at all.

        Players are matched with the roster by name, and missing players are added. Every deal is replayed,
        and all certificates and standings are computed again. A document that is malformed or inconsistent
        is refused (422) with a pointer to the place. If the club has this event already, from here or from an
        earlier import, the request is refused (409 `event_already_here`); with `again` you get a copy. With
        `dry_run` you see the event without storing it.
        """
        return import_event(
            self.target, self.actor, self.body["document"], again=self.body.get("again", False)
        )


# ---- Export and import of whole seasons, with the documents of their events.


class SeasonDocumentOne(SeasonItem, path="seasons/<slug:season>/document/"):
    """Get a whole season as one document, with the documents of its events.

    All its events are finished and belong to the club that runs it. Otherwise the response is 409. Ids are
    only references within the document.
    """

    shape = SeasonDocumentShape
    also_refuses = (409,)
    fetch = through(season_for_director)
    get = Show(Right.EVENTS)

    def data(self) -> Any:
        return {"season": str(self.target.pk), "document": season_document_of(self.target)}


class SeasonImport(Resource, path="clubs/<slug:club>/seasons/import/"):
    shape = SeasonShape
    longest_body = 20 * 1024 * 1024
    fetch = through(club_of("director"))

    @Add(Right.EVENTS, NewSeasonDocument, at="seasons/{}/")
    def post(self) -> Any:
        """Import a whole season from its document, completely or not at all.

        All its events are imported, and the tables are counted anew: a document whose tables differ is
        refused (422). If the club has the season or an event of it already, the request is refused (409);
        with `again` you get a copy.
        """
        return import_season(
            self.target, self.actor, self.body["document"], again=self.body.get("again", False)
        )


# ---- Exports: all rows of one kind in an event, as one streamed file.


LARGEST_ID = 2**63 - 1


class ExportQuery(Query):
    format = OneOf(
        ["ndjson", "csv"],
        "`ndjson`: one JSON object per line. `csv`: for spreadsheets, with a header line.",
        default="ndjson",
    )


class DealsExportQuery(ExportQuery):
    since = fields.Int(
        "Only deals that were recorded after this version of the event. Continue with the highest "
        "`event_version` that you have. Deals that were voided meanwhile are missing here; the export of the "
        "ledger has their reversals.",
        least=0,
        most=LARGEST_ID,
    )


class LedgerExportQuery(ExportQuery):
    since = fields.Int(
        "Only transfers after this one. Continue with the `id` of the last transfer that you have.",
        least=0,
        most=LARGEST_ID,
    )


class Export(Resource):
    kind: ClassVar[str]
    fetch = through(event_for_viewer)

    def show(self) -> HttpResponseBase:
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
        return StreamingHttpResponse(with_first_made(file_chunks(format_, *export)), headers=headers)


ANSWERS: dict[Any, Any] = {
    **{
        (200, media_type.partition(";")[0]): OpenApiResponse(OpenApiTypes.STR, "One line for each row.")
        for media_type in MEDIA_TYPES.values()
    },
    304: OpenApiResponse(None, "The version in `If-None-Match` is still the present one."),
}


class DealsExport(Export, path="events/<slug:event>/exports/deals/"):
    """Export all deals of an event that count, in one file.

    Deals are in the order of rounds, tables and numbers, each with its document and its result. Their
    transfers are in the export of the ledger. The file shows one consistent state of the event. In CSV,
    document and result are JSON.
    """

    kind = "deals"
    get = Show(Right.READ, query=DealsExportQuery, answers=ANSWERS)


class LedgerExport(Export, path="events/<slug:event>/exports/ledger/"):
    """Export all transfers of an event, in one file.

    Transfers are in the order in which they happened, including voided ones and their reversals. In CSV,
    a text that a spreadsheet would read as a formula begins with `'`.
    """

    kind = "ledger"
    get = Show(Right.READ, query=LedgerExportQuery, answers=ANSWERS)


class StandingsExport(Export, path="events/<slug:event>/exports/standings/"):
    """Export the newest standing of an event, in one file with a column for each metric.

    In CSV, a text that a spreadsheet would read as a formula begins with `'`.
    """

    kind = "standings"
    get = Show(Right.READ, query=ExportQuery, answers=ANSWERS)
