"""A club's webhooks, for its owners: where it tells what happens, what it told, and what was answered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.access import club_for, delivery_for_owner, webhook_for_owner
from tournaments.forms.webhooks import TOLD, NewWebhookForm, WebhookForm
from tournaments.models import DeliveryStatus, Role, Webhook, WebhookDelivery
from tournaments.services.webhooks import webhooks
from tournaments.services.webhooks.deliveries import TEST
from tournaments.services.webhooks.sending import Fault
from tournaments.services.webhooks.webhooks import deliveries_of, webhooks_of
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.views.frames import club_frame

ON_A_PAGE = 50

FAULTS: Final = {
    Fault.UNKNOWN_HOST: gettext_lazy("nobody knows this host"),
    Fault.NOT_PUBLIC: gettext_lazy("the host is not on the open internet"),
    Fault.UNREACHABLE: gettext_lazy("no connection"),
    Fault.BAD_CERTIFICATE: gettext_lazy("its certificate is not good"),
    Fault.TOO_SLOW: gettext_lazy("no answer within five seconds"),
    Fault.NOT_HTTP: gettext_lazy("what it answered is not HTTP"),
}
"""Why nothing was answered, in words."""

TYPES: Final = {**dict(TOLD), TEST: gettext_lazy("a test")}


@dataclass(frozen=True)
class Line:
    """A message of the log, in words."""

    delivery: WebhookDelivery
    title: str
    answer: str
    waits: bool
    again: bool
    """Whether it can be sent once more."""
    body: str


@members_form
def club_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks of a club; a form adds one, whose secret is shown once."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = NewWebhookForm(club, request.POST if request.method == "POST" else None)
    secret = None
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        made = attempt_form(
            form,
            lambda: webhooks.add_webhook(
                club, actor_of(request), said["url"], said["types"], event=said["event"]
            ),
        )
        if made is not None:
            secret, form = made[1], NewWebhookForm(club)
    return show(
        request,
        "club/webhooks.html",
        club_frame(request, club, "webhooks")
        | {"webhooks": webhooks_of(club).order_by("-created_at"), "secret": secret},
        form=form,
    )


@members_form
def webhook(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """A webhook: its settings, its state, the log of what it was told."""
    one = webhook_for_owner(actor_of(request), webhook_id)
    form = WebhookForm(
        request.POST if request.method == "POST" else None, initial={"url": one.url, "types": one.types}
    )
    if request.method == "POST" and form.is_valid():
        changed = attempt_form(
            form, lambda: webhooks.edit_webhook(one, actor_of(request), **form.cleaned_data)
        )
        if changed is not None:
            messages.success(request, _("The webhook is changed."))
            return redirect("webhook", one.pk)
    return _page(request, one, form)


@members_act
def pause(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """Send nothing more for now."""
    one = webhook_for_owner(actor_of(request), webhook_id)
    attempt(
        request,
        lambda: webhooks.pause_webhook(one, actor_of(request)),
        _("The webhook is paused: what happens now is not told."),
    )
    return redirect("webhook", one.pk)


@members_act
def resume(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """Send again."""
    one = webhook_for_owner(actor_of(request), webhook_id)
    attempt(
        request,
        lambda: webhooks.resume_webhook(one, actor_of(request)),
        _("The webhook goes on: what was waiting is sent."),
    )
    return redirect("webhook", one.pk)


@members_act
def remove(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """Send nothing more, for good."""
    one = webhook_for_owner(actor_of(request), webhook_id)
    attempt(
        request,
        lambda: webhooks.remove_webhook(one, actor_of(request)),
        _("The webhook is removed."),
    )
    return redirect("webhooks", one.club.slug)


@members_act
def rotate(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """Make a new secret; it is shown once."""
    one = webhook_for_owner(actor_of(request), webhook_id)
    at_once = request.POST.get("at_once") == "yes"
    one, secret = webhooks.rotate_secret(one, actor_of(request), at_once=at_once)
    return _page(request, one, WebhookForm(initial={"url": one.url, "types": one.types}), secret)


@members_act
def send_test(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """Send a message that tells of nothing."""
    one = webhook_for_owner(actor_of(request), webhook_id)
    attempt(
        request,
        lambda: webhooks.test_webhook(one, actor_of(request)),
        _("A test is on its way: load this page again in a moment to see what was answered."),
    )
    return redirect("webhook", one.pk)


@members_act
def redeliver(request: HttpRequest, delivery_id: str) -> HttpResponse:
    """Send a message once more."""
    delivery = delivery_for_owner(actor_of(request), delivery_id)
    attempt(
        request,
        lambda: webhooks.redeliver(delivery, actor_of(request)),
        _("The message is on its way once more."),
    )
    return redirect("webhook", delivery.webhook_id)


def _page(request: HttpRequest, one: Webhook, form: WebhookForm, secret: str | None = None) -> HttpResponse:
    pages = Paginator(deliveries_of(one).order_by("-id"), ON_A_PAGE).get_page(request.GET.get("page"))
    old = one.secrets_in_force(timezone.now())[1:]
    return show(
        request,
        "club/webhook.html",
        club_frame(request, one.club, "webhooks")
        | {
            "webhook": one,
            "secret": secret,
            "old_until": datetime.fromisoformat(old[0]["expires_at"]) if old else None,
            "pages": pages,
            "lines": [_line(delivery, one) for delivery in pages],
        },
        form=form,
    )


def _line(delivery: WebhookDelivery, one: Webhook) -> Line:
    waits = delivery.status == DeliveryStatus.PENDING
    if delivery.answer_status is not None:
        answer = _("answered %(status)d") % {"status": delivery.answer_status}
    elif delivery.error in FAULTS:
        answer = str(FAULTS[Fault(delivery.error)])
    else:
        answer = ""
    on_its_way = waits and delivery.next_try_at is None
    return Line(
        delivery=delivery,
        title=str(TYPES.get(delivery.type, delivery.type)),
        answer=answer,
        waits=waits,
        again=not on_its_way and (one.paused_at is None or delivery.type == TEST),
        body=json.dumps(delivery.payload, indent=2, ensure_ascii=False),
    )
