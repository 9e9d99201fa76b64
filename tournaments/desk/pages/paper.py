"""Pages for paper, A4: what a club hangs on the wall or lays on its tables.

The standings and the list of who sits where are with the pages of the same data (`standings`, `rounds`).
Whatever is on paper is public where the page with the same content is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.pages.common import actor_of, page, show
from tournaments.core.rules.refusals import NotFound
from tournaments.core.rules.statuses import EventStatus
from tournaments.desk.access import NoSuchPreset
from tournaments.desk.words.prose import prose_of
from tournaments.desk.words.rulebook import card_rows, pools_and_winners, rulebook, sheet_of
from tournaments.desk.words.scorings import scoring_lines
from tournaments.draw.words.tables import rules_of
from tournaments.events.access import event_for_viewer, runs_event
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame, manage_frame
from tournaments.events.pages.kept import NUMBER, keep_linked_pages, kept
from tournaments.events.verbs.entries import entries_by_id
from tournaments.play.verbs.results import chips_paid
from tournaments.standings.pages.prizes import awards_to_show, prizes_to_show
from tournaments.standings.verbs.prizes import final_awards, prizes_of
from tournaments.standings.verbs.standings import standings_to_show
from tournaments.standings.words.ranking import NO_TABLE, Line, table_of
from tournaments.standings.words.story import story_to_show
from tournaments.tables.access import round_for_viewer
from tournaments.tables.verbs.tables import names_at, public_rounds, table_plays

TABLES_ON_PAGE = 40
"""A page has the scorecards of so many tables, one sheet of paper for each."""


@page
@kept()
def paper(request: HttpRequest, ref: str) -> HttpResponse:
    """Everything of an event that can be printed."""
    actor = actor_of(request)
    event = event_for_viewer(actor, ref)
    directs = runs_event(actor, event)
    frame = manage_frame(request, event, "paper") if directs else event_frame(request, event, "paper")
    return show(
        request,
        "desk/paper.html",
        frame
        | {
            "base": "events/manage_base.html" if directs else "events/event_base.html",
            "files": [("deals", _("All deals")), ("ledger", _("All chips")), ("standings", _("Standings"))],
            "printed": public_rounds(event).first(),
            "finished": event.status == EventStatus.FINISHED,
            "prizes": _shows_prizes(event, is_scorer=frame["is_scorer"]),
        },
    )


@page
@kept()
def scorecards_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """A sheet of blank scorecards for the rules of the event, without names."""
    event = _with_rules(event_for_viewer(actor_of(request), ref))
    sheets = [sheet_of([""] * event.size)]
    context = {"sheets": sheets, "rows": card_rows(rules_of(event))}
    return show(request, "desk/scorecards.html", event_frame(request, event, "paper") | context)


@page
@kept(query={"page": NUMBER})
def round_scorecards(request: HttpRequest, round_id: str) -> HttpResponse:
    """Blank scorecards for a round: a sheet for each table, with the names in the order of the seats."""
    round_ = round_for_viewer(actor_of(request), round_id)
    event = _with_rules(round_.event)
    pages = Paginator(table_plays(round_), TABLES_ON_PAGE).get_page(request.GET.get("page"))
    names = names_at([table.id for table in pages.object_list])
    response = show(
        request,
        "desk/scorecards.html",
        event_frame(request, event, "paper")
        | {
            "round": round_,
            "sheets": [sheet_of(names[table.id], str(table.number)) for table in pages.object_list],
            "rows": card_rows(rules_of(event)),
            "pages": pages,
        },
    )
    return keep_linked_pages(request, response, pages)


@page
@kept(query={"first": NUMBER})
def certificates_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """A certificate for each person of a finished event; with ``?first=3`` for the first three places."""
    event = event_for_viewer(actor_of(request), ref)
    first = request.GET.get("first", "")
    most = int(first) if first.isdecimal() and len(first) < 6 else 0
    people = _people(event)
    return show(
        request,
        "desk/certificates.html",
        event_frame(request, event, "paper")
        | {
            "lines": [line for line in people if not most or (line["place"] or 0) <= most],
            "people": len(people),
            "paid": chips_paid(event),
        },
    )


@page
@kept()
def prizes_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """Who won which prize; before the end, for members, what there is to win."""
    event = event_for_viewer(actor_of(request), ref)
    frame = event_frame(request, event, "paper")
    shown = _shows_prizes(event, is_scorer=frame["is_scorer"])
    return show(
        request,
        "desk/prizes.html",
        frame
        | {
            "awards": awards_to_show(event, final_awards(event)),
            **(prizes_to_show(prizes_of(event)) if shown else {}),
            "story": story_to_show(event),
            "finished": event.status == EventStatus.FINISHED,
        },
    )


@page
@kept()
def board_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """The Poch board of the event, large enough to lay chips in."""
    event = _with_rules(event_for_viewer(actor_of(request), ref))
    return show(request, "desk/board.html", event_frame(request, event, "paper") | _board(rules_of(event)))


@page
@kept()
def rules_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """The rules of the event on one sheet, to lay on the table."""
    event = _with_rules(event_for_viewer(actor_of(request), ref))
    book = rulebook(event.rules)
    return show(
        request,
        "desk/rules_to_print.html",
        event_frame(request, event, "paper")
        | {"rulebook": book, "prose": prose_of(event.rules), "scoring": scoring_lines(event)}
        | _board(book["rules"]),
    )


@page
def preset_to_print(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a preset on one sheet."""
    if name not in games.presets():
        raise NoSuchPreset
    book = rulebook({"preset": name})
    context = {"rulebook": book, "prose": prose_of({"preset": name})}
    return show(request, "desk/rules_to_print.html", context | _board(book["rules"]))


def _board(rules: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "pools": dict.fromkeys(games.board(rules), 0),
        "sequence": rules["sequence"],
        "ten_pool": rules["ten_pool"],
        "winners": pools_and_winners(rules),
    }


def _people(event: Event) -> list[Line]:
    """The people with a place in the final standing, the winner first."""
    if event.status != EventStatus.FINISHED:
        return []
    standings = standings_to_show(event)
    entries = entries_by_id(event)
    rows = [
        row
        for row in (standings[0].rows if standings else [])
        if row["entry"] in entries
        and not entries[row["entry"]].player.bot
        and row["place"] is not None
        and row["deals"]
    ]
    table = table_of(event, standings[:1], rows, entries) if standings else NO_TABLE
    return list(table.lines)


def _shows_prizes(event: Event, *, is_scorer: bool) -> bool:
    return bool(event.prizes.get("prizes")) and (is_scorer or event.status == EventStatus.FINISHED)


def _with_rules(event: Event) -> Event:
    """Refuse paper about the rules of Poch for an event without them."""
    if event.without_rules:
        raise NotFound("not_found", _("This event is played without the rules of Poch."))
    return event
