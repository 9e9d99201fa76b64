"""The title of a simulation: the one that somebody gave it, or the bots, the rules and the number of deals.

The second is made for its reader, in their language, and stored nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from tournaments.models import Simulation

LONGEST_TITLE: Final = 200

_ALIKE: Final = {
    "expert": ngettext_lazy("%(number)d expert", "%(number)d experts", "number"),
    "bold": ngettext_lazy("%(number)d bold bot", "%(number)d bold bots", "number"),
    "cautious": ngettext_lazy("%(number)d cautious bot", "%(number)d cautious bots", "number"),
    "random": ngettext_lazy("%(number)d random bot", "%(number)d random bots", "number"),
}

_AMONG_OTHERS: Final = {
    "expert": ngettext_lazy("expert", "%(number)d experts", "number"),
    "bold": ngettext_lazy("bold", "%(number)d bold", "number"),
    "cautious": ngettext_lazy("cautious", "%(number)d cautious", "number"),
    "random": ngettext_lazy("random", "%(number)d random", "number"),
}


def shown_title(simulation: Simulation) -> str:
    """The title of a simulation in the language of the reader."""
    return simulation.title or title_of(simulation.spec)


def title_of(spec: Mapping[str, Any]) -> str:
    """For example "4 experts, pagat, 1 000 000 deals", or "4 experts against 4 bold bots, pagat, ..."."""
    tables = [bots_text(side["seats"]) for side in spec["sides"]]
    games = [_rules_text(side["rules_name"]) for side in spec["sides"]]
    if len(set(tables)) > 1 and len(set(games)) > 1:
        both = zip(tables, games, strict=True)
        sides = [_against([_("%(bots)s at %(game)s") % {"bots": bots, "game": game} for bots, game in both])]
    else:
        sides = [_against(tables), _against(games)]
    deals = spec["tables"] * spec["deals_each"]
    if len(spec["sides"]) == 1:
        text = ngettext("%(shown)s deal", "%(shown)s deals", deals)
    else:
        text = ngettext("%(shown)s deal each", "%(shown)s deals each", deals)
    shown = f"{deals:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    title = capfirst(", ".join([*sides, text % {"shown": shown}]))
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"


def bots_text(seats: Sequence[str]) -> str:
    """ "4 experts", "expert, 2 bold and random"."""
    counted = Counter(seats)
    if len(counted) == 1:
        bot = seats[0]
        return str(_ALIKE[bot] % {"number": len(seats)})
    words = [str(_AMONG_OTHERS[bot] % {"number": count}) for bot, count in counted.items()]
    return _("%(some)s and %(last)s") % {"some": ", ".join(words[:-1]), "last": words[-1]}


def _rules_text(name: str) -> str:
    """The name of rules as a person says it: "pagat with bet limit 10"."""
    return name.replace(", with ", " with ").replace("_", " ")


def _against(sides: Sequence[str]) -> str:
    """Both sides, or one text if they are the same."""
    first, *others = dict.fromkeys(sides)
    return _("%(one)s against %(other)s") % {"one": first, "other": others[0]} if others else first
