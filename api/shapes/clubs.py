"""Clubs, members, players."""

from rest_framework import serializers

import games.services as games
from tournaments.clubs.verbs.players import LONGEST_NAME, LONGEST_TITLE, MOST_LETTERS

from .base import Answer, Id, ListQuery, Moment, OneOf, Shape, Text

LANGUAGE = (
    "The language of mails and other texts without a reader, such as `de`. Empty: that of the installation."
)
PACK = (
    "The cards that people see on pages: with `french` or with `german` suits. Records keep the letters of "
    "the cards."
)
TIME_ZONE = (
    "The time zone of the club, such as `Europe/Berlin`: of the hours on its pages, papers, mails and "
    "calendars, and of its days. Times in responses are UTC."
)
PACKS = ["french", "german"]
ROLES = ["scorer", "director", "owner"]


class ClubShape(Answer):
    """A club."""

    id = Id()
    slug = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField(help_text=LANGUAGE)
    pack = serializers.ChoiceField(PACKS, help_text=PACK)
    time_zone = serializers.CharField(help_text=TIME_ZONE)
    created_at = Moment()


class ClubEdit(Shape):
    name = Text(max_length=200, longest=LONGEST_TITLE)
    language = Text(max_length=10, allow_blank=True, help_text=LANGUAGE)
    pack = OneOf(PACKS, help_text=PACK)
    time_zone = Text(max_length=64, help_text=TIME_ZONE)


class MemberShape(Answer):
    """A user with a role in the club."""

    id = Id()
    name = serializers.CharField(source="user.username", help_text="The username.")
    role = serializers.ChoiceField(ROLES)
    created_at = Moment()


class MemberEdit(Shape):
    role = OneOf(ROLES)


class InvitationShape(Answer):
    """An invitation. `token` is shown only in this response."""

    id = Id()
    role = serializers.ChoiceField(ROLES)
    expires_at = Moment()
    token = serializers.CharField()
    link = serializers.CharField(help_text="The page where the invitation is accepted.")


LETTERS = f"At most {MOST_LETTERS} letters, as people count them."


class PlayerShape(Answer):
    """A person or a bot in the club's roster."""

    id = Id()
    name = serializers.CharField(help_text="The name within the club.")
    public_name = serializers.CharField(help_text="The name on public pages.")
    bot = serializers.CharField(help_text="The policy of a bot. Empty: a person.")
    created_at = Moment()
    anonymised_at = Moment(allow_null=True)


class NewPlayer(Shape):
    name = Text(max_length=400, longest=LONGEST_NAME, help_text=LETTERS)
    public_name = Text(max_length=400, longest=LONGEST_NAME, required=False, help_text=LETTERS)
    bot = Text(
        max_length=20,
        required=False,
        one_of=[bot.name for bot in games.bots()],
        help_text="The policy of a bot. Default: a person.",
    )


class PlayerEdit(Shape):
    name = Text(max_length=400, longest=LONGEST_NAME, help_text=LETTERS)
    public_name = Text(max_length=400, longest=LONGEST_NAME, help_text=LETTERS)


class PlayerLinkShape(Answer):
    """The link by which an account takes a player. `token` is shown only in this response."""

    token = serializers.CharField()
    link = serializers.CharField(help_text="The page where the person says that it is them.")


class PlayersQuery(ListQuery):
    search = serializers.CharField(required=False, max_length=100, help_text="Part of the name.")
    bots = serializers.ChoiceField(
        ["true", "false"], required=False, help_text="`true`: only bots. `false`: only people."
    )
