"""The pages of rehearsals: start one, watch it, read its report, put it away."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import event_for_director, may_direct, rehearsal_for_director, rehearsal_for_member
from tournaments.forms.rehearsals import RehearsalForm
from tournaments.models import Rehearsal
from tournaments.sentences.rehearsal_report import report_of
from tournaments.services.rehearsals import rehearsals as verbs
from tournaments.services.rehearsals.progress import progress_of
from tournaments.views.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    members_page,
    show,
)
from tournaments.views.frames import event_frame

from .overview import manage_frame
from .rehearsing import rehearsing


@members_form
def rehearsals(request: HttpRequest, ref: str) -> HttpResponse:
    """The rehearsals of an event, and the form that starts one."""
    event = event_for_director(actor_of(request), ref)
    form = RehearsalForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and form.is_valid():
        started = attempt_form(form, lambda: verbs.start_rehearsal(event, actor_of(request), **form.values()))
        if started is not None:
            return redirect("rehearsal", started.pk)
    return show(
        request,
        "director/rehearsals.html",
        manage_frame(request, event, "rehearsals") | rehearsing(event),
        form=form,
    )


@members_page
def rehearsal(request: HttpRequest, rehearsal_id: str) -> HttpResponse:
    """The progress of a rehearsal while it runs, then its report."""
    row = rehearsal_for_member(actor_of(request), rehearsal_id)
    return show(
        request, "director/rehearsal.html", event_frame(request, row.of, "manage") | _context(request, row)
    )


@members_page
def rehearsal_renew(request: HttpRequest, rehearsal_id: str) -> HttpResponse:
    """The same part again; 204 if nothing has changed since ``?seen=``."""
    row = rehearsal_for_member(actor_of(request), rehearsal_id)
    if request.GET.get("seen") == progress_of(row).stamp:
        return HttpResponse(status=204)
    return show(request, "director/rehearsal_told.html", _context(request, row))


@members_act
def put_rehearsal_away(request: HttpRequest, rehearsal_id: str) -> HttpResponse:
    """Take a rehearsal off the list."""
    row = rehearsal_for_director(actor_of(request), rehearsal_id)
    attempt(request, lambda: verbs.put_away(row, actor_of(request)))
    messages.success(request, _("The rehearsal is put away."))
    return redirect("rehearsals", row.of.ref)


def _context(request: HttpRequest, rehearsal: Rehearsal) -> dict[str, Any]:
    directs = may_direct(actor_of(request), rehearsal.of.club)
    context = {
        "of": rehearsal,
        "rehearsed": rehearsal.event,
        "directs": directs,
        "progress": progress_of(rehearsal),
    }
    if rehearsal.is_playing:
        return context
    return context | {"report": report_of(rehearsal, for_directors=directs)}
