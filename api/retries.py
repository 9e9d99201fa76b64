"""`Idempotency-Key`: a client can retry a POST safely. It is done once, and gets the same response twice.

`tournaments.core.stored_responses` keeps the stored responses.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.problems import Malformed
from api.rights import key_of, phone_of
from tournaments.core.requests import client_address, network_of
from tournaments.core.stored_responses import RetryableRequest, StoredResponse, find_response, store_response

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"

KEY_PATTERN = r"^[\x21-\x7e]{1,255}$"

UNGUESSED = 20
"""The length of an `Idempotency-Key` that nobody guesses, such as a UUID."""

KEPT = ("Cache-Control", "Content-Type", "ETag", "Location")
"""The headers that belong to a stored response."""


class AlreadyAnswered(Exception):
    """The response exists: of an earlier request with the same key, or a kept one."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def principal_of(request: Request) -> str | None:
    """Return a name for the key or the phone of the request; None if it has neither."""
    if (phone := phone_of(request)) is not None:
        return f"phone:{phone.pk}"
    key = key_of(request)
    return None if key is None else f"key:{key.pk}"


def ask_of(request: Request) -> RetryableRequest | None:
    """Return what identifies the request for retries; None without `Idempotency-Key`.

    Without an API key, the `Idempotency-Key` is the secret, for this route alone; one that can be guessed
    works in one network only. Two bodies are equal if their JSON is equal, whatever the order of keys. Raises
    Malformed for a malformed `Idempotency-Key`.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not re.fullmatch(KEY_PATTERN, key):
        raise Malformed(
            "idempotency_key_malformed",
            _("An Idempotency-Key must have 1 to 255 visible ASCII characters. Use a new UUID, for example."),
        )
    content = [request.method, request.path, request.META.get("QUERY_STRING", ""), request.data]
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    principal = principal_of(request)
    if principal is None:
        network = network_of(client_address(request._request)) if len(key) < UNGUESSED else ""
        where = hashlib.sha256(f"{request.path} {network}".encode()).hexdigest()
        return RetryableRequest(f"anybody:{where}", key, hashlib.sha256(key.encode()).hexdigest(), digest)
    # Only the secret: “Bearer” and “bearer” are the same client.
    secret = request.headers["Authorization"].split()[-1]
    return RetryableRequest(principal, secret, key, digest)


def answer_again(ask: RetryableRequest) -> None:
    """Raise AlreadyAnswered if a response to this request is stored."""
    stored = find_response(ask)
    if stored is None:
        return
    response = HttpResponse(stored.body.encode(), status=stored.status, headers=stored.headers)
    response[REPLAYED] = "true"
    raise AlreadyAnswered(response)


def remember(ask: RetryableRequest, response: Any) -> None:
    """Store the rendered response. Call this in the transaction of its change."""
    if callable(getattr(response, "render", None)):
        response = response.render()
    headers = {name: response[name] for name in KEPT if name in response}
    store_response(ask, StoredResponse(response.status_code, headers, response.content.decode()))
