"""The query of exports."""

from .base import OneOf, Shape


class ExportQuery(Shape):
    format = OneOf(
        ["ndjson", "csv"],
        required=False,
        default="ndjson",
        help_text="`ndjson`: one JSON object per line. `csv`: for spreadsheets, with a header line.",
    )
