"""Stored responses: a POST that is sent again with the same `Idempotency-Key` gets the same response.

The key of a form of a page is made from its content (`tournaments.core.pages.common`).

A response is stored in the transaction of its effect. A refusal has no effect, so its response is not
stored. The headers and the body are encrypted with the secret of the client: some contain a secret that is
stored nowhere else.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models import StoredAnswer
from tournaments.core.models.columns import new_id
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.secrets import decrypt, encrypt

KEEP = timedelta(days=7)
"""How long a response is stored. A phone may sleep over a weekend before it retries."""


class InProgress(Conflict):
    """Another worker handles the same request at this moment."""

    retry_after = 1


@dataclass(frozen=True)
class RetryableRequest:
    """A request with an `Idempotency-Key`."""

    principal: str
    """Whose request it is. Two principals may use the same key for different requests."""
    secret: str
    """The API key or token of the principal; their responses are encrypted with it."""
    key: str
    """The `Idempotency-Key`."""
    digest: str
    """SHA-256 of the whole request: the same key with another request is an error."""


@dataclass(frozen=True)
class StoredResponse:
    status: int
    headers: dict[str, str]
    body: str


class IdempotencyKeyReused(Invalid):
    """The Idempotency-Key was already used for a different request."""

    sentence = gettext_noop(
        "This Idempotency-Key was sent with another request. Use a new key for each new request."
    )


def find_response(request: RetryableRequest, *, wait: bool = False) -> StoredResponse | None:
    """Return the stored response to this request; None for a new request, which is locked until the commit.

    Call it in the transaction that makes the effect and stores the response. wait: until no other worker
    handles the request. Otherwise raises InProgress in that case. Raises Invalid if the key was used for
    another request.
    """
    _lock(request, wait=wait)
    row = StoredAnswer.objects.filter(principal=request.principal, key=request.key).first()
    if row is not None and row.created_at <= timezone.now() - KEEP:
        row.delete()
        row = None
    if row is None:
        return None
    if row.request_digest != request.digest:
        raise IdempotencyKeyReused
    content = json.loads(decrypt(row.sealed, request.secret, str(row.pk)))
    return StoredResponse(row.status, content["headers"], content["body"])


def store_response(request: RetryableRequest, response: StoredResponse) -> None:
    """Store the response, in the transaction of `find_response` and of the effect."""
    pk = new_id()
    content = json.dumps({"headers": response.headers, "body": response.body})
    StoredAnswer.objects.create(
        id=pk,
        principal=request.principal,
        key=request.key,
        request_digest=request.digest,
        status=response.status,
        sealed=encrypt(content, request.secret, str(pk)),
    )


def forget_old(now: datetime | None = None) -> int:
    """Delete responses older than `KEEP`; return how many."""
    return StoredAnswer.objects.filter(created_at__lte=(now or timezone.now()) - KEEP).delete()[0]


def _lock(request: RetryableRequest, *, wait: bool) -> None:
    """Lock the request until the transaction ends; InProgress if another worker has locked it.

    On PostgreSQL this is a try-lock: a program that timed out and retries must not block a second worker. A
    person who has clicked twice sees only the second response, so it has to wait. SQLite needs no lock, since
    only one transaction can write.
    """
    if connection.vendor != "postgresql":
        return
    name = hashlib.sha256(f"{request.principal}\0{request.key}".encode()).digest()
    number = int.from_bytes(name[:8], signed=True)
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
            return
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        (is_locked,) = cursor.fetchone()
    if not is_locked:
        raise InProgress("request_in_progress", _("The server is still working on this request. Retry soon."))
