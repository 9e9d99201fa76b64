"""Playing deals against bots, without an account."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

import games.services as games
from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import actor_of, open_form, page, sent, show, submit
from tournaments.core.requests import client_address
from tournaments.core.rules.refusals import Conflict, TooMany
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.play.forms.practice import PracticeForm
from tournaments.play.models import Practice
from tournaments.play.pages.watching import STEPS_IN_PART, step_asked, viewer
from tournaments.play.verbs import practices
from tournaments.play.words.practice import YOU, names_of, table_of_practice, why_refused
from tournaments.play.words.steps import steps_in_words

LONGEST_ACT = 40
"""Characters of an act that the form sends."""


@never_cache
@open_form
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a game and opponents. The query may name an event, whose rules are played, or a preset."""
    event = _event_of(request)
    asked = request.GET.get("preset", "")
    initial = {"preset": asked if asked in games.presets() else games.presets()[0]}
    form = PracticeForm(sent(request), rules=event.rules if event else None, initial=initial)
    start = partial(practices.start_practice, address=client_address(request))
    try:
        started = submit(request, form, lambda: start(**form.values()))
        if started is not None:
            return redirect("practice_table", started.pk)
    except TooMany as refusal:
        form.add_error(None, refusal.detail)
    return show(request, "play/practice.html", {"event": event}, form=form)


@never_cache
@open_form
def practice_table(request: HttpRequest, code: str) -> HttpResponse:
    """The table of a practice, and the acts of the person. ``?hint=1`` shows what the expert would do."""
    practice = practices.practice_of(code)
    if request.method == "POST":
        upon, words = whole(request.POST.get("moves", ""), -1), _words(request)
        try:
            if words == "again":
                rules, bots = practice.rules, practice.bots[1:]
                code = practices.start_practice(rules, bots, address=client_address(request)).pk
            elif words == "next":
                practices.next_deal(practice, upon)
            else:
                practices.act(practice, words, upon)
        except games.EngineError as refusal:
            messages.error(request, why_refused(refusal))
        except (Conflict, TooMany) as refusal:
            messages.error(request, refusal.detail)
        return redirect("practice_table", code)
    try:
        hint = practices.hint(practice) if request.GET.get("hint") == "1" else None
    except TooMany as refusal:
        messages.error(request, refusal.detail)
        return redirect("practice_table", code)
    context = {
        "practice": practice,
        "deals": practices.DEALS,
        "table": table_of_practice(practice, practices.deal_of(practice)),
        "advice": hint and hint.sentence._asdict(),
    }
    return show(request, "play/practice_table.html", context)


@never_cache
@page
def practice_steps(request: HttpRequest, code: str) -> HttpResponse:
    """One step of the present deal, ``?step=K`` from 1, with all hands. The deal must be over."""
    practice = practices.practice_of(code)
    try:
        watched = practices.all_steps(practice)
    except Conflict as refusal:
        messages.error(request, refusal.detail)
        return redirect("practice_table", code)
    context = _viewer(practice, watched, [step_asked(request, watched)]) | {
        "practice": practice,
        "deals": practices.DEALS,
        "part": reverse("practice_steps_part", args=[code, 0]),
    }
    return show(request, "play/practice_steps.html", context)


@never_cache
@page
def practice_steps_part(request: HttpRequest, code: str, first: int) -> HttpResponse:
    """Some steps from a first one on, for the script of the viewer."""
    practice = practices.practice_of(code)
    if not practice.deal_is_over:
        # The person has dealt the next deal. The page of the steps says so.
        return redirect("practice_steps", code)
    watched = practices.all_steps(practice)
    return show(
        request,
        "play/watch_steps.html",
        _viewer(practice, watched, range(first, first + STEPS_IN_PART)),
    )


def _viewer(practice: Practice, watched: Mapping[str, Any], numbers: Collection[int]) -> dict[str, Any]:
    """The steps with these numbers of a deal that is over. They say "you" to the person."""
    names = names_of(practice)
    return viewer(watched, steps_in_words(watched, names, numbers, you=YOU)) | {"you": names[YOU]}


def _event_of(request: HttpRequest) -> Event | None:
    """The event whose rules are played. None for a preset, or an event without rules of Poch."""
    ref = request.GET.get("event", "")
    event = event_for_viewer(actor_of(request), ref) if ref else None
    return None if event is None or event.without_rules else event


def _words(request: HttpRequest) -> str:
    """The act as the engine reads it. The chips of a bet or raise come from a field of their own."""
    words = request.POST.get("act", "")[:LONGEST_ACT]
    if words in ("bet", "raise"):
        return f"{words} {whole(request.POST.get('chips', '').strip())}"
    return words
