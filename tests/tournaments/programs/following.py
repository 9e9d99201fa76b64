"""Webhooks that follow an event to a receiver, and the work that tells them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import time_machine
from django.test import override_settings
from django.utils import timezone

from tests.builders import DOORS, a_table, owner_of, play
from tests.tournaments.programs.receiver import Receiver
from tournaments.core import refreshes
from tournaments.models import Club, Event, OutboxTask, Webhook, WebhookDelivery
from tournaments.programs.webhooks.secrets import readable
from tournaments.programs.webhooks.webhooks import add_webhook

another_key = override_settings(SECRET_KEY="another key of an installation, long enough")
"""The program under a key that decrypts no secret of a webhook."""


def secrets_of(webhook: Webhook) -> list[str]:
    """The valid secrets of a webhook, the newest first."""
    return [secret for secret, _entry in readable(webhook, timezone.now())]


def follow(
    club_or_event: Club | Event, receiver: Receiver | str, *types: str, **kwargs: Any
) -> tuple[Webhook, str]:
    """A webhook of a club, or of one event, with its secret."""
    club = club_or_event.club if isinstance(club_or_event, Event) else club_or_event
    url = receiver if isinstance(receiver, str) else receiver.url
    event = club_or_event if isinstance(club_or_event, Event) else None
    return add_webhook(club, owner_of(club), url, list(types) or None, event=event, **kwargs)


def work(until: timedelta = timedelta(0)) -> int:
    """Do what the outbox holds that is due by then, as a worker and the sweep would.

    It starts a second later, because the standings of an event are counted once a second.
    """
    done = 0
    with time_machine.travel(timezone.now() + refreshes.INTERVAL + until):
        while row := (
            OutboxTask.objects.filter(done_at__isnull=True, not_before__lte=timezone.now())
            .order_by("not_before", "created_at", "id")
            .first()
        ):
            DOORS[row.task](str(row.pk))
            done += 1
            assert done < 500, "the work never ends"
    return done


def received_types(receiver: Receiver) -> list[str]:
    return [json.loads(received.body)["type"] for received in receiver.received]


def one_deal(receiver: Receiver) -> WebhookDelivery:
    """A message about a deal, which its webhook was not told yet."""
    table = a_table()
    work()
    follow(table.round.event, receiver, "deal.recorded")
    play(table)
    work()
    return WebhookDelivery.objects.get()
