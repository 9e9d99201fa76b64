"""What a standing tells of cards and play, as sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _


def cards_and_play(luck: Mapping[str, Any] | None) -> tuple[int, int] | None:
    """What the cards gave and the rest, in whole chips, so that both add up to the chips; None if unknown."""
    if luck is None:
        return None
    cards = round(luck["cards"])
    return cards, round(luck["cards"] + luck["play"]) - cards


def about_luck(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What cards and play mean in these rows of a standing; empty if no row tells them."""
    told = [row for row in rows if row.get("luck")]
    if not told:
        return []
    lines = [
        _(
            "Cards: what the dealt cards were worth on average under these rules, as bots have measured it. "
            "Play: the rest of the chips, from what people did and from other luck."
        ),
        _("They change no place in the standings."),
    ]
    if any(row["luck"]["by_melding"] for row in told):
        lines.append(
            _("A scorecard tells only who melded. So of its deal only the melding is counted as cards.")
        )
    if any(row["luck"]["deals"] < row["deals"] for row in told):
        lines.append(_("Deals whose cards nobody wrote down are left out."))
    return lines
