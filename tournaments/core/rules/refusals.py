"""Refusals: what is not done, and why. Nothing was changed.

Each kind of refusal is a class beside the verb or the rule that refuses::

    class PrizeTwice(Invalid):
        \"\"\"The place has a prize already.\"\"\"

        sentence = gettext_noop("Place %(place)d has a prize already. Put both into one prize.")

    raise PrizeTwice(place=3, field="first")

The name gives the code for programs (`prize_twice`), the docstring its title. `sentence` is what a person
reads, and the key of its translations. Where a code needs another sentence, the place that raises it says
so: `sentence=`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

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


def in_english(sentence: str, params: Mapping[str, Any]) -> str:
    """Fill the placeholders of a sentence. A tuple of names becomes a list in words."""
    filled = {name: listed(value) if isinstance(value, tuple) else value for name, value in params.items()}
    return sentence % filled if params else sentence


class Refusal(AssertionError):
    """Something is not done.

    pydantic takes an AssertionError for what a validator refuses, and, unlike a ValueError, nobody catches it
    who reads a file or a number.

    field: the field of a form, or the path in a body: `amount`, `prizes/2/amount`. stated, expected: what a
    request says and what is stored, where they disagree. The other arguments fill the sentence.
    """

    code: str = ""
    status: ClassVar[int] = 400
    """The status of HTTP."""
    sentence: str = ""
    retry_after: int | None = None
    """Seconds after which the same request may succeed."""
    typical: ClassVar[Mapping[str, Any]] = {}
    """Values for the example in the list of codes, where a name or a 3 would make no sense."""

    write: ClassVar[Callable[[str, Mapping[str, Any]], str]] = in_english
    """Writes a sentence with its params. The app puts the language of the reader here."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.sentence and not cls.code:
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def __init__(
        self,
        code: str = "",
        sentence: str = "",
        params: Mapping[str, Any] | None = None,
        *,
        field: str | None = None,
        stated: Any = None,
        expected: Any = None,
        **named: Any,
    ) -> None:
        super().__init__(code or self.code)
        self.code = code or self.code
        self.sentence = str(sentence or self.sentence)
        self.params = {**(params or {}), **named}
        self.field = field
        self.extra: dict[str, Any] = {}
        """Further members of the problem document."""
        if stated is not None or expected is not None:
            self.extra = {"stated": stated, "expected": expected}

    @property
    def detail(self) -> str:
        """The sentence in the language of the reader."""
        return type(self).write(self.sentence, self.params)

    def __str__(self) -> str:
        return self.detail

    @classmethod
    def title(cls) -> str:
        """The kind of refusal in English: the first sentence of the docstring."""
        return (
            (cls.__doc__ or f"{cls.code.replace('_', ' ').capitalize()}.")
            .split("\n\n")[0]
            .replace("\n    ", " ")
            .strip()
        )

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.__dict__)


def _restored(kind: type[Refusal], state: dict[str, Any]) -> Refusal:
    """A refusal that a worker has pickled."""
    refusal = kind.__new__(kind)
    refusal.__dict__.update(state)
    return refusal


@contextmanager
def disagreeing(stated: Any, expected: Any) -> Iterator[None]:
    """Let what is refused say what the request states and what is stored."""
    try:
        yield
    except Refusal as refusal:
        refusal.extra = {"stated": stated, "expected": expected}
        raise


@contextmanager
def at(field: str | None) -> Iterator[None]:
    """Let what is refused stand at this field, if it names no other."""
    try:
        yield
    except Refusal as refusal:
        refusal.field = refusal.field or field
        raise


class NotAllowed(Refusal):
    """The actor may see this, but not do it."""

    status = 403


class NotFound(Refusal):
    """The thing does not exist, or the actor may not see it."""

    status = 404


class Conflict(Refusal):
    """The request disagrees with the present state; `stated` and `expected` say where."""

    status = 409


class Invalid(Refusal):
    """The input is well formed, but breaks a rule."""

    status = 422


class TooMany(Refusal):
    """Too many attempts. A later attempt may succeed."""

    status = 429
    retry_after = 60

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.retry_after = named.get("seconds", self.retry_after)


def declared(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Return all kinds of refusals that have a code of their own, from the modules imported so far."""
    for each in kind.__subclasses__():
        if "code" in vars(each):
            yield each
        yield from declared(each)
