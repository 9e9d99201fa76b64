"""The people behind a claim, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.clubs.models.clubs import User
from tournaments.play.models.claims import DealClaim


def claimant(claim: DealClaim, names: Sequence[str]) -> str:
    """The name of the person who made a claim, taken from their seat or their account."""
    if claim.by_seat is not None and claim.by_seat < len(names):
        return names[claim.by_seat]
    return claim.by_user.get_username() if claim.by_user else ""


def describe_person(user: User | None, seat: int | None, mark: str, names: Sequence[str]) -> str:
    """A person by their account, seat and phone, as far as they are known."""
    parts = [] if user is None else [user.get_username()]
    if seat is not None and seat < len(names):
        parts.append(names[seat])
    if mark:
        parts.append(_("phone %(mark)s") % {"mark": mark})
    return ", ".join(parts)
