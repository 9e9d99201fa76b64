"""What a simulation is called that was given no title: who plays, by which rules, and how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

LONGEST_TITLE: Final = 200

_ALIKE: Final = {
    "expert": ngettext_lazy("%d expert", "%d experts"),
    "bold": ngettext_lazy("%d bold bot", "%d bold bots"),
    "cautious": ngettext_lazy("%d cautious bot", "%d cautious bots"),
    "random": ngettext_lazy("%d random bot", "%d random bots"),
}
"""A table of one kind."""

_AMONG_OTHERS: Final = {
    "expert": ngettext_lazy("expert", "%d experts"),
    "bold": ngettext_lazy("bold", "%d bold"),
    "cautious": ngettext_lazy("cautious", "%d cautious"),
    "random": ngettext_lazy("random", "%d random"),
}


def title_of(spec: Mapping[str, Any]) -> str:
    """ "4 experts, pagat, 1 000 000 deals"; of a comparison what differs is told against one another."""
    tables = [bots_told(side["seats"]) for side in spec["sides"]]
    games = [_rules_told(side["rules_name"]) for side in spec["sides"]]
    if len(set(tables)) > 1 and len(set(games)) > 1:
        both = zip(tables, games, strict=True)
        who = [_against([_("%(bots)s at %(game)s") % {"bots": bots, "game": game} for bots, game in both])]
    else:
        who = [_against(tables), _against(games)]
    deals = spec["tables"] * spec["deals_each"]
    if len(spec["sides"]) == 1:
        told = ngettext("%(shown)s deal", "%(shown)s deals", deals)
    else:
        told = ngettext("%(shown)s deal each", "%(shown)s deals each", deals)
    # Parted as on the pages.
    shown = f"{deals:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    title = capfirst(", ".join([*who, told % {"shown": shown}]))
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…"


def bots_told(seats: Sequence[str]) -> str:
    """ "4 experts", "expert, 2 bold and random"."""
    counted = Counter(seats)
    if len(counted) == 1:
        bot = seats[0]
        return str(_ALIKE[bot] % len(seats))
    words = [str(_AMONG_OTHERS[bot] % count if count > 1 else bot) for bot, count in counted.items()]
    return _("%(some)s and %(last)s") % {"some": ", ".join(words[:-1]), "last": words[-1]}


def _rules_told(name: str) -> str:
    """A name of rules (`rules_name`) as one would say it: "pagat with bet limit 10"."""
    return name.replace(", with ", " with ").replace("_", " ")


def _against(sides: Sequence[str]) -> str:
    """Both sides, or once what is the same on both."""
    first, *others = dict.fromkeys(sides)
    return _("%(one)s against %(other)s") % {"one": first, "other": others[0]} if others else first
