"""The results of play-offs for shared places of a season."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.pages.common import actor_of, attempt, members_form, show
from tournaments.seasons.access import season_for_director
from tournaments.seasons.pages.frame import season_frame
from tournaments.seasons.pages.table import reader_in_short
from tournaments.seasons.verbs import seasons
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.seasons.words.play_offs import noted_play_offs, open_play_offs

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
