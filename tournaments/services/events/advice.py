"""Which format finds the best player of an evening. Nothing is stored; a process keeps the newest answers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_noop as _

from tournaments.errors import Invalid

if TYPE_CHECKING:
    from tournaments.rules.forecasts.advisor import Advice

FEWEST_PEOPLE: Final = 3
MOST_PEOPLE: Final = 500
AT_A_TABLE: Final = 6

KEPT: Final = 64
"""A process keeps so many answers."""


@lru_cache(maxsize=KEPT)
def advise_formats(people: int, tables: int, hours: float, minutes: int, *, by_place: bool) -> Advice:
    """How often each format finds the best player in an evening of so many hours.

    minutes: of a round. by_place: a round counts places, not chips. It takes about a second. Raises
    Invalid `formats_no_room` if people have no room (`room_at`).
    """
    if people > room_at(tables):
        raise Invalid(
            "formats_no_room",
            _("There is no room for %(people)d people: a table seats at most %(seats)d. Add tables."),
            {"people": people, "seats": AT_A_TABLE},
            field="tables",
        )
    from tournaments.rules.forecasts import advisor  # noqa: PLC0415 - it brings numpy along

    return advisor.advise(people, tables, advisor.rounds_in(hours, minutes), by_place=by_place)


def room_at(tables: int) -> int:
    """How many people have room at so many tables."""
    return tables * AT_A_TABLE
