"""The picture of a link preview, and QR codes on pages.

The picture has 1200 x 630 pixels, and is drawn without a browser and without a font of the system. The board
is the one of the pages, in their colours: its geometry comes from the tag `board`, and the colours from the
design tokens.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import segno
from django.utils.safestring import SafeString, mark_safe
from PIL import Image, ImageDraw, ImageFont

import games.services as games
from tournaments.templatetags._board import lay_out

WIDTH, HEIGHT = 1200, 630
"""The size that chats and social networks ask for."""

KEPT: Final = 64
"""The newest pictures that a process keeps, about 40 kB each. A picture is found by its texts."""

LONGEST_TITLE: Final = 100
LINES_OF_TITLE: Final = 3
TITLE_SIZES: Final = (68, 58, 50, 42)
LINE_SIZES: Final = (36, 32, 28, 24)

_HOME = Path(__file__).parents[2]
_TOKENS = _HOME / "static" / "tournaments" / "css" / "tokens.css"
_TITLES, _TEXTS = "DejaVuSerif-Bold", "DejaVuSans"
_MARGIN, _BOARD, _SMOOTH = 64, 400, 3


@dataclass(frozen=True)
class Preview:
    """What a picture says: the club, a title, and lines below it. `seal`: the last line is the winner.

    signs: those of the wells, in the language and the pack of the club. Empty: the usual ones.
    """

    club: str
    title: str
    lines: tuple[str, ...] = ()
    seal: bool = False
    signs: tuple[str, ...] = ()


@lru_cache(maxsize=KEPT)
def picture_of(preview: Preview) -> bytes:
    """Draw a preview as a PNG. Equal previews give equal bytes."""
    colours = _colours()
    image = Image.new("RGB", (WIDTH, HEIGHT), colours["ground"])
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 14), fill=colours["wood"])
    draw.rectangle((0, 14, WIDTH, 20), fill=colours["brass"])
    image.paste(_board(preview.signs), (WIDTH - _MARGIN - _BOARD, (HEIGHT - _BOARD) // 2 + 10))
    room = WIDTH - 3 * _MARGIN - _BOARD
    _write(draw, (_MARGIN, 70), _cut(preview.club, _TEXTS, 30, room), _TEXTS, 30, colours["ink-soft"])
    size, title = _fitted(preview.title[:LONGEST_TITLE], room)
    top = 124
    for line in title:
        _write(draw, (_MARGIN, top), line, _TITLES, size, colours["ink"])
        top += round(size * 1.2)
    top += 24
    for number, line in enumerate(preview.lines):
        won = preview.seal and number == len(preview.lines) - 1
        font = _TITLES if won else _TEXTS
        high = next(
            (high for high in LINE_SIZES if _font(font, high).getlength(line) <= room), LINE_SIZES[-1]
        )
        shown = _cut(line, font, high, room)
        _write(draw, (_MARGIN, top), shown, font, high, colours["brass-ink" if won else "ink"])
        top += 52
    _write(draw, (_MARGIN, HEIGHT - 84), "Pochleague", _TITLES, 28, colours["wood"])
    out = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _colours() -> dict[str, str]:
    """The colours of the light scheme, by the names of the design tokens."""
    light = _TOKENS.read_text(encoding="utf-8").partition("@media")[0]
    return dict(re.findall(r"--(\w[\w-]{0,40}): (#[0-9a-f]{6});", light))


def signs_of_board() -> tuple[str, ...]:
    """The signs of the wells of the board, in the present language and pack."""
    return tuple(well.sign for well in lay_out(_pools()).wells)


def _pools() -> dict[str, int]:
    return dict.fromkeys(games.board(games.resolve_rules({"preset": games.presets()[0]})), 0)


@cache
def _board(signs: tuple[str, ...]) -> Image.Image:
    """The board with its wells, drawn larger and scaled down, because Pillow draws hard edges."""
    colours, wide = _colours(), _BOARD * _SMOOTH
    scale = wide / 400
    board = lay_out(_pools())
    image = Image.new("RGB", (wide, wide), colours["ground"])
    draw = ImageDraw.Draw(image)

    def points(text: str) -> list[tuple[float, float]]:
        pairs = (pair.split(",") for pair in text.split())
        return [((float(x) + 200) * scale, (float(y) + 200) * scale) for x, y in pairs]

    draw.polygon(points(board.edge), fill=colours["wood-edge"])
    for corners, tone in board.wedges:
        draw.polygon(points(corners), fill=colours["wood-light" if tone else "wood"])
    inlay = points(board.inlay)
    draw.line([*inlay, inlay[0]], fill=colours["brass"], width=round(2 * scale), joint="curve")
    for well, sign in zip(board.wells, signs or [well.sign for well in board.wells], strict=True):
        x, y = (float(at) * scale + wide / 2 for at in (well.x, well.y))
        r = float(well.r) * scale
        draw.ellipse(
            (x - r, y - r, x + r, y + r),
            fill=colours["well"],
            outline=colours["well-rim"],
            width=round(4 * scale),
        )
        font = _font(_TEXTS, round((20 if len(sign) > 2 else 34) * scale))
        draw.text((x, y), sign, font=font, fill=colours["well-sign"], anchor="mm")
    return image.resize((_BOARD, _BOARD), Image.Resampling.LANCZOS)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same on every machine.
    return ImageFont.truetype(_HOME / "fonts" / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, font: str, size: int, colour: str
) -> None:
    draw.text(at, text, font=_font(font, size), fill=colour)


def _fitted(title: str, room: int) -> tuple[int, list[str]]:
    """The largest size in which the title fits on a few lines, and these lines."""
    for size in TITLE_SIZES:
        lines = _wrapped(title, size, room)
        if len(lines) <= LINES_OF_TITLE:
            break
    cut = lines[:LINES_OF_TITLE]
    if len(lines) > LINES_OF_TITLE:
        cut[-1] = _cut(cut[-1] + " …", _TITLES, size, room)
    return size, cut


def _wrapped(text: str, size: int, room: int) -> list[str]:
    font = _font(_TITLES, size)
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or font.getlength(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [_cut(line, _TITLES, size, room) for line in lines]


def _cut(text: str, name: str, size: int, room: int) -> str:
    """The text, cut so that it is no wider than the room."""
    font = _font(name, size)
    if font.getlength(text) <= room:
        return text
    while text and font.getlength(text + "…") > room:
        text = text[:-1]
    return text.rstrip(" …") + "…"


# ---- QR codes on pages.


def qr_of(address: str) -> SafeString:
    """The QR code of an address as inline SVG, dark on light in both colour schemes."""
    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(svg)  # noqa: S308 - made by segno, which draws and quotes nothing of the address
