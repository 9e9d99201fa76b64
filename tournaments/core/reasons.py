"""The reason that a user enters for a change. It is stored with the change."""

from __future__ import annotations

from tournaments.core.rules.refusals import Invalid, gettext_noop

LONGEST = 200
"""The most characters of a reason."""


class ReasonMissing(Invalid):
    """A reason is required."""

    sentence = gettext_noop("Enter a reason of at most %(most)d characters.")


def clean_reason(text: str, *, required: bool = True) -> str:
    """Return the reason in one line of printable characters; Invalid if it is too long, or missing."""
    text = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if len(text) > LONGEST or (required and not text):
        raise ReasonMissing(most=LONGEST, field="reason")
    return text
