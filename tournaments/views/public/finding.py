"""Where a player stands and sits: a search by name, and the own place of a user or a phone."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from tournaments.access import event_for_viewer
from tournaments.models import Event, Table
from tournaments.sentences.ranking import StandingLine, table_of
from tournaments.services.draw.tables import public_rounds, tables_by_entry
from tournaments.services.events.entries import entries_named, entries_of_user
from tournaments.services.play.phones import entry_of_phone
from tournaments.services.standings.standings import standings_to_show
from tournaments.views.common import actor_of, page, show
from tournaments.views.frames import event_frame
from tournaments.views.scorer.phones import phone_of

MOST_HITS = 20
"""A search shows so many players."""


@dataclass(frozen=True)
class Hit:
    """A player of the event. table: in the newest round; None without a seat."""

    line: StandingLine
    played: bool
    table: Table | None


@page
def find(request: HttpRequest, ref: str) -> HttpResponse:
    """The places and tables of players by name (``?name=``). Without a name: of the user and the phone."""
    event = event_for_viewer(actor_of(request), ref)
    searched = request.GET.get("name", "").strip()[:100]
    entries = entries_named(event, searched) if searched else _own(request, event)
    hits = _hits(event, set(entries))
    return show(
        request,
        "public/find.html",
        event_frame(request, event, "standings")
        | {"searched": searched, "hits": hits[:MOST_HITS], "more": max(len(entries) - MOST_HITS, 0)},
    )


def _own(request: HttpRequest, event: Event) -> list[str]:
    """The entries of the phone and of the user who is signed in."""
    phone = phone_of(request)
    of_phone = entry_of_phone(phone, event) if phone is not None else None
    of_user = entries_of_user(event, request.user) if request.user.is_authenticated else []
    return [*([] if of_phone is None else [of_phone]), *of_user]


def _hits(event: Event, entries: set[str]) -> list[Hit]:
    """The places and tables of these entries, best place first."""
    standings = standings_to_show(event) if entries else []
    if not standings:
        return []
    rows = [row for row in standings[0].rows if row["entry"] in entries][:MOST_HITS]
    newest = public_rounds(event).defer("request", "certificate", "ahead").first()
    tables = tables_by_entry(newest, [row["entry"] for row in rows]) if newest else {}
    table = table_of(event, standings, rows)
    return [
        Hit(line, table.played, tables.get(row["entry"])) for row, line in zip(rows, table.lines, strict=True)
    ]
