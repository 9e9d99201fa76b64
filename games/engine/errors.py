"""The error of the engine: a stable code for programs, and a sentence for people that can be translated.

The sentence is kept as a template with ``%(name)s`` placeholders and the parameters that fill them. The
template is also the key of its translations. The engine itself knows only English.

Never glue a sentence from parts, and never put a value into a template: pass it as a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

SCHEMA = "schema"
"""The kind of an error in the format: not JSON, a missing key, a number where a string belongs."""
RULE = "rule"
"""The kind of an error in a well-formed document: it breaks a rule of the game."""

Param = str | int


def gettext_noop(message: str) -> str:
    """Mark a sentence for translation (``makemessages`` looks for this name) and return it unchanged."""
    return message


class Sentence(NamedTuple):
    """A whole sentence for people. ``str`` fills its placeholders, in English."""

    template: str
    params: Mapping[str, Param]

    def __str__(self) -> str:
        return self.template % self.params if self.params else self.template


class EngineError(Exception):
    """The engine refuses a document, a set of switches or an action. Nothing was changed.

    ``at`` is the index of the wrong action, or None. ``pointer`` is a JSON pointer into the document
    (``/hands/2``), or None. ``statements`` are further sentences: the statements of a document that cannot
    all be true. ``detail`` is everything in English.
    """

    def __init__(
        self,
        code: str,
        template: str,
        /,
        *,
        at: int | None = None,
        pointer: str | None = None,
        kind: str = RULE,
        statements: Sequence[Sentence] = (),
        **params: Param,
    ) -> None:
        super().__init__(code, template)
        self.code = code
        self.sentence = Sentence(template, params)
        self.at = at
        self.pointer = pointer
        self.kind = kind
        self.statements = tuple(statements)

    @property
    def template(self) -> str:
        """The first sentence in English, with its placeholders."""
        return self.sentence.template

    @property
    def params(self) -> Mapping[str, Param]:
        """What fills the placeholders of ``template``."""
        return self.sentence.params

    @property
    def detail(self) -> str:
        """All sentences in English."""
        return " ".join(map(str, (self.sentence, *self.statements)))

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    def as_data(self) -> dict[str, Any]:
        """The error as plain data that can be stored as JSON; ``from_data`` reads it."""
        return {
            "code": self.code,
            "template": self.template,
            "params": dict(self.params),
            "statements": [[template, dict(params)] for template, params in self.statements],
            "at": self.at,
            "pointer": self.pointer,
            "kind": self.kind,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> EngineError:
        """The error that ``as_data`` wrote."""
        return cls(
            data["code"],
            data["template"],
            at=data["at"],
            pointer=data["pointer"],
            kind=data["kind"],
            statements=[Sentence(template, params) for template, params in data["statements"]],
            **data["params"],
        )

    def moved_to(self, pointer: str | None) -> EngineError:
        """The same error with another pointer, for a document that is part of a larger one."""
        return self.from_data({**self.as_data(), "pointer": pointer})

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep the parameters when a worker pickles the error."""
        return EngineError.from_data, (self.as_data(),)


def schema_error(code: str, template: str, pointer: str | None = None, **params: Any) -> EngineError:
    """An error of the kind ``SCHEMA``, at ``pointer``."""
    return EngineError(code, template, pointer=pointer, kind=SCHEMA, **params)


def seat_error(code: str, template: str, key: str, seat: int, **params: Any) -> EngineError:
    """An error about a seat, at its place in the list ``key``. It fills ``%(seat)d``, counted from 1."""
    return EngineError(code, template, pointer=f"/{key}/{seat}", seat=seat + 1, **params)


def printable(value: object) -> str:
    """A value from a document as a parameter: short, and printable in any encoding."""
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, list):
        return "[...]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:
        return "..."
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
