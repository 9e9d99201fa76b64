"""The error of the pure rules: a code for machines, a template for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from datetime import date

Param: TypeAlias = "str | int | date | tuple[str, ...]"
"""The value of a placeholder. A tuple of names becomes a list in words."""


def gettext_noop(message: str) -> str:
    """Return `message` unchanged. makemessages finds sentences by this name."""
    return message


LAST_OF_SEVERAL = gettext_noop("%(some)s and %(last)s")


def listed(names: Sequence[str], joined: str = LAST_OF_SEVERAL) -> str:
    """Return the names in words: "Anna, Ben and Carla". joined: `LAST_OF_SEVERAL` or its translation."""
    if len(names) < 2:
        return "".join(names)
    return joined % {"some": ", ".join(names[:-1]), "last": names[-1]}


class RulesError(Exception):
    """A refusal of the rules.

    code: stable, for machines. template: the English sentence with `%(name)s` placeholders, which is also
    the key of its translations. params: the values. `str(error)` is the English sentence.
    """

    def __init__(self, code: str, template: str, **params: Param) -> None:
        super().__init__(code, template, params)
        self.code = code
        self.template = template
        self.params = params

    @property
    def detail(self) -> str:
        """The English sentence."""
        return self.template % {
            name: listed(value) if isinstance(value, tuple) else value for name, value in self.params.items()
        }

    def __str__(self) -> str:
        return self.detail

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.code, self.template, self.params)


def _restore(kind: type[RulesError], code: str, template: str, params: dict[str, Param]) -> RulesError:
    """Rebuild a pickled error; workers return errors pickled."""
    return kind(code, template, **params)
