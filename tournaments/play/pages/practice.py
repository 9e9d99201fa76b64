"""Playing deals against bots, without an account, and watching a deal step by step."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

import games.services as games
from tournaments.core.pages.common import actor_of, attempt_form, open_form, page, show
from tournaments.core.requests import client_address
from tournaments.core.rules.refusals import Conflict, NotFound, TooMany
from tournaments.desk.pages.rounds import who_played
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.kept import NUMBER, kept
from tournaments.play.forms.phones import PracticeForm
from tournaments.play.models import Practice
from tournaments.play.pages.cards import actor_at, table_frame
from tournaments.play.verbs import practices
from tournaments.play.verbs.results import deal_steps, last_number
from tournaments.play.words.practice import YOU, names_of, steps_in_words, table_of_practice, why_refused
from tournaments.tables.access import table_for_viewer
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import deal_at

# ---- Watch a deal step by step.


STEPS_IN_PART = 10
"""The script of the viewer fetches so many steps at once. The page tells it the number."""


@page
@kept(query={"step": NUMBER, "follow": "1"})
def watch_deal(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """One step of a deal, ``?step=K`` from 1. With ``?follow=1`` the viewer goes on to the next deal."""
    actor = actor_at(request, table_id)
    table = table_for_viewer(actor, table_id)
    watched, names = _watched(table, number)
    step = step_asked(request, watched)
    follows = request.GET.get("follow") == "1"
    last = last_number(table)
    response = show(
        request,
        "play/watch_deal.html",
        table_frame(request, actor, table, "rounds")
        | viewer(watched, steps_in_words(watched, names, [step]))
        | {
            "number": number,
            "by_cards": watched["source"] == "poch-deal/1",
            "follows": follows,
            "following": "&follow=1" if follows else "",
            "part": reverse("deal_steps_part", args=[table.pk, number, 0]),
            "next_deal": number + 1 if number < last else None,
            "deal_before": number - 1 if number > 1 else None,
        },
    )
    if request.GET.get("step", "1") != str(step):
        # Only the steps that the page links to are kept in memory.
        patch_cache_control(response, no_store=True)
    return response


@page
@kept()
def steps_part(request: HttpRequest, table_id: str, number: int, first: int) -> HttpResponse:
    """A part of the steps, for the script of the deal viewer. Parts begin at step 1, 11, 21 and so on."""
    table = table_for_viewer(actor_at(request, table_id), table_id)
    watched, names = _watched(table, number)
    if first % STEPS_IN_PART != 1 or first > len(watched["steps"]):
        raise NotFound("not_found", _("This deal has no steps from there on."))
    steps = steps_in_words(watched, names, range(first, first + STEPS_IN_PART))
    return show(request, "play/watch_steps.html", viewer(watched, steps))


def step_asked(request: HttpRequest, watched: Mapping[str, Any]) -> int:
    """The step that ``?step=K`` asks for, or the nearest one that the deal has."""
    asked = request.GET.get("step", "1")
    return min(max(1, int(asked) if asked.isdecimal() and len(asked) < 6 else 1), len(watched["steps"]))


def viewer(watched: Mapping[str, Any], steps: list[dict[str, Any]]) -> dict[str, Any]:
    """The context of the deal viewer: these steps in words, the first one, and the numbers beside it."""
    count = len(watched["steps"])
    number = steps[0]["number"] if steps else count
    return {
        "steps": steps,
        "step": steps[0] if steps else None,
        "count": count,
        "previous": max(1, number - 1),
        "next": min(count, number + 1),
        "part_size": STEPS_IN_PART,
        "rules": watched["rules"],
        "pay_suit": watched["pay_suit"],
        "upcard": watched["upcard"],
    }


def _watched(table: Table, number: int) -> tuple[dict[str, Any], list[str]]:
    """The steps of a deal, and the names of its seats."""
    deal = deal_at(table, number)
    by_seat = [entry.player.public_name for entry in who_played(table, deal)]
    return deal_steps(deal), [by_seat[seat] for seat in deal.places]


LONGEST_ACT = 40
LONGEST_NUMBER = 9
"""Characters of an act and of a number that the form sends."""


@never_cache
@open_form
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a game and opponents. The query may name an event, whose rules are played, or a preset."""
    event = _event_of(request)
    data = request.POST if request.method == "POST" else None
    asked = request.GET.get("preset", "")
    initial = {"preset": asked if asked in games.presets() else games.presets()[0]}
    form = PracticeForm(data, rules=event.rules if event else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            started = attempt_form(
                form, lambda: practices.start_practice(**form.values(), address=client_address(request))
            )
        except TooMany as refusal:
            form.add_error(None, refusal.detail)
            started = None
        if started is not None:
            return redirect("practice_table", started.pk)
    return show(request, "play/practice.html", {"event": event}, form=form)


@never_cache
@open_form
def practice_table(request: HttpRequest, code: str) -> HttpResponse:
    """The table of a practice, and the acts of the person. ``?hint=1`` shows what the expert would do."""
    practice = practices.practice_of(code)
    if request.method == "POST":
        moves = request.POST.get("moves", "")
        upon = int(moves) if moves.isdecimal() and len(moves) <= LONGEST_NUMBER else -1
        words = _words(request)
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
    return show(
        request,
        "play/practice_table.html",
        {
            "practice": practice,
            "deals": practices.DEALS,
            "table": table_of_practice(practice, practices.deal_of(practice)),
            "advice": hint and hint.sentence._asdict(),
        },
    )


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
        chips = request.POST.get("chips", "")[:LONGEST_NUMBER].strip()
        return f"{words} {int(chips) if chips.isascii() and chips.isdecimal() else 0}"
    return words
