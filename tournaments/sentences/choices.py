"""The fair plan and the plan with fewer repeats in words, for the page of a draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.models import Prefer, Round


@dataclass(frozen=True)
class PlanChoice:
    """A plan that the director can take. present: it is the draw that the page shows."""

    prefer: str
    title: str
    lines: list[str]
    price: str
    button: str
    present: bool


def choices_of(round_: Round) -> list[PlanChoice]:
    """The fair plan and the plan with fewer repeats; empty if one plan is both."""
    if not round_.choice:
        return []
    plans = {prefer: [both[prefer] for both in round_.choice.values()] for prefer in Prefer.values}
    repeats = {prefer: sum(plan["repeats"] for plan in of) for prefer, of in plans.items()}
    more = repeats["fair"] - repeats["repeats"]
    present = round_.stage.prefer
    return [
        PlanChoice(
            prefer="fair",
            title=gettext("Fair small tables"),
            lines=_lines(plans["fair"]),
            price=ngettext("Its price: %(count)d more repeat.", "Its price: %(count)d more repeats.", more)
            % {"count": more},
            button=gettext("Take the fair plan"),
            present=present == "fair",
        ),
        PlanChoice(
            prefer="repeats",
            title=gettext("Fewer repeats"),
            lines=_lines(plans["repeats"]),
            price=_unfair(plans["repeats"]),
            button=gettext("Take the plan with fewer repeats"),
            present=present == "repeats",
        ),
    ]


def _lines(plans: list[Mapping[str, Any]]) -> list[str]:
    """How often people meet again and sit at small tables, for each group."""
    lines = []
    for plan in plans:
        lines.append(_repeats(plan))
        least, most = plan["times"]
        lines.append(
            gettext("Everybody sits at small tables %(least)d to %(most)d times.")
            % {"least": least, "most": most}
            if least < most
            else ngettext(
                "Everybody sits at small tables %(count)d time.",
                "Everybody sits at small tables %(count)d times.",
                most,
            )
            % {"count": most}
        )
    return lines


def _repeats(plan: Mapping[str, Any]) -> str:
    if not plan["repeats"]:
        return gettext("Nobody meets twice up to round %(rounds)d.") % {"rounds": plan["rounds"]}
    return ngettext(
        "%(count)d repeat up to round %(rounds)d.",
        "%(count)d repeats up to round %(rounds)d.",
        plan["repeats"],
    ) % {"count": plan["repeats"], "rounds": plan["rounds"]}


def _unfair(plans: list[Mapping[str, Any]]) -> str:
    """The price of few repeats, and what is proved about it."""
    worst = max(plans, key=lambda plan: plan["times"][1] - plan["times"][0])
    least, most = worst["times"]
    price = gettext(
        "Its price: a difference of %(difference)d between those who sit there most and least often."
    ) % {"difference": most - least}
    if worst["least_difference"] < 2:
        return price
    proof = (
        gettext("With so few repeats, a difference of %(least)d is unavoidable.")
        if worst["repeats"]
        else gettext("With no repeats, a difference of %(least)d is unavoidable.")
    )
    return f"{price} {proof % {'least': worst['least_difference']}}"
