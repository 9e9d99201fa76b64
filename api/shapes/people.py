"""Persons: their pages, results and opponents."""

from rest_framework import serializers

from .base import Id, OneOf, Shape
from .evenings import InPoints
from .results import Number

PERSON_VISIBILITIES = ["members", "public", "hidden"]
VISIBILITY = (
    "Who may see the person: `members` of their clubs, everybody (`public`), or nobody else (`hidden`)."
)


class PlayerOfPersonShape(Shape):
    """A player of a club who is this person."""

    player = Id(source="pk")
    club = serializers.CharField(source="club.slug", read_only=True)
    name = serializers.CharField(source="public_name", read_only=True)


class PersonShape(Shape):
    """One human over the clubs of this installation."""

    id = Id(source="ref", help_text="Of their first player.")
    name = serializers.CharField(source="public_name", read_only=True)
    visibility = serializers.ChoiceField(PERSON_VISIBILITIES, read_only=True, help_text=VISIBILITY)
    players = PlayerOfPersonShape(many=True, read_only=True)


class PersonEdit(Shape):
    visibility = OneOf(PERSON_VISIBILITIES, help_text=VISIBILITY)


class PersonResultShape(Shape):
    """A person in one event."""

    event = Id(source="event.pk")
    name = serializers.CharField(source="event.name", read_only=True)
    club = serializers.CharField(source="event.club.slug", read_only=True)
    starts_on = serializers.DateField(source="event.starts_on", read_only=True, allow_null=True)
    entry = Id()
    place = serializers.IntegerField(read_only=True, allow_null=True, help_text="Among people. Null: none.")
    people = serializers.IntegerField(read_only=True, help_text="How many people were ranked.")
    score = serializers.FloatField(read_only=True)
    net = Number(read_only=True, help_text="Net chips.")
    deals = serializers.IntegerField(read_only=True, help_text="Deals played.")


class PersonSeasonShape(Shape):
    """A person in one season."""

    season = Id(source="season.pk")
    name = serializers.CharField(source="season.name", read_only=True)
    league = Id(source="season.league_id")
    club = serializers.CharField(source="season.league.club.slug", read_only=True)
    status = serializers.CharField(source="season.status", read_only=True)
    player = Id(source="member.player_id", help_text="By whom they are a member.")
    division = serializers.CharField(read_only=True, help_text="Empty: none.")
    place = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="As announced, if the season is finished."
    )
    people = serializers.IntegerField(read_only=True, help_text="How many are in the table.")
    points = InPoints(allow_null=True)
    attended = serializers.IntegerField(read_only=True, help_text="Evenings played or organised.")
    move = serializers.CharField(read_only=True, help_text="At its end, such as `up`. Empty: none.")


class EstimateShape(Shape):
    """A figure with its 95 % interval."""

    mean = serializers.FloatField(read_only=True, allow_null=True, help_text="Null: there is no data.")
    low = serializers.FloatField(read_only=True, allow_null=True)
    high = serializers.FloatField(read_only=True, allow_null=True)


class OpponentShape(Shape):
    """Somebody who sat at a table with a person."""

    player = Id(source="player.pk", help_text="The player with whom it happened last.")
    name = serializers.CharField(source="player.public_name", read_only=True)
    club = serializers.CharField(source="player.club.slug", read_only=True)
    tables = serializers.IntegerField(read_only=True)
    deals = serializers.IntegerField(read_only=True)
    ahead = EstimateShape(
        read_only=True, help_text="The share of tables at which the person won more chips; equal is half."
    )
    difference = EstimateShape(
        read_only=True, help_text="How many chips more the person won, for each table."
    )
