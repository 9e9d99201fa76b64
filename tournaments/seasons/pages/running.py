"""The life of a season: its settings, start and play-offs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.forms import guarded
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    members_page,
    show,
)
from tournaments.core.rules.refusals import Conflict
from tournaments.programs.documents.season_documents import refuse_document
from tournaments.seasons.access import season_for_director
from tournaments.seasons.forms.seasons import SchemeForm, SeasonForm
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.pages.frame import season_frame, shows
from tournaments.seasons.pages.table import reader_in_short
from tournaments.seasons.rules.reading import read_scheme
from tournaments.seasons.verbs import ending, seasons
from tournaments.seasons.verbs.facts import evenings_of, members_of
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.seasons.words.ending import Announced, announced, noted_play_offs, open_play_offs
from tournaments.seasons.words.scheme import scheme_lines, worth_choices
from tournaments.seasons.words.steps import steps_of

FIELD = "result-"
"""A field of the form is named after the player."""


@members_form
def season_play_offs(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The open play-offs, each with a form for its result, and those that were noted."""
    season = season_for_director(actor_of(request), season_ref)
    if request.method == "POST":
        number = request.POST.get("remove", "")
        if number:
            attempt(
                request,
                lambda: seasons.remove_play_off(season, actor_of(request), _whole(number) or 0),
                _("The play-off does not count any more."),
            )
        else:
            results = {
                key.removeprefix(FIELD): _whole(str(value))
                for key, value in request.POST.items()
                if key.startswith(FIELD)
            }
            attempt(
                request,
                lambda: seasons.note_play_off(season, actor_of(request), results),  # type: ignore[arg-type]
                _("The result of the play-off is noted."),
            )
        return redirect("season_play_offs", season.ref)
    frame = season_frame(request, season, "manage", "play_offs")
    newest, reader = newest_standing(season), reader_in_short(request, season)
    return show(
        request,
        "seasons/play_offs.html",
        frame
        | {
            "open": open_play_offs(season, newest.tables if newest else [], reader),
            "noted": noted_play_offs(season, reader),
            "field": FIELD,
        },
    )


def _whole(text: str) -> int | None:
    """A whole number; None, which the verb refuses, for anything else."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


@members_page
def manage_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """What comes next, and the rules of the season."""
    season = season_for_director(actor_of(request), season_ref)
    evenings = list(evenings_of(season).defer("worth__data"))
    following = Season.objects.filter(previous=season).first()
    consents = list(season.members.values_list("through", flat=True))
    return show(
        request,
        "seasons/manage.html",
        season_frame(request, season, "manage", "now")
        | {
            "steps": steps_of(season, evenings, members_of(season).count(), following, shows(request)),
            "scheme": scheme_lines(read_scheme(season.scheme)),
            "no_document": _why_no_document(season, evenings, consents),
            "would_move": _would_move(season) if season.is_over else [],
        },
    )


def _why_no_document(season: Season, evenings: Sequence[Evening], consents: Sequence[UUID | None]) -> str:
    """Why the season cannot be downloaded now; empty if it can."""
    try:
        refuse_document(season, evenings, consents)
    except Conflict as refusal:
        return refusal.detail
    return ""


def _would_move(season: Season) -> list[Announced]:
    """The honours that would be others if the season ended again now."""
    newest = newest_standing(season)
    lines = announced(ending.honours_now(season, newest.tables if newest else []))
    return [line for line in lines if line.has_moved]


@members_form
def season_settings(request: HttpRequest, season_ref: str) -> HttpResponse:
    """The name, who can see it, who becomes a member, and until the start all switches."""
    season = season_for_director(actor_of(request), season_ref)
    sent = request.POST if request.method == "POST" else None
    now = {"name": season.name, "visibility": season.visibility, "enrols": season.enrols}
    form = guarded(SeasonForm(sent if sent and "name" in sent else None, initial=now))
    switches = guarded(SchemeForm(season.scheme, sent if sent and "worth" in sent else None))
    if form.is_bound and form.is_valid():
        changed = attempt_form(
            form, lambda: seasons.edit_season(season, actor_of(request), **form.cleaned_data)
        )
        if changed is not None:
            messages.success(request, _("The changes are saved."))
            return redirect("season_settings", changed.ref)
    if switches.is_bound and switches.is_valid():
        done = attempt_form(
            switches, lambda: seasons.set_scheme(season, actor_of(request), switches.scheme())
        )
        if done is not None:
            messages.success(request, _("The rules of the season are saved."))
            return redirect("manage_season", season.ref)
    shown = switches if switches.is_bound else form
    return show(
        request,
        "seasons/settings.html",
        season_frame(request, season, "manage", "settings")
        | {
            "season_form": form,
            "scheme": scheme_lines(read_scheme(season.scheme)),
            "switches": switches,
            "worths": worth_choices(),
        },
        status=422 if shown.is_bound and shown.errors else 200,
    )


@members_act
def open_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Announce a draft."""
    season = season_for_director(actor_of(request), season_ref)
    attempt(
        request,
        lambda: seasons.open_season(season, actor_of(request)),
        _("The season is announced. Its rules can still change."),
    )
    return redirect("manage_season", season.ref)


@members_act
def start_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Start a season: its rules are frozen."""
    season = season_for_director(actor_of(request), season_ref)
    attempt(
        request,
        lambda: seasons.start_season(season, actor_of(request)),
        _("The season is running. Evenings that are over count already."),
    )
    return redirect("manage_season", season.ref)


@members_act
def set_back_to_draft(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Make a running season a draft again."""
    season = season_for_director(actor_of(request), season_ref)
    attempt(
        request,
        lambda: seasons.set_back_to_draft(season, actor_of(request)),
        _("The season is a draft again. Change its rules, then start it anew."),
    )
    return redirect("manage_season", season.ref)


@members_act
def remove_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Remove a draft. Its events stay."""
    season = season_for_director(actor_of(request), season_ref)
    removed = attempt(
        request,
        lambda: seasons.remove_season(season, actor_of(request)),
        _("The draft is removed. Its events stay."),
    )
    return (
        redirect("club_seasons", season.league.club.slug)
        if removed
        else redirect("manage_season", season.ref)
    )


@members_act
def reopen_season(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Reopen a finished season, with a reason for the log."""
    season = season_for_director(actor_of(request), season_ref)
    reason: Any = request.POST.get("reason", "").strip()[:200]
    attempt(
        request,
        lambda: ending.reopen_season(season, actor_of(request), reason),
        _("The season is running again. Its honours are taken back until it ends again."),
    )
    return redirect("manage_season", season.ref)
