"""What the tie-breaks mean, and what lots have decided or will decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from tournaments.core.models.choices import TieBreak
from tournaments.events.models.events import Event

TIE_BREAKS: Final = {
    TieBreak.NET: gettext_lazy("All chips won and lost, whatever the score counts."),
    TieBreak.POCHEN: gettext_lazy("Chips won from the pots of the Pochen, less the chips staked there."),
    TieBreak.OUT: gettext_lazy("How often a player went out."),
    TieBreak.POOLS: gettext_lazy("How many pools with chips a player won by melding."),
    TieBreak.SHOWDOWNS: gettext_lazy("How many showdowns against other cards a player won."),
    TieBreak.BEST_ROUND: gettext_lazy("The most chips that a player won in one round."),
    TieBreak.ROUNDS_WON: gettext_lazy(
        "The rounds in which a player won the most chips of the table, alone or with others. A win counts "
        "less at a small table: 0.75 at a table of four, 0.67 at a table of three."
    ),
    TieBreak.COUNTBACK: gettext_lazy(
        "Who was first at a table more often; then who was second more often, and so on. Equal players of a "
        "table share the better place. A place counts the same at every table. "
        "2\N{EN DASH}0\N{EN DASH}1 means twice first and once third."
    ),
    TieBreak.MATES_MEAN: gettext_lazy(
        "The mean of the scores of all players whom one met at a table, each without the rounds at one's own "
        "table and without penalties. Who had the stronger opponents is ahead."
    ),
    TieBreak.MATES_MEDIAN: gettext_lazy(
        "The same with the median, the score in the middle. One very strong or very weak player counts for "
        "little."
    ),
    TieBreak.HEAD_TO_HEAD: gettext_lazy(
        "Chips won in the rounds in which all equal players sat at one table. It is passed over if there was "
        "none."
    ),
    TieBreak.PLAY_OFF: gettext_lazy(
        "Players who are equal at the first place, or at a cut, play one more table if the director adds it. "
        "It decides their order and counts nowhere else. Only lots can follow."
    ),
    TieBreak.LOTS: gettext_lazy(
        "Chance decides, but only at the end of the event, or if a draw or a cut needs an order. Until then "
        "equal players share a place. Lots come last."
    ),
}
"""A sentence about each tie-break."""

MOST_PLACES: Final = 8
"""The sentence about lots lists so many places at most."""


def tie_break_lines(chosen: Sequence[str] = tuple(TieBreak.values)) -> list[tuple[str, str]]:
    """(name, sentence) of these tie-breaks, or of all. The name begins a line."""
    return [(capfirst(str(TieBreak(name).label)), str(TIE_BREAKS[TieBreak(name)])) for name in chosen]


def about_lots(event: Event, rows: Sequence[Mapping[str, Any]]) -> str:
    """What lots decided in a standing, or that they will decide at the end. Empty if they play no part."""
    drawn = [row["place"] for row in rows if row["decided_by"] == TieBreak.LOTS]
    if len(drawn) > MOST_PLACES:
        return gettext("Lots decided %(count)d places. They are marked.") % {"count": len(drawn)}
    if drawn:
        return gettext("Lots decided these places: %(places)s.") % {"places": ", ".join(map(str, drawn))}
    shared = any(row["decided_by"] == "shared" for row in rows)
    if shared and TieBreak.LOTS in event.tie_breaks and any(row["deals"] for row in rows):
        return gettext("Equal players share a place. Lots decide at the end.")
    return ""
