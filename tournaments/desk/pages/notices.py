"""Clock and announcements, for the director and for everybody.

A browser counts the clock down by itself. It asks so that it learns of a pause or a new announcement, and
reads the time of the server from the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.core.forms import PageForm
from tournaments.core.pages.acts import Act, to_overview
from tournaments.core.pages.common import actor_of, attempt, members_act, members_form, page, show
from tournaments.core.rules.statuses import RoundStatus
from tournaments.desk.forms import AnnouncementForm, ClockForm, TimeForm
from tournaments.desk.verbs import clocks
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame, notices_of
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs import announcements
from tournaments.events.verbs.plans import clock_of
from tournaments.play.pages.frame import actor_at
from tournaments.tables.access import round_for_director, table_for_viewer
from tournaments.tables.models.rounds import Round


def notice_forms(event: Event, newest: Round | None) -> dict[str, Any]:
    """The context of `desk/edit_notices.html`: what can be done now with clock and announcement."""
    is_open = newest is not None and newest.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
    clock = clock_of(event)
    return {
        "clock_form": ClockForm(event=event) if event.is_running and is_open and clock is None else None,
        "time_form": TimeForm(prefix="more") if clock is not None else None,
        "announcement_form": AnnouncementForm(event=event, prefix="say"),
    }


@members_act
def start_clock(request: HttpRequest, round_id: str) -> HttpResponse:
    """Start the clock of a round."""
    round_ = round_for_director(actor_of(request), round_id)
    form = ClockForm(request.POST, event=round_.event)
    return _act(
        request,
        round_.event,
        form,
        lambda: clocks.start_clock(round_, actor_of(request), **form.cleaned_data),
        _("The clock of round %(number)d runs.") % {"number": round_.number},
    )


@members_act
def add_time(request: HttpRequest, round_id: str) -> HttpResponse:
    """Give a round or a table more time, or less."""
    round_ = round_for_director(actor_of(request), round_id)
    form = TimeForm(request.POST, prefix="more")
    minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
    done = ngettext("%(minutes)+d minute.", "%(minutes)+d minutes.", abs(minutes)) % {"minutes": minutes}
    return _act(
        request,
        round_.event,
        form,
        lambda: clocks.add_time(round_, actor_of(request), **form.cleaned_data),
        done,
    )


@members_form
def announce(request: HttpRequest, ref: str) -> HttpResponse:
    """Announce something on all pages of an event. The form is on the overview; GET shows it alone."""
    event = event_for_director(actor_of(request), ref)
    form = AnnouncementForm(request.POST or None, event=event, prefix="say")
    if request.method == "POST" and form.is_valid():
        done = _("Everybody sees the announcement now.")
        if attempt(request, lambda: announcements.announce(event, actor_of(request), **form.values()), done):
            return redirect("manage", event.ref)
    context = event_frame(request, event, "manage") | {"part": "overview", "round": None}
    return show(request, "desk/announce.html", context, form=form)


def _act(
    request: HttpRequest, event: Event, form: PageForm, verb: Callable[[], Any], done: str
) -> HttpResponse:
    """Do it, or say what is wrong with the form; then go back to the overview."""
    if form.is_valid():
        attempt(request, verb, done)
    else:
        for field, errors in form.errors.items():
            label = form.fields[field].label if field in form.fields else ""
            messages.error(request, f"{label}: {errors[0]}" if label else str(errors[0]))
    return redirect("manage", event.ref)


@page
@kept()
def event_notices(request: HttpRequest, ref: str) -> HttpResponse:
    """The notices of an event."""
    event = event_for_viewer(actor_of(request), ref)
    return _renewed(request, event, notices_of(event), {})


@page
@kept()
def table_notices(request: HttpRequest, table_id: str) -> HttpResponse:
    """The notices of an event, with the time of one table, for everybody who sees that table."""
    table = table_for_viewer(actor_at(request, table_id), table_id)
    event = table.round.event
    return _renewed(request, event, notices_of(event, table.extra_seconds), {"table": table})


def _renewed(
    request: HttpRequest, event: Event, notices: dict[str, Any], about: dict[str, Any]
) -> HttpResponse:
    if request.GET.get("version") == notices["stamp"]:
        return HttpResponse(status=204)
    context = {"event": event, "notices": notices} | about
    return stamped(show(request, "desk/notices.html", context), notices["stamp"])


def _clock(step: str, verb: Callable[..., Any], done: Promise) -> URLPattern:
    return Act(f"rounds/<str:ref>/clock/{step}/", round_for_director, verb, to_overview, done).address


ADDRESSES = [
    _clock("pause", clocks.pause_clock, gettext_lazy("The clock is paused.")),
    _clock("resume", clocks.resume_clock, gettext_lazy("The clock runs again.")),
    Act(
        "events/<str:ref>/manage/announce/end/",
        event_for_director,
        announcements.take_down,
        back="manage",
        done=gettext_lazy("The announcement is taken down."),
        name="take_down_announcement",
    ).address,
]
