"""The club's own face: a picture, one colour and some links. Its name is in `clubs`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.clubs import Club, ClubPicture
from tournaments.clubs.rules import check_accent
from tournaments.clubs.verbs.pictures import clean_picture
from tournaments.core.audit import Actor, log
from tournaments.core.errors import Invalid, NotFound
from tournaments.core.locks import lock_club
from tournaments.core.refusals import as_invalid
from tournaments.core.rules.names import clean_title

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
        with as_invalid("accent"):
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


def _checked(links: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    if len(links) > MOST_LINKS:
        raise Invalid(
            "links_too_many", _("Give at most %(most)d links."), {"most": MOST_LINKS}, field="links"
        )
    return [_checked_link(number, link) for number, link in enumerate(links, 1)]


def _checked_link(number: int, link: Mapping[str, Any]) -> dict[str, str]:
    url = str(link["url"]).strip()
    try:
        _is_url(url)
    except ValidationError as error:
        raise _malformed(number) from error
    if len(url) > LONGEST_URL or "@" in url.partition("//")[2].partition("/")[0]:
        raise _malformed(number)
    with as_invalid("links"):
        return {"title": clean_title(str(link["title"]), LONGEST_TITLE), "url": url}


def _malformed(number: int) -> Invalid:
    return Invalid(
        "link_malformed",
        _(
            "Link %(number)d needs an address that begins with https:// and has at most %(most)d characters, "
            "without a user name."
        ),
        {"number": number, "most": LONGEST_URL},
        field="links",
    )
