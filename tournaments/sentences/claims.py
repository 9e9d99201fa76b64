"""Who entered and who confirmed a claim, as people read it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import DealClaim, User


def who(claim: DealClaim, names: Sequence[str]) -> str:
    """Who made a claim: whom they spoke for, or their account."""
    if claim.by_seat is not None and claim.by_seat < len(names):
        return names[claim.by_seat]
    return claim.by_user.get_username() if claim.by_user else ""


def describe_person(user: User | None, seat: int | None, mark: str, names: Sequence[str]) -> str:
    """Somebody who said how a deal was: their account, their seat, their phone, as far as there are any."""
    said = [] if user is None else [user.get_username()]
    if seat is not None and seat < len(names):
        said.append(names[seat])
    if mark:
        said.append(_("phone %(mark)s") % {"mark": mark})
    return ", ".join(said)
