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
    """A whole number."""


class Str(Field, serializers.CharField):
    """A string."""


class Bool(Field, serializers.BooleanField):
    """true or false."""


class Float(Field, serializers.FloatField):
    """A number."""


class Choice(Field, serializers.ChoiceField):
    """One of a few words."""

    def __init__(self, words: Sequence[str], meaning: Any = None, **kwargs: Any) -> None:
        super().__init__(meaning, choices=words, **kwargs)


class Strs(Field, serializers.ListField):
    """Strings."""

    child = serializers.CharField()


class Ints(Field, serializers.ListField):
    """Whole numbers."""

    child = serializers.IntegerField()
