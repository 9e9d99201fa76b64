"""Columns that several rows have (ids, names, parts of a statement), and the choices of a director.

Python 3.14 and later have `uuid.uuid7`. `new_id` does the same for earlier versions.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Value
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.settings import NotYesOrNo, NumberOutOfRange

# ---- What a director can choose for an event and its stages.


class Pack(models.TextChoices):
    """How cards look and what people call them (`core.packs`)."""

    FRENCH = "french", _("French suits")
    GERMAN = "german", _("German suits")


class Visibility(models.TextChoices):
    PRIVATE = "private", _("private: members only")
    UNLISTED = "unlisted", _("unlisted: everybody who has the link")
    PUBLIC = "public", _("public")


class Scoring(models.TextChoices):
    """How results become scores (`standings.rules.scoring`). AUTO becomes EVEN or CHIPS at the start."""

    AUTO = "auto", _("chosen at the start, by the tables")
    CHIPS = "chips", _("total net chips")
    AVERAGE = "average", _("net chips per deal")
    EVEN = "even", _("chips, compared across table sizes")
    ROOT = "root", _("square roots of chips")
    UMA = "uma", _("chips and a bonus by place")
    PLACE = "place", _("places at the tables")
    POINTS = "points", _("points by place")


class SignUp(models.TextChoices):
    """Who can sign up for an event by its public link."""

    CLOSED = "closed", _("nobody: the club enters people itself")
    OPEN = "open", _("everybody who has the link")
    APPROVE = "approve", _("everybody who has the link, and the director approves")


class Missed(models.TextChoices):
    """What a missed round is worth (`events.rules.counting`)."""

    NOTHING = "nothing", _("nothing")
    MEAN = "mean", _("the mean of one's own rounds")
    FIXED = "fixed", _("a fixed value")
    UNCOUNTED = "uncounted", _("not counted")


class DealsPer(models.TextChoices):
    """What `deals_per_round` counts (`events.rules.tables`)."""

    TABLE = "table", _("the deals at each table")
    SEAT = "seat", _("how many times everybody deals")


class TieBreak(models.TextChoices):
    """The metrics that break ties between equal scores."""

    NET = "net", _("net chips")
    POCHEN = "pochen", _("won in the Pochen less staked")
    OUT = "out", _("deals gone out")
    POOLS = "pools", _("pools won by melding")
    SHOWDOWNS = "showdowns", _("showdowns won")
    BEST_ROUND = "best_round", _("best round")
    ROUNDS_WON = "rounds_won", _("rounds won")
    COUNTBACK = "countback", _("places at the tables")
    MATES_MEAN = "mates_mean", _("mean score of table-mates")
    MATES_MEDIAN = "mates_median", _("median score of table-mates")
    HEAD_TO_HEAD = "head_to_head", _("head to head")
    PLAY_OFF = "play_off", _("play-off")
    LOTS = "lots", _("drawn by lots")


OF_DEALS = (TieBreak.POCHEN, TieBreak.OUT, TieBreak.POOLS, TieBreak.SHOWDOWNS)
"""The tie-breaks that only deals tell. The total of a table says only chips and the number of deals."""


class StageFormat(models.TextChoices):
    ROTATION = "rotation", _("rotation")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knockout")
    FINAL = "final", _("final")
    LADDER = "ladder", _("up and down")


class Reseed(models.TextChoices):
    SNAKE = "snake", _("snake order, by the standings so far")
    ORIGINAL = "original", _("snake order, by the seeds at the beginning of the stage")


class SmallTables(models.TextChoices):
    SHARED = "shared", _("shared out evenly")
    HIGH = "high", _("to the higher places")
    LOW = "low", _("to the lower places")


class Share(models.TextChoices):
    FULL = "full", _("all of it")
    HALF = "half", _("half")
    HALF_UP = "half_up", _("half, rounded up to whole points")


class Rest(models.TextChoices):
    """What those whom a cut does not choose do in its stage, and what they take along if they play on."""

    OUT = "out", _("are out")
    FULL = "full", _("play on in a group of their own, and their scores count")
    HALF = "half", _("play on in a group of their own, and their scores count by half")
    HALF_UP = "half_up", _("play on in a group of their own, and half of their scores counts, rounded up")
    NONE = "none", _("play on in a group of their own, from zero")


class Prefer(models.TextChoices):
    """What comes first in a rotation with tables of two sizes."""

    FAIR = "fair", _("fairly shared small tables, even if more players meet again")
    REPEATS = "repeats", _("few repeats, even if some sit at small tables more often")


@deconstructible(path="tournaments.core.models.columns.Fixed")
class Fixed(Value):
    """A word that is written into the statement, and not sent beside it.

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
