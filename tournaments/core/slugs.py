"""Slugs: short names for addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.core.rules.names import free_slug, slugify
from tournaments.core.rules.refusals import Invalid, gettext_noop

if TYPE_CHECKING:
    from tournaments.clubs.models.clubs import Club
    from tournaments.events.models.events import Event
    from tournaments.seasons.models import Season


class SlugTaken(Invalid):
    """This address is already in use."""

    sentence = gettext_noop("Another club already has this address.")


def unused_slug(model: type[Club | Event | Season], name: str, fallback: str) -> str:
    """The slug of a new club, event or season with this name, with a number if the slug is in use."""
    stem = slugify(name, fallback, longest=40)  # of 50 characters: leaves room for a number
    near = model._default_manager.filter(slug__startswith=stem)
    return free_slug(name, set(near.values_list("slug", flat=True)), fallback)
