"""Who comes: signing up without a key, the waiting list, what was paid, check-in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django_filters import FilterSet
from rest_framework.response import Response

from api import fields
from api.entries import EntryShape
from api.events import Price
from api.lists import choice
from api.methods import ROOT, Act, Add, Remove, Show, Tell, of_target, one_of, through
from api.resources import Collection, Item, Resource
from api.rights import Right, acts_as_director
from api.shapes import Answer, Flag, Id, Moment, OneOf, Shape, Text
from api.throttles import address_of
from tournaments.clubs.access import not_found
from tournaments.clubs.rules import PlayerUnknown
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.events.access import event_for_director, event_for_viewer, runs_event
from tournaments.events.verbs import replies
from tournaments.events.verbs.arrivals import check_in_reply, take_in
from tournaments.events.verbs.replies import LONGEST_CONTACT

if TYPE_CHECKING:
    from tournaments.events.models.replies import Reply


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
    number = fields.Int("The order of the list.")
    player = Id("Null: a name that is no player yet.", source="player_id", null=True)
    name = fields.Str(source="called")
    contact = fields.Str(CONTACT)
    answer = fields.Choice(ANSWERS, ANSWER)
    paid = Price("What the person has paid in all, such as `8.00`.")
    paid_noted_by = fields.Str(
        "The member who noted it. Null: nobody has.", source="paid_noted_by.username", null=True
    )
    paid_noted_at = Moment(null=True)
    created_at = Moment()


class NewReply(Shape):
    """Somebody who comes: a name, or for members of the club a player."""

    name = Text(NAME, max_length=400, required=False)
    player = fields.Uuid("The id of a player. Only for keys of the club.", required=False)
    contact = Text(CONTACT, max_length=LONGEST_CONTACT, required=False, allow_blank=True)


class SignedUpShape(Answer):
    """The answer to a sign-up. The link is shown here only: whoever has it can change the answer."""

    id = Id(source="reply.pk")
    name = fields.Str(source="reply.called")
    answer = fields.Choice(ANSWERS, ANSWER, source="reply.answer")
    token = fields.Str("For `/reply/{token}/`.")
    url = fields.Str("The personal page, for people.")


class ReplyEdit(Shape):
    answer = OneOf(
        ["yes", "no", "refused"],
        "`yes` for a `pending` reply approves it: to a place, or to the waiting list. For a "
        "`waiting` or `refused` reply it gives a place even if there is none. `refused`: only for `pending`.",
    )
    paid = Price("What the person has paid in all, such as `8.00`.")


class OwnReplyShape(Answer):
    """A reply, for whoever has its personal link."""

    event = Id(source="event_id")
    name = fields.Str(source="called")
    answer = fields.Choice(ANSWERS, ANSWER)


class OwnReplyEdit(Shape):
    answer = OneOf(["yes", "no"], "`yes` after a `no` is at the end of the list.")


class TakeIn(Shape):
    same_names = Flag(
        "Who signed up with the name of a player of the club is that player. Default: false.", required=False
    )


class TakenInShape(Answer):
    """How many players were entered, and who was left."""

    entered = fields.Int()
    left = fields.Strs("Names of people with the name of a player of the club.")


class CheckIn(Shape):
    same_name = Flag(
        "A player of the club with this very name is this person. Default: false.", required=False
    )


class RepliesFilters(FilterSet):
    answer = choice(ANSWERS, help_text="Only this answer.")


class NameOrPlayer(Invalid):
    """A sign-up needs a name or a player, and not both."""

    sentence = gettext_noop("Give a name or a player, not both.")


class ReplyList(Collection, path="events/<slug:event>/replies/"):
    """GET: List the replies to an invitation, in the order of the list."""

    filters = RepliesFilters
    shape = ReplyShape
    order = "number"
    also_refuses = (409, 422)
    fetch = through(event_for_director, event_for_viewer)
    rows = of_target(replies.replies_of)
    get = Show(Right.EVENTS)

    @Add(Right.READ, NewReply, answers={201: SignedUpShape}, without=("ETag",))
    @sensitive_variables()
    def post(self) -> Any:
        """Sign somebody up for an event.

        Everybody who sees the event can sign up by name, unless its `sign_up` is `closed`. Keys of the club
        can sign up players, too. For a director's key with the scope `events`, the sign-up never ends.
        """
        event = self.target
        is_member = self.actor.sees_all_of(event.club)
        player = self.body.get("player")
        if (player is None) == ("name" not in self.body):
            raise NameOrPlayer(field="name")
        if player is not None and not is_member:
            raise PlayerUnknown(id=str(player), field="player")
        reply = replies.sign_up(
            event,
            self.actor if is_member else Actor(None, "api"),
            name=self.body.get("name", ""),
            player=None if player is None else str(player),
            contact=self.body.get("contact", ""),
            as_director=acts_as_director(self.request) and runs_event(self.actor, event),
            address="" if is_member else address_of(self.request),
        )
        token = replies.token_of(reply)
        url = self.request.build_absolute_uri(reverse("own_reply", args=[token]))
        data = self.serialize({"reply": reply, "token": token, "url": url}, SignedUpShape)
        return Response(
            data, status=201, headers={"Location": f"{ROOT}reply/{token}/", "Cache-Control": "no-store"}
        )


class ReplyRoute(Item):
    """A route about a reply, for directors."""

    held_by = "event"
    fetch = one_of(replies.replies_of, through(event_for_director))


class ReplyOne(ReplyRoute, path="events/<slug:event>/replies/<slug:reply>/"):
    """GET: Get a reply.

    DELETE: Remove a reply, such as a joke.
    """

    shape = ReplyShape
    get = Show(Right.EVENTS)
    delete = Remove(Right.EVENTS, verb=replies.remove_reply)

    @Act(Right.EVENTS, ReplyEdit)
    def patch(self) -> Any:
        """Change an answer, approve or refuse it, or note what was paid."""
        reply = self.target
        with transaction.atomic():
            if (answer := self.body.get("answer", reply.answer)) != reply.answer:
                reply = self._answered(reply, answer)
            if "paid" in self.body:
                reply = replies.note_payment(reply, self.actor, self.body["paid"])
        return reply

    def _answered(self, reply: Reply, answer: str) -> Reply:
        if answer == "no":
            return replies.say_no(reply, self.actor)
        if answer == "refused":
            return replies.refuse_reply(reply, self.actor)
        if reply.answer == "pending":
            return replies.approve_reply(reply, self.actor)
        if reply.answer == "no":
            return replies.say_yes(reply, self.actor, as_director=True)
        return replies.let_in(reply, self.actor)


class ReplyCheckIn(ReplyRoute, path="events/<slug:event>/replies/<slug:reply>/check-in/"):
    """Check somebody in who has replied.

    Somebody who is no player yet becomes one, and is entered.
    """

    shape = EntryShape
    post = Tell(Right.EVENTS, CheckIn, partial(check_in_reply, as_director=True))


class RepliesTakeIn(Resource, path="events/<slug:event>/replies/enter/"):
    shape = TakenInShape
    fetch = through(event_for_director)

    @Act(Right.EVENTS, TakeIn)
    def post(self) -> Any:
        """Enter everybody who comes and is not entered yet."""
        taken = take_in(self.target, self.actor, same_names=self.body.get("same_names", False))
        return {"entered": len(taken.entries), "left": taken.left}


class OwnReply(Item, path="reply/<slug:token>/"):
    """GET: Get the reply of a personal link. It needs no key."""

    shape = OwnReplyShape
    held_by = "event"
    also_refuses = (409,)
    get = Show(Right.READ)

    def fetch(self, token: str) -> Any:
        reply = replies.reply_of_token(token)
        if reply is None:
            raise not_found()
        return reply

    @Act(Right.READ, OwnReplyEdit)
    def patch(self) -> Any:
        """Say that one cannot come after all, or comes again."""
        answer, actor = self.body.get("answer"), Actor(None, "reply")
        reply = self.target
        if answer == "no":
            reply = replies.say_no(reply, actor, by_link=True)
        elif answer == "yes":
            reply = replies.say_yes(reply, actor)
        return reply
