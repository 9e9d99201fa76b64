"""The private calendar feed of a member, with all events of the club."""

from __future__ import annotations

from django.db import transaction

from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_member
from tournaments.kernel.secrets import digest, new_secret
from tournaments.models import Member


@transaction.atomic
def renew_calendar(member: Member, actor: Actor) -> str:
    """Make the secret of a member's feed, which is not stored. The one before no longer opens anything."""
    club, member = lock_member(member)
    secret = new_secret()
    member.calendar_digest = digest(secret)
    member.save(update_fields=["calendar_digest"])
    log(actor, "renew_calendar", member, within=club)
    return secret
