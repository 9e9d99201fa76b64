"""What people need in the last round, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.standings.rules.forecasts.facts import OUT, SURE, Goal, Outlook
from tournaments.standings.verbs.forecasts import Needs

LISTED = 60
"""The page lists so many people; the wall fewer."""

LEAST = 0.01
"""Smaller chances are "under 1 %"; greater ones than 1 minus this are "over 99 %"."""


@dataclass(frozen=True)
class ChanceLine:
    """One person: the chance to win, and to be among the first ones, and what is needed for each."""

    entry: str
    name: str
    win: str
    top: str
    to_win: str
    to_top: str


@dataclass(frozen=True)
class NeedsTable:
    """What people need: a sentence about the round, the lines, and how many others have hardly a chance.

    top: how many places the second goal has; 1: there is none.
    """

    about: str
    method: str
    top: int
    lines: Sequence[ChanceLine]
    others: str


def needs_table(needs: Needs, most: int = LISTED) -> NeedsTable:
    """The needs in words. most: so many lines."""
    likely = [each for each in needs.forecast.outlooks if _is_listed(each)]
    listed = likely[:most]
    rest = len(needs.forecast.outlooks) - len(listed)
    others = ngettext(
        "%(people)d other person has a smaller chance.",
        "%(people)d other people have smaller chances.",
        rest,
    ) % {"people": rest}
    return NeedsTable(
        about=_about(needs),
        method=_(
            "A chance comes from the score so far, and from luck as it usually is at these tables. Something "
            "is certain as long as the director changes nothing."
        ),
        top=needs.forecast.top,
        lines=[_line(each, needs) for each in listed],
        others=others if rest else "",
    )


def why_nothing(last: int | None, *, is_over: bool, comes_last: bool) -> str:
    """Why nothing is told now, and when it will be.

    last: the number of the last round, if it is known. comes_last: it is next or is being played.
    """
    if is_over:
        return _("The last round is over. See the standings.")
    if comes_last:
        return _(
            "Nobody can say the chances in this last round. Somebody may have left a table in the middle of "
            "it, or the rules of the score do not allow it."
        )
    if last == 1:
        return _("This event has only one round. Chances are told only if there is a round before the last.")
    if last:
        return _(
            "When round %(before)d is over, this page tells everybody's chances and what they need in round "
            "%(last)d, which is the last one."
        ) % {"before": last - 1, "last": last}
    return _(
        "When the round before the last one is over, this page tells everybody's chances and what they need. "
        "Nobody knows yet which round is the last one."
    )


def chance(goal: Goal) -> str:
    """A chance in whole per cent. Only what is certain is told as certain."""
    if goal.certain == SURE:
        return _("certain")
    if goal.certain == OUT:
        return _("out of reach")
    return chance_in_words(goal.share)


def chance_in_words(share: float) -> str:
    """A chance that is not certain: "34 %", "under 1 %", "over 99 %"."""
    if share < LEAST:
        return _("under 1 %")
    if share > 1 - LEAST:
        return _("over 99 %")
    return _("%(percent)d %%") % {"percent": round(100 * share)}


def _is_listed(outlook: Outlook) -> bool:
    return outlook.win.share >= LEAST or outlook.top.share >= LEAST


def _about(needs: Needs) -> str:
    values = {"round": needs.ending.number}
    if needs.ending.round is None:
        return (
            _("Before round %(round)d, which is the last one. Its seats are not drawn, so anybody may meet.")
            % values
        )
    return _("In round %(round)d, which is the last one, with the chips won so far.") % values


def _line(outlook: Outlook, needs: Needs) -> ChanceLine:
    return ChanceLine(
        entry=outlook.entry,
        name=needs.entries[outlook.entry].player.public_name,
        win=chance(outlook.win),
        top=chance(outlook.top),
        to_win=_needed(outlook.win),
        to_top=_needed(outlook.top) if needs.forecast.top > 1 else "",
    )


def _needed(goal: Goal) -> str:
    """What gives an even chance, or is enough; empty if nothing can be told."""
    if goal.certain != "open":
        return ""
    if goal.at_table is not None and goal.alone:
        return _("place %(place)d alone at the table is enough") % {"place": goal.at_table}
    if goal.at_table is not None:
        return _("place %(place)d at the table is enough") % {"place": goal.at_table}
    if goal.chips is None:
        return ""
    if goal.chips > 0:
        return ngettext(
            "an even chance with %(chips)d more chip",
            "an even chance with %(chips)d more chips",
            goal.chips,
        ) % {"chips": goal.chips}
    if goal.chips == 0:
        return _("an even chance without a further chip")
    return ngettext(
        "an even chance even if %(chips)d chip is lost",
        "an even chance even if %(chips)d chips are lost",
        -goal.chips,
    ) % {"chips": -goal.chips}
