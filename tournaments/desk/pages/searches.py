"""For the director: the longer search for a better draw."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import (
    actor_of,
    members_page,
    show,
)
from tournaments.desk.pages.drawing import act_on_draw, progress_of, to_draw
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


ADDRESSES = [
    act_on_draw(
        "search/start",
        searches.start_search,
        gettext_lazy("The search has started. The draw does not change until you take a better one."),
    ),
    Act(
        "rounds/<str:ref>/search/stop/",
        round_for_director,
        searches.stop_search,
        to_draw,
        gettext_lazy("The search has stopped."),
    ).address,
    act_on_draw(
        "search/take",
        searches.take_search,
        gettext_lazy("The round now has the best draw of the search."),
    ),
]
