"""Access to API keys, webhooks, deliveries and simulations."""

from __future__ import annotations

from tournaments.clubs.access.asking import by_id, need_role, not_found
from tournaments.clubs.models.clubs import ApiKey, Role
from tournaments.core.audit import Actor


def key_for_its_member(actor: Actor, ref: object) -> ApiKey:
    """An API key of the actor, or of a member of a club that the actor owns."""
    key: ApiKey = by_id(ApiKey.objects.select_related("member__club", "member__user"), ref)
    member = need_role(actor, key.member.club, Role.SCORER)
    if member.pk != key.member_id and not member.may(Role.OWNER):
        raise not_found()
    return key
