"""The form by which a finished event comes in as a file: looked through first, then taken.

Between the two nothing is kept here: the page that shows what would be taken in sends the document back,
packed. It is judged anew then, so nothing depends on what was done to it meanwhile.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import games.services as games
from tournaments.kernel.refusals import sentence

from .fields import PageForm

LARGEST = 16 * 1024 * 1024
"""Bytes of a document: ten thousand deals, or so."""

LARGEST_PACKED = 1_800_000
"""Letters of a packed document: what a form may send back."""


class ImportForm(PageForm):
    """A document of an event: as a file, or packed by the page before."""

    file = forms.FileField(
        label=gettext_lazy("Document"),
        required=False,
        help_text=gettext_lazy("The file that “Download this event” made, here or at another club."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """`document` and `packed`, from whichever was sent."""
        said: dict[str, Any] = dict(super().clean() or {})
        if self.errors:
            return said
        try:
            if said.get("packed"):
                text = unpacked(said["packed"])
            elif said.get("file"):
                text = said["file"].read(LARGEST + 1)
            else:
                raise forms.ValidationError({"file": _("Choose a file.")})
            said["document"] = read(text)
        except (ValueError, zlib.error, binascii.Error, games.EngineError) as error:
            raise forms.ValidationError({"file": _unreadable(error)}) from error
        said["packed"] = packed(said["document"])
        if len(said["packed"]) > LARGEST_PACKED:
            raise forms.ValidationError(
                {"file": _("This event is too large for a page: import it over the API.")}
            )
        return said


def read(text: bytes) -> dict[str, Any]:
    """The document in a file: alone, or as the API wraps it.

    ValueError for what is none, games.services.EngineError for what is no JSON.
    """
    if len(text) > LARGEST:
        raise ValueError(_("A document may have up to %(most)d MB.") % {"most": LARGEST // 1024**2})
    found = games.parse_json(text)
    if isinstance(found, dict) and isinstance(found.get("document"), dict) and "format" not in found:
        found = found["document"]
    if isinstance(found, dict):
        return found
    raise ValueError(_("This is no document of an event."))


def packed(document: dict[str, Any]) -> str:
    """A document as letters that a form carries."""
    return base64.b64encode(zlib.compress(json.dumps(document).encode(), 9)).decode()


def unpacked(letters: str) -> bytes:
    """The text of a packed document, and no more of it than is allowed."""
    return zlib.decompressobj().decompress(base64.b64decode(letters, validate=True), LARGEST + 1)


def _unreadable(error: Exception) -> str:
    if isinstance(error, games.EngineError):
        return _("This is no JSON: %(why)s") % {"why": sentence(error)}
    if isinstance(error, zlib.error | binascii.Error):
        return _("The page was changed on its way: choose the file again.")
    return str(error)
