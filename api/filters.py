"""What lists can be asked for: each filter is declared once, and read, refused and told of like any query.

`query_of` makes the shape of a route's query from a set of filters, so that a parameter that there is not,
or a value that is none, is a problem document, and the schema tells of each. django-filter then narrows the
rows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from django_filters import CharFilter, ChoiceFilter, DateFilter, Filter, FilterSet, NumberFilter, UUIDFilter
from rest_framework import serializers

from api.problems import Malformed
from api.shapes.base import ListQuery, OneOf
from api.shapes.events import ENTRY_STATUSES, STATUSES
from api.shapes.rounds import ROUND_STATUSES

LONGEST = 100

KINDS: dict[type[Filter], Callable[[Any], serializers.Field[Any, Any, Any, Any]]] = {
    ChoiceFilter: lambda told: OneOf([value for value, _label in told.extra["choices"]], **_said(told)),
    UUIDFilter: lambda told: serializers.UUIDField(**_said(told)),
    NumberFilter: lambda told: serializers.IntegerField(min_value=0, max_value=2**31 - 1, **_said(told)),
    DateFilter: lambda told: serializers.DateField(**_said(told)),
    CharFilter: lambda told: serializers.CharField(max_length=LONGEST, **_said(told)),
}


@cache
def query_of(filters: type[FilterSet]) -> type[ListQuery]:
    """The query of a list that these filters narrow."""
    fields = {name: KINDS[type(told)](told) for name, told in filters.base_filters.items()}
    name = filters.__name__.replace("Filters", "Query")
    return type(name, (ListQuery,), {**fields, "__doc__": "The query of a list."})


def narrowed(rows: Any, filters: type[FilterSet], query: dict[str, Any]) -> Any:
    """The rows that a query, read already, asks for."""
    asked = {name: query[name] for name in filters.base_filters if name in query}
    if not asked:
        return rows
    found = filters(asked, queryset=rows)
    if not found.is_valid():
        name, faults = next(iter(found.errors.items()))
        fault = {"parameter": name, "code": "invalid", "detail": str(faults[0])}
        raise Malformed("bad_query", f"{name}: {faults[0]}", errors=[fault])
    return found.qs


def _said(told: Any) -> dict[str, Any]:
    return {"required": False, "help_text": told.extra.get("help_text", "")}


def _one_of(values: list[str], **said: Any) -> ChoiceFilter:
    return ChoiceFilter(choices=[(value, value) for value in values], **said)


class EventsFilters(FilterSet):
    status = _one_of(STATUSES)
    search = CharFilter(field_name="name", lookup_expr="icontains", help_text="A part of the name.")
    starts_from = DateFilter(field_name="starts_on", lookup_expr="gte", help_text="On this day or later.")
    starts_until = DateFilter(field_name="starts_on", lookup_expr="lte", help_text="On this day or earlier.")


class EntriesFilters(FilterSet):
    status = _one_of(ENTRY_STATUSES)
    player = UUIDFilter(field_name="player_id", help_text="A player's id.")


class RoundsFilters(FilterSet):
    status = _one_of(ROUND_STATUSES)
    stage = NumberFilter(field_name="stage__number", help_text="A stage's number.")
    number = NumberFilter(help_text="A round's number.")


class AdjustmentsFilters(FilterSet):
    entry = UUIDFilter(field_name="entry_id", help_text="An entry's id.")
    round = NumberFilter(field_name="round__number", help_text="A round's number.")


class DealsFilters(FilterSet):
    number_from = NumberFilter(field_name="number", lookup_expr="gte", help_text="This one or a later one.")
    via = _one_of(["page", "api", "task", "link", "command"], help_text="How it came.")


class LedgerFilters(FilterSet):
    deal = NumberFilter(field_name="deal__number", help_text="A deal's number.")
    reason = CharFilter(help_text="As in a poch-result/1; also `start`, `issue`, `void`, `leftover`.")
    account = CharFilter(method="of_account", help_text="`seat 0`, a pool's name: from it or to it.")

    def of_account(self, rows: Any, _name: str, value: str) -> Any:
        return rows.filter(source__name=value) | rows.filter(target__name=value)


class ShowdownsFilters(FilterSet):
    player = UUIDFilter(field_name="seat__entry__player", help_text="A player's id.")
    round = NumberFilter(field_name="deal__table__round__number", help_text="A round's number.")


class PayoutsFilters(ShowdownsFilters):
    pool = CharFilter(help_text="A pool's name.")
