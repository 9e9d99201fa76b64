"""The pages of a club that start, watch and show simulations."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.access import club_for, may_direct
from tournaments.clubs.models.clubs import Club, Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    members_page,
    show,
)
from tournaments.events.access import event_for_director
from tournaments.simulations.access import simulation_for_director, simulation_for_member
from tournaments.simulations.forms import SimulationForm, initial_from_event, initial_from_spec
from tournaments.simulations.models import Simulation, SimulationStatus
from tournaments.simulations.verbs import simulations as verbs
from tournaments.simulations.verbs.simulations import simulations_of
from tournaments.simulations.verbs.specs import spec_of, why_failed
from tournaments.simulations.words import report_page, spec_text

ON_A_PAGE = 50


@members_page
def simulations(request: HttpRequest, slug: str) -> HttpResponse:
    """The simulations of a club, newest first."""
    club = club_for(actor_of(request), slug)
    listed = simulations_of(club).select_related("started_by")
    rows = Paginator(listed, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"simulations": rows, "listed": [(row, verbs.progress_of(row).percent) for row in rows]}
    return show(request, "simulations/simulations.html", club_frame(request, club, "simulations") | context)


@members_form
def new_simulation(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, filled in from an event (``?event=``) or an earlier simulation (``?again=``)."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    if request.method == "POST":
        form = SimulationForm(request.POST)
        if form.is_valid():
            started = attempt_form(
                form,
                lambda: verbs.start_simulation(
                    club, actor_of(request), spec_of(**form.values()), form.cleaned_data["title"]
                ),
            )
            if started is not None:
                return redirect("simulation", started.pk)
    else:
        form = SimulationForm(initial=_initial_values(request, club))
    return show(
        request,
        "simulations/simulation_new.html",
        club_frame(request, club, "simulations") | {"bots": games.bots()},
        form=form,
    )


@members_page
def simulation(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The progress of a simulation, then its report."""
    simulation_row = simulation_for_member(actor_of(request), simulation_id)
    return show(
        request,
        "simulations/simulation.html",
        club_frame(request, _club_of(simulation_row), "simulations") | _context(request, simulation_row),
    )


@members_page
def simulation_renew(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The progress again. Status 204: nothing has changed since ``?seen=``."""
    simulation_row = simulation_for_member(actor_of(request), simulation_id)
    if request.GET.get("seen") == verbs.progress_of(simulation_row).stamp:
        return HttpResponse(status=204)
    return show(
        request,
        "simulations/simulation_state.html",
        {"club": simulation_row.club} | _context(request, simulation_row),
    )


@members_act
def cancel_simulation(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """Cancel a running simulation."""
    simulation_row = simulation_for_director(actor_of(request), simulation_id)
    attempt(
        request,
        lambda: verbs.cancel_simulation(simulation_row, actor_of(request)),
        _("The simulation is cancelled."),
    )
    return redirect("simulation", simulation_row.pk)


def _initial_values(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The initial values of the form."""
    if ref := request.GET.get("event"):
        event = event_for_director(actor_of(request), ref)
        return initial_from_event(event) if event.club_id == club.pk and not event.without_rules else {}
    if ref := request.GET.get("again"):
        before = simulation_for_director(actor_of(request), ref)
        return initial_from_spec(before.spec, before.title)
    return {}


def _club_of(simulation: Simulation) -> Club:
    """The club of a simulation that passed the access check for members."""
    assert simulation.club is not None, "access requires a club"  # noqa: S101
    return simulation.club


def _context(request: HttpRequest, simulation: Simulation) -> dict[str, Any]:
    context = {
        "simulation": simulation,
        "why_failed": why_failed(simulation),
        "progress": verbs.progress_of(simulation),
        "directs": may_direct(actor_of(request), _club_of(simulation)),
        "spec": spec_text(simulation.spec),
    }
    if simulation.status == SimulationStatus.DONE and simulation.report is not None:
        context["report"] = report_page(simulation.report)
    return context
