"""The secrets that sign the messages of webhooks.

The database stores them encrypted under SECRET_KEY, which it does not contain. So a backup has no readable
secret. After a restore under another SECRET_KEY no old secret can be decrypted: the webhook is paused until
an owner makes a new one.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from cryptography.exceptions import InvalidTag
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from standardwebhooks.webhooks import Webhook as Signer

from tournaments.core.actors import SYSTEM
from tournaments.core.change import log
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.secrets import decrypt, encrypt
from tournaments.programs.webhooks.models import PausedFor, Webhook

SECRET_BYTES = 32


def new_secret() -> str:
    """A new secret in the format of Standard Webhooks."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def encrypted(secret: str, webhook_id: UUID, now: datetime) -> dict[str, Any]:
    """A secret as its webhook stores it. It can be decrypted for this webhook only."""
    return {
        "encrypted": encrypt(secret, settings.SECRET_KEY, _label(webhook_id)),
        "made_at": now.isoformat(),
        "expires_at": None,
    }


def readable(webhook: Webhook, now: datetime) -> list[tuple[str, dict[str, Any]]]:
    """The valid secrets that SECRET_KEY decrypts, each with the entry that stores it; the newest first."""
    found = []
    for entry in webhook.secrets_in_force(now):
        try:
            secret = decrypt(entry["encrypted"], settings.SECRET_KEY, _label(webhook.pk))
        except InvalidTag:
            continue
        found.append((secret, entry))
    return found


class WebhookNoSecret(Conflict):
    """The webhook has no secret to sign its messages with."""

    sentence = gettext_noop(
        "The secret of this webhook cannot be decrypted any more. Make a new secret first."
    )


def need_secret(webhook: Webhook) -> None:
    """Raise Conflict if no message of this webhook can be signed."""
    if not readable(webhook, timezone.now()):
        raise WebhookNoSecret


def pause_without_secret(webhook: Webhook, now: datetime) -> bool:
    """Pause a locked webhook if its messages cannot be signed. Return whether they cannot be."""
    if readable(webhook, now):
        return False
    if webhook.paused_at is None:
        webhook.paused_at, webhook.paused_for = now, PausedFor.NO_SECRET
        webhook.save(update_fields=["paused_at", "paused_for"])
        log(SYSTEM, "pause_webhook", webhook, within=webhook.club, why=PausedFor.NO_SECRET.value)
    return True


@transaction.atomic
def pause_all_without_secret(club: UUID | None = None) -> int:
    """Pause each webhook (of a club) whose messages cannot be signed, and return how many there are."""
    now = timezone.now()
    rows = Webhook.objects.select_for_update(of=("self",), no_key=True).filter(removed_at__isnull=True)
    if club is not None:
        rows = rows.filter(club=club)
    return sum(pause_without_secret(webhook, now) for webhook in rows.select_related("club").order_by("pk"))


def signed(message_id: str, body: str, secrets: Iterable[str], now: datetime) -> dict[str, str]:
    """The headers of a message: its id, the time of the attempt, one signature for each secret."""
    return {
        "User-Agent": "Pochleague-Webhooks/1",
        "Content-Type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Signer(secret).sign(message_id, now, body) for secret in secrets),
    }


def _label(webhook_id: UUID) -> str:
    return f"webhook {webhook_id}"
