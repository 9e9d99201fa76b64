"""The records of a club."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Item
from api.rights import Right
from api.shapes.base import Answer, Id
from tournaments.clubs.access import club_for_viewer
from tournaments.seasons.verbs.figures import club_records, events_with_records
from tournaments.seasons.verbs.results import names_of_players

if TYPE_CHECKING:
    from tournaments.clubs.models.clubs import Club


RECORDS = ["pot", "pools", "evening"]


class RecordShape(Answer):
    """A record, and whose it is."""

    kind = serializers.ChoiceField(
        RECORDS,
        help_text="`pot`: the chips of a pot. `pools`: pools won in one deal. `evening`: net chips at the "
        "tables of one event.",
    )
    value = serializers.IntegerField()
    player = Id()
    name = serializers.CharField()
    event = Id()
    event_name = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    table = Id(allow_null=True, help_text="Null: of an evening.")
    deal = Id(allow_null=True, help_text="Null: of an evening.")
    number = serializers.IntegerField(allow_null=True, help_text="Of the deal at its table.")


class RecordsShape(Answer):
    """The best of each kind, the best first and of equal ones the earlier."""

    results = RecordShape(many=True)
    next = serializers.CharField(allow_null=True, help_text="Always null: there is one page.")


class ClubRecords(Item["Club"]):
    rights = {"GET": Right.READ}
    shape = RecordsShape

    def fetch(self, club: str) -> Club:
        return club_for_viewer(club)

    def represent(self) -> Any:
        mine = [self.target.pk] if self.actor.sees_all_of(self.target) else []
        events = events_with_records(self.target, mine)
        found = club_records(events)
        names = names_of_players(str(record.player) for record in found)
        shown = events.filter(pk__in={record.event for record in found}).in_bulk()
        results = [
            asdict(record)
            | {
                "name": names[str(record.player)],
                "event_name": shown[record.event].name,
                "starts_on": shown[record.event].starts_on,
                "number": record.number or None,
            }
            for record in found
        ]
        return self.serialize({"results": results, "next": None})

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the records of a club: the largest pots, the most pools in one deal, the best evenings.

        They are those of its newest 300 events. With a key of the club also events that are not public count.
        """
        return self.show()
