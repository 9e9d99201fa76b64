"""The settings of a thing as one model.

From the model its form, REST body, stored JSON and document are made. A field has a title and a description
in English, marked with `gettext_noop`, and its limits. A validator refuses a value by raising `Invalid`.
Nothing here knows Django: `tournaments.core.settings` makes the form.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Self

from annotated_types import GroupedMetadata
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
    WrapValidator,
)

from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Invalid, gettext_noop


class NumberOutOfRange(Invalid):
    """The number is too small or too large."""

    sentence = gettext_noop("“%(name)s” must be a whole number from %(low)d to %(high)d.")


class NotYesOrNo(Invalid):
    """The setting must be true or false."""

    sentence = gettext_noop("“%(name)s” must be yes or no.")


class FieldUnknown(Invalid):
    """An event does not have this field."""

    sentence = gettext_noop("There is no field “%(name)s” here.")


def setting(default: Any, title: str, about: str = "") -> Any:
    """A field with a default, its name in a form, and a sentence that explains it."""
    return Field(default=default, title=title, description=about or None)


class Settings(BaseModel):
    """Settings never change: `read` makes others. Values are not converted: "1" is no number."""

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, json_schema_serialization_defaults_required=True
    )

    @classmethod
    def read(cls, data: Any, field: str = "") -> Self:
        """The settings in stored JSON, a body or a document; or `data` itself, if it is settings already.

        Raises Invalid for the first wrong value; its `field` is a path such as `prizes/2/amount`. field: the
        path of the settings themselves, which goes before it.
        """
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            refusal = refusals_in(error)[0]
            refusal.field = "/".join(filter(None, [field, refusal.field]))
            raise refusal from error

    @property
    def stored(self) -> dict[str, Any]:
        """The settings as JSON, which `read` takes."""
        return self.model_dump(mode="json")

    @property
    def digest(self) -> str:
        """What a page sends back, so that it changes no other settings than those that it shows."""
        return sha256(json.dumps(self.stored, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Line(GroupedMetadata):
    """Marks a text that `clean` tidies and checks. An empty text stays empty."""

    longest: int
    clean: Callable[[str, int], str] = clean_title

    def __iter__(self) -> Iterator[object]:
        yield AfterValidator(lambda text: self.clean(text, self.longest) if text.strip() else "")
        yield WithJsonSchema({"type": "string", "maxLength": self.longest})


@dataclass(frozen=True)
class Choice(GroupedMetadata):
    """Marks a text that is one of these words. words: each with its name in a form.

    refused: gets `name` (of the field), `value` and `choices`.
    """

    words: Mapping[str, str]
    refused: type[Invalid]

    def __iter__(self) -> Iterator[object]:
        yield BeforeValidator(lambda value, info: self.check(value, info.field_name))
        yield WithJsonSchema({"type": "string", "enum": list(self.words)})

    def check(self, value: Any, name: str) -> str:
        """The word, if it is one of them."""
        if not isinstance(value, str) or value not in self.words:
            raise self.refused(name=name, value=str(value)[:100], choices=", ".join(self.words))
        return value


@dataclass(frozen=True)
class Whole(GroupedMetadata):
    """Marks a whole number from `low` to `high`. refused: gets `name` (of the field), `low` and `high`.

    or_none: whether nothing is a value, too.
    """

    low: int
    high: int
    refused: type[Invalid] = NumberOutOfRange
    or_none: bool = False

    def __iter__(self) -> Iterator[object]:
        yield BeforeValidator(lambda value, info: self.check(value, info.field_name))
        kind = ["integer", "null"] if self.or_none else "integer"
        yield WithJsonSchema({"type": kind, "minimum": self.low, "maximum": self.high})

    def check(self, value: Any, name: str) -> Any:
        """The number, if it is between them."""
        if value is None and self.or_none:
            return None
        if type(value) is not int or not self.low <= value <= self.high:
            raise self.refused(name=name, low=self.low, high=self.high)
        return value


def refused_as(kind: type[Invalid], **params: Any) -> WrapValidator:
    """Marks limits whose refusal is of this kind: the least and the largest number, or how long a list is."""

    def check(value: Any, read: Callable[[Any], Any]) -> Any:
        try:
            return read(value)
        except ValidationError as error:
            if {(each["loc"], each["type"] in LIMITS) for each in error.errors()} == {((), True)}:
                raise kind(**params) from error
            raise

    return WrapValidator(check)


LIMITS: Final = frozenset({"greater_than_equal", "less_than_equal", "too_long"})
"""The errors of pydantic for limits. A field with a limit says `refused_as`."""


class WrongShape(Invalid):
    """A value does not have the type that the schema requires."""

    status = 400


NOT_TEXT: Final = ("not_text", gettext_noop("This must be a string."))
SHAPES: Final[Mapping[str, tuple[str, str]]] = {
    "missing": ("required", gettext_noop("This field is missing.")),
    "extra_forbidden": ("unknown_field", gettext_noop("This field is unknown.")),
    "string_type": NOT_TEXT,
    "int_type": ("not_whole", gettext_noop("This must be a whole number.")),
    "bool_type": ("not_a_flag", gettext_noop("This must be true or false.")),
    "tuple_type": ("not_a_list", gettext_noop("This must be a list.")),
    "model_type": ("not_an_object", gettext_noop("This must be an object.")),
}
"""The code and the sentence for each error of pydantic about a type."""
OTHER_SHAPE: Final = ("invalid", gettext_noop("This has the wrong type."))


def refusals_in(error: ValidationError) -> list[Invalid]:
    """What is wrong with a value, in the order of its fields; the wrong types before all else."""
    refusals: list[Invalid] = []
    for each in error.errors(include_url=False, include_input=False):
        if each["type"] == "default_factory_not_called":  # another field is wrong
            continue
        refusal = each.get("ctx", {}).get("error")
        if not isinstance(refusal, Invalid):
            refusal = WrongShape(*SHAPES.get(each["type"], OTHER_SHAPE))
        refusal.field = "/".join(map(str, [*each["loc"], *filter(None, [refusal.field])]))
        refusals.append(refusal)
    return sorted(refusals, key=lambda refusal: not isinstance(refusal, WrongShape))
