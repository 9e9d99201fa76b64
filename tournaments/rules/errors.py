"""The one error of the pure rules: a code for machines, a sentence for people."""

from __future__ import annotations


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation (makemessages looks for this name) and hand it back as it is."""
    return message


class RulesError(Exception):
    """Something the rules do not allow, and what would help.

    `code` is stable. `template` is the English sentence with `%(name)s` holes, which is also the key
    of its translations; `params` fills the holes. `str(error)` is the sentence in English.
    """

    def __init__(self, code: str, template: str, **params: str | int) -> None:
        super().__init__(code, template, params)
        self.code = code
        self.template = template
        self.params = params

    @property
    def detail(self) -> str:
        """The sentence in English, holes filled."""
        return self.template % self.params

    def __str__(self) -> str:
        return self.detail

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.code, self.template, self.params)


def _restore(kind: type[RulesError], code: str, template: str, params: dict[str, str | int]) -> RulesError:
    """Rebuild a pickled error (a worker hands its errors on pickled)."""
    return kind(code, template, **params)
