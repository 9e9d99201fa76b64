"""How strong the people of a club are, and the records of the club."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from api import fields
from api.methods import Show, club_of_all, through
from api.resources import Item
from api.rights import Right
from api.shapes import Answer, Id, OnePage
from tournaments.ratings.verbs import present_ratings
from tournaments.seasons.access import may_see_person
from tournaments.seasons.verbs.figures import club_records, events_with_records
from tournaments.seasons.verbs.results import names_of_players


class RatingShape(Answer):
    """How strong somebody is: points, with a range that holds the true strength in about 95 % of cases."""

    player = Id(source="player_id")
    name = fields.Str(source="player.public_name")
    family = fields.Str("The preset of the events.")
    points = fields.Int("Of somebody who was never rated: 1500.", source="strength.points")
    around = fields.Int("The range is `points` plus and minus this.", source="strength.around")
    provisional = fields.Bool("There are fewer than ten events.", source="strength.is_provisional")
    events = fields.Int("Rated events.")


class ClubRatingsShape(OnePage):
    """The ratings of a club."""

    results = RatingShape(many=True)


class ClubRatings(Item, path="clubs/<slug:club>/ratings/"):
    """List the ratings of a club: by rule family the best 300, provisional ones last.

    A rating is made from the order of the net chips at each table in each round of finished events. By
    themselves ratings decide no prize, no place and no seat. People whom you may not see are left out.
    """

    shape = ClubRatingsShape
    get = Show(Right.READ)
    fetch = through(club_of_all)

    def data(self) -> Any:
        families = present_ratings(self.target, lambda someone: may_see_person(self.actor, someone))
        return [row for rows in families.values() for row in rows]


# ---- The records of a club.


RECORDS = ["pot", "pools", "evening"]


class RecordShape(Answer):
    """A record, and whose it is."""

    kind = fields.Choice(
        RECORDS,
        "`pot`: the chips of a pot. `pools`: pools won in one deal. `evening`: net chips at the "
        "tables of one event.",
    )
    value = fields.Int()
    player = Id()
    name = fields.Str()
    event = Id()
    event_name = fields.Str()
    starts_on = fields.Day(null=True)
    table = Id("Null: of an evening.", null=True)
    deal = Id("Null: of an evening.", null=True)
    number = fields.Int("Of the deal at its table.", null=True)


class RecordsShape(OnePage):
    """The best of each kind, the best first and of equal ones the earlier."""

    results = RecordShape(many=True)


class ClubRecords(Item, path="clubs/<slug:club>/records/"):
    """Get the records of a club: the largest pots, the most pools in one deal, the best evenings.

    They are those of its newest 300 events. With a key of the club also events that are not public count.
    """

    shape = RecordsShape
    get = Show(Right.READ)
    fetch = through(club_of_all)

    def data(self) -> Any:
        mine = [self.target.pk] if self.actor.sees_all_of(self.target) else []
        events = events_with_records(self.target, mine)
        found = club_records(events)
        names = names_of_players(str(record.player) for record in found)
        shown = events.filter(pk__in={record.event for record in found}).in_bulk()
        return [
            asdict(record)
            | {
                "name": names[str(record.player)],
                "event_name": shown[record.event].name,
                "starts_on": shown[record.event].starts_on,
                "number": record.number or None,
            }
            for record in found
        ]
