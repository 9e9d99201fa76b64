"""Forms for a whole seating, wishes and the seeding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm
from tournaments.draw.models import WishKind


class SeatingForm(PageForm):
    """A whole seating, one table per line."""

    seats = forms.CharField(
        label=_("Tables"),
        widget=forms.Textarea(attrs={"rows": 12, "class": "seating", "spellcheck": "false"}),
        help_text=_("One table per line, table 1 first. Names clockwise, the first dealer first."),
        error_messages={"required": _("Write the tables, one per line.")},
    )
    draw = forms.IntegerField(widget=forms.HiddenInput, required=False)


class LeavingForm(PageForm):
    """Who leaves a table in the middle of the round, and who takes over the seat."""

    out = forms.ChoiceField(
        label=_("Who leaves"), error_messages={"required": _("Choose the player who leaves.")}
    )
    into = forms.ChoiceField(
        label=_("Substitute"),
        required=False,
        help_text=_("Anybody in the event who has had no seat in this round. New people: page “Players”."),
    )
    withdraw = forms.BooleanField(
        label=_("Withdraw the player who leaves from the event"),
        required=False,
        help_text=_("Otherwise they can check in again and play in a later round."),
    )
    from_deal = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)

    def __init__(
        self, seats: Sequence[tuple[str, str]], free: Sequence[tuple[str, str]], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        none = {"out": _("choose"), "into": _("no substitute: one seat less")}
        for name, choices in (("out", seats), ("into", free)):
            self.fields[name].choices = [("", none[name]), *choices]  # type: ignore[attr-defined]


class SeedingForm(PageForm):
    """The players by strength, one per line."""

    order = forms.CharField(
        label=_("Strongest player first"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 14, "class": "seating", "spellcheck": "false"}),
        help_text=_("One name per line. Players who are not in the list follow in random order."),
    )


class WishForm(PageForm):
    """A wish for the draws."""

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
            # For all events of a club, players can only be kept apart.
            for name in ("kind", "number", "always"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Require the number of the seat or table, if the wish needs it."""
        cleaned = super().clean() or {}
        needs_number = cleaned.get("kind") in (WishKind.SEAT, WishKind.TABLE)
        if needs_number and not cleaned.get("number") and "number" not in self.errors:
            self.add_error("number", gettext("Enter the number of the seat or table. Seat 1 deals first."))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The arguments of `add_wishes`."""
        data = self.cleaned_data
        kind = data.get("kind", WishKind.APART)
        number = data.get("number")
        return {
            "kind": kind,
            "players": data["players"],
            "must": data["must"] != "no",
            "always": bool(data.get("always")),
            # Seats are stored from 0 and shown from 1.
            "number": number - 1 if kind == WishKind.SEAT and number else number,
            "note": data["note"],
        }
