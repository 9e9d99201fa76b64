"""What people need on the last evening of a season, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.rules.forecasts.facts import OPEN
from tournaments.rules.season.needs import Need
from tournaments.rules.season.scheme import BY_PLACE
from tournaments.sentences.forecasts import chance_in_words
from tournaments.services.seasons.outlooks import LastEvening
from tournaments.services.seasons.tables import figure

from .numbers import counted_as, figures
from .table import Reader, title_of

if TYPE_CHECKING:
    from tournaments.rules.forecasts.evening import EveningChance


@dataclass(frozen=True)
class NeedLine:
    """One person and what they need. chance: to reach the goal; empty if nothing can be told."""

    name: str
    what: str
    chance: str = ""


@dataclass(frozen=True)
class LastNight:
    """The last evening of a table: a heading, a sentence about it, and a line for each of the first ones."""

    division: str
    title: str
    about: str
    lines: Sequence[NeedLine]


def last_night(last: LastEvening, reader: Reader) -> LastNight:
    """The last evening in words."""
    name = title_of(last.evening, shows=reader.shows(last.evening))
    title = (
        _("What the first ten need to reach the final") if last.final else _("What the first ten need to win")
    )
    by_place = reader.scheme.worth in BY_PLACE
    if by_place:
        about = ngettext(
            "If %(evening)s is the last evening and %(people)d person plays it.",
            "If %(evening)s is the last evening and all %(people)d people play it.",
            last.people,
        ) % {"evening": name, "people": last.people}
    else:
        about = _("If %(evening)s is the last evening. Points are counted from the one at the line.") % {
            "evening": name
        }
    lines = [
        NeedLine(
            reader.name(need.person),
            _by_place(last, need) if by_place else _by_points(need),
            _chance(last.chances.get(need.person)),
        )
        for need in last.needs
    ]
    division = "" if last.division is None else last.division.name
    return LastNight(division, title, about, lines)


def _chance(chance: EveningChance | None) -> str:
    """The chance, and the place with which it is one half; empty where the exact need says it all."""
    if chance is None or chance.certain != OPEN:
        return ""
    share = chance_in_words(chance.share)
    if chance.place is None:
        return _("Chance: %(chance)s.") % {"chance": share}
    return _("Chance: %(chance)s; an even chance with place %(place)d.") % {
        "chance": share,
        "place": chance.place,
    }


def _by_points(need: Need) -> str:
    missing = figure(need.missing)
    if missing > 0:
        return ngettext(
            "%(points)s point is missing.", "%(points)s points are missing.", counted_as(missing)
        ) % {"points": figures(missing)}
    return ngettext(
        "Is there now, %(points)s point ahead.",
        "Is there now, %(points)s points ahead.",
        counted_as(-missing),
    ) % {"points": figures(-missing)}


def _by_place(last: LastEvening, need: Need) -> str:
    sure, possible = need.sure, need.possible
    if possible is None:
        return _("Out of reach.")
    if sure is not None and sure >= last.people:
        return _("Any place is enough.")
    if sure is None and possible == 1:
        return _("Must win the evening, and the others do badly enough.")
    if sure is None:
        return _("Place %(possible)d or better, if the others do badly enough.") % {"possible": possible}
    if sure == 1 and possible >= last.people:
        return _("Winning the evening is enough. Else it depends on the others.")
    if possible >= last.people:
        return _("Place %(sure)d is enough. Else it depends on the others.") % {"sure": sure}
    if possible > sure:
        return _("Place %(sure)d is enough. Down to place %(possible)d it depends on the others.") % {
            "sure": sure,
            "possible": possible,
        }
    return _("Place %(sure)d is enough.") % {"sure": sure}
