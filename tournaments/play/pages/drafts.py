"""Drafts of scorecards, also without network.

`draft.js` keeps a draft in the browser, under the person's key of this table: the server makes it from the
seat of a phone, or from the user. It names nobody. A form sends the key back, so a form that one person has
typed is never sent as the deal of another, who uses the same browser later.

Each attempt to send a draft has a random name. The server stores what came of it, in the transaction of its
effect. So an attempt whose answer was lost acts once, also after its claim was withdrawn, and the page can
ask what the server has.

A service worker needs https (or this machine). Where there is none, drafts are kept all the same (`drafts`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments.core.actors import Actor
from tournaments.core.pages.common import page
from tournaments.core.secrets import derived_secret
from tournaments.core.stored_responses import RetryableRequest, StoredResponse, find_response, store_response
from tournaments.play.models import ClaimStatus, DealClaim
from tournaments.play.pages.frame import actor_at, phone_of
from tournaments.play.verbs.phones import entry_of_phone
from tournaments.play.verbs.results import Recorded
from tournaments.tables.access import table_for_recording
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import TableState, table_state

FIELDS = ("draft", "attempt")
"""The hidden fields of a form with a draft: whose it is, and which attempt to send it this is."""

STATES = {
    ClaimStatus.PENDING: "waits",
    ClaimStatus.DISPUTED: "disputed",
    ClaimStatus.CONFIRMED: "recorded",
    ClaimStatus.WITHDRAWN: "withdrawn",
}
"""What `draft.js` calls the deal of an attempt, by its claim."""


def key_of(actor: Actor, table: Table) -> str:
    """The key of this person's drafts at a table. The same person gets it again after coming in anew."""
    if actor.phone is None:
        person = f"user {None if actor.user is None else actor.user.pk}"
    elif actor.phone.seat is None:
        person = f"phone {actor.phone.identity}"
    else:
        # With the entry: a substitute has the seat, and is another person.
        person = f"seat {actor.phone.seat} of {entry_of_phone(actor.phone, table.round.event)}"
    return derived_secret(f"draft at {table.pk} by {person}")


def of_form(actor: Actor, table: Table, state: TableState | None = None, number: str = "") -> dict[str, Any]:
    """For pages of a table that send what waits on the phone: the key, and the attributes for `draft.js`.

    state: for a form, the state of the table before it. number: "total" for a total, which is entered as
    the first deal that it stands for.
    """
    key = key_of(actor, table)
    attributes = format_html(
        'data-draft="{}" data-draft-state="{}" data-draft-table="{}"',
        key,
        reverse("draft_state", args=[table.pk]),
        reverse("table", args=[table.pk]),
    )
    if state is not None:
        attributes += format_html(
            ' data-draft-number="{}" data-draft-deal="{}"', number or state.next_number, deal_of(state)
        )
    return {"draft_key": key, "draft_attributes": attributes}


def deal_of(state: TableState) -> str:
    """The name of the next deal of a table in drafts, "number.revision".

    After a void the next deal has the same number, but another revision. So a draft of the voided deal is not
    taken for a draft of the next one.
    """
    return f"{state.next_number}.{state.next_revision}"


@page
def draft(request: HttpRequest, table_id: str) -> HttpResponse:
    """What the server has (JSON): who asks, the next deal of the table, and what came of ``?attempt=``.

    401 without an account or a phone: the draft waits until the person has come in again.
    """
    if phone_of(request) is None and not request.user.is_authenticated:
        return JsonResponse({}, status=401)
    actor = actor_at(request, table_id)
    table = table_for_recording(actor, table_id)
    state, key = table_state(table), key_of(actor, table)
    answer = JsonResponse(
        {
            "draft": key,
            "number": state.next_number,
            "deal": deal_of(state),
            "attempt": _state_of(key, request.GET.get("attempt", "")),
            "csrf": get_token(request),
        }
    )
    add_never_cache_headers(answer)
    return answer


def of_another(request: HttpRequest, actor: Actor, table: Table, form: str) -> HttpResponse | None:
    """A redirect to the empty form with this name if another person has typed this one; else None."""
    if request.POST.get("draft", "") in ("", key_of(actor, table)):
        return None
    messages.warning(request, _("Another person typed this form before you came in, so it was not sent."))
    return redirect(form, table.pk)


def send_once(
    request: HttpRequest, actor: Actor, table: Table, send: Callable[[], Recorded | DealClaim]
) -> Recorded | DealClaim:
    """Send a deal or a total, unless this attempt has sent it before: then return what it made."""
    attempt = request.POST.get("attempt", "")
    if not attempt:
        return send()
    asked = _asked(key_of(actor, table), attempt)
    with transaction.atomic():
        before = find_response(asked, wait=True)
        if before is not None:
            return _sent(before)
        made = send()
        kind, row = ("claim", made) if isinstance(made, DealClaim) else ("deal", made.deal)
        store_response(asked, StoredResponse(200, {}, json.dumps({kind: str(row.pk)})))
    return made


def _asked(key: str, attempt: str) -> RetryableRequest:
    name = hashlib.sha256(attempt.encode()).hexdigest()
    return RetryableRequest(f"draft {key}", attempt, name, name)


def _sent(stored: StoredResponse) -> Recorded | DealClaim:
    name = json.loads(stored.body)
    if "claim" in name:
        return DealClaim.objects.get(pk=name["claim"])
    return Recorded(Deal.objects.get(pk=name["deal"]), created=False)


def _state_of(key: str, attempt: str) -> str:
    """What an attempt made; "unknown" if it has not reached the server, or was refused."""
    if not attempt:
        return "unknown"
    with transaction.atomic():
        before = find_response(_asked(key, attempt), wait=True)
    if before is None:
        return "unknown"
    sent = _sent(before)
    return STATES[ClaimStatus(sent.status)] if isinstance(sent, DealClaim) else "recorded"
