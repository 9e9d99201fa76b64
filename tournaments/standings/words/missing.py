"""Which tie-breaks count nothing at tables whose deals are not known, but only their total."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.core.models.choices import TieBreak
from tournaments.core.words.words import apart
from tournaments.events.models.events import Event
from tournaments.standings.verbs.counting import counted_tables, missing_tie_breaks

MOST_TABLES = 8
"""A sentence names so many tables at most."""


def missing_at(event: Event, through_round: int | None = None) -> str:
    """A sentence: which tie-breaks count nothing at which tables. Empty if no such table has a total.

    through_round: only tables of the rounds up to this one.
    """
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
