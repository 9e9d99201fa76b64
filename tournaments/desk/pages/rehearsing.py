"""For the director: a rehearsal of an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.pages.common import actor_of, attempt, members_act
from tournaments.desk.verbs import rehearsals
from tournaments.events.access import event_for_director


@members_act
def rehearse(request: HttpRequest, ref: str) -> HttpResponse:
    """Begin a rehearsal. Next it is started like any event."""
    event = event_for_director(actor_of(request), ref)
    done = _("The rehearsal is ready. Start it, and go through the evening.")
    if attempt(request, lambda: rehearsals.rehearse(event, actor_of(request)), done):
        return redirect("manage", event.rehearsal.ref)
    return redirect("edit_event", event.ref)


@members_act
def delete_rehearsal(request: HttpRequest, ref: str) -> HttpResponse:
    """Delete a rehearsal. Next is the event that it copied."""
    event = event_for_director(actor_of(request), ref)
    done = _("The rehearsal is deleted.")
    if attempt(request, lambda: rehearsals.delete_rehearsal(event, actor_of(request)), done):
        event = event.rehearsal_of or event
    return redirect("manage", event.ref)
