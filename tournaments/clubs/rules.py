"""The colour of a club: whether it can be seen on the grounds of the pages, in light and in dark."""

from __future__ import annotations

import re
from typing import Final

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop

LIGHT: Final = ("#f5efe4", "#fffcf6")
"""The grounds of the light scheme: `--ground` and `--sheet` of tokens.css."""

DARK: Final = ("#19130e", "#241c15")
"""The same of the dark scheme."""

LEAST: Final = 3.0
"""The least contrast of a line or an area with its ground (WCAG 2.2, 1.4.11). The colour is no text."""

STEPS: Final = 100
"""How finely `like` mixes a colour with black or white."""

Channels = tuple[int, int, int]


class PlayerUnknown(Invalid):
    """The club does not have this player."""

    sentence = gettext_noop("The club has no player %(id)s.")


class PlayerIsABot(Conflict):
    """This is possible for people, not for bots."""

    sentence = gettext_noop("A bot has no account.")


class AccentMalformed(Invalid):
    """The colour is not written as # and six digits from 0 to f."""

    sentence = gettext_noop("Write the colour as # and six digits from 0 to f, such as #2f7a4d.")


class AccentContrast(Invalid):
    """The colour is lost on the light or on the dark pages."""

    sentence = gettext_noop(
        "%(colour)s is too bright for the light pages: its contrast is %(contrast)s, and %(least)s "
        "is the least. %(instead)s would do."
    )


def check_accent(text: str) -> str:
    """Return the colour as `#rrggbb`.

    Raises Refusal: `accent_malformed`, or `accent_contrast` for a colour that is lost on a ground. The
    sentence names the nearest colour of the same kind that can be seen.
    """
    colour = text.strip().lower()
    if not re.fullmatch("#[0-9a-f]{6}", colour):
        raise AccentMalformed
    on_light, on_dark = (min(contrast(colour, ground) for ground in grounds) for grounds in (LIGHT, DARK))
    if on_light < LEAST:
        raise AccentContrast(
            colour=colour, contrast=f"{on_light:.1f}", least=f"{LEAST:.0f}", instead=like(colour)
        )
    if on_dark < LEAST:
        raise AccentContrast(
            sentence=gettext_noop(
                "%(colour)s is too dark for the dark pages: its contrast is %(contrast)s, and %(least)s is "
                "the least. %(instead)s would do."
            ),
            colour=colour,
            contrast=f"{on_dark:.1f}",
            least=f"{LEAST:.0f}",
            instead=like(colour),
        )
    return colour


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def like(colour: str) -> str:
    """Return the colour that can be seen everywhere and takes the least black or white."""
    for step in range(STEPS + 1):
        for end in (0, 255):
            channels = _channels(colour)
            mixed = tuple(round(value + (end - value) * step / STEPS) for value in channels)
            text = "#" + "".join(f"{value:02x}" for value in mixed)
            if all(contrast(text, ground) >= LEAST for ground in LIGHT + DARK):
                return text
    raise AssertionError("some grey can be seen on all grounds")


def _channels(colour: str) -> Channels:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in _channels(colour))
    ]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
