"""The time zone of a club, and the languages that are offered.

In the zone the hours of the club are read and written, and its days begin. A page is in the zone of the club
that it shows (`come_to`, which access functions call). Mails and other texts without a reader are made with
`in_language_of`. The API speaks UTC.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.db.models import Model
from django.utils import formats, timezone, translation

from tournaments.clubs.models import Club
from tournaments.core import moments
from tournaments.core.packs import above
from tournaments.core.rules.calendar import check_day
from tournaments.core.rules.refusals import Invalid, at, gettext_noop

NO_PLACES: Final = frozenset({"Factory", "localtime", "posixrules"})
"""Files among those of the zones that mean another zone on each machine."""

_shows: ContextVar[str | None] = ContextVar("zone_of_what_is_shown", default=None)
"""The zone of the page that is made now; empty before it has come to a club, None outside of pages."""


@cache
def known_zones() -> frozenset[str]:
    """The names of all time zones."""
    return frozenset(available_timezones() - NO_PLACES)


@cache
def zones_to_choose() -> tuple[str, ...]:
    """The zones that are called by a place, such as Europe/Berlin, and UTC."""
    places = (zone for zone in known_zones() if "/" in zone and not zone.startswith("Etc/"))
    return ("UTC", *sorted(places))


class TimeZoneUnknown(Invalid):
    """There is no time zone with this name."""

    sentence = gettext_noop("There is no time zone “%(name)s”. Name a place, such as Europe/Berlin.")


def check_zone(name: str) -> None:
    """Raise Invalid for a time zone that does not exist."""
    if name not in known_zones():
        raise TimeZoneUnknown(name=name, field="time_zone")


def zone_of(club: Club) -> ZoneInfo:
    """The time zone of a club; that of the installation if this machine does not know it."""
    try:
        return ZoneInfo(club.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(timezone.get_default_timezone_name())


def today_of(club: Club, now: datetime | None = None) -> date:
    """The date in the time zone of a club, now or at the moment `now`."""
    return timezone.localdate(now or moments.now(), zone_of(club))


def check_date(value: date | None, field: str | None = None, zone: tzinfo | None = None) -> None:
    """Raise Invalid `date_out_of_range` for a day or a moment that no club means.

    zone: in which today is; that of the page, if it is left out.
    """
    if value is not None:
        day = value.date() if isinstance(value, datetime) else value
        with at(field):
            check_day(day, timezone.localdate(None, zone))


def in_days(days: int) -> datetime:
    """The moment so many days from now. Raises Invalid `date_out_of_range`."""
    try:
        moment = moments.now() + timedelta(days=days)
    except OverflowError:
        moment = datetime.max.replace(tzinfo=UTC) if days > 0 else datetime.min.replace(tzinfo=UTC)
    check_date(moment, "expires_at")
    return moment


class HourSkipped(Invalid):
    """The clocks are put forward over this hour, so it does not exist."""

    sentence = gettext_noop(
        "On %(day)s there is no %(hour)s: the clocks are put forward over it, to %(next)s. Choose "
        "another hour."
    )


def moment_of(day: date, hour: time, zone: tzinfo, field: str | None = None) -> datetime:
    """The moment of an hour on the wall; the first one, if the clocks show this hour twice.

    Raises Invalid `date_out_of_range`, and `hour_skipped` if the clocks are put forward over it.
    """
    check_date(day, field, zone)
    moment = datetime.combine(day, hour, zone)
    there = moment.astimezone(UTC).astimezone(zone)
    if there.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise HourSkipped(
            day=formats.date_format(day), hour=f"{hour:%H:%M}", next=f"{there:%H:%M}", field=field
        )
    return moment


@contextmanager
def showing() -> Iterator[None]:
    """Make a page. It is in the zone of the installation until it comes to a club."""
    token = _shows.set("")
    try:
        with timezone.override(None):
            yield
    finally:
        _shows.reset(token)


def come_to(zone: str) -> None:
    """Let the page be in this time zone. The first one counts: a page begins with its own club."""
    if _shows.get() == "":
        _shows.set(zone)
        timezone.activate(zone_of(Club(time_zone=zone)))


def come_to_row(row: Model | None) -> None:
    """The same for the club of any row. It follows relations that are loaded."""
    club = next((each for each in above(row) if isinstance(each, Club)), None)
    if club is not None:
        come_to(club.time_zone)


# ---- The languages that are offered, and how a club writes.
#
# Pages and responses are in the language of their reader (`core/pages/common.py`). Mails, previews of links
# and names that the program gives have no reader yet, so they are in the language of the club, with its
# hours.


class LanguageUnknown(Invalid):
    """The program does not have this language."""

    sentence = gettext_noop("There is no language “%(language)s”. Choose one of: %(languages)s.")


def offered() -> dict[str, str]:
    """The languages whose catalogue is complete, by their codes. Each has its own name for itself."""
    return dict(settings.LANGUAGES)


def language_of(club: Club) -> str:
    """The language of a club; that of the installation if it has chosen none, or one that is not offered."""
    return club.language if club.language in offered() else settings.LANGUAGE_CODE


@contextmanager
def in_language_of(club: Club) -> Iterator[None]:
    """Make texts in the language of a club, with its hours."""
    with translation.override(language_of(club)), timezone.override(zone_of(club)):
        yield
