"""Watching a deal step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import page, show
from tournaments.core.rules.refusals import NotFound
from tournaments.desk.pages.rounds import who_played
from tournaments.events.pages.kept import NUMBER, kept
from tournaments.play.pages.frame import actor_at, table_frame
from tournaments.play.verbs.results import deal_steps, last_number
from tournaments.play.words.steps import steps_in_words
from tournaments.tables.access import table_for_viewer
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs.table_states import deal_at

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
    return min(max(1, whole(request.GET.get("step", ""))), len(watched["steps"]))


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
