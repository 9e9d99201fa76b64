"""The reason that somebody gives for what they do: kept with the deed, and read by people."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.errors import Invalid

LONGEST = 200
"""Characters a reason may have."""


def clean_reason(text: str, *, required: bool = True) -> str:
    """The reason in one line, without what cannot be printed; Invalid when too long, or missing."""
    text = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    if len(text) > LONGEST or (required and not text):
        raise Invalid(
            "reason_missing", _("Say why, in at most %(most)d letters.") % {"most": LONGEST}, field="reason"
        )
    return text
