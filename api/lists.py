"""Pages of lists, `{"results": [...], "next": URL or null}` with an opaque cursor, and their filters.

A list is ordered by one unique column. The cursor is the value of the last row of a page, so a new row never
moves other rows to another page.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters import CharFilter, ChoiceFilter, DateFilter, Filter, FilterSet, NumberFilter, UUIDFilter
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from api import fields
from api.problems import Malformed
from api.shapes import DayToFind, ListQuery, OneOf


@dataclass(frozen=True)
class Page:
    """Rows of a list, and the address of the next page."""

    rows: list[Any]
    next: str | None


def page_of(
    parts: Sequence[QuerySet[Any]], order: str, request: Request, *, limit: int, cursor: str | None
) -> Page:
    """Return the page after `cursor` of a list that consists of these parts, which share no row.

    `order` is a unique column, with "-" before it for descending order.
    """
    column, direction = order.lstrip("-"), "lt" if order.startswith("-") else "gt"
    page: list[Any] = []
    for part in parts:
        rows = part.order_by(order)
        if cursor is not None:
            rows = rows.filter(**{f"{column}__{direction}": _value(rows, column, cursor)})
        page += rows[: limit + 1]

    def value_of(row: Any) -> Any:
        return row[column] if isinstance(row, dict) else getattr(row, column)

    if len(parts) > 1:
        page.sort(key=value_of, reverse=direction == "lt")
    if len(page) <= limit:
        return Page(page, None)
    return Page(page[:limit], _next(request, value_of(page[limit - 1])))


def page_of_list(rows: Sequence[Any], name: str, request: Request, *, limit: int, cursor: str | None) -> Page:
    """Return the page after `cursor` of a list that was computed. `name` is a unique attribute of its rows.

    The row of the cursor may have moved meanwhile; the page begins after it.
    """
    first = 0
    if cursor is not None:
        place = {str(getattr(row, name)): number for number, row in enumerate(rows, 1)}.get(
            _text(cursor) or ""
        )
        if place is None:
            raise _bad_cursor()
        first = place
    page = list(rows[first : first + limit])
    has_more = len(rows) > first + limit
    return Page(page, _next(request, getattr(page[-1], name)) if has_more else None)


def _next(request: Request, value: object) -> str:
    cursor = urlsafe_b64encode(str(value).encode()).decode().rstrip("=")
    return replace_query_param(request.build_absolute_uri(), "cursor", cursor)


def _text(cursor: str) -> str | None:
    try:
        return urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
    except ValueError:
        return None


def _bad_cursor() -> Malformed:
    return Malformed("bad_cursor", _("This cursor is not valid here. Read the list from its beginning."))


def _value(rows: QuerySet[Any], column: str, cursor: str) -> Any:
    """Return the value of the column in a cursor; raise Malformed for a cursor that we did not make."""
    try:
        value = rows.model._meta.get_field(column).to_python(_text(cursor))
    except ValidationError:
        value = None
    if value is None or (isinstance(value, int) and abs(value) >= 2**63):
        raise _bad_cursor()
    return value


# ---- The filters of lists. Each is declared once, for django-filter, for validation and for the schema.
#
# `query_of` makes a shape of a set of filters. So an unknown parameter or a bad value becomes a problem
# document, and the schema describes each filter.


KINDS: dict[type[Filter], Callable[..., fields.Field]] = {
    UUIDFilter: fields.Uuid,
    NumberFilter: partial(fields.Int, least=0, most=2**31 - 1),
    DateFilter: DayToFind,
    CharFilter: partial(fields.Str, max_length=100),
}


@cache
def query_of(filters: type[FilterSet]) -> type[ListQuery]:
    """Return the shape of the query of a list with these filters."""
    query: dict[str, Any] = {}
    for name, filter_ in filters.base_filters.items():
        words = [value for value, _label in filter_.extra.get("choices", ())]
        kind = partial(OneOf, words) if words else KINDS[type(filter_)]
        query[name] = kind(filter_.extra.get("help_text", ""))
    name = filters.__name__.replace("Filters", "Query")
    return type(name, (ListQuery,), {**query, "__doc__": "The query of a list."})


def narrowed(rows: Any, filters: type[FilterSet], query: dict[str, Any]) -> Any:
    """Return the rows that match a validated query."""
    values = {name: query[name] for name in filters.base_filters if name in query}
    if not values:
        return rows
    filter_set = filters(values, queryset=rows)
    if not filter_set.is_valid():
        name, messages = next(iter(filter_set.errors.items()))
        error = {"parameter": name, "code": "invalid", "detail": str(messages[0])}
        raise Malformed("bad_query", f"{name}: {messages[0]}", errors=[error])
    return filter_set.qs


def choice(values: list[str], **options: Any) -> ChoiceFilter:
    return ChoiceFilter(choices=[(value, value) for value in values], **options)
