"""Refusals of the pure rules, turned into the service's errors, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid
from tournaments.rules.errors import RulesError


def sentence(error: RulesError) -> str:
    """The refusal's sentence, translated."""
    return _(error.template) % error.params


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
