"""Checks of values from a document, and the error that names the place of a wrong value."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, time
from typing import Annotated, Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from tournaments.core.rules.refusals import Invalid, Refusal
from tournaments.core.zones import check_date

Item = TypeVar("Item")
Items = Annotated[list[Item], Field(fail_fast=True)]
LARGEST = 2**63 - 1
"""The largest number that a database stores."""
DEEPEST = 40
"""The deepest nesting of lists and objects in a document; a deal needs 15."""
NOT_STORABLE = re.compile("[\0\ud800-\udfff]")
MOST_ERRORS = 10_000

OBJECT = gettext_noop("This must be an object.")
SENTENCES = {
    "missing": gettext_noop("“%(name)s” is missing."),
    "extra_forbidden": gettext_noop("“%(name)s” is not part of the format."),
    "int_type": gettext_noop("This must be a whole number."),
    "greater_than_equal": gettext_noop("This number must be %(ge)d or more."),
    "less_than_equal": gettext_noop("This number must be %(le)d or less."),
    "string_type": gettext_noop("This must be a text."),
    "string_unicode": gettext_noop("This must be a text."),
    "string_pattern_mismatch": gettext_noop("This must be an id in lower case, with hyphens."),
    "too_long": gettext_noop("This may have %(max_length)d characters or items at most."),
    "too_short": gettext_noop("This must have %(min_length)d items or more."),
    "bool_type": gettext_noop("This must be true or false."),
    "literal_error": gettext_noop("This must be one of these values: %(expected)s."),
    "enum": gettext_noop("This must be one of these values: %(expected)s."),
    "union_tag_invalid": gettext_noop("“act” must be one of these values: %(expected_tags)s."),
    "union_tag_not_found": gettext_noop("“act” is missing."),
    "list_type": gettext_noop("This must be a list."),
    "tuple_type": gettext_noop("This must be a list."),
    "value_error": "%(error)s",
}
"""The sentence for each type of error that pydantic finds."""


class InvalidDocument(Refusal):
    """The document is malformed or contradicts itself; `errors` names the place."""

    status = 422

    def __init__(
        self, code: str, pointer: str, template: str, params: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(code, template, params)
        self.extra["errors"] = [{"pointer": f"/document{pointer}", "code": code, "detail": self.detail}]


def malformed(pointer: str, template: str, params: Mapping[str, object] | None = None) -> InvalidDocument:
    """The error for a value that has the wrong shape."""
    return InvalidDocument("document_malformed", pointer, template, params)


def check_shape(adapter: TypeAdapter[Any], value: Any, pointer: str = "") -> None:
    """Check the value at this place of a document. Raises InvalidDocument for the first error."""
    try:
        adapter.validate_python(value)
    except ValidationError as invalid:
        if invalid.error_count() > MOST_ERRORS:
            raise malformed(pointer, _("This has too many unknown keys.")) from invalid
        errors = invalid.errors(include_url=False, include_input=False)
        error = min(errors, key=lambda error: (error["type"], len(error["loc"])) != ("missing", 1))
        path, kind = [str(key) for key in error["loc"]], error["type"]
        name = ""
        if path[-1:] == ["[key]"]:
            path.pop()
            kind = "extra_forbidden"
        if kind in ("missing", "extra_forbidden"):
            name = _printable(path.pop())
        if path[4:5] == ["game"]:
            del path[6:7]  # pydantic inserts the type of the act here
        refusal = error.get("ctx", {}).get("error")
        if isinstance(refusal, Refusal):
            place = "/".join([pointer, *path, *filter(None, [refusal.field])])
            raise InvalidDocument(refusal.code, place, refusal.sentence, refusal.params) from invalid
        if kind == "date_out_of_range":
            raise InvalidDocument("date_out_of_range", "/".join([pointer, *path]), error["msg"]) from invalid
        template = SENTENCES.get(kind, OBJECT)
        params = {**error.get("ctx", {}), "name": name}
        raise malformed("/".join([pointer, *path]), template, params) from invalid


def check_storable(value: Any, pointer: str = "", depth: int = 0) -> None:
    """Refuse what no database stores: NUL, half characters, numbers beyond 64 bits, deep nesting."""
    if (
        depth > DEEPEST
        or (isinstance(value, int) and abs(value) > LARGEST)
        or (isinstance(value, float) and not math.isfinite(value))
        or (isinstance(value, str) and NOT_STORABLE.search(value))
        or (isinstance(value, dict) and any(map(NOT_STORABLE.search, value)))
    ):
        raise malformed(pointer, _("This value is too deep, too large or not printable."))
    if isinstance(value, dict):
        for key, inner in value.items():
            token = _printable(key).replace("~", "~0").replace("/", "~1")
            check_storable(inner, f"{pointer}/{token}", depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            check_storable(inner, f"{pointer}/{index}", depth + 1)


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError(_("This must be one line of printable characters."))
    return text


def _in_range(value: date, text: str) -> str:
    try:
        check_date(value)
    except Invalid as refusal:
        raise PydanticCustomError("date_out_of_range", "{detail}", {"detail": refusal.detail}) from refusal
    return text


def _moment(text: str) -> str:
    at = None
    with suppress(ValueError):
        at = datetime.fromisoformat(text)
    if at is not None and at.tzinfo is not None:
        return _in_range(at, text)
    raise ValueError(_("This must be a time with its time zone, such as 2026-07-31T19:30:00+00:00."))


def _day(text: str) -> str:
    day = None
    with suppress(ValueError):
        day = date.fromisoformat(text)
    if day is not None:
        return _in_range(day, text)
    raise ValueError(_("This must be a date, such as 2026-07-31."))


def _lines(text: str) -> str:
    if not text.replace("\n", "").isprintable():
        raise ValueError(_("This must be lines of printable characters."))
    return text


def _hour(text: str) -> str:
    with suppress(ValueError):
        if time.fromisoformat(text).isoformat("minutes") == text:
            return text
    raise ValueError(_("This must be an hour, such as 19:30."))


Line = Annotated[str, AfterValidator(_one_line)]
Lines = Annotated[str, AfterValidator(_lines)]
Hour = Annotated[str, AfterValidator(_hour)]
Moment = Annotated[str, AfterValidator(_moment)]
Day = Annotated[str, AfterValidator(_day)]
Ref = Annotated[str, Field(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")]
"""An id in its usual spelling: two spellings of one id would look like two people."""
