"""Who may confirm or dispute a claim. `tables.access` says who may enter deals at a table."""

from __future__ import annotations

from uuid import UUID

from tournaments.clubs.access import by_id
from tournaments.core.actors import Actor
from tournaments.play.models import DealClaim
from tournaments.tables.access import table_for_recording


def claim_for_recording(actor: Actor, ref: object) -> DealClaim:
    """A claim at a table where the actor may enter deals, so they may confirm or dispute it."""
    claim = by_id(DealClaim.objects.all(), ref)
    claim.table = table_for_recording(actor, claim.table_id)
    return claim


def table_id_of_claim(ref: object) -> UUID:
    """The id of the table of a claim. The caller must check the access to that table."""
    claim = by_id(DealClaim.objects.only("table_id"), ref)
    return claim.table_id
