"""The overview of an event for its directors, the steps of its life, its settings and its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.access import club_for
from tournaments.clubs.models import Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import guarded
from tournaments.core.models.choices import SignUp
from tournaments.core.models.log import AuditEntry
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import (
    actor_of,
    members_form,
    members_page,
    show,
    submit,
)
from tournaments.core.refusals import why_refused
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.desk.pages.notices import notice_forms
from tournaments.desk.verbs import lifecycle
from tournaments.desk.words.cockpit import end_of_evening, progress_of, watch_lines
from tournaments.desk.words.log import log_line, names_for
from tournaments.desk.words.needs import needs_of, needs_of_calls, needs_of_teams
from tournaments.desk.words.scorings import scoring_choices, scoring_lines
from tournaments.draw.verbs.draws import full_event_facts
from tournaments.events.access import event_for_director
from tournaments.events.forms.events import EventForm
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import manage_frame
from tournaments.events.rules.formats import FORMATS
from tournaments.events.rules.phases.events import verify_finish
from tournaments.events.verbs import events
from tournaments.events.verbs.plans import outline_of
from tournaments.events.words.counting import missed_choices
from tournaments.events.words.stages import round_title
from tournaments.standings.words.ranking import tie_break_lines
from tournaments.tables.verbs.tables import table_plays
from tournaments.teams.verbs.leagues import evenings_in_seasons

LINES_OF_LOG = 200

FEW_TABLES = 12
"""So many tables have larger boards in the overview."""


@members_page
def manage(request: HttpRequest, ref: str) -> HttpResponse:
    """The next steps, then everything else about the event."""
    event = event_for_director(actor_of(request), ref)
    outline = outline_of(event)
    newest = outline.newest
    plays = table_plays(newest) if newest else []
    entered = list(event.entries.only("event", "status", "from_round"))
    facts = full_event_facts(event, outline, plays, entries=entered)
    entries = Counter(entry.status for entry in entered)
    calls = needs_of_calls(event) if any(play.calls for play in plays) else []
    evenings = evenings_in_seasons(event)
    of_teams = needs_of_teams(event, evenings) if newest is None else []
    steps = [*calls, *of_teams, *needs_of(event, facts, outline, plays, entries)]
    is_open = newest is not None and newest.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
    watched = watch_lines(newest, plays, steps, timezone.now()) if newest and is_open else []
    needs = [need for need in steps if need.key != "being_played"]  # the boards say it
    return show(
        request,
        "desk/manage.html",
        manage_frame(request, event, "now", outline)
        | {
            "needs": needs,
            "evenings": evenings,
            "main_need": next((need for need in needs if need.urgent), None),
            "watch": watched,
            "few": len(watched) <= FEW_TABLES,
            "evening_ends": end_of_evening(event, plays, outline, timezone.now()),
            "round_title": round_title(newest, several=len(outline.stages) > 1) if newest else "",
            "progress": progress_of(event, newest if newest and newest.is_public else None, plays, outline),
        }
        | notice_forms(event, newest),
    )


@members_form
def new_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an event, and open it unless it is to be a draft. Next are its players, or the link for them."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    form = EventForm(request.POST if request.method == "POST" else None)
    create = lifecycle.create_open_event if "open" in request.POST else events.create_event
    event = submit(request, form, lambda: create(club, actor_of(request), **form.values()))
    if event is not None:
        done = _("%(event)s is open. Enter the players.")
        if event.status == EventStatus.DRAFT:
            done = _("%(event)s is a draft. Enter the players, then open it.")
        elif event.sign_up != SignUp.CLOSED:
            done = _("%(event)s is open. Send people the link of the sign-up.")
        messages.success(request, done % {"event": event.name})
        return redirect("entries", event.ref)
    formats = [(value, form) for value, form in FORMATS.items() if form.first]
    return show(
        request,
        "desk/new_event.html",
        club_frame(request, club, "events")
        | {
            "formats": formats,
            "scorings": scoring_choices(),
            "missed": missed_choices(),
            "tie_break_lines": tie_break_lines(),
        },
        form=form,
    )


@members_form
def edit_event(request: HttpRequest, ref: str) -> HttpResponse:
    """Change the settings of an event."""
    event = event_for_director(actor_of(request), ref)
    form = guarded(EventForm(request.POST if request.method == "POST" else None, event=event))
    changed = submit(
        request,
        form,
        lambda: lifecycle.edit_event(event, actor_of(request), **form.values()),
        _("The changes are saved."),
    )
    if changed is not None:
        return redirect("manage", changed.ref)
    outline = outline_of(event)
    return show(
        request,
        "desk/edit_event.html",
        manage_frame(request, event, "settings", outline)
        | {
            "scorings": scoring_choices(),
            "scoring": scoring_lines(event),
            "missed": missed_choices(),
            "tie_break_lines": tie_break_lines(),
            "finish_refused": why_refused(verify_finish, full_event_facts(event, outline))
            if event.is_running
            else "",
            "rehearsal": None if event.is_rehearsal else Event.objects.filter(rehearsal_of=event).first(),
        },
        form=form,
    )


@members_page
def event_log(request: HttpRequest, ref: str) -> HttpResponse:
    """The audit log of the event."""
    event = event_for_director(actor_of(request), ref)
    lines = list(AuditEntry.objects.filter(event=event).select_related("actor")[:LINES_OF_LOG])
    names = names_for(event, lines)
    return show(
        request,
        "desk/log.html",
        manage_frame(request, event, "settings") | {"lines": [log_line(line, names) for line in lines]},
    )


# ---- Calling the director from the page of a table, and the director's answers.


def _act(
    step: str, verb: Callable[..., Any], done: Promise, back: str = "manage", sent: Sequence[str] = ()
) -> URLPattern:
    """The button of a step in the life of an event."""
    return Act(f"events/<str:ref>/manage/{step}/", event_for_director, verb, back, done, sent).address


ADDRESSES = [
    _act("open", lifecycle.open_event, gettext_lazy("The event is open."), back="entries"),
    _act("start", lifecycle.start_event, gettext_lazy("The event has started. Draw the first round.")),
    _act("finish", lifecycle.finish_event, gettext_lazy("The event is finished."), back="event"),
    _act("reopen", lifecycle.reopen_event, gettext_lazy("The event is running again."), sent=["reason"]),
]
