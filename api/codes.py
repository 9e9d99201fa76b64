"""Every stable error code: its title, and what the client can do about it (the remedy).

Never change or reuse a code, because programs depend on it. Rooms declare their refusals as classes
(`core.rules.refusals`). `codes.toml` has the codes that no class declares: those of requests and of the
engine, and those whose sentences are made from parts.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.urls import get_resolver

from tournaments.core.rules.refusals import declared, in_english

TEXTS = tomllib.loads(Path(__file__).with_name("codes.toml").read_text(encoding="utf-8"))

FIELD_CODES: dict[str, str] = TEXTS["fields"]
"""The codes of mistakes in one field, with their titles."""

STATUSES: dict[int, dict[str, Any]] = {int(status): texts for status, texts in TEXTS["statuses"].items()}
"""By status: its `meaning`, the `remedy`, and `codes` that have it."""

STATUS_OF = {code: status for status, texts in STATUSES.items() for code in texts.get("codes", ())}

CODE_REMEDIES = {code: text for codes, text in TEXTS["remedies"].items() for code in codes.split()}


class Group(NamedTuple):
    """Codes about one subject, as the page of codes shows them."""

    title: str
    codes: dict[str, str]
    """Code to title."""
    remedy: str = ""
    """The remedy for all codes of the group."""
    status: int = 422
    """The status of the codes that no class declares."""


@cache
def groups() -> dict[str, Group]:
    """All codes, by subject."""
    get_resolver().url_patterns  # noqa: B018 - it imports all modules that declare refusals
    found = {name: Group(**{"codes": {}, **texts}) for name, texts in TEXTS["groups"].items()}
    for kind in sorted({kind.code: kind for kind in declared()}.values(), key=lambda kind: kind.code):
        package, room, *_rest = kind.__module__.split(".")
        found[room if package == "tournaments" else "requests"].codes.setdefault(kind.code, kind.title())
    return found


@cache
def examples() -> dict[str, dict[str, Any]]:
    """A problem document for each code."""
    made: dict[str, dict[str, Any]] = {}
    for group in groups().values():
        for code, title in group.codes.items():
            made[code] = {
                "type": f"/api/v1/errors/{code}/",
                "title": title,
                "status": STATUS_OF.get(code, group.status),
                "code": code,
                "detail": title,
            }
    for kind in declared():
        typical = {
            name: "Anna Weiß" if form == "s" else 3
            for name, form in re.findall(r"%\((\w+)\)(.)", kind.sentence)
        }
        detail = in_english(kind.sentence, typical | dict(kind.typical))
        made[kind.code] |= {"status": kind.status, "detail": detail}
    return dict(sorted(made.items()))


@cache
def titles() -> dict[str, str]:
    """The title of each code."""
    return {code: title for group in groups().values() for code, title in group.codes.items()}


def remedy(code: str, status: int) -> str:
    """Return what the client can do about a refusal with this code and status."""
    group = next((group for group in groups().values() if code in group.codes), None)
    text = CODE_REMEDIES.get(code) or (group.remedy if group else "") or STATUSES[status]["remedy"]
    return " ".join(text.split())
