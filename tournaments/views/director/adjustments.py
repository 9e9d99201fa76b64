"""Penalties and corrections of scores."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import adjustment_for_director, entry_for_director, event_for_director
from tournaments.forms.events import AdjustmentForm
from tournaments.models import Adjustment, Entry, Round, RoundStatus
from tournaments.services.standings import adjustments as verbs
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show

from .overview import manage_frame


@members_form
def adjustments(request: HttpRequest, ref: str) -> HttpResponse:
    """The adjustments of an event, cancelled ones too, and a form for another."""
    event = event_for_director(actor_of(request), ref)
    entries = [
        (str(entry.pk), entry.player.name)
        for entry in Entry.objects.filter(event=event).select_related("player").order_by("player__name")
    ]
    rounds = {of.number: of for of in Round.objects.filter(event=event).exclude(status=RoundStatus.DRAWN)}
    form = AdjustmentForm(entries, sorted(rounds), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        given = attempt_form(
            form,
            lambda: verbs.add_adjustment(
                event,
                actor_of(request),
                entry_for_director(actor_of(request), said["entry"]),
                said["chips"],
                said["reason"],
                rounds.get(said["played_round"]),
            ),
        )
        if given is not None:
            messages.success(request, _("The adjustment counts from now on."))
            return redirect("adjustments", event.ref)
    return show(
        request,
        "director/adjustments.html",
        manage_frame(request, event, "adjustments")
        | {
            "adjustments": Adjustment.objects.filter(event=event)
            .select_related("entry__player", "round", "author", "cancelled_by")
            .order_by("-created_at")
        },
        form=form,
    )


@members_act
def cancel_adjustment(request: HttpRequest, adjustment_id: str) -> HttpResponse:
    """Take an adjustment back; it stays on the list as cancelled."""
    adjustment = adjustment_for_director(actor_of(request), adjustment_id)
    attempt(
        request,
        lambda: verbs.cancel_adjustment(adjustment, actor_of(request)),
        _("The adjustment is cancelled: it counts no more."),
    )
    return redirect("adjustments", adjustment.event.ref)
