"""What standings and tables of seasons can tell about luck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.chances import ChancesQuery, ChancesShape, SeasonChancesShape
from api.views.seasons import SeasonRoute
from tournaments.access import event_for_viewer
from tournaments.errors import NotFound
from tournaments.services.seasons.chances import table_chances
from tournaments.services.seasons.tables import newest_standing
from tournaments.services.standings.chances import LEAST, chances_after, is_computing

if TYPE_CHECKING:
    from tournaments.models import Event, Season


class Chances(Item["Event"]):
    rights = {"GET": Right.READ}
    queries = {"GET": ChancesQuery}
    shape = ChancesShape

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)

    def represent(self) -> Any:
        number = self.query.get("round")
        kept = chances_after(self.target, number)
        if kept is None and number is not None:
            raise NotFound("no_such_standing", _("This round is not closed, so it has no standing yet."))
        found: Mapping[str, Any] = {} if kept is None else kept.chances or {}
        computing = kept is not None and is_computing(kept)
        return self.serialize(
            {
                "event": self.target.pk,
                "round": None if kept is None or kept.round is None else kept.round.number,
                "version": 0 if kept is None else kept.chances_cover or 0,
                "state": _state(found, computing=computing),
                "least_rounds": LEAST,
                "places": [
                    {"entry": entry, "first": first, "last": last}
                    for entry, (first, last) in found.get("places", {}).items()
                ],
                "lead": found.get("lead"),
                "share": _part(found.get("share")),
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get what is luck in the standing after the last closed round, or after one round.

        A range of places has the place by strength in 9 of 10 cases. A worker computes it shortly after the
        round is closed or corrected, and the standing does not wait. The same results give the same numbers.
        """
        return self.show()


class SeasonChances(SeasonRoute, Item["Season"]):
    rights = {"GET": Right.READ}
    shape = SeasonChancesShape

    def represent(self) -> Any:
        season: Season = self.target
        standing = newest_standing(season)
        return self.serialize(
            {
                "season": season.pk,
                "version": 0 if standing is None else standing.chances_cover or 0,
                "least_evenings": LEAST,
                "tables": [
                    {
                        "division": each.division,
                        "evenings": each.evenings,
                        "state": _state(each.again, computing=each.computing),
                        "again": each.again,
                    }
                    for each in (() if standing is None else table_chances(standing))
                ],
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get how much of the differences in a season would be there again in another season.

        A worker computes it shortly after each change of the table, which does not wait for it.
        """
        return self.show()


def _state(found: Mapping[str, Any] | None, *, computing: bool) -> str:
    return "told" if found else "computing" if computing else "too_few"


def _part(share: Any) -> dict[str, int] | None:
    return None if share is None else dict(zip(("low", "middle", "high"), share, strict=True))
