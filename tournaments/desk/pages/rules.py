"""The rules of an event and of each preset, in words."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.errors import NotFound
from tournaments.core.pages.common import actor_of, page, show
from tournaments.desk.words.prose import prose_of
from tournaments.desk.words.rulebook import rulebook
from tournaments.desk.words.scorings import scoring_lines
from tournaments.events.access import event_for_viewer
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import kept
from tournaments.events.words.counting import counting_rules
from tournaments.events.words.stages import steps_of
from tournaments.standings.words.tie_breaks import tie_break_lines


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
    """A preset as prose, with all its switches in a fold."""
    if name not in games.presets():
        raise NotFound("no_such_preset", _("No preset has this name."))
    rules = {"preset": name}
    return show(request, "desk/preset.html", {"rulebook": rulebook(rules), "prose": prose_of(rules)})
