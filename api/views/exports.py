"""Everything of one kind in an event, in one answer that is written while it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

from api.resources import Resource
from api.rights import Right
from api.shapes.exports import ExportQuery
from tournaments.access import event_for_viewer
from tournaments.kernel.row_files import MEDIA_TYPES, file_chunks, with_first_made
from tournaments.services.exchange import exports

if TYPE_CHECKING:
    from tournaments.models import Event


class ExportOf(Resource["Event"]):
    rights = {"GET": Right.READ}
    queries = {"GET": ExportQuery}
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "GET": {
            **{
                (200, media_type): OpenApiResponse(OpenApiTypes.STR, "A line for each.")
                for media_type in MEDIA_TYPES.values()
            },
            304: OpenApiResponse(None, "Still as `If-None-Match` says."),
        }
    }
    kind: ClassVar[str]

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)

    def export(self) -> HttpResponseBase:
        """The file that is asked for, or 304 when the client has it as it is."""
        form, event = self.query["format"], self.target
        etag = f'"{exports.version_of(event, self.kind)}-{form}"'
        if self.has_seen(etag):
            return self.unchanged(etag)
        headers = {
            "ETag": etag,
            "Content-Type": MEDIA_TYPES[form],
            "Content-Disposition": f'attachment; filename="{event.slug}-{self.kind}.{form}"',
            "X-Accel-Buffering": "no",
        }
        if self.request.method == "HEAD":
            return HttpResponse(headers=headers)
        export = exports.EXPORTS[self.kind](event)
        return StreamingHttpResponse(
            with_first_made(file_chunks(form, export.columns, export.rows)), headers=headers
        )


class DealsExport(ExportOf):
    kind = "deals"

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """Every deal of an event that counts, in one file.

        In the order of rounds, tables and numbers, each with its document and its result; its transfers are
        in the ledger's export. However many there are, it is one state of the event. In CSV the document and
        the result are JSON.
        """
        return self.export()


class LedgerExport(ExportOf):
    kind = "ledger"

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """Every movement of chips in an event, in one file.

        In the order it happened; what was voided is there, and what reversed it. In CSV a text that a
        spreadsheet would take for a formula has a `'` before it.
        """
        return self.export()


class StandingsExport(ExportOf):
    kind = "standings"

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """The newest standing of an event, in one file, with a column for each metric.

        In CSV a text that a spreadsheet would take for a formula has a `'` before it.
        """
        return self.export()
