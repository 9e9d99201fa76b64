"""The story of a finished event: a director can write another text than the generated one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import event_for_director
from tournaments.forms.story import StoryForm
from tournaments.sentences.story import story_to_edit
from tournaments.services.events.story import set_story
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show

from .overview import manage_frame


@members_form
def edit_story(request: HttpRequest, ref: str) -> HttpResponse:
    """Write the story in other words."""
    event = event_for_director(actor_of(request), ref)
    if request.method == "POST":
        form = StoryForm(request.POST)
        if form.is_valid():
            given = form.cleaned_data
            # The generated text is not stored, so that it follows corrections and names.
            text = "" if _same(given["text"], story_to_edit(event).generated) else given["text"]
            saved = attempt_form(form, lambda: set_story(event, actor_of(request), text, seen=given["seen"]))
            if saved is not None:
                messages.success(request, _("The story is saved."))
                return redirect("event", event.ref)
    story = story_to_edit(event)
    if request.method != "POST":
        form = StoryForm(initial={"text": story.text, "seen": story.seen})
    return show(
        request, "director/story.html", manage_frame(request, event, "story") | {"story": story}, form=form
    )


@members_act
def generate_story(request: HttpRequest, ref: str) -> HttpResponse:
    """Go back to the generated text."""
    event = event_for_director(actor_of(request), ref)
    attempt(
        request,
        lambda: set_story(event, actor_of(request), "", seen=request.POST.get("seen", "")),
        _("The story is the generated text again."),
    )
    return redirect("edit_story", event.ref)


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()
