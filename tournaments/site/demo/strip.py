"""What to try first: five links on the home page of the demo, and nowhere else."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.core.pages.picture import qr_of
from tournaments.core.requests import is_only_here
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Event
from tournaments.play.pages.cards import door_url
from tournaments.seasons.models import Season, SeasonStatus


class Shown:
    """Whether this process serves the demo, and the secret of the card of its kitchen table.

    A secret is not stored, so only the process that has made the card can show it.
    """

    is_here = False
    secret = ""


def show(secret: str = "") -> None:
    """Show the strip in this process, and the card with this secret."""
    Shown.is_here, Shown.secret = True, secret


def what_to_try(request: HttpRequest) -> dict[str, Any] | None:
    """The links of the strip, as far as there is something behind them; None if this is no demo."""
    if not Shown.is_here:
        return None
    events = Event.objects.select_related("club")
    door = door_url(request, Shown.secret) if Shown.secret else ""
    return {
        "watch": events.filter(encore=True, status=EventStatus.RUNNING).last(),
        "direct": events.filter(starts_on__isnull=False, status=EventStatus.OPEN)
        .order_by("starts_on")
        .first(),
        "season": Season.objects.filter(status=SeasonStatus.RUNNING, teams=None).first(),
        "door": door,
        "qr": qr_of(door) if door and not is_only_here(door) else "",
    }
