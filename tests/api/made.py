"""Examples of refusals that no test produces, made from the source code: title, sentence and status.

Placeholders are filled with typical values.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

from api.codes import titles
from api.problems import problem
from tests.api.raised import Raised, handed_to, raised
from tests.api.recorder import recorded

FILLING: dict[str, Any] = {
    "a": "Anna Weiß", "b": "Ben", "player": "Anna Weiß", "name": "Anna Weiß", "names": "Anna Weiß, Ben",
    "one": "Anna Weiß", "other": "Ben", "line": 3, "most": 6, "least": 3, "fewest": 3, "length": 90,
    "seats": 4, "seat": 2, "table": 2, "tables": 3, "there": 7, "people": 7, "players": 5, "fewer": 4,
    "more": 6, "needed": 5, "left": 8, "cut": 2, "stage": 2, "void": 1, "pairs": 1, "event": "Monday night",
    "bot": "clever", "bots": "random, cautious, bold", "scopes": "read, results, events, club",
    "scoring": "beauty", "known": "chips, average, place, points", "what": "KeyError('rounds')",
    "BODY_TIMEOUT": 20, "action": "0 show Ah As", "key": "stops",
    "best": 4, "mean": 5, "moving": 9, "number": 9, "person": "Anna Weiß", "place": 2, "planned": 8,
    "points": "7.5", "reason": "excused", "round": 2, "value": "elo",
    "choices": "chips, average, place, points", "mates": "Ben", "found": 99, "seconds": 40,
    "team": "The Aces", "teams": 3, "size": 4, "series": 2, "next": 3, "last": 4, "before": 3,
}  # fmt: skip
"""A typical value for each placeholder."""

FILLING_OF: dict[str, dict[str, Any]] = {
    "name_too_long": {"most": 60},
    "list_too_long": {"count": 10_000, "most": 400_000},
    "file_too_large": {"most": 2},
    "too_many_names": {"most": 500},
    "players_missing": {"most": 500},
    "chips_out_of_range": {"most": 1_000_000},
    "points_out_of_range": {"most": 1_000_000},
    "too_many_stages": {"most": 9},
    "line_up_place_unknown": {"place": 5},
    "line_up_too_large": {"people": 5},
    "line_up_too_small": {"people": 2},
    "match_least_above_size": {"least": 5},
    "match_rule_out_of_range": {"name": "series", "least": 1, "most": 50},
    "mates_need_tables": {"people": 8, "teams": 2, "tables": 4},
    "substitutions_spent": {"most": 3},
}
"""Other values for single codes."""

DECIDED = {"wishes_unmet": 409}
"""The status of a refusal of the rules, if it differs from the other refusals of the same file."""

OF_THE_FRAMEWORK = {
    "bad_body": (400, "/name: This must be a string."),
    "bad_query": (400, "/dry_run: This must be one of: true, false."),
    "method_not_allowed": (405, 'Method "PUT" not allowed.'),
    "not_acceptable": (406, "Could not satisfy the request Accept header."),
    "throttled": (429, "Request was throttled. Expected available in 42 seconds."),
    "unsupported_media_type": (415, "Send JSON, and say so: “Content-Type: application/json”."),
}
"""The refusals of REST framework and of its serializers: status and sentence."""


@cache
def made() -> dict[str, Any]:
    """Return a refusal for each code in the source code or in REST framework."""
    from_source = {
        code: (place.status or status_of_rule(place), filled(place.template, FILLING_OF.get(code, {})))
        for code, place in _best().items()
        if code in titles()
    }
    return {
        code: json.loads(problem(status, code, detail).rendered_content)
        for code, (status, detail) in {**OF_THE_FRAMEWORK, **from_source}.items()
    }


def _best() -> dict[str, Raised]:
    """Return for each code the first place that contains its sentence."""
    best: dict[str, Raised] = {}
    for place in raised():
        if place.template and (place.code not in best or (place.status and not best[place.code].status)):
            best[place.code] = place
    for place in raised():
        if place.code not in best and (sentence := handed_to(place.function)):
            best[place.code] = replace(place, template=sentence)
    return best


def filled(template: str, more: dict[str, Any]) -> str:
    """Return a sentence with its placeholders filled."""
    filling = {**FILLING, **more}
    without = re.sub(r"%\((\w+)\)[sd]", lambda match: str(filling.get(match[1], match[0])), template)
    return re.sub(r"\{([\w.]+)\}", lambda match: str(filling.get(match[1], match[0])), without)


def status_of_rule(refusal: Raised) -> int:
    """Return the status of a refusal of the rules: the most common one among refusals of the same file."""
    if refusal.code in DECIDED:
        return DECIDED[refusal.code]
    real = {**recorded()["raised"], **recorded()["refusals"]}
    file = refusal.place.partition(":")[0]
    met = Counter(
        real[place.code]["status"]
        for place in raised()
        if place.place.partition(":")[0] == file and not place.status and place.code in real
    )
    return met.most_common(1)[0][0] if met else 422
