"""Download documents and rows of events and seasons, and bring documents into a club."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.access import club_for
from tournaments.clubs.models import Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import PageForm
from tournaments.core.pages.common import actor_of, members_form, members_page, rows_file, show
from tournaments.core.rules.refusals import Conflict, NotFound
from tournaments.core.sheets import MEDIA_TYPES
from tournaments.events.access import event_for_director
from tournaments.programs.documents import exports
from tournaments.programs.documents.documents import document_of
from tournaments.programs.documents.forms import ImportForm
from tournaments.programs.documents.imports import import_event, preview_import
from tournaments.programs.documents.parts import InvalidDocument
from tournaments.programs.documents.season_documents import season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.seasons.access import season_for_director
from tournaments.seasons.forms.seasons import SeasonDocumentForm


@members_page
def download_event(request: HttpRequest, ref: str) -> HttpResponse:
    """Download a finished event as one document."""
    event = event_for_director(actor_of(request), ref)
    return _download(event.slug, document_of(event))


@members_page
def download_rows(request: HttpRequest, ref: str, kind: str, form: str) -> HttpResponseBase:
    """Download all deals, all transfers or the standings of an event."""
    event = event_for_director(actor_of(request), ref)
    if kind not in exports.EXPORTS or form not in MEDIA_TYPES:
        raise NotFound("not_found", _("This file does not exist."))
    return rows_file(f"{event.slug}-{kind}", form, *exports.EXPORTS[kind](event))


@members_form
def bring_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a finished event: first a preview, then the import. A copy needs a second confirmation."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    preview: dict[str, Any] | None = None
    if request.method == "POST" and form.is_valid():
        document = form.cleaned_data["document"]
        try:
            if request.POST.get("step") == "take":
                event = import_event(club, actor_of(request), document, again="again" in request.POST)
                messages.success(request, _("%(event)s is imported.") % {"event": event.name})
                return redirect("manage", event.ref)
            preview = preview_import(club, actor_of(request), document)
        except Conflict as refusal:
            # The event came here after the preview, or the box was not ticked: ask again.
            preview = preview_import(club, actor_of(request), document)
            messages.error(request, refusal.detail)
        except InvalidDocument as refusal:
            _say_where(form, refusal)
    return show(
        request,
        "programs/bring_event.html",
        club_frame(request, club, "club")
        | {"preview": preview, "packed": form.cleaned_data["packed"] if preview else ""},
        form=form,
    )


def _say_where(form: PageForm, refusal: InvalidDocument) -> None:
    """Say beside the file what is wrong in it, and at which place."""
    [error] = refusal.extra["errors"]
    place = error["pointer"].removeprefix("/document") or "/"
    form.add_error("file", _("%(why)s (At %(place)s in the file.)") % {"why": refusal.detail, "place": place})


def _download(slug: str, document: Mapping[str, Any]) -> HttpResponse:
    """A document as a file. A slug has only letters, digits and hyphens, so it needs no quoting."""
    return HttpResponse(
        json.dumps(document),
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{slug}.json"',
            "Cache-Control": "private, no-store",
        },
    )


@members_page
def download_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Download a season with the documents of its events."""
    season = season_for_director(actor_of(request), season_ref)
    return _download(season.slug, season_document_of(season))


@members_form
def bring_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a season with its events. If the club has it already, a box says that a copy is wanted."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    asks = False
    form = SeasonDocumentForm()
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
            _say_where(form, refusal)
        else:
            messages.success(request, _("%(season)s is imported.") % {"season": season.name})
            return redirect("season", season.ref)
    return show(request, "programs/bring.html", club_frame(request, club, "club") | {"asks": asks}, form=form)
