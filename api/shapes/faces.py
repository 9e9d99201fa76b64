"""The club's own face."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.clubs.verbs.face import LONGEST_TITLE, LONGEST_URL, MOST_LINKS

from .base import Several, Shape, Text

ACCENT = "A colour as `#rrggbb`, which can be seen in light and in dark. Empty: the club has none."


class LinkOfClub(Shape):
    """A link that the pages of the club show."""

    title = serializers.CharField(read_only=True)
    url = serializers.CharField(read_only=True)


class FaceShape(Shape):
    """What the pages of a club look like. Everybody may see it."""

    club = serializers.CharField(source="slug", read_only=True)
    name = serializers.CharField(read_only=True)
    accent = serializers.CharField(read_only=True, help_text=ACCENT)
    links = LinkOfClub(many=True, read_only=True)
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
