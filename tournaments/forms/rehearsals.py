"""The form that starts a rehearsal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.services.rehearsals.rehearsals import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    USUAL_SECONDS,
    players_expected,
)

from .fields import PageForm

USUAL, CALM = "usual", "calm"


class RehearsalForm(PageForm):
    """The number of players, their speed, and whether things go wrong."""

    field_of = {"deal_seconds": "minutes"}

    players = forms.IntegerField(label=_("Players"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    minutes = forms.FloatField(
        label=_("Minutes per deal"), min_value=0.1, max_value=60, initial=f"{USUAL_SECONDS / 60:g}"
    )
    incidents = forms.ChoiceField(
        label=_("What happens"),
        choices=[(USUAL, _("the usual incidents")), (CALM, _("nothing goes wrong"))],
        initial=USUAL,
        widget=forms.RadioSelect,
        help_text=_(
            "Usually some players are late or missing, some go home, and some deals are entered wrong."
        ),
    )

    def __init__(self, *args: Any, event: Event, entered: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].initial = players_expected(event, entered)

    def values(self) -> dict[str, Any]:
        """The arguments of `start_rehearsal`."""
        cleaned = self.cleaned_data
        return {
            "players": cleaned["players"],
            "deal_seconds": max(1, round(cleaned["minutes"] * 60)),
            "calm": cleaned["incidents"] == CALM,
        }
