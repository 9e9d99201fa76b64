"""The seasons of a club, and a new one."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.access import club_for, club_for_viewer
from tournaments.clubs.models.clubs import Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.pages.common import actor_of, attempt_form, members_form, page, show
from tournaments.ratings.verbs import has_ratings
from tournaments.seasons.forms.seasons import NewSeasonForm
from tournaments.seasons.models import Season
from tournaments.seasons.verbs import seasons
from tournaments.seasons.words.scheme import worth_choices
from tournaments.teams.verbs import leagues

MOST_SEASONS = 100
"""The page of a club lists so many seasons."""


@page
def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons of a club, its leagues, and for its owners what other leagues ask of it."""
    club = club_for_viewer(slug)
    frame = club_frame(request, club, "seasons")
    listed = seasons.seasons_to_show(club, is_member=frame["is_member"])[:MOST_SEASONS]
    joined = list(leagues.leagues_joined(club)) if frame["is_member"] else []
    return show(
        request,
        "seasons/club_seasons.html",
        frame
        | {
            "seasons": listed,
            "has_ratings": has_ratings(club),
            "leagues": leagues.leagues_of(club) if frame["is_member"] else [],
            "asked": [row for row in joined if not row.takes_part],
            "joined": [row for row in joined if row.takes_part],
        },
    )


@members_form
def new_season(request: HttpRequest, slug: str) -> HttpResponse:
    """A season in two minutes: its name, which evenings, points, the best how many. It can start at once."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    form = NewSeasonForm(club, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        starts = "start" in request.POST

        def create() -> Season:
            with transaction.atomic():
                made = seasons.create_season(club, actor_of(request), **form.values())
                return seasons.start_season(made, actor_of(request)) if starts else made

        made = attempt_form(form, create)
        if made is not None:
            done = (
                _("%(season)s is running. Whoever plays one of its evenings is in the table.")
                if starts
                else _("%(season)s is a draft. Only the members of the club see it.")
            )
            messages.success(request, done % {"season": made.name})
            return redirect("season" if starts else "manage_season", made.ref)
    context = club_frame(request, club, "seasons") | {"worths": worth_choices()}
    return show(request, "seasons/new.html", context, form=form)
