"""Forms about who sits where: a whole seating, wishes, an order of strength."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import WishKind

from .fields import PageForm


class SeatingForm(PageForm):
    """A whole seating, a table a line."""

    seats = forms.CharField(
        label=_("Tables"),
        widget=forms.Textarea(attrs={"rows": 12, "class": "seating", "spellcheck": "false"}),
        help_text=_("One table per line, table 1 first. Names clockwise, the first dealer first."),
        error_messages={"required": _("Write the tables, one per line.")},
    )
    draw = forms.IntegerField(widget=forms.HiddenInput, required=False)


class SeedingForm(PageForm):
    """The players by strength, one a line."""

    order = forms.CharField(
        label=_("Strongest player first"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 14, "class": "seating", "spellcheck": "false"}),
        help_text=_("One name per line. Players who are not in the list follow in random order."),
    )


class WishForm(PageForm):
    """Something asked of every draw."""

    field_of = {"players": "players", "number": "number"}

    kind = forms.ChoiceField(
        label=_("Wish"),
        choices=[
            (WishKind.APART, _("Keep apart")),
            (WishKind.TOGETHER, _("Seat together")),
            (WishKind.SEAT, _("Always the same seat")),
            (WishKind.TABLE, _("Always the same table")),
        ],
        initial=WishKind.APART,
        widget=forms.RadioSelect,
    )
    players = forms.MultipleChoiceField(
        label=_("Players"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose the players.")},
    )
    number = forms.IntegerField(label=_("Number of the seat or table"), required=False, min_value=1)
    must = forms.ChoiceField(
        label=_("How much it matters"),
        choices=[("yes", _("it must be kept in every draw")), ("no", _("it may be broken to avoid repeats"))],
        initial="yes",
        required=False,
        widget=forms.RadioSelect,
    )
    always = forms.BooleanField(label=_("In every round, not only in one"), required=False)
    note = forms.CharField(
        label=_("Note"), max_length=200, required=False, help_text=_("Only directors can read it.")
    )

    def __init__(
        self, players: Sequence[tuple[str, str]], *args: Any, of_club: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = players  # type: ignore[attr-defined]
        if of_club:
            # In every event of a club people can only be kept apart.
            for name in ("kind", "number", "always"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Ask for the number of a place where a place is asked for."""
        cleaned = super().clean() or {}
        of_place = cleaned.get("kind") in (WishKind.SEAT, WishKind.TABLE)
        if of_place and not cleaned.get("number") and "number" not in self.errors:
            self.add_error("number", gettext("Enter the number of the seat or table. Seat 1 deals first."))
        return cleaned

    def values(self) -> dict[str, Any]:
        """What `add_wishes` takes."""
        said = self.cleaned_data
        kind = said.get("kind", WishKind.APART)
        number = said.get("number")
        return {
            "kind": kind,
            "players": said["players"],
            "must": said["must"] != "no",
            "always": bool(said.get("always")),
            # People count the seats from 1, the records from 0.
            "number": number - 1 if kind == WishKind.SEAT and number else number,
            "note": said["note"],
        }
