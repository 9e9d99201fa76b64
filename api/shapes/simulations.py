"""Simulations: what is asked of the bots, how far they are, what came of it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.services.simulations.failures import why_failed

from .base import Flag, Id, Moment, Object, OneOf, Shape, Text, Whole

SIMULATION_STATUSES = ["running", "done", "cancelled", "failed"]
MOST_SEATS = 10
LARGEST_SEED = 2**63 - 1


class SimulationLine(Shape):
    """A simulation in a list: what it is called, and how far it is."""

    id = Id()
    club = serializers.CharField(source="club.slug", read_only=True)
    title = serializers.CharField(read_only=True)
    status = serializers.ChoiceField(SIMULATION_STATUSES, read_only=True)
    deals_planned = serializers.IntegerField(
        read_only=True, help_text="Of all sides; sessions that end early play fewer."
    )
    deals_done = serializers.IntegerField(read_only=True)
    error = serializers.SerializerMethodField(help_text="Why it failed; else empty.")
    created_at = Moment()
    finished_at = Moment(allow_null=True)

    def get_error(self, simulation: Any) -> str:
        return why_failed(simulation)


class SimulationShape(SimulationLine):
    """A simulation: what is played, and how far it is."""

    percent = serializers.IntegerField(read_only=True)
    rate = serializers.FloatField(
        read_only=True, allow_null=True, help_text="Deals a second; null before any came back."
    )
    seconds_left = serializers.FloatField(
        read_only=True, allow_null=True, help_text="An estimate; null before any came back, and at the end."
    )
    spec = Object(
        read_only=True,
        help_text="`poch-simulation-spec/1`: every switch, the bots, tables, deals and the seed. The same "
        "spec gives the same report.",
    )


class Sessions(Shape):
    """Whole table sessions, at which chips stay in the pools from deal to deal."""

    tables = Whole(min_value=1, max_value=100_000_000)
    deals = Whole(min_value=1, max_value=100_000, help_text="At each table.")


class _Bots(serializers.ListField):
    """A bot for each seat."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Text(max_length=40), min_length=2, max_length=MOST_SEATS, **kwargs)


class OtherSide(Shape):
    """The second side of a comparison: what differs from the first."""

    rules = Object(required=False, help_text="A preset with overrides.")
    seats = _Bots(required=False, help_text="The bots; as many as on the first side.")


class NewSimulation(Shape):
    """What the bots are asked. Either `deals` or `sessions`."""

    title = Text(required=False, allow_blank=True, max_length=200)
    rules = Object(help_text='A preset with overrides: {"preset": "pagat", "bet_limit": 10}.')
    seats = _Bots(help_text="The bot at each seat, by the name that `/rules/` has it by.")
    deals = Whole(
        required=False,
        min_value=1,
        max_value=100_000_000,
        help_text="Deals, at tables of about 50: chips that nobody won stay in the pools from deal to "
        "deal. Whole tables are played, and so a few deals more where the number asks for it.",
    )
    sessions = Sessions(required=False)
    seed = Whole(
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        help_text="Chance: the same number, the same cards. Left out: any.",
    )
    rotate = Flag(
        required=False, help_text="Whether bots change places from table to table; true, if not said."
    )
    chips = Whole(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="What each seat brings, for `table` purses.",
    )
    compare = OtherSide(required=False, help_text="The same deals by other rules, or with other bots.")


class ReportQuery(Shape):
    format = OneOf(
        ["json", "csv"],
        required=False,
        default="json",
        help_text="`json`: the report, `poch-simulation/1`. `csv`: every number a line, for spreadsheets.",
    )
