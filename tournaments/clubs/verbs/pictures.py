"""Pictures that people upload: checked, made small, and written anew without anything but pixels."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from django.utils.translation import gettext_noop as _
from PIL import Image, ImageOps

from tournaments.core.errors import Invalid

LARGEST: Final = 2 * 1024 * 1024
"""Bytes of an uploaded file."""

MOST_PIXELS: Final = 25_000_000
"""A small file can contain very many pixels of one colour. Reading 25 million takes 100 MB for a moment."""

SIDE: Final = 512
"""Pixels of the longer side of a kept picture."""

MEDIA_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}

BROKEN = (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError)
"""What Pillow raises for a file that is no picture or a damaged one."""


@dataclass(frozen=True)
class CleanPicture:
    """A picture as it is kept. digest: SHA-256 of its bytes."""

    data: bytes
    media_type: str
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def clean_picture(data: bytes) -> CleanPicture:
    """Return the picture in its own format, turned upright, at most `SIDE` pixels long, without metadata.

    Raises Invalid for a file that is too large, no PNG, JPEG or WebP, or damaged.
    """
    if len(data) > LARGEST:
        raise Invalid(
            "picture_too_large",
            _("A picture can have at most %(most)d MB. Make it smaller first."),
            {"most": LARGEST // 1024**2},
            field="picture",
        )
    try:
        return _clean(data)
    except (*BROKEN, Image.DecompressionBombWarning) as error:
        raise Invalid(
            "picture_unreadable",
            _("This file is not a picture that can be read. Choose a PNG, JPEG or WebP file."),
            field="picture",
        ) from error


def _clean(data: bytes) -> CleanPicture:
    with Image.open(BytesIO(data), formats=list(MEDIA_TYPES)) as opened:
        # The size is in the header: nothing is unpacked before this check.
        width, height = opened.size
        if width * height > MOST_PIXELS:
            raise Invalid(
                "picture_too_large",
                _("A picture can have at most %(most)d million pixels. Make it smaller first."),
                {"most": MOST_PIXELS // 1_000_000},
                field="picture",
            )
        form = str(opened.format)
        upright = ImageOps.exif_transpose(opened)
        upright.thumbnail((SIDE, SIDE))
        has_alpha = form != "JPEG" and upright.has_transparency_data
        pixels = upright.convert("RGBA" if has_alpha else "RGB")
    # A new image: the old one carries profiles, comments and places, which `save` would write again.
    plain = Image.new(pixels.mode, pixels.size)
    plain.paste(pixels)
    stream = BytesIO()
    plain.save(stream, form, **({} if form == "PNG" else {"quality": 85}))
    return CleanPicture(stream.getvalue(), MEDIA_TYPES[form], *plain.size)
