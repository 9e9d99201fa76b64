"""Exports: all rows of one kind in an event, as one streamed file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request

from api.resources import Resource
from api.rights import Right
from api.shapes.base import OneOf, Shape
from tournaments.core.row_files import MEDIA_TYPES, file_chunks, with_first_made
from tournaments.events.access import event_for_viewer
from tournaments.programs.documents import exports

if TYPE_CHECKING:
    from tournaments.events.models.events import Event


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
