"""Simulations: their specs, progress and reports."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

import games.services as games
from tournaments.services.simulations.failures import why_failed
from tournaments.services.simulations.titles import shown_title

from .base import Flag, Id, Moment, Object, OneOf, Shape, Text, Whole

SIMULATION_STATUSES = ["running", "done", "cancelled", "failed"]
MOST_SEATS = 10
LARGEST_SEED = 2**63 - 1


class SimulationLine(Shape):
    """A simulation in a list."""

    id = Id()
    club = serializers.CharField(source="club.slug", read_only=True)
    title = serializers.SerializerMethodField()
    status = serializers.ChoiceField(SIMULATION_STATUSES, read_only=True)
    deals_planned = serializers.IntegerField(
        read_only=True, help_text="The deals of all sides. Sessions that end early play fewer."
    )
    deals_done = serializers.IntegerField(read_only=True)
    error = serializers.SerializerMethodField(help_text="The reason of a failure. Empty: no failure.")
    created_at = Moment()
    finished_at = Moment(allow_null=True)

    def get_title(self, simulation: Any) -> str:
        return shown_title(simulation)

    def get_error(self, simulation: Any) -> str:
        return why_failed(simulation)


class SimulationShape(SimulationLine):
    """A simulation with its progress."""

    percent = serializers.IntegerField(read_only=True)
    rate = serializers.FloatField(
        read_only=True, allow_null=True, help_text="Deals per second. Null: no results yet."
    )
    seconds_left = serializers.FloatField(
        read_only=True,
        allow_null=True,
        help_text="An estimate. Null: no results yet, or the simulation has ended.",
    )
    spec = Object(
        read_only=True,
        help_text="A `poch-simulation-spec/1`: all switches, bots, tables, deals and the seed. The same spec "
        "gives the same report.",
    )


class Sessions(Shape):
    """Table sessions. Chips that no seat wins stay in the pools for the next deal."""

    tables = Whole(min_value=1, max_value=100_000_000)
    deals = Whole(min_value=1, max_value=100_000, help_text="At each table.")


class _Bots(serializers.ListField):
    """A bot for each seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            child=Text(max_length=40, one_of=[bot.name for bot in games.bots()]),
            min_length=2,
            max_length=MOST_SEATS,
            **kwargs,
        )


class OtherSide(Shape):
    """The second side of a comparison: only what differs from the first."""

    rules = Object(required=False, help_text="A preset with overrides.")
    seats = _Bots(required=False, help_text="The bots, as many as on the first side.")


class NewSimulation(Shape):
    """A new simulation, with either `deals` or `sessions`."""

    title = Text(required=False, allow_blank=True, max_length=200)
    rules = Object(help_text='A preset with overrides: {"preset": "pagat", "bet_limit": 10}.')
    seats = _Bots(help_text="The name of the bot at each seat. `/rules/` lists the bots.")
    deals = Whole(
        required=False,
        min_value=1,
        max_value=100_000_000,
        help_text="Deals, played in sessions of about 50. Chips that no seat wins stay in the pools for the "
        "next deal. Sessions are always completed, so the number can be a little higher.",
    )
    sessions = Sessions(required=False)
    seed = Whole(
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text="The same seed gives the same cards. Default: a random seed.",
    )
    rotate = Flag(required=False, help_text="Whether bots change seats from table to table. Default: true.")
    chips = Whole(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="Chips of each seat at the beginning, with `table` purses.",
    )
    compare = OtherSide(required=False, help_text="Play the same deals with other rules or other bots.")


class ReportQuery(Shape):
    format = OneOf(
        ["json", "csv"],
        required=False,
        default="json",
        help_text="`json`: the report, a `poch-simulation/1`. `csv`: one number per line, for spreadsheets.",
    )
