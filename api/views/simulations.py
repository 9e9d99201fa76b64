"""Simulations: start, watch, cancel, read the report, remove."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import Stale
from api.resources import READING, Collection, Item, hash_of
from api.rights import Right
from api.shapes.simulations import NewSimulation, ReportQuery, SimulationLine, SimulationShape
from tournaments.access import club_for, simulation_for_director, simulation_for_member
from tournaments.errors import NotFound
from tournaments.kernel.row_files import MEDIA_TYPES, file_chunks
from tournaments.services.exchange import exports
from tournaments.services.simulations import simulations
from tournaments.services.simulations.simulations import simulations_of
from tournaments.services.simulations.specs import spec_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Club, Simulation

SOON = {"Retry-After": "1"}
"""When the client should ask for the progress of a new simulation."""
STORED = (
    *("id", "club", "title", "status", "spec", "deals_planned", "deals_done", "failure"),
    *("created_at", "finished_at"),
)
"""The columns of a simulation that the response contains."""


class SimulationList(Collection["Club"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewSimulation}
    shape = SimulationLine
    answers = {"POST": {202: SimulationShape}}
    order = "-id"

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[Simulation]:
        return simulations_of(self.target).order_by()

    def get(self, request: Request, **ids: Any) -> Response:
        """List the simulations of a club, the newest first."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Start a simulation: bots play thousands or millions of deals.

        The workers play the deals. GET the simulation for its progress, and then its report. The same rules,
        bots, numbers and seed give exactly the same report.
        """
        options = dict(self.body)
        title = options.pop("title", "")
        if (sessions := options.pop("sessions", None)) is not None:
            options["sessions"] = (sessions["tables"], sessions["deals"])
        started = simulations.start_simulation(self.target, self.actor, spec_of(**options), title)
        address = reverse("api:simulation", args=[started.pk])
        return Response(simulation_data(started), status=202, headers={"Location": address, **SOON})


def simulation_data(simulation: Simulation) -> Any:
    """Return a simulation with its progress, in its shape."""
    progress = simulations.progress_of(simulation)
    figures = {name: getattr(progress, name) for name in ("percent", "rate", "seconds_left")}
    columns = {name: getattr(simulation, name) for name in STORED}
    return SimulationShape(SimpleNamespace(**columns, **figures)).data


def status_in(etag: str) -> str:
    """Return the status that this version of a simulation contains."""
    return etag.partition("-")[0]


class SimulationOne(Item["Simulation"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = SimulationShape
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "DELETE": {
            200: OpenApiResponse(SimulationShape, "The simulation was running and is now cancelled."),
            204: OpenApiResponse(None, "The simulation had ended and is now removed, with its report."),
        }
    }

    def fetch(self, simulation: str) -> Simulation:
        if self.request.method in READING:
            return simulation_for_member(self.actor, simulation)
        return simulation_for_director(self.actor, simulation)

    def serialize(self, thing: Simulation) -> Any:
        return simulation_data(thing)

    def etag(self, data: Any) -> str:
        """Return the status and a hash of the rest, which changes while the simulation runs."""
        return f'"{data["status"]}-{super().etag(data)[1:]}'

    def is_fresh(self, present: str, seen: Sequence[str]) -> bool:
        """Compare the status only, because the rest changes faster than a client can read it."""
        return status_in(present) in map(status_in, seen)

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a simulation and its progress."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Cancel a running simulation, or remove one that has ended, with its report.

        To cancel, send any ETag from the time when the simulation was running. To remove, send any ETag from
        the time after its end. `If-Match: *` only cancels, so a late request never deletes a report.
        """
        if self.target.is_running:
            return self.changed(simulations.cancel_simulation(self.target, self.actor))
        simulations.remove_simulation(self.target, self.actor)
        return Response(status=204)

    def _check_match(self, tags: str) -> None:
        super()._check_match(tags)
        if "*" in parse_etags(tags) and not self.target.is_running:
            raise Stale(
                "version_stale",
                _("The simulation has ended. To remove it, GET it, then send its ETag as If-Match."),
                etag=self.etag(self.represent()),
            )


class SimulationReport(Item["Simulation"]):
    rights = {"GET": Right.EVENTS}
    queries = {"GET": ReportQuery}
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "GET": {
            (200, "application/json"): OpenApiResponse(
                OpenApiTypes.OBJECT, "The report, `poch-simulation/1`."
            ),
            (200, MEDIA_TYPES["csv"]): OpenApiResponse(OpenApiTypes.STR, "One line for each number."),
            304: OpenApiResponse(
                None, "The version in `If-None-Match` is still the present one. A report never changes."
            ),
        }
    }

    def fetch(self, simulation: str) -> Simulation:
        return simulation_for_member(self.actor, simulation)

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """Get the report of a simulation: means with 95 % intervals, in sections."""
        report = self.target.report
        if report is None:
            raise NotFound(
                "no_report", _("This simulation has no report yet. Wait until its status is “done”.")
            )
        format_ = self.query["format"]
        etag = hash_of([format_, report])
        if self.has_seen(etag):
            return self.not_modified(etag)
        if format_ == "json":
            return Response(report, headers={"ETag": etag})
        export = exports.simulation(report)
        name = f"simulation-{self.target.pk}.csv"
        headers = {
            "ETag": etag,
            "Content-Type": MEDIA_TYPES[format_],
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return HttpResponse(b"".join(file_chunks(format_, export.columns, export.rows)), headers=headers)
