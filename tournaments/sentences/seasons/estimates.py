"""Estimates with their intervals in words."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.rules.intervals import Estimate


def chips_text(estimate: Estimate) -> str:
    """A number of chips with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    if estimate.low is None or estimate.high is None:
        return _signed(estimate.mean)
    return _("%(mean)s (%(low)s to %(high)s)") % {
        "mean": _signed(estimate.mean),
        "low": _signed(estimate.low),
        "high": _signed(estimate.high),
    }


def share_text(estimate: Estimate) -> str:
    """A share in per cent with its interval."""
    if estimate.mean is None:
        return "\N{EN DASH}"
    values = {"mean": estimate.mean, "low": estimate.low or 0, "high": estimate.high or 0}
    return _("%(mean)s (%(low)s to %(high)s)") % {
        name: _("%(share)d %%") % {"share": round(100 * value)} for name, value in values.items()
    }


def _signed(value: float) -> str:
    sign = "\N{MINUS SIGN}" if value < -0.005 else "+" if value > 0.005 else ""
    return f"{sign}{number_format(abs(value), 2)}"
