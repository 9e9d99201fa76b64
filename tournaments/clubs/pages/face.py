"""How a club looks: its picture and colour, parts for other web sites, and the pack of cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.access import club_for
from tournaments.clubs.forms import FaceForm, PictureForm
from tournaments.clubs.models import Role
from tournaments.clubs.pages.club import settings_page
from tournaments.clubs.pages.frame import club_frame
from tournaments.clubs.verbs import clubs
from tournaments.clubs.verbs.clubs import picture_with
from tournaments.core import packs, zones
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, members_act, members_page, page, show, submit
from tournaments.core.requests import outside_address
from tournaments.core.rules.refusals import NotFound
from tournaments.events.verbs.events import events_to_show
from tournaments.seasons.verbs.seasons import seasons_to_show

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


LISTED = 10
"""The page for the web site has the lines for so many events and seasons."""


@members_act
def change_face(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the colour and the links of a club."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = FaceForm.of(club, request.POST)
    done = _("Colour and links are changed.")
    if submit(request, form, lambda: clubs.change_face(club, actor_of(request), **form.cleaned_data), done):
        return redirect("club_settings", club.slug)
    return settings_page(request, club, face_form=form)


@members_act
def set_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the club a picture."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = PictureForm(request.POST, request.FILES)
    done = _("The club has a new picture.")
    if submit(
        request,
        form,
        lambda: clubs.set_picture(club, actor_of(request), form.cleaned_data["picture"].read()),
        done,
    ):
        return redirect("club_settings", club.slug)
    return settings_page(request, club, picture_form=form)


@members_page
def web_site(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines to paste into the club's own web site."""
    club = club_for(actor_of(request), slug)
    context = {
        "site": outside_address(request, "/").rstrip("/"),
        "frames": [
            *(
                (season.name, reverse("embed_season", args=[season.ref]))
                for season in seasons_to_show(club, is_member=False)[:LISTED]
            ),
            *(
                (event.name, reverse("embed_standings", args=[event.ref]))
                for event in events_to_show(club)[:LISTED]
            ),
        ],
    }
    return show(request, "clubs/web_site.html", club_frame(request, club, "club") | context)


Answer = Callable[[HttpRequest], HttpResponse]


def pack_of_reader(get_response: Answer) -> Answer:
    """The middleware. The API ignores cookies: its sentences have the pack of the event or club."""

    def answer(request: HttpRequest) -> HttpResponse:
        of_program = request.path.startswith("/api/")
        chosen = "" if of_program else request.COOKIES.get(settings.PACK_COOKIE_NAME, "")
        with packs.reading(chosen), zones.showing():
            return get_response(request)

    return answer


ADDRESSES = [
    Act(
        "clubs/<str:ref>/settings/picture/remove/",
        partial(club_for, role=Role.OWNER),
        clubs.remove_picture,
        back=lambda club: redirect("club_settings", club.slug),
        done=gettext_lazy("The picture of the club is deleted."),
    ).address,
]
