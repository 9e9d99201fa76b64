"""What people need on the last evening of a season, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.numbers import counted_as, number
from tournaments.seasons.rules.needs import Need
from tournaments.seasons.verbs.outlooks import LastEvening
from tournaments.seasons.words.table import Reader, title_of
from tournaments.standings.words.forecasts import chance_in_words


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
    by_place = last.people is not None
    if by_place:
        about = _("If %(evening)s is the last evening, as long as the director changes nothing.")
    else:
        about = _("If %(evening)s is the last evening. Points are counted from the one at the line.")
    lines = [
        NeedLine(
            reader.name(need.person),
            _by_place(last, need) if by_place else _by_points(need),
            _chance(last, need),
        )
        for need in last.needs
    ]
    division = "" if last.division is None else last.division.name
    return LastNight(division, title, about % {"evening": name}, lines)


def _chance(last: LastEvening, need: Need) -> str:
    """The chance; empty where nothing can be told, or where the need says that it is certain."""
    share = last.chances.get(need.person)
    is_certain = need.sure == last.people or (last.people is not None and need.possible is None)
    if share is None or is_certain:
        return ""
    return _("Chance: %(chance)s.") % {"chance": chance_in_words(share)}


def _by_points(need: Need) -> str:
    missing = need.missing
    if missing > 0:
        return ngettext(
            "%(points)s point is missing.", "%(points)s points are missing.", counted_as(missing)
        ) % {"points": number(missing)}
    return ngettext(
        "Is there now, %(points)s point ahead.",
        "Is there now, %(points)s points ahead.",
        counted_as(-missing),
    ) % {"points": number(-missing)}


def _by_place(last: LastEvening, need: Need) -> str:
    sure, possible = need.sure, need.possible
    places = {"sure": sure, "possible": possible}
    if possible is None:
        return _("Out of reach.")
    if sure == last.people:
        return _("Any place is enough.")
    if sure is None and possible == 1:
        return _("Must win the evening, and the others do badly enough.")
    if sure is None:
        return _("Place %(possible)d or better, if the others do badly enough.") % places
    if need.alone:
        enough = _("Place %(sure)d, not shared, is enough.")
    elif sure == 1:
        enough = _("Winning the evening is enough.")
    else:
        enough = _("Place %(sure)d is enough.")
    sentences = [enough]
    if possible == last.people:
        sentences.append(_("Else it depends on the others."))
    elif possible > sure:
        sentences.append(_("Down to place %(possible)d it depends on the others."))
    return " ".join(sentences) % places
