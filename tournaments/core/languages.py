"""The languages that are offered, and how a club writes.

Pages and responses are in the language of their reader (`core/pages/language.py`). Mails, previews of links
and names that the program gives have no reader yet, so they are in the language of the club, with its
hours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.utils import timezone, translation

from tournaments.clubs.models.clubs import Club
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.zones import zone_of


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
