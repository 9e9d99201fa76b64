"""Who wins which prize: a pure function of the newest standing, the tags and the list of prizes.

Nothing is stored, so awards follow each correction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry, Event
from tournaments.standings.models import Standing
from tournaments.standings.rules.prizes import Award, Placed, awards, tag_keys, written_amount
from tournaments.standings.verbs.prizes import prizes_of
from tournaments.standings.verbs.standings import current_standing


def awards_of(
    event: Event,
    tags: Mapping[UUID, Collection[str]] | None = None,
    *,
    newest: Standing | None = None,
    entries: Iterable[Entry] | None = None,
) -> list[Award]:
    """The awards, as if the event ended now. Only directors may see those of an unfinished event.

    Bots win no prize, and neither does an entry without a place or a deal: those behind move up. `tags`
    replaces the tags of these entries. newest: the newest standing, if it is at hand. entries: all of them by
    number, with their players, if they are at hand. At most two queries; none without prizes.
    """
    plan = prizes_of(event)
    standing = (newest or current_standing(event)) if plan.prizes else None
    if standing is None:
        return []
    if entries is None:
        entries = Entry.objects.filter(event=event).select_related("player").order_by("number")
    rows = {row["entry"]: row for row in standing.rows}
    placed = [
        Placed(str(pk), rows[str(pk)]["place"], tag_keys((tags or {}).get(pk, entry.tags)))
        for pk, entry in ((entry.pk, entry) for entry in entries if not entry.player.is_bot)
        if str(pk) in rows and rows[str(pk)]["deals"] and rows[str(pk)]["place"] is not None
    ]
    return awards(plan, placed)


def final_awards(event: Event, *, newest: Standing | None = None) -> list[Award]:
    """The awards that everybody may see: none before the event is finished."""
    return awards_of(event, newest=newest) if event.status == EventStatus.FINISHED else []


def award_as_data(award: Award) -> dict[str, Any]:
    """An award for programs and documents, with amounts such as "12.50", or null."""
    paid = any(award.amounts)
    amounts = [written_amount(amount) if paid else None for amount in award.amounts]
    lists = {"entries": list(award.entries), "each": list(award.each), "together": list(award.together)}
    return {"tag": award.tag, "first": award.first, "last": award.last, **lists, "amounts": amounts}
