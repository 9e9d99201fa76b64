"""Access to API keys, webhooks, deliveries and simulations."""

from __future__ import annotations

from tournaments.clubs.access.asking import by_id, need_role, not_found
from tournaments.clubs.models.clubs import ApiKey, Role
from tournaments.core.audit import Actor
from tournaments.programs.webhooks.models import Webhook, WebhookDelivery
from tournaments.simulations.models import Simulation


def key_for_its_member(actor: Actor, ref: object) -> ApiKey:
    """An API key of the actor, or of a member of a club that the actor owns."""
    key: ApiKey = by_id(ApiKey.objects.select_related("member__club", "member__user"), ref)
    member = need_role(actor, key.member.club, Role.SCORER)
    if member.pk != key.member_id and not member.may(Role.OWNER):
        raise not_found()
    return key


def webhook_for_owner(actor: Actor, ref: object) -> Webhook:
    """A webhook of a club that the actor owns."""
    webhook: Webhook = by_id(
        Webhook.objects.select_related("club", "event").filter(removed_at__isnull=True), ref
    )
    need_role(actor, webhook.club, Role.OWNER)
    return webhook


def delivery_for_owner(actor: Actor, ref: object) -> WebhookDelivery:
    """A delivery to a webhook of a club that the actor owns."""
    delivery: WebhookDelivery = by_id(
        WebhookDelivery.objects.select_related("webhook__club").filter(webhook__removed_at__isnull=True), ref
    )
    need_role(actor, delivery.webhook.club, Role.OWNER)
    return delivery


def simulation_for_member(actor: Actor, ref: object) -> Simulation:
    """A simulation of a club of the actor. Limited keys may not see it."""
    simulation: Simulation = by_id(Simulation.objects.select_related("club", "started_by"), ref)
    if simulation.club is None or not actor.sees_all_of(simulation.club):
        raise not_found()
    return simulation


def simulation_for_director(actor: Actor, ref: object) -> Simulation:
    """A simulation of a club whose events the actor may run."""
    simulation = simulation_for_member(actor, ref)
    if simulation.club is not None:
        need_role(actor, simulation.club, Role.DIRECTOR)
    return simulation
