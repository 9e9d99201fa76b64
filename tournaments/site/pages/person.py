"""The pages of a person: seasons, evenings with form, the game, opponents and best deals.

For members of the clubs alone unless the person says otherwise; what is shown is what the visitor may see.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.models.people import PersonVisibility
from tournaments.clubs.pages import frame
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.people import Someone
from tournaments.core.pages.common import actor_of, attempt, members_act, page, show
from tournaments.events.models.events import Event
from tournaments.ratings.verbs import curves_of
from tournaments.seasons.access import (
    events_of_person,
    is_that_person,
    person_for_editing,
    person_for_viewer,
    seasons_of_person,
)
from tournaments.seasons.verbs.figures import best_deals, chips_by_stage, opponents
from tournaments.seasons.verbs.results import MOST, evening_results, season_results
from tournaments.site.words import (
    IN_CHART,
    best_lines,
    form_chart,
    opponent_lines,
    parts_of,
    rating_charts,
    season_lines,
)

MOST_OPPONENTS = 50
"""The page lists so many opponents, those met most often first."""


@page
def person(request: HttpRequest, person_ref: str) -> HttpResponse:
    """The seasons of a person with places; the person says here who may see these pages."""
    someone = person_for_viewer(actor_of(request), person_ref)
    results = season_results(someone, seasons_of_person(actor_of(request), someone)[:MOST])
    return show(
        request,
        "site/person.html",
        person_frame(request, someone, "seasons")
        | {
            "lines": season_lines(results),
            "visibilities": PersonVisibility.choices,
        },
    )


@page
def person_evenings(request: HttpRequest, person_ref: str) -> HttpResponse:
    """The newest evenings of a person with places, and their form and ratings as charts."""
    someone = person_for_viewer(actor_of(request), person_ref)
    results = evening_results(someone, _events(request, someone))
    charts = [*form_chart(results), *rating_charts(curves_of(someone, IN_CHART))]
    return show(
        request,
        "site/person_evenings.html",
        person_frame(request, someone, "evenings") | {"results": results, "charts": charts},
    )


@page
def person_game(request: HttpRequest, person_ref: str) -> HttpResponse:
    """Where the chips of a person come from, beside everybody in the same evenings."""
    someone = person_for_viewer(actor_of(request), person_ref)
    parts = parts_of(chips_by_stage(someone, _events(request, someone)))
    return show(request, "site/person_game.html", person_frame(request, someone, "game") | {"parts": parts})


@page
def person_opponents(request: HttpRequest, person_ref: str) -> HttpResponse:
    """With whom a person sat: head to head."""
    someone = person_for_viewer(actor_of(request), person_ref)
    met = opponents(someone, _events(request, someone))
    return show(
        request,
        "site/person_opponents.html",
        person_frame(request, someone, "opponents")
        | {
            "lines": opponent_lines(met[:MOST_OPPONENTS]),
            "persons": {
                str(each.player.pk): frame.person_ref(request, each.player) for each in met[:MOST_OPPONENTS]
            },
            "more": max(len(met) - MOST_OPPONENTS, 0),
        },
    )


@page
def person_deals(request: HttpRequest, person_ref: str) -> HttpResponse:
    """The best deals of a person, each with a link to it."""
    someone = person_for_viewer(actor_of(request), person_ref)
    names = {event.pk: event.name for event in _events(request, someone)[:MOST]}
    kinds = best_lines(best_deals(someone, list(names)))
    return show(
        request,
        "site/person_deals.html",
        person_frame(request, someone, "deals") | {"kinds": kinds, "names": names},
    )


@members_act
def set_person_visibility(request: HttpRequest, person_ref: str) -> HttpResponse:
    """Say who may see the pages."""
    someone = person_for_editing(actor_of(request), person_ref)
    visibility = request.POST.get("visibility", "")[:20]
    attempt(
        request,
        lambda: people.set_visibility(someone, actor_of(request), visibility),
        _("The change is saved."),
    )
    return redirect("person", someone.ref)


def _events(request: HttpRequest, someone: Someone) -> QuerySet[Event]:
    return events_of_person(actor_of(request), someone)


def person_frame(request: HttpRequest, someone: Someone, tab: str) -> dict[str, Any]:
    """For `site/person_base.html`: the person, the open tab and the rights of the user."""
    actor = actor_of(request)
    return {
        "someone": someone,
        "tab": tab,
        "is_me": is_that_person(actor, someone),
    }
