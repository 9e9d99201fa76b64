"""Forms for replies to an invitation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models.people import Player
from tournaments.core.forms import PageForm, SelectOfMany
from tournaments.events.forms.invitation import AmountField
from tournaments.events.verbs.replies import LONGEST_CONTACT


class SignUpForm(PageForm):
    """Somebody who comes: a name, or for members a player of the club."""

    player = forms.ChoiceField(
        label=_("Player of the club"),
        required=False,
        widget=SelectOfMany,
        help_text=_("Choose somebody, or write the name of somebody who is no player yet."),
    )
    name = forms.CharField(
        label=_("Name"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    contact = forms.CharField(
        label=_("E-mail address or telephone number"),
        max_length=LONGEST_CONTACT,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "email"}),
        help_text=_(
            "You can leave it empty. Only the directors see it, and it is deleted 30 days after the event."
        ),
    )

    def __init__(
        self, players: Sequence[Player], *args: Any, own: Player | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if not players:
            del self.fields["player"]
            self.fields["name"].required = True
            return
        choices = [("", gettext("somebody else")), *((str(player.pk), player.name) for player in players)]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
        if own in players:
            self.fields["player"].initial = str(own.pk) if own else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "player" in self.fields and not self.errors:
            if not cleaned["player"] and not cleaned["name"]:
                self.add_error("name", gettext("Choose a player or write a name."))
            if cleaned["player"] and cleaned["name"]:
                self.add_error("name", gettext("Choose a player or write a name, not both."))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The arguments of `sign_up`."""
        cleaned = self.cleaned_data
        return {
            "name": cleaned["name"],
            "player": cleaned.get("player") or None,
            "contact": cleaned["contact"],
        }


class PaidForm(PageForm):
    """What somebody has paid in all."""

    paid = AmountField(label=_("Paid in all"), required=False)
