"""An event without the rules of Poch: its tables have totals only, so nothing in it can depend on cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.people import Player
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.models.choices import OF_DEALS, Scoring
from tournaments.events.models.events import Entry, Event


def refuse_what_needs_rules(event: Event, fields: Mapping[str, Any]) -> None:
    """Refuse settings that depend on cards. Tie-breaks that were not chosen are left out instead.

    fields: the settings that somebody chose. Raises Invalid.
    """
    if event.scoring == Scoring.EVEN:
        raise Invalid(
            "even_needs_rules",
            _(
                "Without the rules of Poch nobody can measure how far chips spread at a table. Choose "
                "another score, such as points by place."
            ),
            field="scoring",
        )
    told_by_deals = [name for name in event.tie_breaks if name in OF_DEALS]
    if told_by_deals and "tie_breaks" in fields:
        raise Invalid(
            "tie_break_needs_rules",
            _("Without the rules of Poch there are no deals, and only deals tell this: %(tie_breaks)s."),
            {"tie_breaks": ", ".join(told_by_deals)},
            field="tie_breaks",
        )
    event.tie_breaks = [name for name in event.tie_breaks if name not in OF_DEALS]
    if Entry.objects.filter(event=event).exclude(player__bot="").exists():
        raise Invalid(
            "bots_need_rules",
            _("Bots are entered in this event, and they play Poch only. Withdraw them first."),
            field="rules",
        )


def refuse_bots(event: Event, players: Sequence[Player]) -> None:
    """Raise Conflict if one of these players is a bot and the event has no rules."""
    bots = [player.name for player in players if player.is_bot] if event.without_rules else []
    if bots:
        raise Conflict(
            "bots_need_rules",
            _("%(bot)s is a bot and plays Poch only. This event is played without the rules of Poch."),
            {"bot": bots[0]},
        )
