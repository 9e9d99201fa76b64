"""Standings, and the rows that stand behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import PayoutsFilters, ShowdownsFilters
from api.resources import Thing, Things, hash_of
from api.rights import Right
from api.shapes.results import (
    PayoutShape,
    ShowdownShape,
    StandingShape,
    StandingsQuery,
)
from tournaments.access import event_for_viewer, event_for_watcher
from tournaments.errors import NotFound
from tournaments.services.events.entries import entries_by_id
from tournaments.services.events.stages import stages_of
from tournaments.services.play.deals import payouts_of, showdowns_of
from tournaments.services.standings import rankings
from tournaments.services.standings.standings import current_standing, newest_standing_version, standing_after

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Entry, Event, Payout, Showdown, Stage, Standing


class Standings(Thing["Event"]):
    rights = {"GET": Right.READ}
    queries = {"GET": StandingsQuery}
    shape = StandingShape

    def fetch(self, event: str) -> Event:
        # A stage's standing is counted when it is asked for, by what the event says.
        fetched = event_for_viewer if "stage" in self.request.query_params else event_for_watcher
        return fetched(self.actor, event)

    def represent(self) -> Any:
        event, stage = self.target, self._stage()
        told: dict[str, Any] = {
            "event": event.pk,
            "version": 0,
            "round": self.query.get("round"),
            "stage": stage.number if stage else None,
            "computed_at": None,
            "rows": [],
        }
        # A round that is not closed has no standing, of no stage.
        standing = self._standing() if stage is None or "round" in self.query else None
        if stage is not None:
            rows = rankings.stage_rows(event, stage, self.query.get("round"))
            told |= {"version": event.version, "rows": rows}
        elif standing is not None:
            told |= {
                "version": standing.covers,
                "computed_at": standing.computed_at,
                "rows": standing.rows,
            }
        if told["rows"]:
            entries = entries_by_id(event)
            told["rows"] = [_named(row, entries[row["entry"]]) for row in told["rows"]]
        return self.tell(told)

    def etag(self, data: Any) -> str:
        """A standing's version is its tag.

        One that was kept at a round's close keeps its version, but not its players' names.
        """
        if "round" in self.query:
            return hash_of({**data, "computed_at": None})
        return f'"{data["version"]}"'

    def get(self, request: Request, **ids: Any) -> Response:
        """The newest standing, or the one kept at a round's close; of the event, or of one stage.

        Its `version` is the event's version that it covers, and its ETag. A worker computes the next within
        moments of each change: until then the event's `version` is ahead. That of a stage is counted when it
        is asked for: those who play the stage, by the score that counts in it.
        """
        return self.show()

    def show(self) -> Response:
        """304 for one query, without making the table for nothing."""
        if "If-None-Match" in self.request.headers and "round" not in self.query:
            of_stage = self._stage() is not None
            newest = self.target.version if of_stage else newest_standing_version(self.target)
            etag = f'"{newest or 0}"'
            if self.has_seen(etag):
                return self.unchanged(etag)
        return super().show()

    def _stage(self) -> Stage | None:
        """The stage that is asked for; None: the event as a whole."""
        if (asked := self.query.get("stage")) is None:
            return None
        stages: list[Stage] = list(stages_of(self.target))
        for stage in stages:
            if asked in (str(stage.pk), str(stage.number)):
                return stage
        raise NotFound("no_such_stage", _("The event has no such stage."))

    def _standing(self) -> Standing | None:
        if (number := self.query.get("round")) is None:
            return current_standing(self.target)
        kept = standing_after(self.target, number)
        if kept is None:
            raise NotFound(
                "no_such_standing", _("No standing was kept after this round: it has not been closed.")
            )
        return kept


def _named(row: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """A row with the player's id and public name."""
    return {**row, "player": entry.player_id, "name": entry.player.public_name}


class RowsOfDeals(Things["Event"]):
    """Rows that the deals of an event left, those of voided deals left out."""

    def fetch(self, event: str) -> Event:
        return event_for_viewer(self.actor, event)


class Payouts(RowsOfDeals):
    rights = {"GET": Right.READ}
    filters = PayoutsFilters
    shape = PayoutShape

    def rows(self) -> QuerySet[Payout]:
        return payouts_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """Every pool of every deal: to whom its chips went, or that they were carried over."""
        return self.page()


class Showdowns(RowsOfDeals):
    rights = {"GET": Right.READ}
    filters = ShowdownsFilters
    shape = ShowdownShape

    def rows(self) -> QuerySet[Showdown]:
        return showdowns_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """Every seat's part in the Pochen of every deal."""
        return self.page()
