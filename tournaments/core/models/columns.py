"""What the models of several rooms use: ids, names, columns with limits, and checks of their values.

Python 3.14 and later have `uuid.uuid7`. `new_id` does the same for earlier versions.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, overload

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q, Value
from django.utils.deconstruct import deconstructible

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.settings import NotYesOrNo, NumberOutOfRange


@deconstructible(path="tournaments.core.models.columns.Fixed")
class Fixed(Value):
    """A word that is written into the SQL statement, and not sent as a parameter.

    PostgreSQL keeps one plan for all values that are sent. So it uses a partial index only if the condition
    of the index stands in the statement.
    """

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:  # noqa: ARG002
        if self.value != "" and not str(self.value).isidentifier():
            raise ValueError("only a word, or none, can stand in a statement")
        return f"'{self.value}'", ()


def new_id() -> uuid.UUID:
    """Return a fresh UUIDv7: 48 bits of milliseconds, then 74 bits of the system's randomness."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (milliseconds & (2**48 - 1)) << 80 | random
    value = value & ~(0xF << 76) | 0x7 << 76  # the version
    value = value & ~(0x3 << 62) | 0x2 << 62  # the variant
    return uuid.UUID(int=value)


def choice(
    default: models.TextChoices, longest: int = 10, *, help_text: str = ""
) -> models.CharField[str, str]:
    """A column for one of some words; `default` is one of them, also in the database."""
    return models.CharField(
        max_length=longest,
        choices=type(default).choices,
        default=default,
        db_default=default.value,
        help_text=help_text,
    )


@overload
def whole(
    low: int, high: int, help_text: str = "", *, default: int
) -> models.PositiveIntegerField[int, int]: ...
@overload
def whole(
    low: int, high: int, help_text: str = ""
) -> models.PositiveIntegerField[int | None, int | None]: ...
def whole(low: int, high: int, help_text: str = "", *, default: int | None = None) -> Any:
    """A column for a whole number from `low` to `high`, or nothing if it has no default."""
    kind: Any = models.PositiveSmallIntegerField if high < 2**15 else models.PositiveIntegerField
    empty = {"null": True, "blank": True} if default is None else {"default": default}
    limits = [MinValueValidator(low), MaxValueValidator(high)]
    return kind(validators=limits, help_text=help_text, **empty)


def text(longest: int, help_text: str = "") -> models.CharField[str, str]:
    """A column for a text that can be empty; `longest`: its most characters."""
    return models.CharField(max_length=longest, blank=True, default="", db_default="", help_text=help_text)


M = TypeVar("M", bound=models.Model)


def optional(
    to: type[M], related_name: str = "+", *, help_text: str = ""
) -> models.ForeignKey[M | None, M | None]:
    """A column for a row of another table, or none. While it names the row, nobody can delete it."""
    return models.ForeignKey(
        to, null=True, blank=True, on_delete=models.PROTECT, related_name=related_name, help_text=help_text
    )


def checks(**conditions: Q) -> list[models.BaseConstraint]:
    """What the database checks in each row of a table, by the names of the constraints."""
    return [models.CheckConstraint(condition=condition, name=name) for name, condition in conditions.items()]


def limits_of(model: type[models.Model], name: str) -> tuple[int, int] | None:
    """The least and the largest number of a column made by `whole`; None if it has no limits."""
    column: Any = model._meta.get_field(name)
    limits = [validator.limit_value for validator in column._validators]
    return (limits[0], limits[1]) if limits else None


def choices_of(model: type[models.Model], name: str) -> list[str]:
    """The words of a column that has choices."""
    column: Any = model._meta.get_field(name)
    return [word for word, _label in column.flatchoices]


def check_value(model: type[models.Model], name: str, value: object) -> None:
    """Refuse a value for a column: no choice of it, outside of its limits, or neither yes nor no."""
    column: Any = model._meta.get_field(name)
    if value is None and column.null:
        return
    choices, limits = choices_of(model, name), limits_of(model, name)
    if choices and value not in choices and not (value == "" and column.blank):
        sentence = gettext_noop("Choose one of: %(choices)s.")
        raise Invalid(f"{name}_unknown", sentence, {"choices": ", ".join(choices)}, field=name)
    if limits is not None and (type(value) is not int or not limits[0] <= value <= limits[1]):
        raise NumberOutOfRange(name=name, low=limits[0], high=limits[1], field=name)
    if isinstance(column, models.BooleanField) and type(value) is not bool:
        raise NotYesOrNo(name=name, field=name)


def parse_id(text: object) -> uuid.UUID | None:
    """Return the id that `text` spells (RFC 9562, section 4), or None."""
    try:
        value = uuid.UUID(str(text))
    except ValueError:
        return None
    # The library accepts 32 digits with dashes anywhere. Such a text may be a slug.
    return value if str(value) == str(text).lower() else None


class Keyed(models.Model):
    """A row whose id says when it was made, so newer rows have greater ids."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)

    class Meta:
        abstract = True


class Named(models.Model):
    """A row with names. Whenever a name is saved, so are the keys that are made from it (`KeyOfName`)."""

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None:
            changed = set(update_fields)
            keys = [field for field in self._meta.concrete_fields if isinstance(field, KeyOfName)]
            update_fields = [*changed, *(key.name for key in keys if changed.intersection(key.names))]
        super().save(*args, update_fields=update_fields, **kwargs)


class KeyOfName(models.CharField):  # type: ignore[type-arg]
    """A text made from names of the same row each time this column is saved. Nothing else fills it.

    Both databases compare it code point by code point.
    """

    def __init__(self, key: Callable[..., str], names: Sequence[str] = ("name",), **kwargs: Any) -> None:
        self.key, self.names = key, tuple(names)
        super().__init__(editable=False, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["editable"]
        return name, path, [self.key, self.names, *args], kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002, FBT001 - as Django calls it
        value = self.key(*(getattr(model_instance, name) for name in self.names))
        setattr(model_instance, self.attname, value)
        return value

    def db_parameters(self, connection: BaseDatabaseWrapper) -> dict[str, Any]:
        parameters: dict[str, Any] = super().db_parameters(connection)
        return parameters | {"collation": "C" if connection.vendor == "postgresql" else None}
