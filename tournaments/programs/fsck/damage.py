"""What a check returns: a damage, where it is, and since when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


@dataclass(frozen=True)
class Place:
    """Where a damage is: words and ids, from the club down to the deal. None: it is not that deep."""

    club: str = ""
    club_id: UUID | None = None
    event: str = ""
    event_id: UUID | None = None
    round: int | None = None
    table: int | None = None
    table_id: UUID | None = None
    deal: int | None = None
    deal_id: UUID | None = None

    def as_json(self) -> dict[str, Any]:
        """The place for programs, without the parts that are not known."""
        parts = {name: value for name, value in vars(self).items() if value not in (None, "")}
        return {name: str(value) if isinstance(value, UUID) else value for name, value in parts.items()}

    @property
    def words(self) -> str:
        """The place as a text for people."""
        parts = [self.club, self.event]
        for template, number in (
            (gettext_noop("round %(number)d"), self.round),
            (gettext_noop("table %(number)d"), self.table),
            (gettext_noop("deal %(number)d"), self.deal),
        ):
            if number is not None:
                parts.append(_(template) % {"number": number})
        return ", ".join(part for part in parts if part) or _("the whole installation")


@dataclass(frozen=True)
class Damage:
    """One thing that is wrong. `at` and `entry` say since when: the time of a row, an id of the audit log."""

    code: str
    template: str
    params: Mapping[str, Any] = field(default_factory=dict)
    place: Place = field(default_factory=Place)
    at: datetime | None = None
    entry: int | None = None

    @property
    def detail(self) -> str:
        """The sentence in the reader's language."""
        return _(self.template) % self.params if self.params else _(self.template)

    def as_json(self) -> dict[str, Any]:
        """The damage for programs."""
        return {
            "code": self.code,
            "where": {**self.place.as_json(), "words": self.place.words},
            "detail": self.detail,
            "since": {"at": self.at.isoformat() if self.at else None, "audit": self.entry},
            "params": {name: str(value) for name, value in self.params.items()},
        }


UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, ObjectDoesNotExist)
"""The errors of a check that reads values of a wrong shape."""


def guarded(check: Callable[[], Iterator[Damage]], place: Place) -> Iterator[Damage]:
    """Run a check of one place. If the records are too damaged for it, say so and continue elsewhere."""
    try:
        yield from check()
    except UNREADABLE as error:
        yield Damage(
            "unreadable",
            gettext_noop("The records are too damaged to be checked further (%(error)s)."),
            {"error": f"{type(error).__name__}: {error}"},
            place,
        )


@dataclass(frozen=True)
class Scope:
    """What to check: everything by default, or some rows of some models."""

    parts: Mapping[type[Model], Q] | None = None

    def has(self, *models: type[Model]) -> bool:
        """Whether there may be rows of one of these models to check."""
        return self.parts is None or any(model in self.parts for model in models)

    def rows(self, model: type[Model]) -> QuerySet[Any]:
        """The rows of a model that are checked, each with all that follows from it."""
        if not self.has(model):
            return model._base_manager.none()
        return model._base_manager.filter(Q() if self.parts is None else self.parts[model])
