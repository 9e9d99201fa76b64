"""The face of a club: its colour, links and picture."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils.translation import gettext_noop as _
from PIL import Image, ImageOps

from tournaments.clubs.models.clubs import Club, ClubPicture
from tournaments.clubs.rules import check_accent
from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock_club
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Invalid, NotFound, at, gettext_noop

MOST_LINKS: Final = 5
LONGEST_TITLE: Final = 60
LONGEST_URL: Final = 300

_is_url = URLValidator(schemes=["https"])


@transaction.atomic
def change_face(
    club: Club,
    actor: Actor,
    *,
    accent: str | None = None,
    links: Sequence[Mapping[str, Any]] | None = None,
) -> Club:
    """Change the colour and the links. None leaves one as it is; an empty text or list removes it.

    A link has a `title` and a `url`. Raises Invalid.
    """
    club = lock_club(club)
    before = (club.accent, club.links)
    if accent is not None:
        with at("accent"):
            club.accent = check_accent(accent) if accent.strip() else ""
    if links is not None:
        club.links = _checked(links)
    if (club.accent, club.links) != before:
        club.save(update_fields=["accent", "links"])
        log(actor, "change_face", club, within=club, accent=club.accent, links=club.links)
    return club


@transaction.atomic
def set_picture(club: Club, actor: Actor, data: bytes) -> Club:
    """Give the club a picture instead of the one before. Raises Invalid."""
    clean = clean_picture(data)
    club = lock_club(club)
    if club.picture == clean.digest:
        return club
    fields = {
        "data": clean.data,
        "digest": clean.digest,
        "media_type": clean.media_type,
        "width": clean.width,
        "height": clean.height,
    }
    ClubPicture.objects.update_or_create(club=club, defaults=fields)
    club.picture = clean.digest
    club.save(update_fields=["picture"])
    log(actor, "set_picture", club, within=club, digest=clean.digest)
    return club


@transaction.atomic
def remove_picture(club: Club, actor: Actor) -> Club:
    """Delete the picture of the club. Idempotent."""
    club = lock_club(club)
    if club.picture:
        ClubPicture.objects.filter(club=club).delete()
        club.picture = ""
        club.save(update_fields=["picture"])
        log(actor, "remove_picture", club, within=club)
    return club


def picture_with(digest: str) -> ClubPicture:
    """A picture by the digest of its bytes. Raises NotFound."""
    picture = ClubPicture.objects.filter(digest=digest).first()
    if picture is None:
        raise NotFound("not_found", _("There is no such picture, or it was replaced."))
    return picture


class LinksTooMany(Invalid):
    """The club has reached its limit of links."""

    sentence = gettext_noop("Give at most %(most)d links.")


def _checked(links: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    if len(links) > MOST_LINKS:
        raise LinksTooMany(most=MOST_LINKS, field="links")
    return [_checked_link(number, link) for number, link in enumerate(links, 1)]


def _checked_link(number: int, link: Mapping[str, Any]) -> dict[str, str]:
    url = str(link["url"]).strip()
    try:
        _is_url(url)
    except ValidationError as error:
        raise _malformed(number) from error
    if len(url) > LONGEST_URL or "@" in url.partition("//")[2].partition("/")[0]:
        raise _malformed(number)
    with at("links"):
        return {"title": clean_title(str(link["title"]), LONGEST_TITLE), "url": url}


class LinkMalformed(Invalid):
    """A link of the club needs a title and an https address."""

    sentence = gettext_noop(
        "Link %(number)d needs an address that begins with https:// and has at most %(most)d characters, "
        "without a user name."
    )


def _malformed(number: int) -> Invalid:
    return LinkMalformed(number=number, most=LONGEST_URL, field="links")


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


class PictureUnreadable(Invalid):
    """The file is not a PNG, JPEG or WebP picture, or it is damaged."""

    sentence = gettext_noop("This file is not a picture that can be read. Choose a PNG, JPEG or WebP file.")


class PictureTooLarge(Invalid):
    """The picture has too many bytes or pixels."""

    sentence = gettext_noop("A picture can have at most %(most)d MB. Make it smaller first.")


def clean_picture(data: bytes) -> CleanPicture:
    """Return the picture in its own format, turned upright, at most `SIDE` pixels long, without metadata.

    Raises Invalid for a file that is too large, no PNG, JPEG or WebP, or damaged.
    """
    if len(data) > LARGEST:
        raise PictureTooLarge(most=LARGEST // 1024**2, field="picture")
    try:
        return _clean(data)
    except (*BROKEN, Image.DecompressionBombWarning) as error:
        raise PictureUnreadable(field="picture") from error


def _clean(data: bytes) -> CleanPicture:
    with Image.open(BytesIO(data), formats=list(MEDIA_TYPES)) as opened:
        # The size is in the header: nothing is unpacked before this check.
        width, height = opened.size
        if width * height > MOST_PIXELS:
            raise PictureTooLarge(
                sentence=gettext_noop(
                    "A picture can have at most %(most)d million pixels. Make it smaller first."
                ),
                most=MOST_PIXELS // 1_000_000,
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
