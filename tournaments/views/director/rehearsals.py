"""Rehearsals: begun from a draft, watched while bots play them, read when they are over, put away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import event_for_director, may_direct, rehearsal_for_director, rehearsal_for_member
from tournaments.forms.rehearsals import RehearsalForm
from tournaments.models import Rehearsal, RoundStatus
from tournaments.sentences.rehearsal_report import report_of
from tournaments.services.rehearsals import rehearsals as verbs
from tournaments.services.rehearsals.acts import newest_round
from tournaments.services.standings.table_states import unfinished_tables
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


@dataclass(frozen=True)
class RehearsalProgress:
    """How far a rehearsal is. rounds: 0 where nobody knows yet. stamp: changes with every step."""

    round: int
    rounds: int
    tables_done: int
    tables: int
    stamp: str

    @property
    def percent(self) -> int:
        """Of the rounds, as far as it is known how many there are."""
        rounds = max(self.rounds, self.round + 1 if not self.rounds else self.round, 1)
        done = max(0, self.round - 1) + (self.tables_done / self.tables if self.tables else 0)
        return min(99, int(100 * done / rounds))


@members_form
def rehearsals(request: HttpRequest, ref: str) -> HttpResponse:
    """An event's rehearsals, and the form that begins one."""
    event = event_for_director(actor_of(request), ref)
    form = RehearsalForm(request.POST if request.method == "POST" else None, event=event)
    if request.method == "POST" and form.is_valid():
        begun = attempt_form(form, lambda: verbs.start_rehearsal(event, actor_of(request), **form.values()))
        if begun is not None:
            return redirect("rehearsal", begun.pk)
    return show(
        request,
        "director/rehearsals.html",
        manage_frame(request, event, "rehearsals") | rehearsing(event),
        form=form,
    )


@members_page
def rehearsal(request: HttpRequest, rehearsal_id: str) -> HttpResponse:
    """How the evening goes: first how far it is, then the whole of it."""
    of = rehearsal_for_member(actor_of(request), rehearsal_id)
    return show(
        request, "director/rehearsal.html", event_frame(request, of.of, "manage") | _told(request, of)
    )


@members_page
def rehearsal_renew(request: HttpRequest, rehearsal_id: str) -> HttpResponse:
    """How far it is, again: 204 while no step was taken since ``?seen=``."""
    of = rehearsal_for_member(actor_of(request), rehearsal_id)
    if request.GET.get("seen") == _stamp(of):
        return HttpResponse(status=204)
    return show(request, "director/rehearsal_told.html", _told(request, of))


@members_act
def put_rehearsal_away(request: HttpRequest, rehearsal_id: str) -> HttpResponse:
    """Take a rehearsal off the list, whether it is over or not."""
    of = rehearsal_for_director(actor_of(request), rehearsal_id)
    attempt(request, lambda: verbs.put_away(of, actor_of(request)))
    messages.success(request, _("The rehearsal is put away."))
    return redirect("rehearsals", of.of.ref)


def _told(request: HttpRequest, of: Rehearsal) -> dict[str, Any]:
    directs = may_direct(actor_of(request), of.of.club)
    context = {"of": of, "rehearsed": of.event, "directs": directs, "progress": _progress(of)}
    return context if of.is_playing else context | {"report": report_of(of, for_directors=directs)}


def _progress(of: Rehearsal) -> RehearsalProgress:
    last = newest_round(of.event)
    tables = done = 0
    if last is not None:
        tables = last.tables.aggregate(tables=Count("pk"))["tables"]
        done = 0
        if last.status == RoundStatus.CLOSED:
            done = tables
        elif last.is_public:
            done = tables - len(unfinished_tables(last))
    return RehearsalProgress(
        round=last.number if last else 0,
        rounds=of.event.rounds_planned,
        tables_done=done,
        tables=tables,
        stamp=_stamp(of),
    )


def _stamp(of: Rehearsal) -> str:
    return f"{of.step}-{of.status}"
