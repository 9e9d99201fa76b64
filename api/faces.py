"""The club's own face: its picture, its colour, its links."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field

from api import fields
from api.methods import Act, Remove, Show, club_of, club_of_all, through
from api.resources import Item
from api.rights import Right
from api.shapes import Answer, Several, Shape, Text
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.clubs import LONGEST_TITLE, LONGEST_URL, MOST_LINKS

ACCENT = "A colour as `#rrggbb`, which can be seen in light and in dark. Empty: the club has none."


class LinkOfClub(Answer):
    """A link that the pages of the club show."""

    title = fields.Str()
    url = fields.Str()


class FaceShape(Answer):
    """What the pages of a club look like. Everybody may see it."""

    club = fields.Str(source="slug")
    name = fields.Str()
    accent = fields.Str(ACCENT)
    links = LinkOfClub(many=True)
    picture = fields.Made(
        "The address of the picture. Another picture has another address. Null: the club has none."
    )

    @extend_schema_field({"type": ["string", "null"]})
    def get_picture(self, club: Any) -> str | None:
        if not club.picture:
            return None
        return str(self.context["view"].request.build_absolute_uri(reverse("picture", args=[club.picture])))


class NewLinkOfClub(Shape):
    title = Text(max_length=200, longest=LONGEST_TITLE)
    url = Text("An https address.", max_length=2000, longest=LONGEST_URL)


class FaceEdit(Shape):
    accent = Text(ACCENT, max_length=20, allow_blank=True)
    links = Several("All of them.", child=NewLinkOfClub(), max_length=100, most=MOST_LINKS)


@extend_schema_field({"type": "string", "contentEncoding": "base64"})
class Bytes(Text):
    """Bytes as Base64."""

    default_error_messages = {"not_base64": gettext_lazy("This must be Base64.")}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            self.fail("not_base64")


class NewPicture(Shape):
    data = Bytes(  # type: ignore[assignment]
        "A PNG, JPEG or WebP file of at most 2 MB, as Base64. It is made small, and everything but "
        "its pixels is removed."
    )


class _FaceItem(Item):
    shape = FaceShape
    fetch = through(club_of_all, club_of("owner"))


class ClubFace(_FaceItem, path="clubs/<slug:club>/face/"):
    """GET: Get the face of a club.

    PATCH: Change the colour or the links of a club.

    A colour with too little contrast on the light or the dark pages is refused (422). The refusal names a
    colour that would do.
    """

    get = Show(Right.READ)
    patch = Act(Right.CLUB, FaceEdit, clubs.change_face)


class ClubPicture(_FaceItem, path="clubs/<slug:club>/face/picture/"):
    """DELETE: Delete the picture of a club.

    PUT: Give a club a picture, instead of the one before.
    """

    longest_body = 3 * 1024 * 1024
    delete = Remove(Right.CLUB, verb=clubs.remove_picture)
    put = Act(Right.CLUB, NewPicture, clubs.set_picture)
