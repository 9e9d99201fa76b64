"""QR codes on pages."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_of(address: str) -> SafeString:
    """The QR code of an address as inline SVG, dark on light in both colour schemes."""
    svg = segno.make(address, error="m", micro=False).svg_inline(
        border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(svg)  # noqa: S308 - made by segno, which draws and quotes nothing of the address
