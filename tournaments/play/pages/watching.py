"""The deal viewer: a recorded deal, step by step."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from tournaments.core.errors import NotFound
from tournaments.core.pages.common import page, show
from tournaments.desk.pages.rounds import who_played
from tournaments.events.pages.kept import NUMBER, kept
from tournaments.play.pages.frame import table_frame
from tournaments.play.pages.phones import actor_at
from tournaments.play.verbs.deals import last_number
from tournaments.play.verbs.watching import deal_steps
from tournaments.play.words.watching import told_steps
from tournaments.tables.access import deal_for_viewer, table_for_viewer
from tournaments.tables.models.rounds import Table

STEPS_IN_PART = 10
"""The script of the viewer fetches so many steps at once. The page tells it the number."""


@page
@kept(query={"step": NUMBER, "follow": "1"})
def watch_deal(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """One step of a deal, ``?step=K`` from 1. With ``?follow=1`` the viewer goes on to the next deal."""
    actor = actor_at(request, table_id)
    table = table_for_viewer(actor, table_id)
    watched, names = _watched(table, number)
    count = len(watched["steps"])
    step = step_asked(request, count)
    follows = request.GET.get("follow") == "1"
    last = last_number(table)
    response = show(
        request,
        "play/watch_deal.html",
        table_frame(request, actor, table, "rounds")
        | {
            "table": table,
            "round": table.round,
            "number": number,
            "count": count,
            "step": next(iter(told_steps(watched, names, [step]))),
            "rules": watched["rules"],
            "pay_suit": watched["pay_suit"],
            "upcard": watched["upcard"],
            "by_cards": watched["source"] == "poch-deal/1",
            "follows": follows,
            "following": "&follow=1" if follows else "",
            "previous": max(1, step - 1),
            "next": min(count, step + 1),
            "part": reverse("deal_steps_part", args=[table.pk, number, 0]),
            "part_size": STEPS_IN_PART,
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
    """Some steps from a first one on, for the script of the viewer. The first is 1, 11, 21 and so on."""
    table = table_for_viewer(actor_at(request, table_id), table_id)
    watched, names = _watched(table, number)
    if first % STEPS_IN_PART != 1 or first > len(watched["steps"]):
        raise NotFound("not_found", _("This deal has no steps from there on."))
    return show(
        request,
        "play/watch_steps.html",
        {
            "steps": told_steps(watched, names, range(first, first + STEPS_IN_PART)),
            "count": len(watched["steps"]),
            "rules": watched["rules"],
            "pay_suit": watched["pay_suit"],
            "upcard": watched["upcard"],
        },
    )


def step_asked(request: HttpRequest, count: int) -> int:
    """The step that ``?step=K`` asks for: one of 1 to `count`."""
    asked = request.GET.get("step", "1")
    return min(max(1, int(asked) if asked.isdecimal() and len(asked) < 6 else 1), count)


def _watched(table: Table, number: int) -> tuple[dict[str, Any], list[str]]:
    """The steps of a deal, and the names of its seats."""
    deal = deal_for_viewer(table, number)
    by_seat = [entry.player.public_name for entry in who_played(table, deal)]
    return deal_steps(deal), [by_seat[seat] for seat in deal.places]
