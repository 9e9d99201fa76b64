"""The one error of the pure rules: a code for machines, a sentence for people."""

from __future__ import annotations

from collections.abc import Sequence

Param = str | int | tuple[str, ...]
"""What fills a hole of a sentence; several names are joined as one says them."""


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation (makemessages looks for this name) and hand it back as it is."""
    return message


LAST_OF_SEVERAL = gettext_noop("%(some)s and %(last)s")


def listed(names: Sequence[str], joined: str = LAST_OF_SEVERAL) -> str:
    """ "Anna", "Anna and Ben", "Anna, Ben and Carla"; `joined` is `LAST_OF_SEVERAL`, or its translation."""
    if len(names) < 2:
        return "".join(names)
    return joined % {"some": ", ".join(names[:-1]), "last": names[-1]}


class RulesError(Exception):
    """Something the rules do not allow, and what would help.

    `code` is stable. `template` is the English sentence with `%(name)s` holes, which is also the key
    of its translations; `params` fills the holes. `str(error)` is the sentence in English.
    """

    def __init__(self, code: str, template: str, **params: Param) -> None:
        super().__init__(code, template, params)
        self.code = code
        self.template = template
        self.params = params

    @property
    def detail(self) -> str:
        """The sentence in English, holes filled."""
        return self.template % {
            hole: listed(value) if isinstance(value, tuple) else value for hole, value in self.params.items()
        }

    def __str__(self) -> str:
        return self.detail

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.code, self.template, self.params)


def _restore(kind: type[RulesError], code: str, template: str, params: dict[str, Param]) -> RulesError:
    """Rebuild a pickled error (a worker hands its errors on pickled)."""
    return kind(code, template, **params)
