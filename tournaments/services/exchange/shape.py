"""What kinds of values there are in a document of an event, and the refusal that says which one is none."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.errors import ServiceError

Check = Callable[[Any, str], None]
"""Refuses a value that is at this place of the document."""

SMALL, INT, BIG = 2**15 - 1, 2**31 - 1, 2**63 - 1
"""What the columns of the database hold."""

DEEPEST = 30
"""Lists and objects inside each other; a deal has five."""

YEARS = range(1970, 2200)


class DoesNotAgree(ServiceError):
    """The document contradicts itself, or is none; `errors` says where."""

    status = 422

    def __init__(self, code: str, pointer: str, detail: str) -> None:
        super().__init__(
            code, detail, errors=[{"pointer": f"/document{pointer}", "code": code, "detail": str(detail)}]
        )


def malformed(place: str, detail: str) -> DoesNotAgree:
    """The refusal of a value that has not the shape of a poch-event/1."""
    return DoesNotAgree("document_malformed", place, detail)


def whole(least: int, most: int) -> Check:
    """A whole number in this range; true and 1.0 are none."""

    def check(value: Any, place: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise malformed(
                place,
                _("A whole number from %(least)d to %(most)d belongs here.") % {"least": least, "most": most},
            )

    return check


def text(longest: int) -> Check:
    """A text of one line, as the verbs leave it behind."""

    def check(value: Any, place: str) -> None:
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            raise malformed(
                place,
                _("A text of up to %(most)d printable characters belongs here.") % {"most": longest},
            )

    return check


def one_of(*known: Any) -> Check:
    """One of these values, and of their very type."""

    def check(value: Any, place: str) -> None:
        if not any(type(value) is type(one) and value == one for one in known):
            told = ", ".join("null" if one is None else str(one).lower() for one in known)
            raise malformed(place, _("One of these belongs here: %(known)s.") % {"known": told})

    return check


YES_OR_NO = (False, True)
flag = one_of(*YES_OR_NO)


def moment(value: Any, place: str) -> None:
    """A time with its zone, of a year in which people play."""
    try:
        at = datetime.fromisoformat(value)
        if at.tzinfo is not None and at.astimezone(UTC).year in YEARS:
            return
    except (TypeError, ValueError, OverflowError):
        pass
    raise malformed(place, _("A time with its zone belongs here, as 2026-07-31T19:30:00+00:00."))


def day(value: Any, place: str) -> None:
    """A date."""
    try:
        if date.fromisoformat(value).year in YEARS:
            return
    except (TypeError, ValueError):
        pass
    raise malformed(place, _("A day belongs here, as 2026-07-31."))


def ref(value: Any, place: str) -> None:
    """An id, as Python writes one: two ways of writing one id would be two people."""
    try:
        if str(UUID(value)) == value:
            return
    except (TypeError, ValueError, AttributeError):
        pass
    raise malformed(place, _("An id belongs here, in small letters and with its hyphens."))


def maybe(check: Check) -> Check:
    """That, or null."""
    return lambda value, place: None if value is None else check(value, place)


def each(check: Check, least: int = 0) -> Check:
    """A list of such values."""

    def check_all(value: Any, place: str) -> None:
        if not isinstance(value, list) or len(value) < least:
            raise malformed(place, _("A list of at least %(least)d belongs here.") % {"least": least})
        for index, one in enumerate(value):
            check(one, f"{place}/{index}")

    return check_all


def several(*checks: Check) -> Check:
    """A list of exactly these."""

    def check_all(value: Any, place: str) -> None:
        if not isinstance(value, list) or len(value) != len(checks):
            raise malformed(place, _("A list of %(count)d belongs here.") % {"count": len(checks)})
        for index, (one, check) in enumerate(zip(value, checks, strict=True)):
            check(one, f"{place}/{index}")

    return check_all


def fields(required: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """An object with these members, and no other."""
    known = {**required, **(optional or {})}

    def check(value: Any, place: str) -> None:
        if not isinstance(value, dict):
            raise malformed(place, _("An object belongs here."))
        for name in required:
            if name not in value:
                raise malformed(place, _("“%(name)s” is missing here.") % {"name": name})
        for name, one in value.items():
            if name not in known:
                raise malformed(place, _("“%(name)s” does not belong here.") % {"name": printable(name)})
            known[name](one, f"{place}/{name}")

    return check


def by_name(check: Check, names: Collection[str]) -> Check:
    """An object with some of these names, and such values."""
    return fields({}, dict.fromkeys(names, check))


def tree(value: Any, place: str) -> None:
    """Any JSON that every database keeps: no NUL, no half characters, no numbers beyond 64 bits."""
    for inner, where, depth in _walk(value, place):
        if (
            depth > DEEPEST
            or (isinstance(inner, int) and abs(inner) > BIG)
            or (isinstance(inner, float) and not math.isfinite(inner))
            or (isinstance(inner, str) and not _storable(inner))
            or (isinstance(inner, dict) and not all(map(_storable, inner)))
        ):
            raise malformed(where, _("This cannot be kept: it is too deep, too large or not printable."))


def mapping(value: Any, place: str) -> None:
    """Any object of such JSON."""
    if not isinstance(value, dict):
        raise malformed(place, _("An object belongs here."))
    tree(value, place)


def printable(name: str) -> str:
    """What a document says, short and safe inside a sentence."""
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def _token(name: str) -> str:
    """A member's name as JSON pointers write it."""
    return printable(name).replace("~", "~0").replace("/", "~1")


def _storable(said: str) -> bool:
    return "\0" not in said and not any("\ud800" <= letter <= "\udfff" for letter in said)


def _walk(value: Any, place: str) -> Iterator[tuple[Any, str, int]]:
    """A value and all that is in it, each with its place and depth; without recursion."""
    waiting = [(value, place, 0)]
    while waiting:
        inner, where, depth = waiting.pop()
        yield inner, where, depth
        if isinstance(inner, dict):
            waiting += [(one, f"{where}/{_token(name)}", depth + 1) for name, one in inner.items()]
        elif isinstance(inner, list):
            waiting += [(one, f"{where}/{index}", depth + 1) for index, one in enumerate(inner)]
