"""What all shapes are made of: strict on the way in, opaque ids and UTC on the way out."""

from __future__ import annotations

from datetime import UTC
from functools import cache
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

LARGEST = 1_000_000_000


class Text(serializers.CharField):
    """A string, and nothing that could be read as one."""

    default_error_messages = {"not_text": gettext_lazy("This must be a string.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("not_text")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number: not 1.0, not "1", not true."""

    default_error_messages = {"not_whole": gettext_lazy("This must be a whole number.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("not_whole")
        return data


class Flag(serializers.BooleanField):
    """true or false."""

    default_error_messages = {"not_a_flag": gettext_lazy("This must be true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("not_a_flag")
        return data


class OneOf(serializers.ChoiceField):
    """One of a few words."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(
                _("This must be one of: %(known)s.") % {"known": ", ".join(map(str, self.choices))},
                code="not_one_of",
            )
        return data


@extend_schema_field({"type": "object", "additionalProperties": True})
class Object(serializers.Field[Any, Any, Any, Any]):
    """A JSON object that the verbs look into."""

    default_error_messages = {"not_an_object": gettext_lazy("This must be an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("not_an_object")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class Id(serializers.CharField):
    """An opaque string, on the way out."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)


class Moment(serializers.DateTimeField):
    """RFC 3339 in UTC, on the way out, wherever the club is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, default_timezone=UTC, **kwargs)


class Shape(serializers.Serializer[Any]):
    """An object with these keys and no others."""

    default_error_messages = {"invalid": gettext_lazy("This must be an object.")}

    @classmethod
    @cache
    def shared(cls) -> Self:
        """Return one instance for all uses without context, because each new instance copies all fields."""
        return cls()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            known = ", ".join(name for name, field in self.fields.items() if not field.read_only)
            told = _("There is no such field here: this takes %(fields)s.") % {"fields": known or _("none")}
            fault = serializers.ErrorDetail(told, "unknown_field")
            raise serializers.ValidationError({name: [fault] for name in unknown})
        return super().to_internal_value(data)


class Nothing(Shape):
    """An empty body."""


@extend_schema_field({"type": "boolean"})
class Asked(OneOf):
    """`true` or `false` in a query, and no other word for it: a mistyped one must not be taken for no."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(["true", "false"], **kwargs)


class DryRun(Shape):
    """The query of a verb that can be tried out."""

    dry_run = Asked(
        required=False,
        help_text="`true`: the same checks and the same answer, and nothing is stored.",
    )


class ListQuery(Shape):
    """The query of a list."""

    limit = serializers.IntegerField(
        required=False, default=100, min_value=1, max_value=500, help_text="Rows a page."
    )
    cursor = serializers.CharField(required=False, max_length=200, help_text="From `next`.")
