"""The context of the pages of a table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.core.audit import Actor
from tournaments.events.access import may_see_event
from tournaments.events.pages.frame import event_frame
from tournaments.events.words.notices import notices_of
from tournaments.play.verbs.phones import seated_player
from tournaments.tables.models.rounds import Table


def table_frame(request: HttpRequest, actor: Actor, table: Table, tab: str) -> dict[str, Any]:
    """For the pages of a table, also on phones: may the actor enter deals, and see other pages?"""
    event = table.round.event
    frame = event_frame(request, event, tab) | {
        "table": table,
        "notices": notices_of(event, table.extra_seconds),
    }
    if actor.phone is None:
        return frame | {"enters": frame["is_scorer"]}
    return frame | {
        "phone": actor.phone,
        "enters": True,
        "table_alone": not may_see_event(actor, event, by_slug=False),
        "sitting": seated_player(actor.phone),
    }
