"""Lists within a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.core.rules import errors
from tournaments.core.words.words import pool_name


def listed(words: Sequence[str]) -> str:
    """ "ace, king and queen"."""
    return errors.listed(words, gettext(errors.LAST_OF_SEVERAL))


def pools(names: Sequence[str]) -> str:
    """The names of pools: "Ace, King and Poch"."""
    return listed([pool_name(name) for name in names])
