"""Why a simulation failed: a code and parameters, which are stored, and the sentence that people read."""

from __future__ import annotations

from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils.translation import gettext, gettext_noop

import games.services as games
from tournaments.core.refusals import stored, stored_sentence
from tournaments.simulations.models import Simulation
from tournaments.simulations.verbs.process import ChunkProcessError

Failure = dict[str, Any]
"""A failure as it is stored: a code of `FAILURES`, its parameters, and the stored error of the engine."""

FAILURES = {
    "refused": gettext_noop("The deals could not be played."),
    "broken": gettext_noop("The deals could not be played because of an error in the program (%(error)s)."),
    "too_slow": gettext_noop(
        "A part of the deals took more than %(seconds)d seconds. Play fewer deals at each table."
    ),
    "killed": gettext_noop(
        "The process that played a part of the deals was killed each time. It may have run out of memory. "
        "Try fewer deals at each table."
    ),
}
"""The sentence of each failure, by its code."""


def failure_of(error: Exception) -> Failure:
    """The failure of a simulation whose chunk or report raised this error."""
    cause, code = None, "broken"
    params: dict[str, str | int] = {"error": f"{type(error).__name__}: {error}"[:300]}
    if isinstance(error, SoftTimeLimitExceeded):
        code, params = "too_slow", {"seconds": settings.SIMULATION_CHUNK_LIMIT}
    elif isinstance(error, ChunkProcessError):
        code, params = "killed", {}
    elif isinstance(error, games.EngineError):
        cause, code, params = stored(error), "refused", {}
    return {"code": code, "params": params, "cause": cause}


def why_failed(simulation: Simulation) -> str:
    """Why a simulation failed, in the reader's language; empty if it did not."""
    failure = simulation.failure
    if not failure:
        return ""
    text = gettext(FAILURES[failure["code"]]) % failure["params"]
    return f"{text} {stored_sentence(failure['cause'], {})}" if failure["cause"] else text
