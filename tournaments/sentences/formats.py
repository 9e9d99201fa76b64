"""Which format finds the best player, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

if TYPE_CHECKING:
    from tournaments.rules.forecasts.advisor import Advice, Found, Option

NAMES: Final = {
    "rotation": gettext_noop("Rotation"),
    "swiss": gettext_noop("Swiss system"),
    "cut": gettext_noop("Rotation, then only the better half plays on"),
    "rotation_final": gettext_noop("Rotation, then a final that adds to the score"),
    "swiss_final": gettext_noop("Swiss, then a final that adds to the score"),
    "new_final": gettext_noop("Swiss, then a final that starts from zero"),
    "knockout_two": gettext_noop("Knockout, the best two of a table go on"),
    "knockout_one": gettext_noop("Knockout, only the winner of a table goes on"),
}

LEAST = 0.01


@dataclass(frozen=True)
class FormatLine:
    """A format: its rounds, and how often the best player wins and is among the first ones, by spread.

    wide_best, narrow_best: no other format finds the best player more often.
    """

    name: str
    rounds: str
    wide: Sequence[str]
    narrow: Sequence[str]
    wide_best: bool
    narrow_best: bool


@dataclass(frozen=True)
class FormatTable:
    """The formats for an evening. verdicts: a sentence for each spread of strengths."""

    about: str
    method: str
    top: int
    lines: Sequence[FormatLine]
    verdicts: Sequence[str]


def format_table(advice: Advice) -> FormatTable:
    """The advice in words."""
    people, tables = sum(advice.sizes), len(advice.sizes)
    about = ngettext(
        "%(people)d people at one table play %(rounds)s.",
        "%(people)d people at %(tables)d tables play %(rounds)s.",
        tables,
    ) % {"people": people, "tables": tables, "rounds": _rounds(advice.rounds)}
    method = _(
        "From %(events)d simulated events for each format. Strengths differ much: in a round, luck is 1.5 "
        "times as large as these differences. Strengths differ little: it is 5 times as large. For Poch we "
        "suppose rather the second."
    ) % {"events": advice.events}
    verdicts = [_verdict(advice, "wide"), _verdict(advice, "narrow")]
    return FormatTable(
        about,
        method,
        advice.top,
        [_line(option, advice) for option in advice.options],
        verdicts,
    )


def _line(option: Option, advice: Advice) -> FormatLine:
    rounds = _rounds(option.rounds)
    if option.longer > 1:
        rounds = _("%(rounds)s, %(times)d at each table") % {"rounds": rounds, "times": option.longer}
    return FormatLine(
        name=_(NAMES[option.format]),
        rounds=rounds,
        wide=_shares(option.of("wide")),
        narrow=_shares(option.of("narrow")),
        wide_best=option in advice.best("wide"),
        narrow_best=option in advice.best("narrow"),
    )


def _rounds(count: int) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", count) % {"count": count}


def _shares(found: Found) -> list[str]:
    return [_percent(found.win), _percent(found.top)]


def _percent(share: float) -> str:
    if share < LEAST:
        return _("under 1 %")
    return _("%(percent)d %%") % {"percent": round(100 * share)}


def _verdict(advice: Advice, spread: str) -> str:
    is_wide = spread == "wide"
    if advice.is_alike(spread):
        return (
            _(
                "If strengths differ much, all these formats find the best player about equally often: take "
                "the one that people like."
            )
            if is_wide
            else _(
                "If strengths differ little, all these formats find the best player about equally often: "
                "take the one that people like."
            )
        )
    best = advice.best(spread)
    if len(best) == 1:
        return (
            _("If strengths differ much, this format finds the best player most often: %(format)s.")
            if is_wide
            else _("If strengths differ little, this format finds the best player most often: %(format)s.")
        ) % {"format": _(NAMES[best[0].format])}
    return (
        _(
            "If strengths differ much, the formats with bold figures find the best player most often. "
            "Between them there is no clear difference."
        )
        if is_wide
        else _(
            "If strengths differ little, the formats with bold figures find the best player most often. "
            "Between them there is no clear difference."
        )
    )
