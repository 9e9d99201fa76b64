"""Texts that stand in a statement."""

from __future__ import annotations

from typing import Any

from django.db.models import Value
from django.utils.deconstruct import deconstructible


@deconstructible(path="tournaments.core.models.fixed.Fixed")
class Fixed(Value):
    """A word that is written into the statement, and not sent beside it.

    PostgreSQL keeps one plan for all values that are sent. So it uses a partial index only if the condition
    of the index stands in the statement.
    """

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[str | int, ...]]:  # noqa: ARG002
        if self.value != "" and not str(self.value).isidentifier():
            raise ValueError("only a word, or none, can stand in a statement")
        return f"'{self.value}'", ()
