"""Let bots play thousands or millions of deals, and read the report."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.response import Response

import games.services as games
from api import fields
from api.methods import ROOT, Act, Add, Show, club_of, hash_of, through
from api.resources import Collection, Item
from api.rights import Right
from api.shapes import Answer, Id, Items, Moment, Object, Shape, Text, Whole
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.simulations.access import simulation_for_director, simulation_for_member
from tournaments.simulations.verbs import simulations
from tournaments.simulations.verbs.simulations import shown_title, simulations_of, spec_of, why_failed

SIMULATION_STATUSES = ["running", "done", "cancelled", "failed"]


class SimulationLine(Answer):
    """A simulation in a list."""

    id = Id()
    club = fields.Str(source="club.slug")
    title = fields.Made()
    status = fields.Choice(SIMULATION_STATUSES)
    deals_planned = fields.Int("Tables that end early play fewer.")
    deals_done = fields.Int()
    error = fields.Made("The reason of a failure. Empty: no failure.")
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
        "A `poch-simulation-spec/1`: all switches, bots, tables, deals and the seed. The same spec "
        "gives the same report."
    )


class NewSimulation(Shape):
    """A new simulation. The bots change seats from table to table."""

    title = Text(required=False, allow_blank=True, max_length=200)
    rules = Object('A preset with overrides: {"preset": "pagat", "bet_limit": 10}.')
    seats = Items(
        "The name of the bot at each seat. `/rules/` lists the bots.",
        child=Text(max_length=40, one_of=[bot.name for bot in games.bots()]),
        min_length=2,
        max_length=10,
    )
    deals = Whole(
        "Of all tables together. Tables are always completed, so it can be a few more.", 1, 100_000_000
    )
    deals_each = Whole(
        "Deals at each table. Chips that no seat wins stay in the pools for the next deal. "
        "Default: about 50.",
        1,
        100_000,
        required=False,
    )
    seed = Whole("The same seed gives the same cards. Default: a random seed.", 0, 2**63 - 1, required=False)
    chips = Whole("Chips of each seat at the beginning, with `table` purses.", 0, 1_000_000, required=False)


SOON = {"Retry-After": "1"}
"""When the client should ask for the progress of a new simulation."""


class SimulationList(Collection, path="clubs/<slug:club>/simulations/"):
    """GET: List the simulations of a club, the newest first."""

    shape = SimulationLine
    order = "-id"
    fetch = through(club_of("director"))
    get = Show(Right.EVENTS)

    def rows(self) -> Any:
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
        headers = {"Location": f"{ROOT}simulations/{started.pk}/", **SOON}
        return Response(self.serialize(started, SimulationShape), status=202, headers=headers)


class SimulationOne(Item, path="simulations/<slug:simulation>/"):
    """GET: Get a simulation and its progress.

    DELETE: Cancel a running simulation. There is no report then.
    """

    guarded = ()
    shape = SimulationShape
    fetch = through(simulation_for_member, simulation_for_director)
    get = Show(Right.EVENTS)
    delete = Act(Right.EVENTS, verb=simulations.cancel_simulation)

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
