"""Simulations: asked for, watched, cancelled, read, removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from api.resources import READING, Thing, Things, hash_of
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
"""When to look again at a simulation that has just been asked for."""
STORED = (
    *("id", "club", "title", "status", "spec", "deals_planned", "deals_done", "error"),
    *("created_at", "finished_at"),
)
"""What is told of a simulation as it is stored."""


class SimulationList(Things["Club"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewSimulation}
    shape = SimulationLine
    answers = {"POST": {202: SimulationShape}}
    order = "-id"

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def rows(self) -> QuerySet[Simulation]:
        return simulations_of(self.target).select_related("club").order_by()

    def get(self, request: Request, **ids: Any) -> Response:
        """The simulations of a club, the newest first."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Let bots play deals by the thousand or million, to see what a rule or a bot is worth.

        The workers play them; look at the simulation for how far they are, then at its report. The same
        rules, bots, numbers and seed give the same report to the last digit.
        """
        asked = dict(self.body)
        title = asked.pop("title", "")
        if (sessions := asked.pop("sessions", None)) is not None:
            asked["sessions"] = (sessions["tables"], sessions["deals"])
        started = simulations.start_simulation(self.target, self.actor, spec_of(**asked), title)
        address = reverse("api:simulation", args=[started.pk])
        return Response(told(started), status=202, headers={"Location": address, **SOON})


def told(simulation: Simulation) -> Any:
    """A simulation in its shape, with how far it is."""
    progress = simulations.progress_of(simulation)
    far = {name: getattr(progress, name) for name in ("percent", "rate", "seconds_left")}
    return SimulationShape({name: getattr(simulation, name) for name in STORED} | far).data


def status_in(etag: str) -> str:
    """The status of the simulation whose version this is."""
    return etag.partition("-")[0]


class SimulationOne(Thing["Simulation"]):
    rights = {"GET": Right.EVENTS, "DELETE": Right.EVENTS}
    shape = SimulationShape
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "DELETE": {
            200: OpenApiResponse(SimulationShape, "It was being played, and is cancelled."),
            204: OpenApiResponse(None, "It had ended, and is removed with its report."),
        }
    }

    def fetch(self, simulation: str) -> Simulation:
        if self.request.method in READING:
            return simulation_for_member(self.actor, simulation)
        return simulation_for_director(self.actor, simulation)

    def tell(self, thing: Simulation) -> Any:
        return told(thing)

    def etag(self, data: Any) -> str:
        """Its status stands before the hash of the rest, which moves while it is played."""
        return f'"{data["status"]}-{super().etag(data)[1:]}'

    def is_as_seen(self, present: str, seen: Sequence[str]) -> bool:
        """What matters to whoever cancels is the status alone: no client could keep up with the rest."""
        return status_in(present) in map(status_in, seen)

    def get(self, request: Request, **ids: Any) -> Response:
        """How far a simulation is, and what it plays."""
        return self.show()

    def delete(self, request: Request, **ids: Any) -> Response:
        """Cancel a simulation that is being played, or remove one that has ended, with its report.

        Any ETag that it had while it was played is good for `If-Match` to cancel it, any that it had since to
        remove it. With `*` it is cancelled alone: no report is lost to a request that comes too late.
        """
        if self.target.is_running:
            return self.changed(simulations.cancel_simulation(self.target, self.actor))
        simulations.remove_simulation(self.target, self.actor)
        return Response(status=204)

    def _check_match(self, wanted: str) -> None:
        super()._check_match(wanted)
        if "*" in parse_etags(wanted) and not self.target.is_running:
            raise Stale(
                "version_stale",
                _("It has ended: to remove it, GET it, and send its ETag as If-Match."),
                etag=self.etag(self.represent()),
            )


class SimulationReport(Thing["Simulation"]):
    rights = {"GET": Right.EVENTS}
    queries = {"GET": ReportQuery}
    answers: ClassVar[Mapping[str, Mapping[Any, Any]]] = {
        "GET": {
            (200, "application/json"): OpenApiResponse(
                OpenApiTypes.OBJECT, "The report, `poch-simulation/1`."
            ),
            (200, MEDIA_TYPES["csv"]): OpenApiResponse(OpenApiTypes.STR, "A line for each number."),
            304: OpenApiResponse(None, "Still as `If-None-Match` says: a report never changes."),
        }
    }

    def fetch(self, simulation: str) -> Simulation:
        return simulation_for_member(self.actor, simulation)

    def get(self, request: Request, **ids: Any) -> HttpResponseBase:
        """What a simulation found: means with their 95 % intervals, section by section."""
        report = self.target.report
        if report is None:
            raise NotFound(
                "no_report",
                _("This simulation has no report (yet): look at its status, and come back when it is done."),
            )
        form = self.query["format"]
        etag = hash_of([form, report])
        if self.has_seen(etag):
            return self.unchanged(etag)
        if form == "json":
            return Response(report, headers={"ETag": etag})
        export = exports.simulation(report)
        name = f"simulation-{self.target.pk}.csv"
        headers = {
            "ETag": etag,
            "Content-Type": MEDIA_TYPES[form],
            "Content-Disposition": f'attachment; filename="{name}"',
        }
        return HttpResponse(b"".join(file_chunks(form, export.columns, export.rows)), headers=headers)
