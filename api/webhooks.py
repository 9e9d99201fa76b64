"""Webhooks: addresses, secrets, and the log of messages."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field

from api import fields
from api.methods import Act, Add, Remove, Show, Tell, club_of, of_target, through
from api.resources import Collection, Item, Resource
from api.rights import Right
from api.shapes import Answer, Flag, Id, Items, Moment, Object, OneOf, Shape, Text
from tournaments.events.access import event_for_director
from tournaments.programs.webhooks import webhooks
from tournaments.programs.webhooks.access import delivery_for_owner, webhook_for_owner
from tournaments.programs.webhooks.models import ChangeType, SendFailure
from tournaments.programs.webhooks.sending import LONGEST_URL
from tournaments.programs.webhooks.webhooks import deliveries_of, webhooks_of

if TYPE_CHECKING:
    from tournaments.programs.webhooks.models import Webhook


URL = "An https address on the public internet, with port 443 or 8443."
TYPES_HELP = "The types of messages to send."
PAUSED_FOR = ["hand", "gone", "failing", "no_secret"]
STATUSES = ["pending", "delivered", "failed"]


class SecretShape(Answer):
    """A valid secret. The secret itself is shown only when it is created."""

    made_at = Moment()
    expires_at = Moment("Null: it does not expire.", null=True)


class WebhookShape(Answer):
    """An address that receives messages about the events of a club, or about one of them."""

    id = Id()
    url = fields.Str()
    types = Items(TYPES_HELP, child=fields.Choice(ChangeType.values))
    event = Id("Null: all events of the club.", source="event_id", null=True)
    secrets = fields.Made("The valid secrets, the newest first. Messages are signed with each.")
    paused = fields.Made()
    paused_for = fields.Choice(
        PAUSED_FOR,
        "`hand`: by an owner. `gone`: it responded with 410. `failing`: it failed for days. "
        "`no_secret`: the server has no secret to sign with; create a new one, and the webhook is resumed.",
        null=True,
    )
    failing_since = Moment("The first failed attempt since the last success.", null=True)
    created_at = Moment()

    @extend_schema_field(SecretShape(many=True))
    def get_secrets(self, webhook: Any) -> Any:
        in_force = [
            {name: kept[name] and datetime.fromisoformat(kept[name]) for name in ("made_at", "expires_at")}
            for kept in webhook.secrets_in_force(timezone.now())
        ]
        return [SecretShape.shared().to_representation(secret) for secret in in_force]

    def get_paused(self, webhook: Any) -> bool:
        return webhook.paused_at is not None


class WebhookMadeShape(WebhookShape):
    """A webhook with its newest secret, which is shown only in this response."""

    secret = fields.Str("In the format of Standard Webhooks: `whsec_...`.")


class NewWebhook(Shape):
    url = Text(URL, max_length=LONGEST_URL)
    types = Items(
        TYPES_HELP, child=OneOf(ChangeType.values), required=False, min_length=1, max_length=len(ChangeType)
    )
    event = Text(
        "The id or slug of the only event. Default: all events.", max_length=80, required=False, null=True
    )


class WebhookEdit(Shape):
    url = Text(URL, max_length=LONGEST_URL)
    types = Items(TYPES_HELP, child=OneOf(ChangeType.values), min_length=1, max_length=len(ChangeType))
    paused = Flag("`false` resumes the webhook and sends the waiting messages.")


class Rotation(Shape):
    at_once = Flag("Revoke the old secret immediately, because somebody else knows it.", required=False)


class DeliveryShape(Answer):
    """A message to a webhook. Its id is the header `webhook-id` of each attempt."""

    id = Id()
    webhook = Id(source="webhook_id")
    type = fields.Str()
    payload = Object("The body of the message.")
    status = fields.Choice(STATUSES)
    attempts = fields.Int()
    answer_status = fields.Int(
        "The status of the response to the last attempt. Null: no response.", null=True
    )
    error = fields.Choice(SendFailure.values, "Why the last attempt got no response.", null=True)
    created_at = Moment()
    tried_at = Moment(null=True)
    next_try_at = Moment(null=True)
    delivered_at = Moment(null=True)


class WebhookList(Collection, path="clubs/<slug:club>/webhooks/"):
    """GET: List the webhooks of a club."""

    shape = WebhookShape
    fetch = through(club_of("owner"))
    rows = of_target(webhooks_of)
    get = Show(Right.CLUB)

    @Add(Right.CLUB, NewWebhook, answers={201: WebhookMadeShape}, at="webhooks/{}/", without=("ETag",))
    def post(self) -> Any:
        """Add a webhook for the events of a club, or for one of them.

        Messages are signed according to Standard Webhooks 1.0. The secret is shown only in this response. A
        message counts as delivered when the receiver responds with 2xx. Otherwise that message is sent
        again after growing delays, for a little more than three days, and the others are sent meanwhile.
        After several failures in a row, or for the time of a `Retry-After`, nothing is sent. A message can
        arrive twice (with the same `webhook-id`) and out of order: `version` and `timestamp` show which one
        is newer.
        """
        ref = self.body.get("event")
        webhook, secret = webhooks.add_webhook(
            self.target,
            self.actor,
            self.body["url"],
            self.body.get("types"),
            event=None if ref is None else event_for_director(self.actor, ref),
        )
        return _with_secret(webhook, secret)


class WebhookOne(Item, path="webhooks/<slug:webhook>/"):
    """GET: Get a webhook.

    PATCH: Change a webhook, pause it or resume it.

    Changes during a pause are not sent. Messages that were already waiting are sent when it is resumed.

    DELETE: Remove a webhook. No more messages are sent to it.
    """

    shape = WebhookShape
    fetch = through(webhook_for_owner)
    get = Show(Right.CLUB)
    patch = Act(Right.CLUB, WebhookEdit, webhooks.edit_webhook)
    delete = Remove(Right.CLUB, verb=webhooks.remove_webhook)


class WebhookVerb(Resource):
    fetch = through(webhook_for_owner)


class WebhookRotate(WebhookVerb, path="webhooks/<slug:webhook>/rotate/"):
    shape = WebhookMadeShape

    @Tell(Right.CLUB, Rotation)
    def post(self) -> Any:
        """Create a new secret, which is shown only in this response.

        For one day, messages are signed with the old secret too, so that you can update the receiver. A
        webhook that is paused for `no_secret` is resumed.
        """
        return _with_secret(*webhooks.rotate_secret(self.target, self.actor, **self.body))


class WebhookTest(WebhookVerb, path="webhooks/<slug:webhook>/test/"):
    """Send one message of the type `webhook.test`. GET the deliveries for its result."""

    shape = DeliveryShape
    post = Tell(Right.CLUB, verb=webhooks.test_webhook)


class DeliveryList(Collection, path="webhooks/<slug:webhook>/deliveries/"):
    """List the messages of the last thirty days and their results, the newest first."""

    shape = DeliveryShape
    order = "-id"
    fetch = through(webhook_for_owner)
    rows = of_target(deliveries_of)
    get = Show(Right.CLUB)


class Redeliver(Resource, path="deliveries/<slug:delivery>/redeliver/"):
    """Send a message again, with the same id."""

    shape = DeliveryShape
    fetch = through(delivery_for_owner)
    post = Tell(Right.CLUB, verb=webhooks.redeliver)


def _with_secret(webhook: Webhook, secret: str) -> Webhook:
    vars(webhook)["secret"] = secret
    return webhook
