"""Another scheme, laid over the evenings that were played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.pages.common import actor_of, members_form, show
from tournaments.seasons.access import season_for_director
from tournaments.seasons.forms.seasons import SchemeForm
from tournaments.seasons.pages.frame import season_frame
from tournaments.seasons.verbs import outlooks
from tournaments.seasons.verbs.facts import names_of_members
from tournaments.seasons.words.scheme import worth_choices
from tournaments.seasons.words.what_if import WhatIfTable, what_if_tables


@members_form
def what_if(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Choose a scheme; then see the table that it would make."""
    season = season_for_director(actor_of(request), season_ref)
    form = SchemeForm(season.scheme, request.POST if request.method == "POST" else None)
    tables: list[WhatIfTable] = []
    if form.is_bound and form.is_valid():
        try:
            names = names_of_members(season)
            tables = what_if_tables(outlooks.what_if(season, form.scheme()), names)
        except (Conflict, Invalid) as refusal:
            form.add_error(None, refusal.detail)
    context: dict[str, Any] = {"tables": tables, "worths": worth_choices()}
    return show(
        request,
        "seasons/what_if.html",
        season_frame(request, season, "manage", "what_if") | context,
        form=form,
    )
