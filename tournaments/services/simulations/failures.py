"""Why a simulation failed: a code and parameters, which are stored, and the sentence that people read."""

from __future__ import annotations

from typing import Any, TypedDict

from django.utils.translation import gettext, gettext_noop

import games.services as games
from tournaments.kernel.refusals import stored, stored_sentence
from tournaments.models import Simulation


class Failure(TypedDict):
    """A failure as it is stored: a code of `FAILURES`, parameters, and the stored error of the engine."""

    code: str
    params: dict[str, str | int]
    cause: dict[str, Any] | None


FAILURES = {
    "part_refused": gettext_noop("Part %(part)d of the deals could not be played."),
    "part_broken": gettext_noop(
        "Part %(part)d of the deals could not be played because of an error in the program (%(error)s)."
    ),
    "part_too_slow": gettext_noop(
        "Part %(part)d of the deals took more than %(seconds)d seconds. Play fewer deals at each table."
    ),
    "part_lost": gettext_noop(
        "The process that played part %(part)d of the deals was killed. It may have run out of memory."
    ),
    "part_lost_often": gettext_noop(
        "Part %(part)d of the deals was started %(starts)d times, and its process was killed each time. It "
        "may have run out of memory. Try fewer deals at each table."
    ),
    "report_refused": gettext_noop("The report could not be made."),
    "report_broken": gettext_noop(
        "The report could not be made because of an error in the program (%(error)s)."
    ),
}
"""The sentence of each failure, by its code."""


def failure(code: str, cause: games.EngineError | None = None, **params: str | int) -> Failure:
    """Return a failure as it is stored."""
    return {"code": code, "params": params, "cause": stored(cause) if cause else None}


def failure_sentence(failure: Failure) -> str:
    """Return why something failed, in the reader's language."""
    text = gettext(FAILURES[failure["code"]]) % failure["params"]
    cause = failure["cause"]
    return text if cause is None else f"{text} {stored_sentence(cause, {})}"


def why_failed(simulation: Simulation) -> str:
    """Return why a simulation failed, in the reader's language; empty if it did not."""
    return failure_sentence(simulation.failure) if simulation.failure else ""
