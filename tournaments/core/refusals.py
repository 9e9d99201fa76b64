"""Refusals and errors of the engine as sentences and as stored data, and the reasons of changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.numbers import number
from tournaments.core.packs import in_words
from tournaments.core.rules.refusals import LAST_OF_SEVERAL, Invalid, Refusal, gettext_noop, listed

ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")

CARDS = frozenset({"card", "cards", "shown"})
"""The params of the engine that are cards."""
POOLS = frozenset({"missing", "pool"})
"""The params of the engine that are pools."""


def sentence(
    error: games.EngineError | Refusal,
    names: Mapping[str, str] | None = None,
    cards: Callable[[str], str] = str,
    pools: Callable[[str], str] = str,
) -> str:
    """The sentence of an error in the reader's language.

    `names` maps ids to names, which replace the ids in the sentence. `cards` and `pools` write the cards and
    pools that the engine names, such as "Kh 9s" and "king".
    """
    if isinstance(error, games.EngineError):
        return " ".join(
            _filled(in_words(template), _in_words(params, cards, pools)) if params else in_words(template)
            for template, params in (error.sentence, *error.statements)
        )
    if not names:
        return error.detail

    def named(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(names.get(name, name) for name in value)
        return ID.sub(lambda match: names.get(match[0], match[0]), value) if isinstance(value, str) else value

    return write(error.sentence, {name: named(value) for name, value in error.params.items()})


def write(sentence: str, params: Mapping[str, Any]) -> str:
    """A sentence in the language of the reader, with its params filled in."""
    return _filled(_(sentence), params) if params else _(sentence)


def _filled(template: str, params: Mapping[str, Any]) -> str:
    """A template with its params; lists, days and numbers below zero are written as pages write them."""

    def written(value: Any) -> Any:
        if isinstance(value, tuple):
            return listed(value, _(LAST_OF_SEVERAL))
        if isinstance(value, date):
            return formats.date_format(value)
        return number(value) if isinstance(value, int) and value < 0 else value

    return re.sub(r"(%\(\w+\))d", r"\1s", template) % {name: written(value) for name, value in params.items()}


def _in_words(
    params: Mapping[str, Any], cards: Callable[[str], str], pools: Callable[[str], str]
) -> dict[str, Any]:
    writers = dict.fromkeys(CARDS, cards) | dict.fromkeys(POOLS, pools)
    return {
        name: writers[name](value) if name in writers and isinstance(value, str) else value
        for name, value in params.items()
    }


def stored(refusal: Refusal | games.EngineError) -> dict[str, Any]:
    """A refusal as it is stored: its code, and the template and params of each sentence.

    It is translated, and ids are replaced by current names, when somebody reads it.
    """
    source = refusal.__cause__ if isinstance(refusal.__cause__, Refusal) else refusal
    sentences: list[tuple[str, Mapping[str, Any]]]
    if isinstance(source, games.EngineError):
        sentences = [source.sentence, *source.statements]
    else:
        sentences = [(source.sentence, source.params)]
    return {"code": refusal.code, "sentences": [[template, dict(params)] for template, params in sentences]}


def stored_sentence(refusal: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """The text of a `stored` refusal, with `names` (by id) in place of ids."""
    return " ".join(
        sentence(Invalid(refusal["code"], template, **_from_json(params)), names)
        for template, params in refusal["sentences"]
    )


def _from_json(params: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in params.items()}


def why_refused(verify: Callable[..., None], *args: object, **kwargs: object) -> str:
    """The sentence that says why a step is not allowed now; empty if it is allowed. For buttons."""
    try:
        verify(*args, **kwargs)
    except Refusal as error:
        return sentence(error)
    return ""


# ---- The reason that a user enters for a change. It is stored with the change.


LONGEST = 200
"""The most characters of a reason."""


class ReasonMissing(Invalid):
    """A reason is required."""

    sentence = gettext_noop("Enter a reason of at most %(most)d characters.")


def clean_reason(text: str, *, required: bool = True) -> str:
    """Return the reason in one line of printable characters; Invalid if it is too long, or missing."""
    text = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if len(text) > LONGEST or (required and not text):
        raise ReasonMissing(most=LONGEST, field="reason")
    return text
