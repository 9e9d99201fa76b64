"""The chances in the last round, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.standings.rules.forecasts.facts import OUT, SURE, Goal

LEAST = 0.01
"""Smaller chances are "under 1%"; greater ones than 1 minus this are "over 99%"."""


def chance(goal: Goal) -> str:
    """A chance in whole per cent. Only what is certain is told as certain."""
    if goal.certain == SURE:
        return _("certain")
    if goal.certain == OUT:
        return _("out of reach")
    return chance_in_words(goal.share)


def chance_in_words(share: float) -> str:
    """A chance that is not certain: "34%", "under 1%", "over 99%"."""
    if share < LEAST:
        return _("under 1%")
    if share > 1 - LEAST:
        return _("over 99%")
    return _("%(percent)d%%") % {"percent": round(100 * share)}
