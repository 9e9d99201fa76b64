"""The story of a finished event. The sentences are in `standings/told.html`.

It is made anew each time, with the names that the public sees now: somebody who became anonymous is not in it
any more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from tournaments.core.numbers import number
from tournaments.core.words.words import chips, names
from tournaments.events.models.events import Event
from tournaments.play.words.deals import set_name
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.rules.story import Fact
from tournaments.standings.verbs.story import story_of

RESULT: Final = ("played", "won", "led", "turn", "climb")
"""What the facts of the first paragraph are called; the second one is about single deals."""


class Story(NamedTuple):
    """The story of an event as pages and programs show it."""

    html: SafeString
    text: str


def story_to_show(event: Event) -> Story | None:
    """The story of a finished event. None before the end, and if there is none."""
    told = story_of(event)
    if not told.facts:
        return None
    facts = [_in_words(fact, told.names, event.scoring) for fact in told.facts]
    html = re.sub(r"[ \n]+", " ", render_to_string("standings/told.html", {"facts": facts}))
    html = html.replace("<p> ", "<p>").replace(" </p>", "</p>").strip()
    paragraphs = unescape(strip_tags(html.replace("</p> <p>", "\n\n")))
    return Story(SafeString(html), paragraphs)


def _in_words(fact: Fact, public_names: Mapping[str, str], scoring: str) -> dict[str, Any]:
    """A fact with the names of its players, and with its amounts, chips and cards in words."""
    values = dict(fact.values)
    for key in {"entry", "second", "entries", "leaders"} & values.keys():
        entries = [values[key]] if isinstance(values[key], str) else values[key]
        values["alone"] = len(entries) == 1
        values[key] = names(public_names.get(entry, gettext("somebody")) for entry in entries)
    for key in {"score", "lead", "behind"} & values.keys():
        values[key] = _amount(values[key], scoring) if key == "score" or values[key] > 0 else ""
    if values.get("cards"):
        values["set"] = set_name(values.get("kind", "four"), values["cards"])
    if values.get("chips"):
        values["chips"] = chips(values["chips"])
    about = "result" if fact.kind.startswith(RESULT) else "deals"
    return values | {"kind": fact.kind, "wording": fact.wording, "about": about}


def _amount(value: float, scoring: str) -> str:
    """How far players are apart: in chips where these are the score, in points elsewhere."""
    if unit_of(scoring) == "points" or scoring == "average":
        words = ngettext("%(count)s point", "%(count)s points", 1 if value == 1 else 2)
    else:
        words = ngettext("%(count)s chip", "%(count)s chips", 1 if value == 1 else 2)
    return words % {"count": number(value)}
