"""A longer search for a better draw: begun, watched, stopped, its best taken.

The workers do it in slices. The page shows how far they are and renews itself; without JavaScript it is
loaded again.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import round_for_director
from tournaments.services.draw import searches as verbs
from tournaments.views.common import actor_of, attempt, members_act, members_page, show

from .drawing import progress_of, with_draw


@members_page
def search(request: HttpRequest, round_id: str) -> HttpResponse:
    """How far the search is, again: 204 while nothing has changed since ``?seen=``."""
    round_ = round_for_director(actor_of(request), round_id)
    progress = progress_of(round_)
    if progress is not None and request.GET.get("seen") == progress.stamp:
        return HttpResponse(status=204)
    return show(request, "director/search.html", {"round": round_, "search": progress})


@members_act
def start_search(request: HttpRequest, round_id: str) -> HttpResponse:
    """Let the workers look for a better draw."""
    return with_draw(
        request,
        round_id,
        lambda of, seen: verbs.start_search(of, actor_of(request), seen),
        _("The search has begun. The draw stays as it is until you take a better one."),
    )


@members_act
def stop_search(request: HttpRequest, round_id: str) -> HttpResponse:
    """Search no further; what was found can still be taken."""
    round_ = round_for_director(actor_of(request), round_id)
    attempt(request, lambda: verbs.stop_search(round_, actor_of(request)), _("The search has stopped."))
    return redirect("draw", round_.pk)


@members_act
def take_search(request: HttpRequest, round_id: str) -> HttpResponse:
    """Take the best draw that was found so far."""
    return with_draw(
        request,
        round_id,
        lambda of, seen: verbs.take_search(of, actor_of(request), seen),
        _("The draw is the best that was found."),
    )
