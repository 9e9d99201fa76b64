"""Simulations: their specs, progress and reports."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

import games.services as games
from tournaments.simulations.verbs.specs import shown_title, why_failed

from .base import Id, Moment, Object, Shape, Text, Whole

SIMULATION_STATUSES = ["running", "done", "cancelled", "failed"]


class SimulationLine(Shape):
    """A simulation in a list."""

    id = Id()
    club = serializers.CharField(source="club.slug", read_only=True)
    title = serializers.SerializerMethodField()
    status = serializers.ChoiceField(SIMULATION_STATUSES, read_only=True)
    deals_planned = serializers.IntegerField(read_only=True, help_text="Tables that end early play fewer.")
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
