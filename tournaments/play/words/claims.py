"""Claims, totals and refused deals in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.models.clubs import User
from tournaments.core.models.choices import TieBreak
from tournaments.core.refusals import sentence
from tournaments.core.words.words import apart, card_names, pool_name
from tournaments.events.models.events import Event
from tournaments.play.models import DealClaim
from tournaments.standings.verbs.counting import counted_tables, missing_tie_breaks

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
    "corrected": (
        gettext_lazy("Deal %(number)d is corrected."),
        gettext_lazy("The total is corrected."),
    ),
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


MOST_TABLES = 8
"""A sentence names so many tables at most."""


def missing_at(event: Event, through_round: int | None = None) -> str:
    """Which tie-breaks count nothing at which tables of a standing; empty if all tables tell all of them."""
    missing = missing_tie_breaks(event)
    tables = counted_tables(event, through_round) if missing else []
    if not tables:
        return ""
    tie_breaks = ", ".join(str(TieBreak(name).label) for name in missing)
    if len(tables) > MOST_TABLES:
        return gettext(
            "At %(count)d tables a total was entered. Its deals count nothing for these tie-breaks: "
            "%(tie_breaks)s."
        ) % {"count": len(tables), "tie_breaks": tie_breaks}
    template = gettext("round %(round)d, table %(table)d")
    names = apart(template % {"round": table.round, "table": table.number} for table in tables)
    return gettext(
        "A total was entered at: %(tables)s. Its deals count nothing for these tie-breaks: %(tie_breaks)s."
    ) % {"tables": names, "tie_breaks": tie_breaks}


SEATS: Final = frozenset({"seat", "other", "first", "second", "holder", "taker"})
"""The params of the engine that are seats, counted from 1. `seats` is a list of them as a text."""


def at_table(refusal: games.EngineError, names: Sequence[str]) -> str:
    """The refusal in words. The engine counts seats, so sentences that name the people follow.

    names: of the people who play the deal, in the order of its document.
    """
    seats: set[int] = set()
    for _template, params in (refusal.sentence, *refusal.statements):
        seats |= {value for name, value in params.items() if name in SEATS and isinstance(value, int)}
        if isinstance(listed := params.get("seats"), str):
            seats |= {int(seat) for seat in listed.split(", ") if seat.isdecimal()}
    people = [
        gettext("Seat %(seat)d is %(name)s.") % {"seat": seat, "name": names[seat - 1]}
        for seat in sorted(seats)
        if 0 < seat <= len(names)
    ]
    return " ".join([sentence(refusal, cards=card_names, pools=pool_name), *people])
