"""Who is who in an event, for the browsers of its players (`you.js`).

A browser can be somebody in an event: it has scanned a card, used a personal link, signed in, or somebody
pressed "That's me". It keeps that for itself. This file is the same for everybody, and pages let nobody do
more because of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from tournaments.core.pages.common import actor_of, page
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.plans import outline_of
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.standings.words.ranking import Line, table_of
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, places_by_name, table_plays

LETTERS = 8
"""Entries and players are named by the last characters of their ids: chance makes two of them differ."""


@page
@kept()
def you(request: HttpRequest, ref: str) -> HttpResponse:
    """The table, seat, place and change of each entry, and how far each table is."""
    event = event_for_viewer(actor_of(request), ref)
    standings = standings_to_show(event)
    version = standings[0].version if standings else None
    return stamped(
        JsonResponse(_everybody(event, standings), json_dumps_params={"separators": (",", ":")}),
        f"{event.version}-{version}-{event.status}",
    )


def _everybody(event: Event, standings: list[Any]) -> dict[str, Any]:
    """rows: entry, player, name, place, change, score, table, seat (from 1). 0 or "": there is none.

    tables: their id and how far they are, by number. 0 is for those who have no table now.
    """
    newest = next(iter(outline_of(event).published), None)
    is_open = event.is_running and newest is not None and newest.status != RoundStatus.CLOSED
    plays = table_plays(newest) if newest and is_open else []
    seats = {str(place.entry): place for place in (places_by_name(newest) if newest and is_open else [])}
    entries = entries_by_id(event)
    table = table_of(event, standings, standings[0].rows if standings else [], entries)
    lines: dict[str, Line] = {line["entry"]: line for line in table.lines} if table.played else {}
    rows = []
    for pk, entry in entries.items():
        line, seat = lines.get(pk), seats.get(pk)
        rows.append(
            [
                *(pk[-LETTERS:], str(entry.player_id)[-LETTERS:], entry.player.public_name),
                *((line["place"] or 0, line["up"] - line["down"]) if line else (0, 0)),
                line["shown"] if line else "",
                *((seat.table, seat.seat) if seat else (0, 0)),
            ]
        )
    without = ["", _without_table(event, newest, is_open=is_open)]
    return {"tables": {0: without} | _tables(plays), "rows": rows}


def _tables(plays: Iterable[TablePlay]) -> dict[int, list[Any]]:
    return {
        play.number: [
            play.id,
            _("your table has finished")
            if play.over
            else _("deal %(deal)d of %(deals)d") % {"deal": play.deals + 1, "deals": play.deals_planned},
        ]
        for play in plays
    }


def _without_table(event: Event, newest: Round | None, *, is_open: bool) -> str:
    if is_open:
        return _("no seat in this round")
    last = newest.number if newest else 0
    if not event.is_running or last >= event.rounds_planned:
        return ""
    return _("Round %(number)s comes next") % {"number": last + 1}
