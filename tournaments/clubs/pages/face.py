"""The picture and the colour of a club, at addresses that name their content."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _

from tournaments.clubs.verbs.face import picture_with
from tournaments.core.errors import NotFound
from tournaments.core.pages.common import page

FOR_EVER = "public, max-age=31536000, immutable"


@page
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    """The picture of a club. Another picture has another address, so a browser keeps this one."""
    found = picture_with(digest)
    response = HttpResponse(
        bytes(found.data),
        content_type=found.media_type,
        headers={
            "ETag": f'"{found.digest}"',
            "Cache-Control": FOR_EVER,
            "Content-Disposition": "inline",
            "X-Content-Type-Options": "nosniff",
            # Scripts of other sites may draw it, as they may read the rest of the public things.
            "Cross-Origin-Resource-Policy": "cross-origin",
        },
    )
    same = get_conditional_response(request, etag=response["ETag"], response=response)
    return same if isinstance(same, HttpResponse) else response


@page
def accent(_request: HttpRequest, colour: str) -> HttpResponse:
    """The colour of a club as a stylesheet, because pages have no inline styles."""
    if not re.fullmatch("[0-9a-f]{6}", colour):
        raise NotFound("not_found", _("There is no such colour."))
    return HttpResponse(
        f":root {{ --club-accent: #{colour}; }}\n",
        content_type="text/css; charset=utf-8",
        headers={"Cache-Control": FOR_EVER},
    )
