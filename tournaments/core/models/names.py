"""Columns that follow from a name, so that the database compares, sorts and finds people as clubs do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class Named(models.Model):
    """A row with names: whoever saves a name saves what follows from it."""

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None:
            changed = set(update_fields)
            keys = [field for field in self._meta.concrete_fields if isinstance(field, KeyOfName)]
            update_fields = [*changed, *(key.name for key in keys if changed.intersection(key.names))]
        super().save(*args, update_fields=update_fields, **kwargs)


class KeyOfName(models.CharField):  # type: ignore[type-arg]
    """A text that is made of names of the same row each time this column is saved; nothing else fills it.

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
