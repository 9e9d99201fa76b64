"""Replies to an invitation."""

from rest_framework import serializers

from tournaments.events.verbs.replies import LONGEST_CONTACT

from .base import Answer, Flag, Id, Moment, OneOf, Shape, Text
from .events import Price

ANSWERS = ["yes", "waiting", "pending", "no", "refused"]
ANSWER = (
    "`yes`: the person comes. `waiting`: on the waiting list, in the order of `number`. `pending`: a "
    "director must approve. `no`: the person does not come. `refused`: by a director."
)
CONTACT = (
    "An e-mail address or a telephone number. Only directors see it, and it is deleted 30 days after the "
    "event."
)
NAME = "The name of somebody who is no player of the club, or not known to be one."


class ReplyShape(Answer):
    """What one person says to an invitation. Only directors see it."""

    id = Id()
    number = serializers.IntegerField(help_text="The order of the list.")
    player = Id(source="player_id", allow_null=True, help_text="Null: a name that is no player yet.")
    name = serializers.CharField(source="called")
    contact = serializers.CharField(help_text=CONTACT)
    answer = serializers.ChoiceField(ANSWERS, help_text=ANSWER)
    paid = Price(help_text="What the person has paid in all, such as `8.00`.")
    paid_noted_by = serializers.CharField(
        source="paid_noted_by.username",
        allow_null=True,
        help_text="The member who noted it. Null: nobody has.",
    )
    paid_noted_at = Moment(allow_null=True)
    created_at = Moment()


class NewReply(Shape):
    """Somebody who comes: a name, or for members of the club a player."""

    name = Text(max_length=400, required=False, help_text=NAME)
    player = serializers.UUIDField(required=False, help_text="The id of a player. Only for keys of the club.")
    contact = Text(max_length=LONGEST_CONTACT, required=False, allow_blank=True, help_text=CONTACT)


class SignedUpShape(Answer):
    """The answer to a sign-up. The link is shown here only: whoever has it can change the answer."""

    id = Id()
    name = serializers.CharField(source="called")
    answer = serializers.ChoiceField(ANSWERS, help_text=ANSWER)
    token = serializers.CharField(help_text="For `/reply/{token}/`.")
    url = serializers.CharField(help_text="The personal page, for people.")


class ReplyEdit(Shape):
    answer = OneOf(
        ["yes", "no", "refused"],
        help_text="`yes` for a `pending` reply approves it: to a place, or to the waiting list. For a "
        "`waiting` or `refused` reply it gives a place even if there is none. `refused`: only for `pending`.",
    )
    paid = Price(help_text="What the person has paid in all, such as `8.00`.")


class OwnReplyShape(Answer):
    """A reply, for whoever has its personal link."""

    event = Id(source="event_id")
    name = serializers.CharField(source="called")
    answer = serializers.ChoiceField(ANSWERS, help_text=ANSWER)


class OwnReplyEdit(Shape):
    answer = OneOf(["yes", "no"], help_text="`yes` after a `no` is at the end of the list.")


class TakeIn(Shape):
    same_names = Flag(
        required=False,
        help_text="Who signed up with the name of a player of the club is that player. Default: false.",
    )


class TakenInShape(Answer):
    """How many players were entered, and who was left."""

    entered = serializers.IntegerField()
    left = serializers.ListField(
        child=serializers.CharField(), help_text="Names of people with the name of a player of the club."
    )


class CheckIn(Shape):
    same_name = Flag(
        required=False,
        help_text="A player of the club with this very name is this person. Default: false.",
    )
