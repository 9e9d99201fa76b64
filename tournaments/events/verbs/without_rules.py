"""An event without the rules of Poch: its tables have totals only, so nothing in it can depend on cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.clubs.models.people import Player
from tournaments.core.models.choices import OF_DEALS, Scoring
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.events.models.events import Entry, Event


class TieBreakNeedsRules(Invalid):
    """Without deals, this tie-break has no figures."""

    sentence = gettext_noop(
        "Without the rules of Poch there are no deals, and only deals tell this: %(tie_breaks)s."
    )


class EvenNeedsRules(Invalid):
    """Without rules, `even` cannot be measured."""

    sentence = gettext_noop(
        "Without the rules of Poch nobody can measure how far chips spread at a table. Choose "
        "another score, such as points by place."
    )


class RulesNeededForBots(Invalid):
    """Bots play Poch only."""

    code = "bots_need_rules"
    sentence = gettext_noop("Bots are entered in this event, and they play Poch only. Withdraw them first.")


def refuse_what_needs_rules(event: Event, fields: Mapping[str, Any]) -> None:
    """Refuse settings that depend on cards. Tie-breaks that were not chosen are left out instead.

    fields: the settings that somebody chose. Raises Invalid.
    """
    if event.scoring == Scoring.EVEN:
        raise EvenNeedsRules(field="scoring")
    told_by_deals = [name for name in event.tie_breaks if name in OF_DEALS]
    if told_by_deals and "tie_breaks" in fields:
        raise TieBreakNeedsRules(tie_breaks=", ".join(told_by_deals), field="tie_breaks")
    event.tie_breaks = [name for name in event.tie_breaks if name not in OF_DEALS]
    if Entry.objects.filter(event=event).exclude(player__bot="").exists():
        raise RulesNeededForBots(field="rules")


class BotsNeedRules(Conflict):
    """Bots play Poch only."""

    sentence = gettext_noop(
        "%(bot)s is a bot and plays Poch only. This event is played without the rules of Poch."
    )


def refuse_bots(event: Event, players: Sequence[Player]) -> None:
    """Raise Conflict if one of these players is a bot and the event has no rules."""
    bots = [player.name for player in players if player.is_bot] if event.without_rules else []
    if bots:
        raise BotsNeedRules(bot=bots[0])
