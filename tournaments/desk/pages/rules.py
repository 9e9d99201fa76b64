"""The rules in words, and both packs of cards."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt

import games.services as games
from tournaments.core.models.choices import Pack
from tournaments.core.packs import check_pack
from tournaments.core.pages.common import actor_of, only_post, page, refused, show
from tournaments.core.pages.languages import page_before
from tournaments.core.rules.refusals import Invalid
from tournaments.desk.access import NoSuchPreset
from tournaments.desk.words.prose import prose_of
from tournaments.desk.words.rulebook import rulebook
from tournaments.desk.words.scorings import scoring_lines
from tournaments.events.access import event_for_viewer
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import kept
from tournaments.events.words.counting import counting_rules
from tournaments.events.words.stages import steps_of
from tournaments.standings.words.ranking import tie_break_lines

RANKS: Final = {Pack.FRENCH: "AKQJT98765432", Pack.GERMAN: "AKQJT9876"}
"""The cards that are sold with these suits, from the highest rank down."""

SUITS: Final = "cshd"
"""The suits in the order of Skat, which is that of German packs."""


@page
def both_packs(request: HttpRequest) -> HttpResponse:
    """All cards of each pack, with their names and with what records call them."""
    shown = [
        (pack.value, pack.label, [[rank + suit for suit in SUITS] for rank in RANKS[pack]]) for pack in Pack
    ]
    return show(request, "desk/both_packs.html", {"packs": shown})


@csrf_exempt  # Kept pages, which are the same for all strangers, have this form. Others gain nothing by it.
@only_post
def choose_pack(request: HttpRequest) -> HttpResponse:
    """Keep the pack in a cookie, and show the page again on which the person chose it.

    An empty pack deletes the cookie: the person sees the packs of the clubs.
    """
    pack = request.POST.get("pack", "")
    try:
        check_pack(pack, or_empty=True)
    except Invalid as refusal:
        return refused(request, refusal)
    response = redirect(page_before(request))
    if not pack:
        response.delete_cookie(settings.PACK_COOKIE_NAME, samesite="Lax")
        return response
    response.set_cookie(
        settings.PACK_COOKIE_NAME,
        pack,
        max_age=settings.PACK_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response


@page
@kept()
def rules(request: HttpRequest, ref: str) -> HttpResponse:
    """The rules of the event in words, with its changes to the preset."""
    event = event_for_viewer(actor_of(request), ref)
    return show(
        request,
        "desk/rules.html",
        event_frame(request, event, "rules")
        | {
            "rulebook": None if event.without_rules else rulebook(event.rules),
            "prose": None if event.without_rules else prose_of(event.rules),
            "purse": games.resolve_rules(event.rules)["purse"],
            "tie_breaks": tie_break_lines(event.tie_breaks),
            "steps": steps_of(event),
            "scoring": scoring_lines(event),
            "counting": counting_rules(event),
        },
    )


@page
def presets(request: HttpRequest) -> HttpResponse:
    """All presets."""
    return show(
        request, "desk/presets.html", {"presets": [games.preset_info(name) for name in games.presets()]}
    )


@page
def preset(request: HttpRequest, name: str) -> HttpResponse:
    """A preset as prose. All its switches are in a folded part of the page."""
    if name not in games.presets():
        raise NoSuchPreset
    rules = {"preset": name}
    return show(request, "desk/preset.html", {"rulebook": rulebook(rules), "prose": prose_of(rules)})
