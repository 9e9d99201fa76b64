"""A refusal of the pure rules that has no class yet, and the words of refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tournaments.core.rules.refusals import LAST_OF_SEVERAL, Invalid, gettext_noop, listed

if TYPE_CHECKING:
    from datetime import date

__all__ = ["LAST_OF_SEVERAL", "Param", "RulesError", "gettext_noop", "listed"]

Param: TypeAlias = "str | int | date | tuple[str, ...]"
"""The value of a placeholder. A tuple of names becomes a list in words."""


class RulesError(Invalid):
    """A refusal of the rules that has no class yet.

    code: stable, for machines. template: the English sentence with `%(name)s` placeholders, which is also
    the key of its translations. params: the values.
    """

    def __init__(self, code: str, template: str, **params: Param) -> None:
        super().__init__(code, template, params)
