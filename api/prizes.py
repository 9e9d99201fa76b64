"""The prizes of an event, and who gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel, Field
from rest_framework.request import Request
from rest_framework.response import Response

from api.events import EventRoute
from api.resources import Item
from api.rights import Right
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import event_for_director
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs import prizes as verbs

if TYPE_CHECKING:
    from tournaments.events.models.events import Event


class Prizes(PrizeList):
    """The prizes of an event. Only directors see them."""

    tags_of_nobody: list[str] = Field(
        description="Tags in the list that no entry has. Perhaps one has a typing mistake."
    )


class Winner(BaseModel):
    """Who wins an award, alone or with others."""

    entry: str
    player: str
    name: str
    amount: str | None = Field(description="The amount for this entry. Null: the award has no amount.")


class Award(BaseModel):
    """What one entry wins, or several that share places."""

    tag: str = Field(description="The places count among the entries with this tag. Empty: among all.")
    first: int = Field(description="The best place that they share.")
    last: int = Field(description="The last place that they share.")
    winners: list[Winner]
    each: list[str] = Field(description="What each of them gets.")
    together: list[str] = Field(description="What they share and must divide themselves.")


class Awards(BaseModel):
    """Who gets what. Before the event is finished, only directors see who would."""

    event: str
    final: bool = Field(description="Whether the event is finished.")
    currency: str = Field(description="The currency of the amounts, such as `EUR`.")
    awards: list[Award]


class PrizesRoute(Item["Event"]):
    rights = {"GET": Right.EVENTS, "PUT": Right.EVENTS}
    bodies = {"PUT": PrizeList}
    shape = Prizes
    guarded: ClassVar[tuple[str, ...]] = ("PUT",)
    longest_body = 256 * 1024

    def fetch(self, event: str) -> Event:
        return event_for_director(self.actor, event)

    def represent(self) -> Any:
        plan = verbs.prizes_of(self.target)
        return self.serialize({**plan.stored, "tags_of_nobody": verbs.tags_of_nobody(self.target)})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the list of prizes."""
        return self.show()

    def put(self, request: Request, **ids: Any) -> Response:
        """Replace the whole list of prizes, until the event is finished.

        A tag that nobody has is accepted and named in the response, because players can get it later.
        """
        return self.changed(verbs.set_prizes(self.target, self.actor, self.body))


class AwardsRoute(EventRoute, Item["Event"]):
    rights = {"GET": Right.READ}
    shape = Awards

    def represent(self) -> Any:
        event = self.target
        given = verbs.awards_of(event) if self.is_director else verbs.final_awards(event)
        entries = entries_by_id(event, [entry for award in given for entry in award.entries])
        awards = []
        for award in map(verbs.award_as_data, given):
            winners = []
            for entry, amount in zip(award.pop("entries"), award.pop("amounts"), strict=True):
                player = entries[entry].player
                winners.append(
                    {"entry": entry, "player": str(player.pk), "name": player.public_name, "amount": amount}
                )
            awards.append({**award, "winners": winners})
        currency = event.currency if awards else ""
        final = event.status == EventStatus.FINISHED
        return self.serialize(
            {"event": str(event.pk), "final": final, "currency": currency, "awards": awards}
        )

    def get(self, request: Request, **ids: Any) -> Response:
        """Get who wins which prize. Before the event is finished, directors get who would win it now.

        Bots win no prize, and neither does somebody without a deal or a place. Amounts of shared places are
        added and divided; what is left over in the smallest coin goes to those who were entered first.
        """
        return self.show()


ROUTES = {
    "events/<slug:event>/prizes/": PrizesRoute,
    "events/<slug:event>/awards/": AwardsRoute,
}
