"""Estimates with their intervals in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.numbers import number
from tournaments.core.rules.intervals import Estimate


def chips_text(estimate: Estimate) -> str:
    """A number of chips with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    if estimate.low is None or estimate.high is None:
        return number(estimate.mean, plus=True)
    return _("%(mean)s (%(low)s to %(high)s)") % {
        "mean": number(estimate.mean, plus=True),
        "low": number(estimate.low, plus=True),
        "high": number(estimate.high, plus=True),
    }


def share_text(estimate: Estimate) -> str:
    """A share in per cent with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    values = {"mean": estimate.mean, "low": estimate.low or 0, "high": estimate.high or 0}
    return _("%(mean)s (%(low)s to %(high)s)") % {
        name: _("%(share)d %%") % {"share": round(100 * value)} for name, value in values.items()
    }
