"""Lists, a page at a time: `{"results": [...], "next": URL or null}` with an opaque cursor.

A list is ordered by one unique column, and the cursor is the value of the last row seen: rows that are
added meanwhile move nobody from one page to another.
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
    """Some rows of a list, and the address of those after them."""

    rows: list[Any]
    next: str | None


def page_of(rows: QuerySet[Any], order: str, request: Request, *, limit: int, cursor: str | None) -> Page:
    """The page of `rows` after `cursor`. `order`: a unique column; "-" before it: the newest first."""
    column, direction = order.lstrip("-"), "lt" if order.startswith("-") else "gt"
    rows = rows.order_by(order)
    if cursor is not None:
        rows = rows.filter(**{f"{column}__{direction}": _value(rows, column, cursor)})
    found = list(rows[: limit + 1])
    if len(found) <= limit:
        return Page(found, None)
    last = str(getattr(found[limit - 1], column))
    cursor = urlsafe_b64encode(last.encode()).decode().rstrip("=")
    return Page(found[:limit], replace_query_param(request.build_absolute_uri(), "cursor", cursor))


def _value(rows: QuerySet[Any], column: str, cursor: str) -> Any:
    """The column's value that a cursor stands for; Malformed for what is no cursor of ours."""
    try:
        text = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        value = rows.model._meta.get_field(column).to_python(text)
    except (ValueError, ValidationError):
        value = None
    if value is None or (isinstance(value, int) and abs(value) >= 2**63):
        raise Malformed("bad_cursor", _("This cursor is not one that was given out here."))
    return value
