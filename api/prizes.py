"""What there is to win, and who gets it."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, Field

from api.events import EventRoute
from api.methods import Act, Show, through
from api.resources import Item
from api.rights import Right
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import event_for_director
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs import prizes as verbs


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


class PrizesRoute(Item, path="events/<slug:event>/prizes/"):
    """GET: Get the list of prizes.

    PUT: Replace the whole list of prizes, until the event is finished.

    A tag that nobody has is accepted and named in the response, because players can get it later.
    """

    shape = Prizes
    guarded: ClassVar[tuple[str, ...]] = ("PUT",)
    longest_body = 256 * 1024
    fetch = through(event_for_director)
    get = Show(Right.EVENTS)
    put = Act(Right.EVENTS, PrizeList, verbs.set_prizes)

    def data(self) -> Any:
        plan = verbs.prizes_of(self.target)
        return {**plan.stored, "tags_of_nobody": verbs.tags_of_nobody(self.target)}


class AwardsRoute(EventRoute, Item, path="events/<slug:event>/awards/"):
    """Get who wins which prize. Before the event is finished, directors get who would win it now.

    Bots win no prize, and neither does somebody without a deal or a place. Amounts of shared places are added
    and divided; what is left over in the smallest coin goes to those who were entered first.
    """

    shape = Awards
    get = Show(Right.READ)

    def data(self) -> Any:
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
        return {"event": str(event.pk), "final": final, "currency": currency, "awards": awards}
