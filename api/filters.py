"""The filters of lists. Each is declared once, for django-filter, for validation and for the schema.

`query_of` makes a shape of a set of filters. So an unknown parameter or a bad value becomes a problem
document, and the schema describes each filter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django_filters import CharFilter, ChoiceFilter, DateFilter, Filter, FilterSet, NumberFilter, UUIDFilter
from rest_framework import serializers

from api.problems import Malformed
from api.shapes.base import DayToFind, ListQuery, OneOf

KINDS: dict[type[Filter], Callable[[Any], serializers.Field[Any, Any, Any, Any]]] = {
    ChoiceFilter: lambda filter_: OneOf(
        [value for value, _label in filter_.extra["choices"]], **_options(filter_)
    ),
    UUIDFilter: lambda filter_: serializers.UUIDField(**_options(filter_)),
    NumberFilter: lambda filter_: serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, **_options(filter_)
    ),
    DateFilter: lambda filter_: DayToFind(**_options(filter_)),
    CharFilter: lambda filter_: serializers.CharField(max_length=100, **_options(filter_)),
}


@cache
def query_of(filters: type[FilterSet]) -> type[ListQuery]:
    """Return the shape of the query of a list with these filters."""
    fields = {name: KINDS[type(filter_)](filter_) for name, filter_ in filters.base_filters.items()}
    name = filters.__name__.replace("Filters", "Query")
    return type(name, (ListQuery,), {**fields, "__doc__": "The query of a list."})


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


def _options(filter_: Any) -> dict[str, Any]:
    return {"required": False, "help_text": filter_.extra.get("help_text", "")}


def choice(values: list[str], **options: Any) -> ChoiceFilter:
    return ChoiceFilter(choices=[(value, value) for value in values], **options)
