"""Live standings, the standings round by round, penalties and bonuses, and what people need.

The page of the standings shows fifty lines at a time; the page to print shows all. Both are complete without
JavaScript. The table is a fragment that polls with the version that it shows. The answer is 204 if nothing
has changed, else the fragment. A poll of a stranger costs no query (`events.pages.kept`). For a public event
a poll does not read the user, so it costs a member two queries.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.models.choices import Visibility
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    page,
    show,
)
from tournaments.core.rules.refusals import gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.events.access import (
    adjustment_for_director,
    entry_for_director,
    event_for_director,
    event_for_viewer,
)
from tournaments.events.forms.events import AdjustmentForm
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame, manage_frame
from tournaments.events.pages.kept import NUMBER, keep_linked_pages, kept, stamped
from tournaments.events.verbs.entries import entries_by_id, names_by_entry
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.events.words.stages import counting_lines
from tournaments.play.words.deals import missing_at
from tournaments.seasons.models import SeasonStatus
from tournaments.seasons.verbs.seasons import seasons_of_event
from tournaments.standings.models import Standing
from tournaments.standings.pages.prizes import awards_to_show
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.verbs import adjustments as verbs
from tournaments.standings.verbs.forecasts import closed_and_ending, ending_of, last_round_of, needs_of
from tournaments.standings.verbs.prizes import final_awards
from tournaments.standings.verbs.standings import (
    NoSuchStanding,
    current_standing,
    kept_standings,
    newest_standing_version,
    standings_to_show,
)
from tournaments.standings.words.crosstable import PART_NAMES, cross_lines, graph_of_places, parts_to_show
from tournaments.standings.words.forecasts import needs_table, story_to_show, why_nothing
from tournaments.standings.words.ranking import NO_TABLE, StandingTable, may_change, table_of
from tournaments.tables.verbs.tables import public_rounds
from tournaments.tables.verbs.tallies import chips_by_part

# ---- The page of penalties and bonuses.


@members_form
def adjustments(request: HttpRequest, ref: str) -> HttpResponse:
    """The adjustments of an event, including cancelled ones, with a form for a new adjustment."""
    event = event_for_director(actor_of(request), ref)
    entries = list(names_by_entry(event).items())
    rounds = {round_.number: round_ for round_ in public_rounds(event)}
    data = request.POST if request.method == "POST" else None
    form = AdjustmentForm(unit_of(event.scoring), entries, sorted(rounds), data)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        adjustment = attempt_form(
            form,
            lambda: verbs.add_adjustment(
                event,
                actor_of(request),
                entry_for_director(actor_of(request), given["entry"]),
                given["reason"],
                chips=given.get("chips"),
                points=given.get("points"),
                played_round=rounds.get(given["played_round"]),
            ),
        )
        if adjustment is not None:
            messages.success(request, _("The adjustment is added and counts from now on."))
            return redirect("adjustments", event.ref)
    given_before = verbs.adjustments_of(event).select_related("entry__player")
    listed = list(given_before.order_by("-created_at"))
    return show(
        request,
        "standings/adjustments.html",
        manage_frame(request, event, "adjustments")
        | {
            "adjustments": listed,
            "waiting": [given.pk for given in listed if given.round and given.round.number not in rounds],
            "persons": entry_refs(request, event, [adjustment.entry for adjustment in listed]),
        },
        form=form,
    )


@members_act
def cancel_adjustment(request: HttpRequest, adjustment_id: str) -> HttpResponse:
    """Cancel an adjustment; it stays on the list."""
    adjustment = adjustment_for_director(actor_of(request), adjustment_id)
    attempt(
        request,
        lambda: verbs.cancel_adjustment(adjustment, actor_of(request)),
        _("The adjustment is cancelled and no longer counts."),
    )
    return redirect("adjustments", adjustment.event.ref)


# ---- The standings round by round, for those who want to know how it came about.


LINES_ON_PAGE = 50


@page
@kept(query={"page": NUMBER})
def standings_by_round(request: HttpRequest, ref: str) -> HttpResponse:
    """A crosstable of entries and rounds, the places as a graph, and chips by part of the game."""
    event = event_for_viewer(actor_of(request), ref)
    newest = standings_to_show(event)[:1]
    closed = kept_standings(event)
    pages = Paginator(newest[0].rows if newest else [], LINES_ON_PAGE).get_page(request.GET.get("page"))
    rows = list(pages.object_list)
    parts = chips_by_part(event)
    shown = parts_to_show(parts)
    entries = entries_by_id(event, [row["entry"] for row in rows])
    lines = cross_lines(rows, closed, entries, parts, shown)
    rounds = [kept.round.number for kept in closed if kept.round]
    response = show(
        request,
        "standings/by_round.html",
        event_frame(request, event, "standings")
        | {
            "lines": lines,
            "persons": entry_refs(request, event, entries.values()),
            "rounds": rounds,
            "graph": graph_of_places(lines, rounds),
            "part_names": [PART_NAMES[part] for part in shown],
            "pages": pages,
        },
    )
    return keep_linked_pages(request, response, pages)


# ---- What do I need? The chances before the last round of an event, and while it is played.


ON_THE_WALL = 16
"""The wall shows so many people."""


@page
@kept()
def what_do_i_need(request: HttpRequest, ref: str) -> HttpResponse:
    """What everybody needs in the last round, or why nothing is told yet."""
    event = event_for_viewer(actor_of(request), ref)
    frame = event_frame(request, event, "standings")
    return show(request, "standings/what_do_i_need.html", frame | _needs(request, event))


@page
@kept()
def needs_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The chances again, or 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("version") == _stamp_of_needs(event, newest_standing_version(event)):
        return HttpResponse(status=204)
    context = {"event": event} | _needs(request, event)
    return stamped(show(request, "standings/needs_table.html", context), context["stamp"])


@page
@kept()
def projector_needs(request: HttpRequest, ref: str) -> HttpResponse:
    """The chances as a further page of the wall; empty where nothing is told."""
    event = event_for_viewer(actor_of(request), ref)
    needs = needs_of(event, outline_of(event), current_standing(event))
    table = None if needs is None else needs_table(needs, ON_THE_WALL)
    return show(request, "standings/projector_needs.html", {"needs": table})


def _needs(request: HttpRequest, event: Event) -> dict[str, Any]:
    standing, outline = current_standing(event), outline_of(event)
    needs = needs_of(event, outline, standing)
    listed = None if needs is None else needs_table(needs)
    entries = [] if needs is None or listed is None else [needs.entries[line.entry] for line in listed.lines]
    return {
        "needs": listed,
        "why": "" if needs else _why(event, outline),
        "persons": entry_refs(request, event, entries),
        "stamp": _stamp_of_needs(event, standing.version if standing else None),
        "renews": event.is_running,
    }


def _why(event: Event, outline: Outline) -> str:
    last = last_round_of(event, outline)
    closed = sum(round_.status == RoundStatus.CLOSED for round_ in outline.rounds)
    return why_nothing(
        last,
        is_over=event.status == EventStatus.FINISHED or (last is not None and closed >= last),
        comes_last=ending_of(event, outline) is not None,
    )


def _stamp_of_needs(event: Event, standing: int | None) -> str:
    return f"{event.version}-{standing}-{event.status}"


@page
@kept(query={"round": NUMBER, "page": NUMBER})
def standings(request: HttpRequest, ref: str) -> HttpResponse:
    """The newest standing, or the one at the close of a round (``?round=2``), in pages (``?page=2``)."""
    event = event_for_viewer(actor_of(request), ref)
    after, standing = _shown(request, event)
    lines = _lines(request, event, standing, after)
    frame = event_frame(request, event, "standings")
    closed, ends_soon = closed_and_ending(event, standing[0] if standing else None)
    response = show(
        request,
        "standings/standings.html",
        frame
        | lines
        | {
            "after": after,
            "closed": closed,
            "ends_soon": ends_soon and not after,
            "renews": lines["renews"] and not after,
            "seasons": [
                season
                for season in seasons_of_event(event)
                if season.status != SeasonStatus.DRAFT
                and (season.visibility == Visibility.PUBLIC or frame["is_scorer"])
            ],
        },
    )
    return keep_linked_pages(request, response, lines.get("pages"))


@page
@kept(query={"round": NUMBER})
def standings_to_print(request: HttpRequest, ref: str) -> HttpResponse:
    """All lines of a standing in short, to print or to search: the newest one, or that of ``?round=``."""
    event = event_for_viewer(actor_of(request), ref)
    after, standings = _shown(request, event)
    entries = entries_by_id(event)
    table = table_of(event, standings, standings[0].rows, entries) if standings else NO_TABLE
    awards = [] if after or not standings else final_awards(event, newest=standings[0])
    return show(
        request,
        "standings/standings_to_print.html",
        event_frame(request, event, "standings")
        | {
            "standing": table,
            "after": after,
            "awards": awards_to_show(event, awards, entries),
            "story": None if after else story_to_show(event),
        },
    )


@page
@kept(query={"page": NUMBER})
def standings_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """The table of the standings again, or 204 if ``?version=`` is the newest."""
    event = event_for_viewer(actor_of(request), ref)
    if _nothing_new(request, event):
        return HttpResponse(status=204)
    lines = _lines(request, event, standings_to_show(event))
    response = stamped(
        show(request, "standings/standings_table.html", {"event": event} | lines), _stamp(lines["standing"])
    )
    return keep_linked_pages(request, response, lines.get("pages"))


def _shown(request: HttpRequest, event: Event) -> tuple[int, list[Standing]]:
    """The round of ``?round=`` and the standings from its close on back; 0 and the newest ones without it."""
    after = request.GET.get("round", "")
    if not after:
        return 0, standings_to_show(event)
    standings = standings_to_show(event, int(after)) if after.isdecimal() and len(after) < 5 else []
    if not standings:
        raise NoSuchStanding(
            sentence=gettext_noop("There are no standings after this round, because it is not closed.")
        )
    return int(after), standings


def _lines(request: HttpRequest, event: Event, standings: list[Standing], after: int = 0) -> dict[str, Any]:
    """The requested page of the first standing, for `standings_table.html`."""
    if not standings:
        return {"standing": NO_TABLE, "renews": NO_TABLE.renews}
    pages = Paginator(standings[0].rows, LINES_ON_PAGE).get_page(request.GET.get("page"))
    rows = list(pages.object_list)
    entries = entries_by_id(event, [row["entry"] for row in rows])
    table = table_of(event, standings, rows, entries)
    strikes = event.best_rounds is not None or event.struck_rounds is not None
    return {
        "standing": table,
        "persons": entry_refs(request, event, entries.values()),
        "pages": pages,
        "renews": table.renews,
        "counting": counting_lines(event),
        "missing": missing_at(event, standings[0].round.number if after and standings[0].round else None),
        "strikes": strikes,
    }


def _nothing_new(request: HttpRequest, event: Event) -> bool:
    """Whether the page that polls shows the newest standing, or there is none yet."""
    version = newest_standing_version(event)
    if version is None:
        return True
    return request.GET.get("version") == str(version) and may_change(event, version)


def _stamp(table: StandingTable) -> str:
    """The version that the page polls with. The last version is another stamp, so that polling ends."""
    return f"{table.version}" if table.renews else f"{table.version}-final"
