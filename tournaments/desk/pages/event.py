"""The page of an event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.pages.common import actor_of, page, show
from tournaments.core.rules.statuses import EventStatus
from tournaments.desk.words.cockpit import progress_of
from tournaments.draw.words.tables import (
    bracket_of,
    entries_in,
    entries_of_tables,
    moves_of,
    rules_of,
    table_cards,
    table_lines,
)
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Entry, Event
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.events import evenings_before, next_event
from tournaments.events.verbs.plans import outline_of
from tournaments.events.verbs.replies import counts_of, why_closed
from tournaments.events.words.stages import cut_entries, cut_result, round_title, steps_of
from tournaments.play.verbs.cards import any_card_in
from tournaments.play.verbs.results import chips_paid
from tournaments.standings.pages.prizes import awards_to_show
from tournaments.standings.verbs.forecasts import may_end_soon
from tournaments.standings.verbs.prizes import final_awards
from tournaments.standings.verbs.standings import newest_standing_version, standings_to_show
from tournaments.standings.verbs.winners import with_winner
from tournaments.standings.words.ranking import table_of
from tournaments.standings.words.story import story_to_show
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, table_plays, tables_of

FIRST_LINES = 14
"""The page of an event shows so many lines of its standing."""

FEW_TABLES = 6
"""With more tables than this, the page of an event lists them without their boards."""

LISTED_TABLES = 24
"""The page of an event lists so many tables."""


@page
@kept()
def event(request: HttpRequest, ref: str) -> HttpResponse:
    """An event: the leader, the current round and the time left."""
    event = event_for_viewer(actor_of(request), ref)
    context = event_frame(request, event, "event")
    return show(request, "desk/event.html", context | _now(request, event))


@page
@kept()
def event_now(request: HttpRequest, ref: str) -> HttpResponse:
    """The live part of the event page again, or 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    shown = request.GET.get("version", "")
    # After a deal the version of the event alone says that the page has changed, which saves a query.
    if shown.startswith(f"{event.version}-") and shown == _stamp(event, newest_standing_version(event)):
        return HttpResponse(status=204)
    context = {"event": event} | _now(request, event)
    return stamped(show(request, "desk/event_now.html", context), context["stamp"])


def _stamp(event: Event, standing: int | None) -> str:
    """Everything that the live part of an event page depends on, as one word."""
    return f"{event.version}-{standing}-{event.status}"


def _now(request: HttpRequest, event: Event) -> dict[str, Any]:
    outline = outline_of(event)
    newest = next(iter(outline.published), None)
    finished = event.status == EventStatus.FINISHED
    plays = table_plays(newest) if newest and not finished else []
    steps = steps_of(event, outline)
    standings = standings_to_show(event)
    led = bool(standings and standings[0].rows and standings[0].rows[0]["place"])
    rows = standings[0].rows[:FIRST_LINES] if led else []
    later = newest is not None and newest.stage.number > 1
    awards = final_awards(event, newest=standings[0]) if standings else []
    tables, sitting = _afterwards(event, newest) if finished else _tables(event, newest, plays)
    entries = entries_by_id(
        event,
        {row["entry"] for row in rows}
        | {entry for award in awards for entry in award.entries}
        | {entry for line in tables.get("table_lines", ()) for _name, entry in line["people"]}
        | (cut_entries(newest.stage) if newest and later else set()),
    )
    table = table_of(event, standings, rows, entries)
    return {
        "round": newest,
        "by_pin": newest is not None and any_card_in(newest, plays),
        "round_title": round_title(newest, several=len(steps) > 1) if newest else "",
        "steps": steps,
        "cut": cut_result(newest.stage, entries) if newest and later else None,
        "awards": awards_to_show(event, awards, entries),
        "rules": rules_of(event),
        "progress": progress_of(event, newest, plays, outline),
        "standing": table,
        "top": table.lines,
        "more_lines": len(standings[0].rows) - len(rows) if standings else 0,
        "ends_soon": may_end_soon(event, outline, standings[0] if standings else None),
        "entered": event.entries.exclude(status="withdrawn").count() if newest is None else None,
        "counts": counts_of(event) if event.status == EventStatus.OPEN else None,
        "signs_up": not why_closed(event),
        "last_time": None if finished or event.is_rehearsal else with_winner(evenings_before(event)).first(),
        "stamp": _stamp(event, table.version if standings else None),
        "renews": table.renews,
        "persons": entry_refs(request, event, [*entries.values(), *sitting]),
    } | tables


def _afterwards(event: Event, newest: Round | None) -> tuple[dict[str, Any], list[Entry]]:
    """What a finished event shows in place of its last tables, and whom it names."""
    bracket = bracket_of(newest) if newest else []
    shown = {"story": story_to_show(event), "bracket": bracket, "next_event": next_event(event.club)}
    return shown | moment_of(event), entries_in(bracket)


def moment_of(event: Event) -> dict[str, Any]:
    """The chips that the pools of a finished event have paid, for `desk/moment.html`."""
    paid = chips_paid(event)
    return {"paid": paid, "chips_paid": sum(paid.values()), "rules": rules_of(event)}


def _tables(event: Event, newest: Round | None, plays: list[TablePlay]) -> tuple[dict[str, Any], list[Entry]]:
    """The tables of the newest round, a few with their boards, or a list of the first ones; who is there."""
    if newest is None:
        return {}, []
    bracket = bracket_of(newest)
    shown: dict[str, Any] = {"bracket": bracket, "table_count": len(plays)}
    if len(plays) > FEW_TABLES:
        return shown | {"table_lines": table_lines(plays[:LISTED_TABLES])}, entries_in(bracket)
    tables = tables_of(plays)
    cards = table_cards(event, newest, tables, came=moves_of(newest), explained=False)
    return shown | {"tables": cards}, [*entries_in(bracket), *entries_of_tables(tables)]
