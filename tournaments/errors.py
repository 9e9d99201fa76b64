"""What a verb answers when it will not: a stable code for programs, a sentence for people.

The API turns each into a problem document, the pages into a message; `status` is the HTTP status that
both use. Errors of the game itself come from the engine (`games.services.EngineError`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError
from django.utils.translation import gettext


class ServiceError(Exception):
    """A refusal. Nothing was changed."""

    status = 400
    retry_after: int | None = None
    """Seconds after which to try again, where that would help."""

    def __init__(
        self, code: str, template: str, params: Mapping[str, object] | None = None, **extra: Any
    ) -> None:
        super().__init__(code, template, params)
        self.code = code
        self.template = str(template)
        self.params = dict(params or {})
        self.extra = extra

    @property
    def detail(self) -> str:
        """The sentence in the reader's language, with the placeholders filled."""
        text = gettext(self.template)
        return text % self.params if self.params else text

    def __str__(self) -> str:
        return self.detail


class NotAllowed(ServiceError):
    """The actor may see this, but not do it."""

    status = 403


class NotFound(ServiceError):
    """There is no such thing, or none that the actor may know of."""

    status = 404


class Conflict(ServiceError):
    """It disagrees with the state of things; `stated` and `expected` say where."""

    status = 409

    def __init__(
        self,
        code: str,
        template: str,
        params: Mapping[str, object] | None = None,
        *,
        stated: Any = None,
        expected: Any = None,
    ) -> None:
        extra = {} if stated is None and expected is None else {"stated": stated, "expected": expected}
        super().__init__(code, template, params, **extra)


class Invalid(ServiceError):
    """Well formed, but breaks a rule. `field` names the form's field or the JSON key to blame."""

    status = 422

    def __init__(
        self,
        code: str,
        template: str,
        params: Mapping[str, object] | None = None,
        *,
        field: str | None = None,
    ) -> None:
        super().__init__(code, template, params)
        self.field = field


class TooMany(ServiceError):
    """Tried too often; it may be tried again later."""

    status = 429
    retry_after = 60


def is_a_twin(error: IntegrityError) -> bool:
    """Whether a row was refused only because there is one like it already (PostgreSQL, then SQLite).

    Somebody made it in the moment since a verb looked, and found none.
    """
    return getattr(error.__cause__, "sqlstate", None) == "23505" or "UNIQUE constraint failed" in str(error)
