"""Whole exports."""

from .base import OneOf, Shape


class ExportQuery(Shape):
    format = OneOf(
        ["ndjson", "csv"],
        required=False,
        default="ndjson",
        help_text="`ndjson`: a JSON object a line. `csv`: for spreadsheets, with a line of column names.",
    )
