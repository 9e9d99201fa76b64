"""The base classes of all shapes. Input is strict; output has opaque ids and times in UTC."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache, cached_property, partial
from typing import Any, ClassVar, Self, cast

from django.db.models import BooleanField, CharField, DateField, IntegerField, JSONField, Model, TextField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Choice, Day, Field, Int, Str
from tournaments.core.models.columns import choices_of, limits_of
from tournaments.core.rules.refusals import Invalid
from tournaments.core.rules.settings import Settings
from tournaments.core.zones import check_date

Bounds = tuple[float | None, float | None]
"""The least and the largest number that a verb accepts."""


class Typed(Field):
    """A field of a body for one type of JSON. Nothing is converted: a number is no string, 1.0 is not whole.

    What the verb accepts (`stated`), the document states, and the verb checks it (422).
    """

    takes: ClassVar[tuple[type, ...]]
    wrong: ClassVar[str]
    """The code for other types."""

    def __init__(
        self, meaning: Any = None, *, stated: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        self.stated = {name: limit for name, limit in (stated or {}).items() if limit is not None}
        super().__init__(meaning, **kwargs)

    def to_internal_value(self, data: Any) -> Any:
        if type(data) not in self.takes:
            self.fail(self.wrong)
        return data


class Text(Typed, serializers.CharField):
    """A string. longest, one_of: what the verb accepts."""

    takes, wrong = (str,), "not_text"
    default_error_messages = {wrong: gettext_lazy("This must be a string.")}

    def __init__(
        self,
        meaning: Any = None,
        *,
        longest: int | None = None,
        one_of: Iterable[str] | None = None,
        **kwargs: Any,
    ) -> None:
        words = None if one_of is None else list(one_of)
        super().__init__(meaning, stated={"maxLength": longest, "enum": words}, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        return str(super().to_internal_value(data)).strip()


class Slug(Text, serializers.SlugField):
    """A part of an address: letters without accents, digits, hyphens, underscores."""


class Whole(Typed, Int):
    """A whole number from `least` to `most`. bounds: what the verb accepts."""

    takes, wrong = (int,), "not_whole"
    default_error_messages = {wrong: gettext_lazy("This must be a whole number.")}

    def __init__(
        self,
        meaning: Any = None,
        least: int | None = None,
        most: int | None = None,
        *,
        bounds: Bounds = (None, None),
        **kwargs: Any,
    ) -> None:
        stated = dict(zip(("minimum", "maximum"), bounds, strict=True))
        super().__init__(meaning, least=least, most=most, stated=stated, **kwargs)


class Flag(Typed, serializers.BooleanField):
    """true or false."""

    takes, wrong = (bool,), "not_a_flag"
    default_error_messages = {wrong: gettext_lazy("This must be true or false.")}


class Items(Field, serializers.ListField):
    """A list. Each thing in it is a string such as an id, unless `child` says something else."""

    child: Any = Text(max_length=60)


class Several(Items):
    """A list of which the verb accepts `most`."""

    def __init__(self, meaning: Any = None, *, most: int, **kwargs: Any) -> None:
        self.stated = {"maxItems": most}
        super().__init__(meaning, **kwargs)


@extend_schema_field({"type": "number"})
class PointsToAdd(Typed):
    """A number with decimals. bounds: what the verb accepts."""

    takes, wrong = (int, float), "not_a_number"
    default_error_messages = {wrong: gettext_lazy("This must be a number.")}

    def __init__(self, meaning: Any = None, *, bounds: Bounds = (None, None), **kwargs: Any) -> None:
        super().__init__(meaning, stated=dict(zip(("minimum", "maximum"), bounds, strict=True)), **kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        return Decimal(str(super().to_internal_value(data)))

    def to_representation(self, value: Any) -> float:
        return float(value)


class OneOf(Choice):
    """One of a few words."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(
                _("This must be one of: %(choices)s.") % {"choices": ", ".join(map(str, self.choices))},
                code="not_one_of",
            )
        return data


class Object(Typed):
    """JSON as it is. In a body it must be an object, and verbs check its content. schema: what it is."""

    takes, wrong = (dict,), "not_an_object"
    default_error_messages = {wrong: gettext_lazy("This must be an object.")}

    def __init__(self, meaning: Any = None, *, schema: Any = None, **kwargs: Any) -> None:
        super().__init__(meaning, **kwargs)
        extend_schema_field(schema or {"type": "object", "additionalProperties": True})(cast("Any", self))

    def to_representation(self, value: Any) -> Any:
        return value


class Part(Object):
    """Settings within a body or an answer. The model reads them, and describes them in the document."""

    def __init__(self, model: type[Settings], meaning: Any = None, **kwargs: Any) -> None:
        self.model = model
        super().__init__(meaning, **kwargs)

    def to_internal_value(self, data: Any) -> Settings:
        return self.model.read(super().to_internal_value(data), str(self.field_name))


class Id(Str):
    """An opaque string."""


class Moment(Field, serializers.DateTimeField):
    """A time in RFC 3339 and UTC. Without an offset it is UTC, too. The verb checks its range."""

    def enforce_timezone(self, value: datetime) -> datetime:
        return value if value.tzinfo is not None else value.replace(tzinfo=UTC)

    def to_representation(self, value: datetime) -> str:
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


class DayToFind(Day):
    """A day in a query."""

    def to_internal_value(self, value: Any) -> date:
        day: date = super().to_internal_value(value)
        try:
            check_date(day)
        except Invalid as refusal:
            raise serializers.ValidationError(refusal.detail, code=refusal.code) from refusal
        return day


class Shape(serializers.Serializer[Any]):
    """An object with these keys only."""

    default_error_messages = {"invalid": gettext_lazy("This must be an object.")}

    defaults: ClassVar[Mapping[str, Any]] = {}
    """What the verb takes for a field that is left out. The document states it."""

    @classmethod
    @cache
    def shared(cls) -> Self:
        """Return one instance for all uses without context, because each new instance copies all fields."""
        return cls()

    @cached_property
    def paths(self) -> dict[str, list[str]]:
        """The names of the attributes that lead to each field of the output: `["deal", "number"]`."""
        return {
            name: [] if field.source == "*" else str(field.source).split(".")
            for name, field in self.fields.items()
            if not field.write_only
        }

    @cached_property
    def columns(self) -> dict[str, str]:
        """The column of each field, as `QuerySet.values` names it: `deal__number`."""
        return {name: "__".join(path) for name, path in self.paths.items()}

    @cached_property
    def _of_object(self) -> list[tuple[str, Callable[[Any], Any]]]:
        return [(name, _reader(self.fields[name], path)) for name, path in self.paths.items()]

    @cached_property
    def _of_columns(self) -> list[tuple[str, Callable[[Any], Any]]]:
        return [(name, _reader(self.fields[name], [column])) for name, column in self.columns.items()]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the same as the framework, several times faster, because lists have many rows."""
        return {name: read(instance) for name, read in self._of_object}

    def from_columns(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return the representation of a row that `QuerySet.values` read with `columns`."""
        return {name: read(row) for name, read in self._of_columns}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            names = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            message = _("This field is unknown. The fields are: %(fields)s.") % {"fields": names or _("none")}
            error = serializers.ErrorDetail(message, "unknown_field")
            raise serializers.ValidationError({name: [error] for name in unknown})
        return super().to_internal_value(data)


class Query(Shape):
    """The parameters of an address. Each can be left out."""

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class Columns(Shape):
    """A body of columns. A column says what its field takes, unless the shape declares a field for it."""

    row: ClassVar[type[Model]]
    settings: ClassVar[tuple[str, ...]]
    """The names of the columns."""

    def get_fields(self) -> dict[str, Any]:
        declared = super().get_fields()
        fields = {name: declared.get(name) or field_of(self.row, name) for name in self.settings}
        return fields | declared


def field_of(row: type[Model], name: str) -> serializers.Field[Any, Any, Any, Any]:
    """The field of a body for a column: its type, choices, limits, length and help."""
    column: Any = row._meta.get_field(name)
    about: dict[str, Any] = {"meaning": column.help_text or None, "null": column.null, "required": False}
    if column.choices:
        return OneOf([""] * column.blank + choices_of(row, name), **about)
    if isinstance(column, IntegerField):
        return Whole(bounds=limits_of(row, name) or (None, None), **about)
    if isinstance(column, CharField | TextField):
        return Text(max_length=column.max_length, allow_blank=column.blank, **about)
    kind: type[Field] = {BooleanField: Flag, JSONField: Object, DateField: Day}[type(column)]
    return kind(**about)


class Answer(Shape):
    """An object that the API sends. All its fields are for output."""

    shows: ClassVar[type[Shape] | None] = None
    """A body. The answer has its fields, too, except for those that it declares itself."""

    def get_fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            field.read_only, field.required = True, False
        shown: dict[str, Any] = {} if self.shows is None else self.shows().get_fields()
        return fields | {name: _for_output(shown[name]) for name in shown if name not in fields}


class OnePage(Answer):
    """A list that is never longer than a page. It is made from its `results`."""

    next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        return {"results": fields.pop("results"), **fields}

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return super().to_representation({"results": instance, "next": None})


_UNCHANGED = (serializers.IntegerField, serializers.BooleanField, Object)
"""Fields whose values come from typed columns, so they need no conversion."""


def _reader(field: serializers.Field[Any, Any, Any, Any], path: list[str]) -> Callable[[Any], Any]:
    """Return a function from an object or a dict to the value of a field.

    It returns None if the value or an object on the way to it is None, or a dict on the way lacks it.
    """
    if isinstance(field, _UNCHANGED):
        return partial(_value_at, path)
    convert = field.to_representation

    def read(instance: Any) -> Any:
        value = _value_at(path, instance)
        return None if value is None else convert(value)

    return read


def _value_at(path: list[str], value: Any) -> Any:
    for name in path:
        if value is None:
            return None
        # Rows of long lists come here thousands of times; JSON columns and verbs give plain dicts.
        value = value.get(name) if value.__class__ is dict else getattr(value, name)
    return value


def _for_output(field: Any) -> serializers.Field[Any, Any, Any, Any]:
    """The field of a body as a field of an answer. An answer has no limits."""
    shown: Any = deepcopy(field)
    shown.read_only, shown.required, shown.validators, shown.stated = True, False, [], {}
    return cast("serializers.Field[Any, Any, Any, Any]", shown)


class Nothing(Shape):
    """An empty body."""


@extend_schema_field({"type": "boolean"})
class QueryFlag(OneOf):
    """`true` or `false` in a query. Other words are errors: a typing mistake must not mean false."""


class DryRun(Query):
    """The query of a method with a dry run."""

    dry_run = QueryFlag(
        ["true", "false"], "`true`: make the same checks, return the same response, and store nothing."
    )


class ListQuery(Query):
    """The query of a list."""

    limit = Int("Rows per page.", default=100, least=1, most=500)
    cursor = Str("The cursor in `next`.", max_length=200)
