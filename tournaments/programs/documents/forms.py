"""The form that imports a finished event from a file: first a preview, then the import.

Nothing is stored in between. The page with the preview sends the document back, packed, and it is checked
again.
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
from tournaments.core.forms import PageForm
from tournaments.core.refusals import sentence

LARGEST = 16 * 1024 * 1024
"""The most bytes of a document: about ten thousand deals."""

LARGEST_PACKED = 1_800_000
"""The most characters of a packed document: the limit for a form."""


class ImportForm(PageForm):
    """The document of an event: a file, or packed by the preview."""

    file = forms.FileField(
        label=gettext_lazy("Document"),
        required=False,
        help_text=gettext_lazy("The file that “Download this event” made, here or at another club."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Add `document` and `packed`."""
        values: dict[str, Any] = dict(super().clean() or {})
        if self.errors:
            return values
        try:
            if values.get("packed"):
                text = unpacked(values["packed"])
            elif values.get("file"):
                text = values["file"].read(LARGEST + 1)
            else:
                raise forms.ValidationError({"file": _("Choose a file.")})
            values["document"] = read(text)
        except (ValueError, zlib.error, binascii.Error, games.EngineError) as error:
            raise forms.ValidationError({"file": unreadable(error)}) from error
        values["packed"] = packed(values["document"])
        if len(values["packed"]) > LARGEST_PACKED:
            raise forms.ValidationError(
                {"file": _("This event is too large for this page. Import it with the API.")}
            )
        return values


def read(text: bytes) -> dict[str, Any]:
    """Parse the document in a file, alone or in the response of the API.

    Raises ValueError, and games.services.EngineError for bad JSON.
    """
    if len(text) > LARGEST:
        raise ValueError(_("A document can have at most %(most)d MB.") % {"most": LARGEST // 1024**2})
    data = games.parse_json(text)
    if isinstance(data, dict) and isinstance(data.get("document"), dict) and "format" not in data:
        data = data["document"]
    if isinstance(data, dict):
        return data
    raise ValueError(_("This file is not the document of an event."))


def packed(document: dict[str, Any]) -> str:
    """A document as text for a hidden field."""
    return base64.b64encode(zlib.compress(json.dumps(document).encode(), 9)).decode()


def unpacked(letters: str) -> bytes:
    """Unpack a document, up to the limit."""
    return zlib.decompressobj().decompress(base64.b64decode(letters, validate=True), LARGEST + 1)


def unreadable(error: Exception) -> str:
    """Why a file cannot be read as a document, for people."""
    if isinstance(error, games.EngineError):
        return _("This file is not JSON: %(why)s") % {"why": sentence(error)}
    if isinstance(error, zlib.error | binascii.Error):
        return _("The preview was damaged. Choose the file again.")
    return str(error)
