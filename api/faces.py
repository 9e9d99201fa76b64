"""The club's own face: picture, colour, links."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import READING, Item
from api.rights import Right
from api.shapes import Answer, Several, Shape, Text
from tournaments.clubs.access import club_for, club_for_viewer
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.clubs import LONGEST_TITLE, LONGEST_URL, MOST_LINKS

if TYPE_CHECKING:
    from tournaments.clubs.models import Club


ACCENT = "A colour as `#rrggbb`, which can be seen in light and in dark. Empty: the club has none."


class LinkOfClub(Answer):
    """A link that the pages of the club show."""

    title = serializers.CharField()
    url = serializers.CharField()


class FaceShape(Answer):
    """What the pages of a club look like. Everybody may see it."""

    club = serializers.CharField(source="slug")
    name = serializers.CharField()
    accent = serializers.CharField(help_text=ACCENT)
    links = LinkOfClub(many=True)
    picture = serializers.SerializerMethodField(
        help_text="The address of the picture. Another picture has another address. Null: the club has none."
    )

    @extend_schema_field({"type": ["string", "null"]})
    def get_picture(self, club: Any) -> str | None:
        if not club.picture:
            return None
        return str(self.context["view"].request.build_absolute_uri(reverse("picture", args=[club.picture])))


class NewLinkOfClub(Shape):
    title = Text(max_length=200, longest=LONGEST_TITLE)
    url = Text(max_length=2000, longest=LONGEST_URL, help_text="An https address.")


class FaceEdit(Shape):
    accent = Text(max_length=20, allow_blank=True, help_text=ACCENT)
    links = Several(child=NewLinkOfClub(), max_length=100, most=MOST_LINKS, help_text="All of them.")


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
        help_text="A PNG, JPEG or WebP file of at most 2 MB, as Base64. It is made small, and everything but "
        "its pixels is removed."
    )


class _FaceItem(Item["Club"]):
    shape = FaceShape

    def fetch(self, club: str) -> Club:
        if self.request.method in READING:
            return club_for_viewer(club)
        return club_for(self.actor, club, "owner")


class ClubFace(_FaceItem):
    rights = {"GET": Right.READ, "PATCH": Right.CLUB}
    bodies = {"PATCH": FaceEdit}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the face of a club."""
        return self.show()

    def patch(self, request: Request, **ids: Any) -> Response:
        """Change the colour or the links of a club.

        A colour with too little contrast on the light or the dark pages is refused (422). The refusal names a
        colour that would do.
        """
        return self.changed(clubs.change_face(self.target, self.actor, **self.body))


class ClubPicture(_FaceItem):
    rights = {"PUT": Right.CLUB, "DELETE": Right.CLUB}
    bodies = {"PUT": NewPicture}
    answers = {"DELETE": {204: None}}
    longest_body = 3 * 1024 * 1024

    def put(self, request: Request, **ids: Any) -> Response:
        """Give a club a picture, instead of the one before."""
        return self.changed(clubs.set_picture(self.target, self.actor, self.body["data"]))

    def delete(self, request: Request, **ids: Any) -> Response:
        """Delete the picture of a club."""
        clubs.remove_picture(self.target, self.actor)
        return Response(status=204)
