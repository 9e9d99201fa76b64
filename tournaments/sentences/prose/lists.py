"""Lists within a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.sentences.words import pool_name


def listed(words: Sequence[str]) -> str:
    """ "ace, king and queen"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("%(words)s and %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}


def pools(names: Sequence[str]) -> str:
    """The names of pools: "Ace, King and Poch"."""
    return listed([pool_name(name) for name in names])
