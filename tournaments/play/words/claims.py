"""Claims, totals and refused deals in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.models.clubs import User
from tournaments.core.models.choices import TieBreak
from tournaments.core.refusals import sentence
from tournaments.core.words.words import apart, card_names, pool_name
from tournaments.events.models.events import Event
from tournaments.play.models import DealClaim
from tournaments.standings.verbs.counting import CountedTable, counted_tables, missing_tie_breaks


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
    return gettext(
        "A total was entered at: %(tables)s. Its deals count nothing for these tie-breaks: %(tie_breaks)s."
    ) % {"tables": apart(map(_table, tables)), "tie_breaks": tie_breaks}


def _table(table: CountedTable) -> str:
    return gettext("round %(round)d, table %(table)d") % {"round": table.round, "table": table.number}


SEATS: Final = frozenset({"seat", "other", "first", "second", "holder", "taker"})
"""The params of the engine that are seats, counted from 1. `seats` is a list of them as a text."""


def at_table(refusal: games.EngineError, names: Sequence[str]) -> str:
    """The refusal in words. The engine counts seats, so sentences that name the people follow.

    names: of the people who play the deal, in the order of its document.
    """
    people = [
        gettext("Seat %(seat)d is %(name)s.") % {"seat": seat, "name": names[seat - 1]}
        for seat in _seats(refusal)
        if 0 < seat <= len(names)
    ]
    return " ".join([sentence(refusal, cards=card_names, pools=pool_name), *people])


def _seats(refusal: games.EngineError) -> list[int]:
    """The seats that the sentences speak of, each once."""
    named: set[int] = set()
    for _template, params in (refusal.sentence, *refusal.statements):
        named |= {value for name, value in params.items() if name in SEATS and isinstance(value, int)}
        listed = params.get("seats")
        if isinstance(listed, str):
            named |= {int(seat) for seat in listed.split(", ") if seat.isdecimal()}
    return sorted(named)
