"""The webhooks of a club and their messages, for its owners."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.access import club_for
from tournaments.clubs.models import Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import guarded
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, members_act, members_form, sent, show, submit
from tournaments.programs.webhooks import webhooks
from tournaments.programs.webhooks.access import delivery_for_owner, webhook_for_owner
from tournaments.programs.webhooks.deliveries import TEST
from tournaments.programs.webhooks.forms import NewWebhookForm, WebhookForm
from tournaments.programs.webhooks.models import (
    ChangeType,
    DeliveryStatus,
    SendFailure,
    Webhook,
    WebhookDelivery,
)
from tournaments.programs.webhooks.webhooks import deliveries_of, webhooks_of

ON_A_PAGE = 50

TYPES: Final = {**dict(ChangeType.choices), TEST: gettext_lazy("a test")}


@members_form
def club_webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks of a club, with a form to add one. The secret is shown once."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form, secret = NewWebhookForm(club, sent(request)), None
    added = submit(request, form, lambda: webhooks.add_webhook(club, actor_of(request), **form.cleaned_data))
    if added is not None:
        _hook, secret = added
        form = NewWebhookForm(club)
    listed = [
        (hook, [TYPES[each] for each in hook.types]) for hook in webhooks_of(club).order_by("-created_at")
    ]
    return show(
        request,
        "programs/webhooks.html",
        club_frame(request, club, "club") | {"webhooks": listed, "secret": secret},
        form=form,
    )


@members_form
def webhook(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """A webhook: its settings, its state and its messages."""
    hook = webhook_for_owner(actor_of(request), webhook_id)
    stored = {"url": hook.url, "types": hook.types}
    form = guarded(WebhookForm(sent(request), initial=stored))

    def edit() -> Webhook:
        return webhooks.edit_webhook(hook, actor_of(request), **form.cleaned_data)

    if submit(request, form, edit, _("The webhook is changed.")):
        return redirect("webhook", hook.pk)
    return _page(request, hook, form)


@members_act
def rotate(request: HttpRequest, webhook_id: str) -> HttpResponse:
    """Make a new secret and show it once."""
    hook = webhook_for_owner(actor_of(request), webhook_id)
    at_once = request.POST.get("at_once") == "yes"
    hook, secret = webhooks.rotate_secret(hook, actor_of(request), at_once=at_once)
    return _page(request, hook, WebhookForm(initial={"url": hook.url, "types": hook.types}), secret)


def _page(request: HttpRequest, hook: Webhook, form: WebhookForm, secret: str | None = None) -> HttpResponse:
    pages = Paginator(deliveries_of(hook).order_by("-id"), ON_A_PAGE).get_page(request.GET.get("page"))
    old = hook.secrets_in_force(timezone.now())[1:]
    return show(
        request,
        "programs/webhook.html",
        club_frame(request, hook.club, "club")
        | {
            "webhook": hook,
            "secret": secret,
            "old_until": datetime.fromisoformat(old[0]["expires_at"]) if old else None,
            "pages": pages,
            "lines": [_line(delivery, hook) for delivery in pages],
        },
        form=form,
    )


def _line(delivery: WebhookDelivery, hook: Webhook) -> dict[str, Any]:
    """A message in the log. again: whether it can be sent again."""
    waits = delivery.status == DeliveryStatus.PENDING
    answer = dict(SendFailure.choices).get(delivery.error, delivery.error)
    if delivery.answer_status is not None:
        answer = _("answered %(status)d") % {"status": delivery.answer_status}
    on_its_way = waits and delivery.next_try_at is None
    return {
        "delivery": delivery,
        "title": TYPES.get(delivery.type, delivery.type),
        "answer": answer,
        "waits": waits,
        "again": not on_its_way and (hook.paused_at is None or delivery.type == TEST),
        "body": json.dumps(delivery.payload, indent=2, ensure_ascii=False),
    }


def _to_webhook(hook: Webhook) -> HttpResponse:
    return redirect("webhook", hook.pk)


ADDRESSES = [
    path("clubs/<str:slug>/webhooks/", club_webhooks, name="webhooks"),
    path("webhooks/<str:webhook_id>/", webhook, name="webhook"),
    path("webhooks/<str:webhook_id>/rotate/", rotate, name="rotate_webhook"),
    Act(
        "webhooks/<str:ref>/pause/",
        webhook_for_owner,
        webhooks.pause_webhook,
        back=_to_webhook,
        done=gettext_lazy("The webhook is paused. Changes are not sent until you resume it."),
    ).address,
    Act(
        "webhooks/<str:ref>/resume/",
        webhook_for_owner,
        webhooks.resume_webhook,
        back=_to_webhook,
        done=gettext_lazy("The webhook is resumed. Waiting messages are sent now."),
    ).address,
    Act(
        "webhooks/<str:ref>/remove/",
        webhook_for_owner,
        webhooks.remove_webhook,
        back=lambda hook: redirect("webhooks", hook.club.slug),
        done=gettext_lazy("The webhook is removed."),
    ).address,
    Act(
        "webhooks/<str:ref>/test/",
        webhook_for_owner,
        webhooks.test_webhook,
        back=_to_webhook,
        done=gettext_lazy("A test message is being sent. Reload this page in a moment to see the response."),
    ).address,
    Act(
        "deliveries/<str:ref>/redeliver/",
        delivery_for_owner,
        webhooks.redeliver,
        back=lambda delivery: redirect("webhook", delivery.webhook_id),
        done=gettext_lazy("The message is being sent again."),
    ).address,
]
