"""Other schemes: laid over the evenings that were played, and tried by workers before the start."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import season_for_director, trial_for_director
from tournaments.errors import Conflict, Invalid
from tournaments.forms.seasons import SchemeForm, TrialForm
from tournaments.kernel.refusals import sentence
from tournaments.rules.errors import RulesError
from tournaments.sentences.seasons.scheme import worth_choices
from tournaments.sentences.seasons.trying import WhatIfTable, trial_lines, what_if_tables
from tournaments.services.seasons import trials, trying
from tournaments.services.seasons.facts import names_of_members
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show

from .frame import season_frame

SHOWN = 10
"""The page shows so many trials, the newest ones."""


@members_form
def what_if(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Choose a scheme; then see the table that it would make, or let workers play seasons by it."""
    season = season_for_director(actor_of(request), season_ref)
    sent = request.POST if request.method == "POST" else None
    form, number = SchemeForm(season.scheme, sent), TrialForm(sent)
    tables: list[WhatIfTable] = []
    if form.is_bound and form.is_valid() and number.is_valid():
        if "try" in request.POST:
            started = attempt_form(
                form,
                lambda: trying.start_trial(
                    season,
                    actor_of(request),
                    scheme=form.scheme(),
                    seasons=number.cleaned_data["seasons"],
                ),
            )
            if started is not None:
                messages.success(request, _("The seasons are being played."))
                return redirect("what_if", season.ref)
        else:
            try:
                names = names_of_members(season)
                tables = what_if_tables(trials.what_if(season, form.scheme()), names)
            except (Conflict, Invalid) as refusal:
                form.add_error(None, refusal.detail)
            except RulesError as error:
                form.add_error(None, sentence(error))
    context: dict[str, Any] = {
        "tables": tables,
        "number": number,
        "worths": worth_choices(),
        "trials": trial_lines(trying.trials_of(season)[:SHOWN]),
    }
    return show(
        request,
        "season/what_if.html",
        season_frame(request, season, "manage", "what_if") | context,
        form=form,
    )


@members_act
def stop_trial(request: HttpRequest, trial_id: str) -> HttpResponse:
    """Stop a trial. What was played so far stays."""
    trial = trial_for_director(actor_of(request), trial_id)
    attempt(request, lambda: trying.stop_trial(trial, actor_of(request)), _("The trial is stopped."))
    return redirect("what_if", trial.season.ref)
