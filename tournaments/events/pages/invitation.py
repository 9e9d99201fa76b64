"""The invitation of an event: what people should know before they come, and who can sign up."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.forms import guarded
from tournaments.core.pages.common import actor_of, attempt_form, members_form, show
from tournaments.desk.verbs import lifecycle
from tournaments.events.access import event_for_director
from tournaments.events.forms.invitation import InvitationForm
from tournaments.events.pages.frame import manage_frame


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
    return show(request, "events/edit_invitation.html", manage_frame(request, event, "invitation"), form=form)
