"""The invitation of an event: what people should know before they come, and who can sign up."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import event_for_director
from tournaments.forms.fields import guarded
from tournaments.forms.invitation import InvitationForm
from tournaments.services.evening import lifecycle
from tournaments.views.common import actor_of, attempt_form, members_form, show

from .overview import manage_frame


@members_form
def invitation(request: HttpRequest, ref: str) -> HttpResponse:
    """Change the invitation of an event."""
    event = event_for_director(actor_of(request), ref)
    form = guarded(InvitationForm(request.POST if request.method == "POST" else None, event=event))
    if request.method == "POST" and form.is_valid():
        changed = attempt_form(form, lambda: lifecycle.edit_event(event, actor_of(request), **form.values()))
        if changed is not None:
            messages.success(request, _("The invitation is saved."))
            return redirect("invitation", changed.ref)
    return show(request, "director/invitation.html", manage_frame(request, event, "invitation"), form=form)
