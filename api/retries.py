"""`Idempotency-Key`: a POST that is sent again is answered again, and done once.

A client that got no answer cannot know whether the server did what it was asked for. With the same key in
the header it asks again, and is told what it would have been told: see `tournaments.kernel.stored_responses`.
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
from api.rights import guest_of, key_of
from tournaments.kernel.stored_responses import (
    RetryableRequest,
    StoredResponse,
    find_response,
    store_response,
)

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"

KEPT = ("Content-Type", "ETag", "Location")
"""The headers that are a part of the answer; the others are the moment's."""


class Answered(Exception):
    """The request was answered already, with `response`."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def principal_of(request: Request) -> str | None:
    """Who asks, in one word: a key or a guest; None: nobody in particular."""
    if (guest := guest_of(request)) is not None:
        return f"guest:{guest.pk}"
    key = key_of(request)
    return None if key is None else f"key:{key.pk}"


def ask_of(request: Request) -> RetryableRequest | None:
    """The request as one that may be a retry; None if it has no key, or comes from nobody in particular.

    Malformed if the key is none. Its body is read as JSON: written down in another order it is the same.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not re.fullmatch(r"[\x21-\x7e]{1,255}", key):
        raise Malformed(
            "idempotency_key_malformed",
            _("An Idempotency-Key has 1 to 255 visible ASCII characters: a fresh UUID, for example."),
        )
    principal = principal_of(request)
    if principal is None:
        return None
    said = [request.method, request.path, request.META.get("QUERY_STRING", ""), request.data]
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
    # The secret alone: how the word before it is written makes no other client.
    secret = request.headers["Authorization"].split()[-1]
    return RetryableRequest(principal, secret, key, digest)


def answer_again(ask: RetryableRequest) -> None:
    """Answered, if this request was answered already."""
    given = find_response(ask)
    if given is None:
        return
    again = HttpResponse(given.body.encode(), status=given.status, headers=given.headers)
    again[REPLAYED] = "true"
    raise Answered(again)


def remember(ask: RetryableRequest, response: Any) -> None:
    """Store the answer, as it goes out, in the transaction of what it tells of."""
    if callable(getattr(response, "render", None)):
        response = response.render()
    headers = {name: response[name] for name in KEPT if name in response}
    store_response(ask, StoredResponse(response.status_code, headers, response.content.decode()))
