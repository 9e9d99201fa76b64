"""The prizes of an event, and who gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.prizes import AwardsShape, NewPrizes, PrizesShape
from api.views.events import EventRoute
from tournaments.events.access import event_for_director
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.verbs import prizes
from tournaments.standings.verbs.awards import award_as_data, awards_of, final_awards
from tournaments.standings.verbs.prizes import prizes_as_data, prizes_of, tags_of_nobody

if TYPE_CHECKING:
    from tournaments.events.models.events import Event


class Prizes(Item["Event"]):
    rights = {"GET": Right.EVENTS, "PUT": Right.EVENTS}
    bodies = {"PUT": NewPrizes}
    shape = PrizesShape
    guarded: ClassVar[tuple[str, ...]] = ("PUT",)
    longest_body = 256 * 1024

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        plan = prizes_as_data(prizes_of(self.target))
        return self.serialize({**plan, "tags_of_nobody": tags_of_nobody(self.target)})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the list of prizes."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Replace the whole list of prizes, until the event is finished.

        A tag that nobody has is accepted and named in the response, because players can get it later.
        """
        plan = prizes.plan_of(self.body)
        return self.changed(prizes.set_prizes(self.target, self.actor, plan))


class Awards(EventRoute, Item["Event"]):
    rights = {"GET": Right.READ}
    shape = AwardsShape

    def represent(self) -> Any:
        event = self.target
        given = awards_of(event) if self.is_director else final_awards(event)
        entries = entries_by_id(event, [entry for award in given for entry in award.entries])

        def winner(entry: str, amount: str | None) -> dict[str, Any]:
            player = entries[entry].player
            return {"entry": entry, "player": player.pk, "name": player.public_name, "amount": amount}

        awards = []
        for award in map(award_as_data, given):
            winners = [winner(*pair) for pair in zip(award["entries"], award["amounts"], strict=True)]
            awards.append({**award, "winners": winners})
        return self.serialize(
            {
                "event": event.pk,
                "final": event.status == "finished",
                "currency": prizes_of(event).currency if awards else "",
                "awards": awards,
            }
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get who wins which prize. Before the event is finished, directors get who would win it now.

        Bots win no prize, and neither does somebody without a deal or a place. Amounts of shared places are
        added and divided; what is left over in the smallest coin goes to those who were entered first.
        """
        return self.show()
