"""What became of what was entered at a table, and who entered it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.models import User
from tournaments.play.models import DealClaim

OUTCOMES: Final = {
    "recorded": (
        gettext_lazy("Deal %(number)d is recorded."),
        gettext_lazy("The total of the table is recorded."),
    ),
    "again": (
        gettext_lazy("Deal %(number)d was already recorded."),
        gettext_lazy("The total of the table was already recorded."),
    ),
    "confirmed": (
        gettext_lazy("Deal %(number)d is recorded: both of you entered the same."),
        gettext_lazy("The total of the table is recorded: both of you entered the same."),
    ),
    "pending": (
        gettext_lazy(
            "Deal %(number)d waits for a second person, who must confirm it on the page of the table."
        ),
        gettext_lazy("The total waits for a second person, who must confirm it on the page of the table."),
    ),
    "own": (
        gettext_lazy("You have entered deal %(number)d. A second person must confirm it."),
        gettext_lazy("You have entered the total of this table. A second person must confirm it."),
    ),
    "disputed": (
        gettext_lazy("Deal %(number)d is disputed. A director decides."),
        gettext_lazy("The total of this table is disputed. A director decides."),
    ),
    "withdrawn": (
        gettext_lazy("Deal %(number)d was sent before and then withdrawn. It was not sent again."),
        gettext_lazy("The total was sent before and then withdrawn. It was not sent again."),
    ),
    "taken_back": (
        gettext_lazy("Deal %(number)d, as it was entered, is withdrawn."),
        gettext_lazy("The total, as it was entered, is withdrawn."),
    ),
    "corrected": (gettext_lazy("Deal %(number)d is corrected."), gettext_lazy("The total is corrected.")),
    "unchanged": (
        gettext_lazy("Deal %(number)d is already recorded like this."),
        gettext_lazy("The total is already recorded like this."),
    ),
    "void": (
        gettext_lazy("Deal %(number)s is void and does not count. You can enter it again."),
        gettext_lazy("The total is void and does not count. You can enter it again, or the deals."),
    ),
}
"""What became of a deal, and of the total of a table."""


def outcome(name: str, number: object = None) -> str:
    """What became of the deal with this number, or (None) of the total of the table."""
    return str(OUTCOMES[name][number is None]) % {"number": number}


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
