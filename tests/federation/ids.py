"""Ids that say what they belong to, so that a copy of a row finds the copies of all rows that it names.

They begin with the number of their club (four hexadecimal digits), then `c` for rows of a club or `e` for
rows of an event, then the number of the copy of that event: `00d0007e-0003-7...` is in club 7, and belongs to
the third copy of an event. Texts and JSON hold ids too, so a copy replaces the beginning of ids everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from unittest.mock import patch
from uuid import UUID

from django.apps import apps
from django.db.models import ForeignKey, Model, UUIDField

from tournaments.core.models.columns import new_id
from tournaments.models import Evening, Event, RatedEvent, Rating

NOT_OF_AN_EVENT = {Evening, RatedEvent, Rating}
"""They belong to a season, and to the whole history of a player."""

OF_NOBODY = {"AttemptPace", "AttemptTurn", "CheckMark", "PinFailure", "Practice", "Session"}
"""Models whose rows belong to no club."""

START = "00d"


def models_of_clubs() -> list[type[Model]]:
    """All models whose rows belong to a club, or to the people of a club."""
    models = apps.get_app_config("tournaments").get_models(include_auto_created=True)
    return [model for model in models if model.__name__ not in OF_NOBODY]


def owners() -> dict[type[Model], ForeignKey[Model]]:
    """The models whose rows belong to an event, without `Event`, and the key that leads towards it."""
    found: dict[type[Model], ForeignKey[Model]] = {}
    rest = [model for model in models_of_clubs() if model not in NOT_OF_AN_EVENT | {Event}]
    while True:
        keys = [
            key
            for model in rest
            if model not in found
            for key in keys_of(model)
            if key.related_model in found.keys() | {Event}
        ]
        # All rows of the model have a key that is not null. Others are a last choice.
        reached = [key for key in keys if not key.null] or keys
        if not reached:
            return found
        found |= {key.model: key for key in reversed(reached)}


def keys_of(model: type[Model]) -> list[ForeignKey[Model]]:
    """The foreign keys of a model to other models."""
    fields = model._meta.concrete_fields
    return [field for field in fields if isinstance(field, ForeignKey) and field.related_model is not model]


@contextmanager
def marked_ids(club: int = 0, first: int = 1) -> Iterator[None]:
    """Give such ids to all rows that are made during the block. They end with numbers from `first` on."""
    numbers, of_events = count(first), owners().keys() | {Event}
    with ExitStack() as stack:
        for model in models_of_clubs():
            key = model._meta.pk
            if isinstance(key, UUIDField) and key.default is new_id:
                start = f"{START}{club:04x}{'e' if model in of_events else 'c'}"
                stack.enter_context(patch.dict(key.__dict__, {"_get_default": _maker(start, numbers)}))
        yield


def _maker(start: str, numbers: Iterator[int]) -> object:
    return lambda: UUID(f"{start}-0000-7000-8000-{next(numbers):012x}")
