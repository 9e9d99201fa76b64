"""What people need in the last round of an event."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.needs import EventNeedsShape
from tournaments.events.access import event_for_viewer
from tournaments.events.verbs.plans import outline_of
from tournaments.standings.verbs.forecasts import needs_of
from tournaments.standings.verbs.standings import current_standing

if TYPE_CHECKING:
    from tournaments.events.models.events import Event
    from tournaments.standings.rules.forecasts.facts import Goal


class EventNeeds(Item["Event"]):
    rights = {"GET": Right.READ}
    shape = EventNeedsShape

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)

    def represent(self) -> Any:
        needs = needs_of(self.target, outline_of(self.target), current_standing(self.target))
        if needs is None:
            return self.serialize(
                {"event": self.target.pk, "round": None, "drawn": False, "top": 0, "rows": []}
            )
        return self.serialize(
            {
                "event": self.target.pk,
                "round": needs.ending.number,
                "drawn": needs.ending.round is not None,
                "top": needs.forecast.top,
                "rows": [
                    {
                        "entry": outlook.entry,
                        "player": needs.entries[outlook.entry].player_id,
                        "name": needs.entries[outlook.entry].player.public_name,
                        "win": _goal(outlook.win),
                        "top": _goal(outlook.top),
                    }
                    for outlook in needs.forecast.outlooks
                ],
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get everybody's chances in the last round, and what is certain.

        The last round is next or is being played, and an earlier round is closed. Else there are no rows, and
        neither are there where nothing can be told, such as after somebody has left a table in the middle of
        the round. A chance comes from the score so far and from luck as it usually is at these tables.
        Something is certain if it is so in every outcome without a penalty, a correction, another round, a
        changed setting and a person who is entered now.
        """
        return self.show()


def _goal(goal: Goal) -> dict[str, Any]:
    return {**asdict(goal), "chance": round(goal.share, 3)}
