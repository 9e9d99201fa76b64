"""Another scheme, laid over the evenings that were played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.access import season_for_director
from tournaments.errors import Conflict, Invalid
from tournaments.forms.seasons import SchemeForm
from tournaments.kernel.refusals import sentence
from tournaments.rules.errors import RulesError
from tournaments.sentences.seasons.scheme import worth_choices
from tournaments.sentences.seasons.what_if import WhatIfTable, what_if_tables
from tournaments.services.seasons import outlooks
from tournaments.services.seasons.facts import names_of_members
from tournaments.views.common import actor_of, members_form, show

from .frame import season_frame


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
        except RulesError as error:
            form.add_error(None, sentence(error))
    context: dict[str, Any] = {"tables": tables, "worths": worth_choices()}
    return show(
        request,
        "season/what_if.html",
        season_frame(request, season, "manage", "what_if") | context,
        form=form,
    )
