"""The fields of answers, with what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers


class Field(serializers.Field[Any, Any, Any, Any]):
    """A field that is declared by its meaning: `seat = Int("From 0. Null: not known.", null=True)`."""

    def __init__(self, meaning: Any = None, *, null: bool = False, **kwargs: Any) -> None:
        super().__init__(help_text=meaning, allow_null=null, **kwargs)


class Int(Field, serializers.IntegerField):
    """A whole number, from `least` to `most`."""

    def __init__(
        self, meaning: Any = None, least: int | None = None, most: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(meaning, min_value=least, max_value=most, **kwargs)


class Str(Field, serializers.CharField):
    """A string."""


class Bool(Field, serializers.BooleanField):
    """true or false."""


class Float(Field, serializers.FloatField):
    """A number."""


class Choice(Field, serializers.ChoiceField):
    """One of a few words. With `null` an empty text is null in an answer."""

    def __init__(self, words: Sequence[str], meaning: Any = None, **kwargs: Any) -> None:
        super().__init__(meaning, choices=words, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return (value or None) if self.allow_null else super().to_representation(value)


class Uuid(Field, serializers.UUIDField):
    """The id of a row, in a body."""


class Day(Field, serializers.DateField):
    """A date."""


class Time(Field, serializers.TimeField):
    """A time of day."""


class Json(Field, serializers.JSONField):
    """Any JSON."""


class Dict(Field, serializers.DictField):
    """An object whose values are alike."""


class Made(Field, serializers.SerializerMethodField):
    """What `get_NAME` of the shape returns."""


class Strs(Field, serializers.ListField):
    """Strings."""

    child = serializers.CharField()


class Ints(Field, serializers.ListField):
    """Whole numbers."""

    child = serializers.IntegerField()
