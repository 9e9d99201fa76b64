"""What a season could become: under another scheme, and on its last evening."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.rights import Right
from api.shapes.leagues import SeasonShape
from api.shapes.season_outlooks import NeedsQuery, NeedsShape, OtherScheme, WhatIfShape
from api.views.seasons import SeasonItem
from tournaments.core.refusals import as_invalid
from tournaments.seasons.verbs import finals
from tournaments.seasons.verbs.facts import names_of_members, read_facts
from tournaments.seasons.verbs.tables import figure


class SeasonWhatIf(SeasonItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": OtherScheme}
    shape = WhatIfShape
    without = {"POST": ("ETag",)}

    def represent(self) -> Any:
        """Return the season: `If-Match` is its ETag."""
        return SeasonShape(self.target, context={"view": self}).data

    def post(self, request: Request, **ids: Any) -> Response:
        """Lay another scheme over the evenings that are over. Nothing is stored.

        A switch that is left out has its default, not the value of the present scheme.
        """
        with as_invalid():
            tables = finals.what_if(self.target, self.body["scheme"])
        names = names_of_members(self.target)
        return Response(
            self.serialize(
                {
                    "season": self.target.pk,
                    "tables": [
                        {
                            "division": None if each.division is None else each.division.pk,
                            "name": "" if each.division is None else each.division.name,
                            "rows": [
                                {
                                    "place": line.place,
                                    "place_before": each.places_before.get(line.person),
                                    "player": line.person,
                                    "name": names[line.person],
                                    "score": each.score_of(line),
                                    "attended": line.attended,
                                }
                                for line in each.lines
                            ],
                        }
                        for each in tables
                    ],
                }
            )
        )


class SeasonNeeds(SeasonItem):
    rights = {"GET": Right.READ}
    queries = {"GET": NeedsQuery}
    shape = NeedsShape

    def represent(self) -> Any:
        facts = read_facts(self.target)
        names = names_of_members(self.target)
        return self.serialize(
            {
                "season": self.target.pk,
                "evenings": [
                    {
                        "evening": last.evening.pk,
                        "number": last.evening.number,
                        "division": None if last.division is None else last.division.pk,
                        "people": last.people,
                        "goal": last.goal,
                        "needs": [
                            {
                                "player": need.person,
                                "name": names[need.person],
                                "sure": need.sure,
                                "possible": need.possible,
                                "missing": figure(need.missing),
                                "alone": need.alone,
                                "chance": _rounded(last.chances.get(need.person)),
                            }
                            for need in last.needs
                        ],
                    }
                    for last in finals.needs_on_last_evening(
                        self.target, goal=self.query.get("goal"), facts=facts
                    )
                ],
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get what the first ten of each table need on its last evening, to win or to reach the final.

        A table has an entry when exactly one of its counting evenings is to come. `sure` and `possible` hold
        in every outcome without an act of a director: a penalty, a credit, a correction, a note of an
        absence, another round, a changed setting, and a person who is entered after the start.
        """
        return self.show()


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 3)
