"""The query of exports."""

from rest_framework import serializers

from .base import OneOf, Shape

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
