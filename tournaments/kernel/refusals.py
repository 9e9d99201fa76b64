"""Refusals of the pure rules, turned into the service's errors, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid
from tournaments.rules.errors import LAST_OF_SEVERAL, Param, RulesError, listed

ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")


def sentence(error: RulesError, names: Mapping[str, str] | None = None) -> str:
    """The refusal's sentence, translated; with `names` (by id) in place of the ids that it speaks of."""
    known = names or {}

    def told(value: Param) -> str | int:
        if isinstance(value, tuple):
            return listed([known.get(name, name) for name in value], _(LAST_OF_SEVERAL))
        return ID.sub(lambda found: known.get(found[0], found[0]), value) if isinstance(value, str) else value

    return _(error.template) % {hole: told(value) for hole, value in error.params.items()}


@contextmanager
def as_conflict(*, stated: object = None, expected: object = None) -> Iterator[None]:
    """A refusal here means that the state of things forbids it (409)."""
    try:
        yield
    except RulesError as error:
        raise Conflict(error.code, sentence(error), stated=stated, expected=expected) from error


@contextmanager
def as_invalid(field: str | None = None) -> Iterator[None]:
    """A refusal here means that what was given breaks a rule (422)."""
    try:
        yield
    except RulesError as error:
        raise Invalid(error.code, sentence(error), field=field) from error


def why_refused(verify: Callable[..., None], *args: object, **kwargs: object) -> str:
    """The sentence that says why a step is not allowed now; empty when it is. For buttons."""
    try:
        verify(*args, **kwargs)
    except RulesError as error:
        return sentence(error)
    return ""
