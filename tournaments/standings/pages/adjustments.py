"""The page of penalties and bonuses."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    show,
)
from tournaments.events.access import (
    entry_for_director,
    event_for_director,
)
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs.entries import names_by_entry
from tournaments.standings.forms import AdjustmentForm
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.verbs import adjustments as verbs
from tournaments.tables.access import adjustment_for_director
from tournaments.tables.verbs.tables import public_rounds


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
        manage_frame(request, event, "people")
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
