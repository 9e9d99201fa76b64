"""The reason that a user enters for a change. It is stored with the change."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from tournaments.core.errors import Invalid

LONGEST = 200
"""The most characters of a reason."""


def clean_reason(text: str, *, required: bool = True) -> str:
    """Return the reason in one line of printable characters; Invalid if it is too long, or missing."""
    text = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if len(text) > LONGEST or (required and not text):
        raise Invalid(
            "reason_missing",
            _("Enter a reason of at most %(most)d characters."),
            {"most": LONGEST},
            field="reason",
        )
    return text
