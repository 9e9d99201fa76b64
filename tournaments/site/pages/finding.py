"""Where do I sit, and where do I stand? A search by name, and the own place of a user or a phone."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.pages.common import actor_of, page, show
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Entry, Event
from tournaments.events.pages.frame import event_frame
from tournaments.events.verbs.entries import entries_by_id, entries_named, entries_of_user
from tournaments.play.pages.phones import phone_of
from tournaments.play.verbs.phones import entry_of_phone
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.standings.words.ranking import StandingLine, table_of
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.tables import public_rounds, seats_by_entry

MOST_HITS = 20
"""A search shows so many players."""


@dataclass(frozen=True)
class Hit:
    """A player of the event. line: None before the first standing. table, seat: None without a seat.

    The seat is in the newest round and counts from 1.
    """

    entry: Entry
    line: StandingLine | None
    played: bool
    table: Table | None
    seat: int | None


@page
def find(request: HttpRequest, ref: str) -> HttpResponse:
    """The places and tables of players by name (``?name=``). Without a name: of the user and the phone."""
    event = event_for_viewer(actor_of(request), ref)
    searched = request.GET.get("name", "").strip()[:100]
    entries = entries_named(event, searched) if searched else _own(request, event)
    hits = _hits(event, set(entries))
    return show(
        request,
        "site/find.html",
        event_frame(request, event, "standings")
        | {
            "searched": searched,
            "hits": hits,
            "persons": entry_refs(request, event, [hit.entry for hit in hits]),
            "more": max(len(set(entries)) - MOST_HITS, 0),
        },
    )


def _own(request: HttpRequest, event: Event) -> list[str]:
    """The entries of the phone and of the user who is signed in."""
    phone = phone_of(request)
    of_phone = entry_of_phone(phone, event) if phone is not None else None
    of_user = entries_of_user(event, request.user) if request.user.is_authenticated else []
    return [*([] if of_phone is None else [of_phone]), *of_user]


def _hits(event: Event, entries: set[str]) -> list[Hit]:
    """The places, tables and seats of these entries, best place first."""
    if not entries:
        return []
    standings = standings_to_show(event)
    rows = [row for row in standings[0].rows if row["entry"] in entries][:MOST_HITS] if standings else []
    shown = [row["entry"] for row in rows]
    shown += sorted(entries - set(shown))[: MOST_HITS - len(shown)]
    people = entries_by_id(event, shown)
    newest = public_rounds(event).defer("request", "certificate", "ahead").first()
    seats = seats_by_entry(newest, shown) if newest else {}
    table = table_of(event, standings, rows, people)
    lines = {line.entry: line for line in table.lines}
    return [
        Hit(
            entry=people[entry],
            line=lines.get(entry),
            played=table.played,
            table=seats[entry].table if entry in seats else None,
            seat=seats[entry].number + 1 if entry in seats else None,
        )
        for entry in shown
        if entry in people
    ]
