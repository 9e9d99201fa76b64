"""The one exception of the engine: a stable code for machines and a sentence for people.

``kind`` tells what sort of fault it is: ``"schema"`` when a document is not of its format (not JSON, a key
missing, a number where a string belongs), ``"rule"`` when it is well-formed and breaks a rule of the game.
"""

from __future__ import annotations

SCHEMA = "schema"
RULE = "rule"


class EngineError(Exception):
    """A document, a set of switches or an action that the engine refuses; nothing was changed by it.

    ``at`` is the index of the offending action, ``None`` where no single action is to blame;
    ``pointer`` is a JSON pointer into the document (``/hands/2``), where one place can be named.
    """

    def __init__(
        self, code: str, detail: str, *, at: int | None = None, pointer: str | None = None, kind: str = RULE
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.at = at
        self.pointer = pointer
        self.kind = kind

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


def not_of_the_format(code: str, detail: str, pointer: str | None = None) -> EngineError:
    """An error of the document's shape, at ``pointer``."""
    return EngineError(code, detail, pointer=pointer, kind=SCHEMA)


def told(value: object) -> str:
    """A short printable form of any value, for use inside a sentence (never a lone surrogate, never long)."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a very large number"
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."
