"""The picture of a link preview, and QR codes on pages.

The picture has 1200 x 630 pixels, and is drawn without a browser and without a font of the system. The board
is the one of the pages, in their colours: its geometry comes from the tag `board`, and the colours from the
design tokens.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

import segno
from django.utils.safestring import SafeString, mark_safe
from PIL import Image, ImageDraw, ImageFont

import games.services as games
from tournaments.templatetags._board import Board, lay_out

WIDTH, HEIGHT = 1200, 630
"""The size that chats and social networks ask for."""

KEPT: Final = 64
"""The newest pictures that a process keeps, about 40 kB each. A picture is found by its texts."""

LONGEST_TITLE: Final = 100
LINES_OF_TITLE: Final = 3
TITLE_SIZES: Final = (68, 58, 50, 42)
LINE_SIZES: Final = (36, 32, 28, 24)

CHIPS: Final = {"one": "chip", "ten": "chip-2", "hundred": "chip-3"}
"""The colour of each kind of chip."""

_STATIC = Path(__file__).parents[2] / "static" / "tournaments"
_TOKENS = _STATIC / "css" / "tokens.css"
_TITLES, _TEXTS = "serif", "sans"
_MARGIN, _BOARD, _SMOOTH = 64, 400, 3
_ROOM = WIDTH - 3 * _MARGIN - _BOARD


@dataclass(frozen=True)
class Preview:
    """What a picture says: the club, a title, and lines below it. For a finished evening also who has won.

    board: with the signs of the wells in the language and the pack of the club, and the chips of the evening.
    won: the line above the names of the winners, which are large. beside: place and name of who came next.
    """

    club: str
    title: str
    board: Board
    lines: tuple[str, ...] = ()
    won: str = ""
    winners: str = ""
    beside: tuple[tuple[int, str], ...] = ()


@lru_cache(maxsize=KEPT)
def picture_of(preview: Preview) -> bytes:
    """Draw a preview as a PNG. Equal previews give equal bytes."""
    colours = _colours()
    image = Image.new("RGB", (WIDTH, HEIGHT), colours["ground"])
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 14), fill=colours["wood"])
    draw.rectangle((0, 14, WIDTH, 20), fill=colours["brass"])
    image.paste(_board(preview.board), (WIDTH - _MARGIN - _BOARD, (HEIGHT - _BOARD) // 2 + 10))
    top = 70

    def write(text: str, font: str, sizes: Sequence[int], colour: str, gap: float) -> None:
        """Write a line in the largest size that fits, and move down."""
        nonlocal top
        size = next((size for size in sizes if _width(text, font, size) <= _ROOM), sizes[-1])
        _write(draw, (_MARGIN, top), _cut(text, font, size), font, size, colours[colour])
        top += round(size * gap)

    write(preview.club, _TEXTS, (30,), "ink-soft", 1.8)
    if preview.winners:
        write(preview.title, _TITLES, LINE_SIZES, "ink", 1.4)
        write(" · ".join(preview.lines), _TEXTS, (26, 22), "ink-soft", 2)
        write(preview.won, _TEXTS, (28,), "ink-soft", 1.3)
        size, names = _fitted(preview.winners)
        for name in names:
            write(name, _TITLES, (size,), "brass-ink", 1.2)
        top += 20
        for place, name in preview.beside:
            write(f"{place}   {name}", _TEXTS, (32, 28), "ink", 1.5)
    else:
        size, title = _fitted(preview.title[:LONGEST_TITLE])
        for line in title:
            write(line, _TITLES, (size,), "ink", 1.2)
        top += 24
        for line in preview.lines:
            write(line, _TEXTS, LINE_SIZES, "ink", 1.5)
    _write(draw, (_MARGIN, HEIGHT - 84), "Pochleague", _TITLES, 28, colours["wood"])
    out = io.BytesIO()
    image.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _colours() -> dict[str, str]:
    """The colours of the light scheme, by the names of the design tokens."""
    light = _TOKENS.read_text(encoding="utf-8").partition("@media")[0]
    return dict(re.findall(r"--(\w[\w-]{0,40}): (#[0-9a-f]{6});", light))


def board_of(paid: Mapping[str, int]) -> Board:
    """The board with these chips in its wells, in the present language and pack.

    paid: the chips of each pool. Empty: the board of the first preset, without chips.
    """
    usual = games.board(games.resolve_rules({"preset": games.presets()[0]}))
    return lay_out(paid or dict.fromkeys(usual, 0))


@lru_cache(maxsize=KEPT)
def _board(board: Board) -> Image.Image:
    """The board with its wells, drawn larger and scaled down, because Pillow draws hard edges."""
    colours, wide = _colours(), _BOARD * _SMOOTH
    scale = wide / 400
    image = Image.new("RGB", (wide, wide), colours["ground"])
    draw = ImageDraw.Draw(image)

    def points(text: str) -> list[tuple[float, float]]:
        pairs = (pair.split(",") for pair in text.split())
        return [((float(x) + 200) * scale, (float(y) + 200) * scale) for x, y in pairs]

    def oval(x: float, y: float, wide: float, high: float, fill: str, edge: str, line: float) -> None:
        box = (x - wide * scale, y - high * scale, x + wide * scale, y + high * scale)
        draw.ellipse(box, fill=colours[fill], outline=colours[edge], width=round(line * scale))

    def text(x: float, y: float, words: str, size: int, colour: str) -> None:
        draw.text((x, y), words, font=_font(_TEXTS, round(size * scale)), fill=colours[colour], anchor="ms")

    draw.polygon(points(board.edge), fill=colours["wood-edge"])
    for corners, tone in board.wedges:
        draw.polygon(points(corners), fill=colours["wood-light" if tone else "wood"])
    inlay = points(board.inlay)
    draw.line([*inlay, inlay[0]], fill=colours["brass"], width=round(2 * scale), joint="curve")
    for well in board.wells:
        x, y = (float(at) * scale + wide / 2 for at in (well.x, well.y))
        oval(x, y, float(well.r), float(well.r), "well", "well-rim", 4)
        for chip in well.chips:
            at = x + float(chip.x) * scale, y + float(chip.y) * scale
            oval(
                *at, 11, 4.5, {"ten": "chip-2", "hundred": "chip-3"}.get(chip.kind, "chip"), "chip-edge", 1.5
            )
        text(x, y + float(well.sign_y) * scale, well.sign, well.sign_size, "well-sign")
        if well.count:
            text(x, y + float(well.count_y) * scale, str(well.count), well.count_size, "well-ink")
    return image.resize((_BOARD, _BOARD), Image.Resampling.LANCZOS)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same on every machine.
    file = _STATIC / "vendor" / "fonts" / f"{name}.woff2"
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _runs(text: str, name: str, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """The parts of a text, each with the file of the font that has its letters (`css/fonts.css`)."""

    def file(letter: str) -> str:
        if re.match(r"[\u0100-\u0151\u0154-\u02ff\u0384-\u0491\u1e80-\u1ef9\u2116\u2122]", letter):
            return f"{name}-more"
        return _TEXTS if "←" <= letter <= "♦" else name

    for found, letters in groupby(text, file):
        yield "".join(letters), _font(found, size)


def _width(text: str, name: str, size: int) -> float:
    return sum(font.getlength(run) for run, font in _runs(text, name, size))


def _write(
    draw: ImageDraw.ImageDraw, at: tuple[float, int], text: str, name: str, size: int, colour: str
) -> None:
    for run, font in _runs(text, name, size):
        draw.text(at, run, font=font, fill=colour)
        at = at[0] + font.getlength(run), at[1]


def _fitted(title: str) -> tuple[int, list[str]]:
    """The largest size in which the title fits on a few lines, and these lines."""
    for size in TITLE_SIZES:
        lines = _wrapped(title, size)
        if len(lines) <= LINES_OF_TITLE:
            break
    cut = lines[:LINES_OF_TITLE]
    if len(lines) > LINES_OF_TITLE:
        cut[-1] = _cut(cut[-1] + " …", _TITLES, size)
    return size, cut


def _wrapped(text: str, size: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or _width(longer, _TITLES, size) <= _ROOM:
            lines[-1] = longer
        else:
            lines.append(word)
    return [_cut(line, _TITLES, size) for line in lines]


def _cut(text: str, name: str, size: int) -> str:
    """The text, cut so that it is no wider than the room."""
    if _width(text, name, size) <= _ROOM:
        return text
    while text and _width(text + "…", name, size) > _ROOM:
        text = text[:-1]
    return text.rstrip(" …") + "…"


# ---- QR codes on pages.


def qr_of(address: str) -> SafeString:
    """The QR code of an address as inline SVG, dark on light in both colour schemes."""
    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(svg)  # noqa: S308 - made by segno, which draws and quotes nothing of the address
