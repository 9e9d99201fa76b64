"""The context of the base templates of an event: its tabs and the rights of the user."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from django.utils import timezone

from tournaments.clubs.models import Role
from tournaments.clubs.pages.frame import membership
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import Clock
from tournaments.events.verbs.announcements import announcement_of
from tournaments.events.verbs.plans import Outline, clock_of


def event_frame(request: HttpRequest, event: Event, tab: str, row: Model | None = None) -> dict[str, Any]:
    """For `events/event_base.html`: the event, its club, the open tab and the rights of the user.

    row: the round or table of the page, which was read with the entry of the user.
    """
    member = membership(request, event.club)
    return {
        "event": event,
        "club": event.club,
        "tab": tab,
        "is_scorer": member is not None,
        "is_director": member is not None and member.may(Role.DIRECTOR),
        "notices": notices_of(event),
        "own_entry": getattr(row or event, "own_entry", None),
    }


def manage_frame(
    request: HttpRequest, event: Event, part: str, outline: Outline | None = None
) -> dict[str, Any]:
    """The context of `manage_base.html`."""
    if outline is None:
        rounds = event.rounds.defer("request", "certificate", "ahead")
        newest = rounds.order_by("-number").first()
    else:
        newest = outline.newest
    return event_frame(request, event, "manage") | {"part": part, "round": newest}


def notices_of(event: Event, extra_seconds: int = 0) -> dict[str, Any]:
    """For `desk/notices.html`: announcement and clock, and a `stamp` that changes with both (no query).

    extra_seconds: of the table whose page it is.
    """
    now = timezone.now()
    text, clock = announcement_of(event, now), clock_of(event)
    since = int(event.announced_at.timestamp()) if text and event.announced_at else 0
    stamp = "0"
    if clock is not None:
        paused = "" if clock.paused_at is None else "p"
        stamp = f"{clock.pk}.{clock.seconds}.{clock.paused_ms}{paused}"
    return {
        "announcement": text,
        "clock": None if clock is None else _figures(clock.for_table(extra_seconds), now.timestamp()),
        "stamp": f"{since}-{stamp}-{extra_seconds}",
    }


def _figures(clock: Clock, now: float) -> dict[str, Any]:
    """What the clock shows at this moment: `figures` such as 39:59 or 1:05:00, `end` for the browser."""
    left = round(clock.left(now))
    minutes, seconds = divmod(max(0, left), 60)
    hours, minutes = divmod(minutes, 60)
    return {
        "phase": clock.phase(now),
        "ends_at": None if clock.ends_at is None else datetime.fromtimestamp(clock.ends_at, UTC),
        "end": "" if clock.ends_at is None else round(clock.ends_at * 1000),
        "left": left,
        "warning": clock.warning,
        "extra_minutes": clock.extra // 60,
        "figures": f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}",
    }
