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
from api.shapes.evenings import KINDS as KINDS_OF_EVENINGS
from api.shapes.evenings import MEMBER_STATUSES, REASONS
from api.shapes.events import ENTRY_STATUSES, STATUSES
from api.shapes.replies import ANSWERS
from api.shapes.rounds import ROUND_STATUSES
from tournaments.events.verbs.events import with_name, with_status

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


def _choice(values: list[str], **options: Any) -> ChoiceFilter:
    return ChoiceFilter(choices=[(value, value) for value in values], **options)


class EventsFilters(FilterSet):
    status = _choice(STATUSES, method="by_status")
    search = CharFilter(method="by_name", help_text="Part of the name.")
    starts_from = DateFilter(field_name="starts_on", lookup_expr="gte", help_text="On this day or later.")
    starts_until = DateFilter(field_name="starts_on", lookup_expr="lte", help_text="On this day or earlier.")

    def by_status(self, rows: Any, _name: str, value: str) -> Any:
        return with_status(rows, value)

    def by_name(self, rows: Any, _name: str, value: str) -> Any:
        return with_name(rows, value)


class EntriesFilters(FilterSet):
    status = _choice(ENTRY_STATUSES)
    player = UUIDFilter(field_name="player_id", help_text="The id of a player.")


class RoundsFilters(FilterSet):
    status = _choice(ROUND_STATUSES)
    stage = NumberFilter(field_name="stage__number", help_text="The number of a stage.")
    number = NumberFilter(help_text="The number of a round.")


class RepliesFilters(FilterSet):
    answer = _choice(ANSWERS, help_text="Only this answer.")


class AdjustmentsFilters(FilterSet):
    entry = UUIDFilter(field_name="entry_id", help_text="The id of an entry.")
    round = NumberFilter(field_name="round__number", help_text="The number of a round.")


class EveningsFilters(FilterSet):
    kind = _choice(KINDS_OF_EVENINGS)
    division = UUIDFilter(field_name="division_id", help_text="The id of a division.")
    number = NumberFilter(help_text="The number of an evening.")


class SeasonMembersFilters(FilterSet):
    status = _choice(MEMBER_STATUSES)
    division = UUIDFilter(field_name="division_id", help_text="The id of a division.")
    player = UUIDFilter(field_name="player_id", help_text="The id of a player.")


class AbsencesFilters(FilterSet):
    evening = UUIDFilter(field_name="evening_id", help_text="The id of an evening.")
    player = UUIDFilter(field_name="member__player_id", help_text="The id of a player.")
    reason = _choice(REASONS)


class CreditsFilters(FilterSet):
    player = UUIDFilter(field_name="member__player_id", help_text="The id of a player.")


class DealsFilters(FilterSet):
    number_from = NumberFilter(field_name="number", lookup_expr="gte", help_text="The lowest number.")
    via = _choice(["page", "api", "task", "link", "command"], help_text="How the deal was sent.")


class EventDealsFilters(FilterSet):
    round = NumberFilter(field_name="table__round__number", help_text="The number of a round.")
    table = UUIDFilter(field_name="table_id", help_text="The id of a table.")
    since = NumberFilter(
        field_name="event_version",
        lookup_expr="gt",
        help_text="Only deals that were recorded after this version of the event.",
    )


class LedgerFilters(FilterSet):
    deal = NumberFilter(field_name="deal__number", help_text="The number of a deal.")
    reason = CharFilter(help_text="A reason of poch-result/1, or `start`, `issue`, `void`, `leftover`.")
    account = CharFilter(method="by_account", help_text="From or to this account: `seat 0` or a pool.")

    def by_account(self, rows: Any, _name: str, value: str) -> Any:
        return rows.filter(source__name=value) | rows.filter(target__name=value)


class ShowdownsFilters(FilterSet):
    player = UUIDFilter(field_name="by_player", help_text="The id of a player.")
    round = NumberFilter(field_name="deal__table__round__number", help_text="The number of a round.")


class PayoutsFilters(ShowdownsFilters):
    pool = CharFilter(help_text="The name of a pool.")
