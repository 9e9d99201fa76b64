"""What a season could become: other schemes, and what people need."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema_field

from api import fields
from api.methods import Show, Tell
from api.rights import Right
from api.seasons import SeasonItem
from api.shapes import Answer, Id, Part, Query, Shape
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.verbs import finals
from tournaments.seasons.verbs.facts import names_of_members, read_facts
from tournaments.seasons.verbs.tables import figure

LARGEST_GOAL = 1000


@extend_schema_field({"type": "number"})
class ExactPoints(fields.Field):
    """A number of points, rounded to thousandths."""

    def to_representation(self, value: Fraction) -> int | float:
        return figure(value)


class OtherScheme(Shape):
    scheme = Part(Scheme)


class WhatIfRowShape(Answer):
    """A line of a table under the other scheme."""

    place = fields.Int("Null: too few evenings.", source="line.place", null=True)
    place_before = fields.Int("In the present table. Null: too few evenings.", null=True)
    player = Id(source="line.person")
    name = fields.Str()
    score = ExactPoints(source="line.score")
    attended = fields.Int("Evenings played or organised.", source="line.attended")


class WhatIfTableShape(Answer):
    """The table of one division, or of the whole season, under the other scheme."""

    division = Id("Null: the season has no divisions.", source="division.pk", null=True)
    name = fields.Str("The name of the division.")
    rows = WhatIfRowShape(many=True)


class WhatIfShape(Answer):
    """What another scheme would make of the evenings that are over."""

    season = Id()
    tables = WhatIfTableShape(many=True)


class NeedsQuery(Query):
    goal = fields.Int(
        "The place to reach. Default: the last one that plays the final of its table, else 1.",
        least=1,
        most=LARGEST_GOAL,
    )


class NeedShape(Answer):
    """What somebody needs on the last evening."""

    player = Id(source="person")
    name = fields.Str()
    sure = fields.Int(
        "The worst place that is enough in any case. Null: none is, or nobody knows what a place is worth.",
        null=True,
    )
    alone = fields.Bool("Whether `sure` is enough only for who does not share it.")
    possible = fields.Int("The worst place that can be enough. Null: as for `sure`.", null=True)
    missing = ExactPoints("Points to the one at the goal now. 0 or less: they are there.")
    chance = fields.Float(
        "The chance of the goal, from 0 to 1, if all active members come and luck decides. 0 and 1 "
        "are rounded: only `sure` and `possible` say that something is certain. Null: nothing can be told.",
        null=True,
    )


class LastEveningShape(Answer):
    """The last evening of a table."""

    evening = Id(source="evening.pk")
    number = fields.Int(source="evening.number")
    division = Id("Null: the season has no divisions.", source="division.pk", null=True)
    people = fields.Int(
        "How many people can have a place at the most. Null: nobody knows, or the worth of an "
        "evening does not follow from places.",
        null=True,
    )
    goal = fields.Int("The place to reach.")
    needs = NeedShape(many=True, help_text="Of the first ten.")


class NeedsShape(Answer):
    """What people need on the last evening to reach a place."""

    season = Id()
    evenings = LastEveningShape(
        many=True, help_text="Of tables of which exactly one counting evening is to come."
    )


class SeasonWhatIf(SeasonItem, path="seasons/<slug:season>/what-if/"):
    @Tell(Right.EVENTS, OtherScheme, answers={200: WhatIfShape})
    def post(self) -> Any:
        """Lay another scheme over the evenings that are over. Nothing is stored.

        A switch that is left out has its default, not the value of the present scheme.
        """
        tables = finals.what_if(self.target, self.body["scheme"])
        names = names_of_members(self.target)
        return {
            "season": self.target.pk,
            "tables": [
                {
                    "division": division,
                    "name": division.name if division else "",
                    "rows": [
                        {"line": line, "place_before": before, "name": names[line.person]}
                        for line, before in lines
                    ],
                }
                for division, lines in tables
            ],
        }


class SeasonNeeds(SeasonItem, path="seasons/<slug:season>/needs/"):
    """Get what the first ten of each table need on its last evening, to win or to reach the final.

    A table has an entry when exactly one of its counting evenings is to come. `sure` and `possible` hold in
    every outcome without an act of a director: a penalty, a credit, a correction, a note of an absence,
    another round, a changed setting, and a person who is entered after the start.
    """

    shape = NeedsShape
    get = Show(Right.READ, query=NeedsQuery)

    def data(self) -> Any:
        facts = read_facts(self.target)
        names = names_of_members(self.target)
        return {
            "season": self.target.pk,
            "evenings": [
                vars(last)
                | {
                    "needs": [
                        asdict(need)
                        | {"name": names[need.person], "chance": _rounded(last.chances.get(need.person))}
                        for need in last.needs
                    ],
                }
                for last in finals.needs_on_last_evening(
                    self.target, goal=self.query.get("goal"), facts=facts
                )
            ],
        }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 3)
