"""The club's own face: its picture, its colour, its links."""

from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.builders import make_club, owner_of
from tests.web.test_drawing import tokens
from tournaments.clubs.rules import DARK, LEAST, LIGHT, check_accent, contrast, like
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.clubs import LARGEST, SIDE, clean_picture
from tournaments.core.rules.refusals import Invalid, Refusal
from tournaments.models import AuditEntry, Club, ClubPicture


def a_picture(form: str = "PNG", size: tuple[int, int] = (40, 30), **options: Any) -> bytes:
    stream = BytesIO()
    Image.new("RGB", size, "teal").save(stream, form, **options)
    return stream.getvalue()


def a_bomb(side: int) -> bytes:
    """A small PNG file whose header promises a square of this side."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000))


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


class TestColours:
    def test_the_grounds_are_those_of_the_stylesheet(self) -> None:
        light, dark = tokens()
        assert tuple(light[name] for name in ("ground", "sheet")) == LIGHT
        assert tuple(dark[name] for name in ("ground", "sheet")) == DARK

    @pytest.mark.parametrize(
        ("colour", "wrong"),
        [("#FFE000", "too bright for the light pages"), ("#101040", "too dark for the dark pages")],
    )
    def test_a_colour_that_is_lost_on_a_ground_is_refused_with_one_that_would_do(
        self, colour: str, wrong: str
    ) -> None:
        with pytest.raises(Refusal) as refused:
            check_accent(colour)
        assert refused.value.code == "accent_contrast"
        assert wrong in refused.value.detail
        instead = re.findall("#[0-9a-f]{6}", refused.value.detail)[-1]
        assert check_accent(instead) == instead
        assert like(colour) == instead

    def test_a_colour_that_can_be_seen_everywhere_is_taken(self) -> None:
        assert check_accent(" #2F7A4D ") == "#2f7a4d"
        assert all(contrast("#2f7a4d", ground) >= LEAST for ground in LIGHT + DARK)

    @pytest.mark.parametrize("text", ["red", "#fff", "#2f7a4d;}", "#2f7a4g", "2f7a4d"])
    def test_what_is_no_colour_is_refused(self, text: str) -> None:
        with pytest.raises(Refusal) as refused:
            check_accent(text)
        assert refused.value.code == "accent_malformed"


class TestPictures:
    @pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
    def test_only_pixels_stay(self, form: str) -> None:
        exif = Image.Exif()
        exif[0x010E] = "taken at home"
        options: dict[str, Any] = {"exif": exif, "icc_profile": b"a profile"}
        if form == "JPEG":
            options["comment"] = b"a comment"
        data = a_picture(form, (90, 60), **options)
        assert b"taken at home" in data
        clean = clean_picture(data)
        assert (opened(bytes(clean.data)).format, clean.width, clean.height) == (form, 90, 60)
        for trace in (b"taken at home", b"a profile", b"a comment", b"Exif", b"eXIf", b"iCCP", b"ICC"):
            assert trace not in clean.data, trace

    def test_a_large_picture_becomes_small_and_a_turned_one_upright(self) -> None:
        exif = Image.Exif()
        exif[0x0112] = 6  # turned by a quarter
        clean = clean_picture(a_picture("JPEG", (1600, 800), exif=exif))
        assert (clean.width, clean.height) == (SIDE // 2, SIDE)

    def test_transparent_parts_stay_transparent(self) -> None:
        stream = BytesIO()
        Image.new("RGBA", (10, 10), (0, 0, 0, 0)).save(stream, "PNG")
        assert opened(bytes(clean_picture(stream.getvalue()).data)).getpixel((0, 0)) == (0, 0, 0, 0)

    @pytest.mark.parametrize(
        ("data", "code"),
        [
            (b"", "picture_unreadable"),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "picture_unreadable"),
            (a_picture("GIF"), "picture_unreadable"),
            (a_picture()[:-30], "picture_unreadable"),
            (b"x" * (LARGEST + 1), "picture_too_large"),
            (a_bomb(6_000), "picture_too_large"),
            (a_bomb(60_000), "picture_unreadable"),
        ],
        ids=["empty", "svg", "gif", "cut", "bytes", "pixels", "bomb"],
    )
    def test_other_files_are_refused(self, data: bytes, code: str) -> None:
        with pytest.raises(Invalid) as refused:
            clean_picture(data)
        assert refused.value.code == code


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


def verbs(club: Club) -> list[str]:
    return list(AuditEntry.objects.filter(club=club).order_by("id").values_list("verb", flat=True))[1:]


def test_a_picture_is_stored_replaced_and_deleted(club: Club) -> None:
    boss = owner_of(club)
    first = clubs.set_picture(club, boss, a_picture())
    assert clubs.picture_with(first.picture).media_type == "image/png"
    second = clubs.set_picture(club, boss, a_picture("JPEG"))
    assert second.picture != first.picture
    assert ClubPicture.objects.get(club=club).digest == second.picture
    clubs.set_picture(club, boss, a_picture("JPEG"))
    assert clubs.remove_picture(club, boss).picture == ""
    clubs.remove_picture(club, boss)
    assert not ClubPicture.objects.exists()
    assert verbs(club) == ["set_picture", "set_picture", "remove_picture"], "no more"


def test_links_that_could_deceive_or_are_too_many_are_refused(club: Club) -> None:
    plain = {"title": "One", "url": "https://example.org/"}
    for links, code in (
        ([{"title": "Plain", "url": "http://example.org/"}], "link_malformed"),
        ([{"title": "Script", "url": "javascript:alert(1)"}], "link_malformed"),
        ([{"title": "User", "url": "https://bank.example@evil.example/"}], "link_malformed"),
        ([{"title": "Long", "url": "https://example.org/" + "a" * 300}], "link_malformed"),
        ([{"title": "", "url": "https://example.org/"}], "name_empty"),
        ([{"title": "\u202eevil", "url": "https://example.org/"}], "name_control_character"),
        ([plain] * (clubs.MOST_LINKS + 1), "links_too_many"),
    ):
        with pytest.raises(Invalid) as refused:
            clubs.change_face(club, owner_of(club), links=links)
        assert (refused.value.code, refused.value.field) == (code, "links")
