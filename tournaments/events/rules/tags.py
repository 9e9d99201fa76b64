"""The tags of entries, such as "newcomer", by which some prizes are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tournaments.core.rules.names import clean_title, name_key
from tournaments.core.rules.refusals import Invalid, gettext_noop

MOST_TAGS: Final = 10
LONGEST_TAG: Final = 30


class TooManyTags(Invalid):
    """The player has too many tags."""

    sentence = gettext_noop("A player can have at most %(most)d tags. Here are %(count)d.")


class TagWithComma(Invalid):
    """A tag has a comma."""

    sentence = gettext_noop("A tag has no comma, because commas separate tags. Remove it.")


def clean_tag(tag: str, longest: int = LONGEST_TAG) -> str:
    """The tag as it is stored. Raises TagWithComma, or what `clean_title` raises."""
    text = clean_title(tag, longest)
    if "," in text:
        raise TagWithComma
    return text


def clean_tags(tags: Iterable[str]) -> list[str]:
    """The tags as they are stored, each once, in the given order.

    Raises TooManyTags, TagWithComma, or what `clean_title` raises.
    """
    kept: dict[str, str] = {}
    for tag in tags:
        text = clean_tag(tag)
        kept.setdefault(name_key(text), text)
    if len(kept) > MOST_TAGS:
        raise TooManyTags(most=MOST_TAGS, count=len(kept))
    return list(kept.values())


def tag_keys(tags: Iterable[str]) -> frozenset[str]:
    """The tags as they are compared: “Junior” and “junior” are the same."""
    return frozenset(map(name_key, tags))
