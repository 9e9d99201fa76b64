"""The choice of a practice against bots: the game, the number of players, how well the bots play."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle, islice
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.core.forms import PageForm

MIXED: Final = "mixed"


MIXTURE: Final = ("expert", "cautious", "bold")
"""The bots of a mixed table, one after the other."""


USUAL_SEATS: Final = 4


class PracticeForm(PageForm):
    """A new practice. rules: those of an event; without them the person chooses a preset."""

    preset = forms.ChoiceField(label=_("Game"))
    seats = forms.TypedChoiceField(label=_("Players, including you"), coerce=int, widget=forms.RadioSelect)
    opponents = forms.ChoiceField(label=_("Your opponents"), widget=forms.RadioSelect, initial=MIXED)

    def __init__(self, *args: Any, rules: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        if rules is None:
            presets = [(name, gettext(games.preset_info(name).title)) for name in games.presets()]
            self.fields["preset"].choices = presets  # type: ignore[attr-defined]
            ranges = [games.seats_range(games.preset_switches(name)) for name in games.presets()]
            least, most = min(low for low, _high in ranges), max(high for _low, high in ranges)
        else:
            del self.fields["preset"]
            least, most = games.seats_range(games.resolve_rules(rules))
        seats = self.fields["seats"]
        seats.choices = [(number, str(number)) for number in range(least, most + 1)]  # type: ignore[attr-defined]
        seats.initial = min(max(least, USUAL_SEATS), most)
        self.fields["opponents"].choices = [  # type: ignore[attr-defined]
            (MIXED, gettext("Mixed")),
            *((bot.name, gettext(bot.title)) for bot in games.bots()),
        ]

    def values(self) -> dict[str, Any]:
        """The arguments of `start_practice`."""
        cleaned = self.cleaned_data
        kinds = MIXTURE if cleaned["opponents"] == MIXED else (cleaned["opponents"],)
        rules = {"preset": cleaned["preset"]} if self.rules is None else self.rules
        return {"rules": rules, "bots": list(islice(cycle(kinds), cleaned["seats"] - 1))}
