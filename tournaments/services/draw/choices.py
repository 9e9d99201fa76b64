"""The fair plan and the plan with fewer repeats side by side, where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.rules.errors import RulesError
from tournaments.rules.seating.certificate.audit import audit
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import Plan, Request

OTHER = {"fair": "repeats", "repeats": "fair"}
"""The other preference of a draw."""


def choice_of(request: Request, plan: Plan, certificate: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of both plans by preference; empty if the fair plan costs no repeats.

    certificate: of the plan. It searches once more, and not if this plan is proved to be as good in both.
    """
    outlook = certificate["outlook"]
    fair = outlook["fair"]
    if fair is None or (request.ahead and request.ahead == (plan.tables, *plan.ahead)):
        return {}
    if fair["beyond"] == fair["least_beyond"] and outlook["q"] == outlook["bound"]:
        return {}
    other = replace(request, prefer=OTHER[request.prefer], ahead=())
    try:
        others = audit(other, draw(other))["outlook"]
    except RulesError:
        return {}
    both = {request.prefer: _figures(outlook), other.prefer: _figures(dict(others))}
    return both if both["fair"]["repeats"] > both["repeats"]["repeats"] else {}


def _figures(outlook: Mapping[str, Any]) -> dict[str, Any]:
    fair = outlook["fair"]
    return {
        "rounds": outlook["rounds"],
        "repeats": outlook["repeats"],
        "times": fair["times"],
        "fair": fair["beyond"] == 0,
        "least_difference": fair["least_difference_at_q"],
        "proved": outlook["proved"],
    }
