"""Pages of lists: `{"results": [...], "next": URL or null}` with an opaque cursor.

A list is ordered by one unique column. The cursor is the value of the last row of a page, so a new row never
moves other rows to another page.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from api.problems import Malformed


@dataclass(frozen=True)
class Page:
    """Rows of a list, and the address of the next page."""

    rows: list[Any]
    next: str | None


def page_of(rows: QuerySet[Any], order: str, request: Request, *, limit: int, cursor: str | None) -> Page:
    """Return the page after `cursor`. `order` is a unique column, with "-" before it for descending order."""
    column, direction = order.lstrip("-"), "lt" if order.startswith("-") else "gt"
    rows = rows.order_by(order)
    if cursor is not None:
        rows = rows.filter(**{f"{column}__{direction}": _value(rows, column, cursor)})
    page = list(rows[: limit + 1])
    if len(page) <= limit:
        return Page(page, None)
    last = page[limit - 1]
    value = last[column] if isinstance(last, dict) else getattr(last, column)
    cursor = urlsafe_b64encode(str(value).encode()).decode().rstrip("=")
    return Page(page[:limit], replace_query_param(request.build_absolute_uri(), "cursor", cursor))


def _value(rows: QuerySet[Any], column: str, cursor: str) -> Any:
    """Return the value of the column in a cursor; raise Malformed for a cursor that we did not make."""
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        value = rows.model._meta.get_field(column).to_python(text)
    except (ValueError, ValidationError):
        value = None
    if value is None or (isinstance(value, int) and abs(value) >= 2**63):
        raise Malformed("bad_cursor", _("This cursor is not valid here. Read the list from its beginning."))
    return value
