"""What a season could become under another scheme."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.rights import Right
from api.shapes.leagues import SeasonShape
from api.shapes.season_outlooks import OtherScheme, WhatIfShape
from api.views.seasons import SeasonItem
from tournaments.kernel.refusals import as_invalid
from tournaments.services.seasons import trials
from tournaments.services.seasons.showing import names_of_members


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
            tables = trials.what_if(self.target, self.body["scheme"])
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
                                    "place": moved.after,
                                    "place_before": moved.before,
                                    "player": line.person,
                                    "name": names[line.person],
                                    "score": each.score_of(line),
                                    "attended": line.attended,
                                }
                                for line, moved in zip(each.lines, each.moved, strict=True)
                            ],
                        }
                        for each in tables
                    ],
                }
            )
        )
