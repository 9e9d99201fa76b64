"""For the director: the longer search for a better draw."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
    members_page,
    show,
)
from tournaments.desk.pages.drawing import progress_of, with_draw
from tournaments.draw.verbs import searches
from tournaments.tables.access import round_for_director


@members_page
def search(request: HttpRequest, round_id: str) -> HttpResponse:
    """The progress of the search; 204 if nothing has changed since ``?seen=``."""
    round_ = round_for_director(actor_of(request), round_id)
    progress = progress_of(round_)
    if progress is not None and request.GET.get("seen") == progress["stamp"]:
        return HttpResponse(status=204)
    return show(request, "desk/search.html", {"round": round_, "search": progress})


@members_act
def start_search(request: HttpRequest, round_id: str) -> HttpResponse:
    """Start a search."""
    return with_draw(
        request,
        round_id,
        lambda round_, seen: searches.start_search(round_, actor_of(request), seen),
        _("The search has started. The draw does not change until you take a better one."),
    )


@members_act
def stop_search(request: HttpRequest, round_id: str) -> HttpResponse:
    """Stop a search. Its best draw can still be taken."""
    round_ = round_for_director(actor_of(request), round_id)
    attempt(request, lambda: searches.stop_search(round_, actor_of(request)), _("The search has stopped."))
    return redirect("draw", round_.pk)


@members_act
def take_search(request: HttpRequest, round_id: str) -> HttpResponse:
    """Take the best draw so far."""
    return with_draw(
        request,
        round_id,
        lambda round_, seen: searches.take_search(round_, actor_of(request), seen),
        _("The round now has the best draw of the search."),
    )
