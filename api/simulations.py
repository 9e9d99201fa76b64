"""Let bots play thousands or millions of deals, and read the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.response import Response

import games.services as games
from api import fields
from api.methods import Act, Add, Show, club_of, through
from api.resources import ROOT, Collection, Item, hash_of
from api.rights import Right
from api.shapes import Answer, Id, Moment, Object, Shape, Text, Whole
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.simulations.access import simulation_for_director, simulation_for_member
from tournaments.simulations.verbs import simulations
from tournaments.simulations.verbs.simulations import shown_title, simulations_of, spec_of, why_failed

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.simulations.models import Simulation


SIMULATION_STATUSES = ["running", "done", "cancelled", "failed"]


class SimulationLine(Answer):
    """A simulation in a list."""

    id = Id()
    club = fields.Str(source="club.slug")
    title = serializers.SerializerMethodField()
    status = fields.Choice(SIMULATION_STATUSES)
    deals_planned = fields.Int("Tables that end early play fewer.")
    deals_done = fields.Int()
    error = serializers.SerializerMethodField(help_text="The reason of a failure. Empty: no failure.")
    created_at = Moment()
    finished_at = Moment(null=True)

    def get_title(self, simulation: Any) -> str:
        return shown_title(simulation)

    def get_error(self, simulation: Any) -> str:
        return why_failed(simulation)


class SimulationShape(SimulationLine):
    """A simulation with its progress."""

    percent = fields.Int()
    seconds_left = fields.Float("An estimate. Null: no results yet, or the simulation has ended.", null=True)
    spec = Object(
        help_text="A `poch-simulation-spec/1`: all switches, bots, tables, deals and the seed. The same spec "
        "gives the same report."
    )


class NewSimulation(Shape):
    """A new simulation. The bots change seats from table to table."""

    title = Text(required=False, allow_blank=True, max_length=200)
    rules = Object(help_text='A preset with overrides: {"preset": "pagat", "bet_limit": 10}.')
    seats = serializers.ListField(
        child=Text(max_length=40, one_of=[bot.name for bot in games.bots()]),
        min_length=2,
        max_length=10,
        help_text="The name of the bot at each seat. `/rules/` lists the bots.",
    )
    deals = Whole(
        min_value=1,
        max_value=100_000_000,
        help_text="Of all tables together. Tables are always completed, so it can be a few more.",
    )
    deals_each = Whole(
        required=False,
        min_value=1,
        max_value=100_000,
        help_text="Deals at each table. Chips that no seat wins stay in the pools for the next deal. "
        "Default: about 50.",
    )
    seed = Whole(
        required=False,
        min_value=0,
        max_value=2**63 - 1,
        help_text="The same seed gives the same cards. Default: a random seed.",
    )
    chips = Whole(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="Chips of each seat at the beginning, with `table` purses.",
    )


SOON = {"Retry-After": "1"}
"""When the client should ask for the progress of a new simulation."""


class SimulationList(Collection, path="clubs/<slug:club>/simulations/"):
    """GET: List the simulations of a club, the newest first."""

    shape = SimulationLine
    order = "-id"
    fetch = through(club_of("director"))
    get = Show(Right.EVENTS)

    def rows(self) -> QuerySet[Simulation]:
        return simulations_of(self.target).order_by()

    @Add(Right.EVENTS, NewSimulation, answers={202: SimulationShape})
    def post(self) -> Any:
        """Start a simulation: bots play thousands or millions of deals.

        The workers play the deals. GET the simulation for its progress, and then its report. The same rules,
        bots, numbers and seed give exactly the same report.
        """
        options = dict(self.body)
        title = options.pop("title", "")
        started = simulations.start_simulation(self.target, self.actor, spec_of(**options), title)
        return Response(
            SimulationShape(started).data,
            status=202,
            headers={"Location": f"{ROOT}simulations/{started.pk}/", **SOON},
        )


class SimulationOne(Item, path="simulations/<slug:simulation>/"):
    """GET: Get a simulation and its progress.

    DELETE: Cancel a running simulation. There is no report then.
    """

    guarded = ()
    shape = SimulationShape
    fetch = through(simulation_for_member, simulation_for_director)
    get = Show(Right.EVENTS)
    delete = Act(Right.EVENTS, verb=simulations.cancel_simulation, answers={200: SimulationShape})

    def _check_match(self, _tags: str) -> None:
        """Any version may be cancelled: it changes faster than a client can read it."""


class NoReport(NotFound):
    """The simulation has no report yet."""

    sentence = gettext_noop("This simulation has no report yet. Wait until its status is “done”.")


class SimulationReport(Item, path="simulations/<slug:simulation>/report/"):
    fetch = through(simulation_for_member)

    @Show(
        Right.EVENTS,
        answers={
            200: OpenApiResponse(OpenApiTypes.OBJECT, "The report, `poch-simulation/1`."),
            304: OpenApiResponse(
                None, "The version in `If-None-Match` is still the present one. A report never changes."
            ),
        },
    )
    def get(self) -> Any:
        """Get the report of a simulation: means with 95 % intervals, in sections."""
        report = self.target.report
        if report is None:
            raise NoReport
        etag = hash_of(report)
        if self.has_seen(etag):
            return self.not_modified(etag)
        return Response(report, headers={"ETag": etag})
