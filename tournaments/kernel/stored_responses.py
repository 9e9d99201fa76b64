"""Answers kept for retries: whoever sends a POST again with the same `Idempotency-Key` gets the same answer.

An answer is stored in the transaction of its effect: either both are there, or neither, and a refusal, which
has no effect, leaves none. It is sealed, headers and all, with the secret of whoever asked, since some
answers tell a secret that is stored nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid
from tournaments.models import StoredAnswer
from tournaments.models.ids import new_id

from .secrets import opened, sealed

KEEP = timedelta(days=7)
"""Phones sleep over a weekend."""


class InProgress(Conflict):
    """The same request is being answered at this moment."""

    retry_after = 1


@dataclass(frozen=True)
class Ask:
    """A request that may be a retry."""

    principal: str
    """Whose it is: nobody else's request with the same key is a retry of it."""
    secret: str
    """The principal's key or token itself; their answers are sealed with it."""
    key: str
    """The `Idempotency-Key`."""
    digest: str
    """SHA-256 of all that makes the request: another one with the same key is a mistake."""


@dataclass(frozen=True)
class Answer:
    """What was answered."""

    status: int
    headers: dict[str, str]
    body: str


def answer_given(ask: Ask) -> Answer | None:
    """The answer that this request was given already; None: it is the first, and no other can be meanwhile.

    In a transaction, which then makes the effect and stores its answer. InProgress if another does so now;
    Invalid if the key was used for another request.
    """
    _take_turn(ask)
    row = StoredAnswer.objects.filter(principal=ask.principal, key=ask.key).first()
    if row is not None and row.created_at <= timezone.now() - KEEP:
        row.delete()
        row = None
    if row is None:
        return None
    if row.request_digest != ask.digest:
        raise Invalid(
            "idempotency_key_reused",
            _("This Idempotency-Key was sent with another request. Make a new key for each thing to do."),
        )
    kept = json.loads(opened(row.sealed, ask.secret, str(row.pk)))
    return Answer(row.status, kept["headers"], kept["body"])


def keep_answer(ask: Ask, answer: Answer) -> None:
    """Store the answer; in the transaction of `answer_given` and of the effect."""
    pk = new_id()
    StoredAnswer.objects.create(
        id=pk,
        principal=ask.principal,
        key=ask.key,
        request_digest=ask.digest,
        status=answer.status,
        sealed=sealed(json.dumps({"headers": answer.headers, "body": answer.body}), ask.secret, str(pk)),
    )


def forget_old(now: datetime | None = None) -> int:
    """Forget answers that are older than `KEEP`; returns how many."""
    return StoredAnswer.objects.filter(created_at__lte=(now or timezone.now()) - KEEP).delete()[0]


def _take_turn(ask: Ask) -> None:
    """InProgress unless nobody else answers this request now; until the transaction ends nobody will.

    On PostgreSQL a try-lock, not a wait: a client that lost patience must not hold a second worker. SQLite
    has no need of one: who may write is alone already.
    """
    if connection.vendor != "postgresql":
        return
    name = hashlib.sha256(f"{ask.principal}\0{ask.key}".encode()).digest()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [int.from_bytes(name[:8], signed=True)])
        (taken,) = cursor.fetchone()
    if not taken:
        raise InProgress(
            "request_in_progress", _("This request is being answered at the moment. Send it again soon.")
        )
