"""Who can sign up for an event, who has a place, who waits; and the tags of entries, such as "newcomer"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from tournaments.core.rules.names import clean_title, name_key
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import EventStatus

Person = TypeVar("Person")


class SignUpOver(Conflict):
    """The sign-up has ended."""

    sentence = gettext_noop("The sign-up for this event has ended. Ask the club.")


class SignUpClosed(Conflict):
    """People cannot sign up for the event themselves."""

    sentence = gettext_noop("Nobody can sign up for this event by this page now. Ask the club.")


def verify_sign_up(status: EventStatus, *, is_closed: bool, is_over: bool) -> None:
    """Allow people to sign up while the event is open, until the sign-up ends.

    is_closed: the club enters people itself. is_over: the end of the sign-up has passed. Raises
    `sign_up_closed`, `sign_up_over`.
    """
    if is_closed or status == EventStatus.DRAFT:
        raise SignUpClosed
    if is_over or status != EventStatus.OPEN:
        raise SignUpOver


def has_place(capacity: int | None, coming: int, waiting: int) -> bool:
    """Whether somebody who signs up now has a place: nobody passes those who wait."""
    left = places_left(capacity, coming)
    return left is None or left > waiting


def who_moves_up(waiting: Sequence[Person], capacity: int | None, coming: int) -> Sequence[Person]:
    """Those who get a place now, from the head of the waiting list. waiting: in the order of the list."""
    left = places_left(capacity, coming)
    return waiting if left is None else waiting[:left]


def places_left(capacity: int | None, coming: int) -> int | None:
    """How many more can come; None: any number. A director can let in more people than there are places."""
    return None if capacity is None else max(0, capacity - coming)


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
