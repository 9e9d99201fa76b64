"""A season as one document: for another installation, which imports it and counts it anew."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.access.clubs import club_for
from tournaments.clubs.models.clubs import Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.errors import Conflict
from tournaments.core.pages.common import actor_of, members_form, members_page, show
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.programs.documents.shape import InvalidDocument
from tournaments.seasons.access import season_for_director
from tournaments.seasons.forms.seasons import SeasonDocumentForm


@members_page
def download_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Download a season with the documents of its events."""
    season = season_for_director(actor_of(request), season_ref)
    return HttpResponse(
        json.dumps(season_document_of(season)),
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{season.slug}.json"',
            "Cache-Control": "private, no-store",
        },
    )


@members_form
def bring_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a season with its events. If the club has it already, a box says that a copy is wanted."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    form = SeasonDocumentForm()
    asks = False
    if request.method == "POST":
        form = SeasonDocumentForm(request.POST, request.FILES)
    if form.is_bound and form.is_valid():
        try:
            season = import_season(
                club, actor_of(request), form.cleaned_data["document"], again=form.cleaned_data["again"]
            )
        except Conflict as refusal:
            asks = True
            form.add_error("file", refusal.detail)
        except InvalidDocument as refusal:
            [error] = refusal.extra["errors"]
            place = error["pointer"].removeprefix("/document") or "/"
            form.add_error(
                "file", _("%(why)s (At %(place)s in the file.)") % {"why": refusal.detail, "place": place}
            )
        else:
            messages.success(request, _("%(season)s is imported.") % {"season": season.name})
            return redirect("season", season.ref)
    return show(
        request, "programs/bring.html", club_frame(request, club, "seasons") | {"asks": asks}, form=form
    )
