"""The club's own face, and how its web site shows what is played here."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.access.clubs import club_for
from tournaments.clubs.forms.faces import FaceForm, PictureForm
from tournaments.clubs.models.clubs import Role
from tournaments.clubs.pages.club import settings_page
from tournaments.clubs.pages.frame import club_frame
from tournaments.clubs.verbs import face
from tournaments.core.outside import outside_address
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_page, show
from tournaments.events.verbs.events import events_to_show
from tournaments.seasons.verbs.seasons import seasons_to_show

LISTED = 10
"""The page for the web site has the lines for so many events and seasons."""


@members_act
def change_face(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the colour and the links of a club."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = FaceForm.of(club, request.POST)
    if form.is_valid():
        changed = attempt_form(
            form,
            lambda: face.change_face(
                club, actor_of(request), accent=form.cleaned_data["accent"], links=form.cleaned_data["links"]
            ),
        )
        if changed is not None:
            messages.success(request, _("Colour and links are changed."))
            return redirect("club_settings", club.slug)
    return settings_page(request, club, face_form=form)


@members_act
def set_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the club a picture."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = PictureForm(request.POST, request.FILES)
    if form.is_valid():
        file = form.cleaned_data["picture"]
        changed = attempt_form(form, lambda: face.set_picture(club, actor_of(request), file.read()))
        if changed is not None:
            messages.success(request, _("The club has a new picture."))
            return redirect("club_settings", club.slug)
    return settings_page(request, club, picture_form=form)


@members_act
def remove_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the picture of the club."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    attempt(
        request,
        lambda: face.remove_picture(club, actor_of(request)),
        _("The picture of the club is deleted."),
    )
    return redirect("club_settings", club.slug)


@members_page
def web_site(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines to paste into the club's own web site."""
    club = club_for(actor_of(request), slug)
    return show(
        request,
        "clubs/web_site.html",
        club_frame(request, club, "web_site")
        | {
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
        },
    )
