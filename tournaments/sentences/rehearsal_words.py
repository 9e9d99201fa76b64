"""What happened in a rehearsal, each in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

HAPPENED: Final[Mapping[str, str | Promise]] = {
    "late": gettext_lazy("%(entry)s comes late and plays from the next round on."),
    "too_late": gettext_lazy("%(entry)s comes too late: nobody is let in any more."),
    "before_a_cut": gettext_lazy("%(entry)s has come: the standings say whether they play on."),
    "shrunk": gettext_lazy("%(entry)s has not come: table %(table)d plays with a seat less."),
    "substituted": gettext_lazy("%(entry)s has not come: %(into)s sits in at table %(table)d."),
    "came_after_all": gettext_lazy("%(entry)s, who was missing, has come and plays from the next round on."),
    "stayed_away": gettext_lazy("%(entry)s, who was missing, stays away."),
    "left": gettext_lazy("%(entry)s goes home."),
    "penalty": gettext_lazy("%(entry)s is late at the table, and the director takes %(chips)d chips."),
    "voided": gettext_lazy(
        "Table %(table)d: deal %(deal)d is written down wrong, voided, and entered again."
    ),
}

REFUSED: Final[Mapping[str, str | Promise]] = {
    "begin": gettext_lazy("The evening could not begin."),
    "draw": gettext_lazy("Round %(round)d could not be drawn."),
    "call": gettext_lazy("Round %(round)d could not be published."),
    "play": gettext_lazy("Round %(round)d could not be played."),
    "close": gettext_lazy("Round %(round)d could not be closed."),
    "finish": gettext_lazy("The evening could not be ended."),
    "leave_out": gettext_lazy("Round %(round)d, table %(table)d could not play on with a seat less."),
    "substitute": gettext_lazy("Round %(round)d, table %(table)d: nobody could sit in for who was missing."),
    "correct": gettext_lazy("Round %(round)d, table %(table)d: deal %(deal)d could not be corrected."),
    "broken": gettext_lazy("The rehearsal broke off."),
}


def told_in_words(told: Mapping[str, Any], names: Mapping[str, str], *, for_directors: bool) -> str:
    """A sentence of what was told; `names`: the players', by their entries' ids."""
    kind = told["kind"]
    if kind == "refused":
        return refusal_told(told, for_directors=for_directors)
    if kind == "corrected":
        return _corrected(told)
    holes = {key: names.get(value, value) if isinstance(value, str) else value for key, value in told.items()}
    if kind == "penalty":
        holes["chips"] = -told["chips"]
    return str(HAPPENED[kind]) % holes


def refusal_told(told: Mapping[str, Any], *, for_directors: bool) -> str:
    """What was refused, and why: which may be what somebody wished, and so is for directors."""
    what = str(REFUSED.get(told["what"], gettext_lazy("Round %(round)d: something was refused."))) % told
    return f"{what} {told['why'] if for_directors else gettext('A director is told why.')}"


def _corrected(told: Mapping[str, Any]) -> str:
    if told["found"] == "after_the_round":
        found = gettext("Table %(table)d: deal %(deal)d is found wrong after the round and corrected.") % told
    else:
        found = gettext("Table %(table)d: deal %(deal)d is found wrong and corrected.") % told
    if told["later"]:
        found += " " + ngettext(
            "%(count)d later deal is counted again.",
            "%(count)d later deals are counted again.",
            told["later"],
        ) % {"count": told["later"]}
    if told["moved"]:
        found += " " + ngettext(
            "%(count)d place in the standings moves.",
            "%(count)d places in the standings move.",
            told["moved"],
        ) % {"count": told["moved"]}
    return found


def spent(span: timedelta) -> str:
    """How long something takes, to the minute: "3 h 25 min"."""
    hours, minutes = divmod(round(span.total_seconds() / 60), 60)
    if not hours:
        return gettext("%(minutes)d min") % {"minutes": minutes}
    return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
