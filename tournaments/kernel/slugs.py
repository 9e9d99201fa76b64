"""Short names for addresses."""

from __future__ import annotations

from tournaments.models import (
    Club,
    Event,
)
from tournaments.rules.names import free_slug, slugify


def unused_slug(model: type[Club | Event], name: str, fallback: str) -> str:
    """The address of a new club or event of this name, numbered where others have it."""
    stem = slugify(name, fallback, longest=40)  # of 50: every number that is tried leaves this much of it
    near = model._default_manager.filter(slug__startswith=stem)
    return free_slug(name, set(near.values_list("slug", flat=True)), fallback)
