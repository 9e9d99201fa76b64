"""The form that asks which format finds the best player."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from tournaments.services.events.advice import FEWEST_PEOPLE, MOST_PEOPLE, room_at

from .fields import PageForm

CHIPS, PLACES = "chips", "places"


class FormatsForm(PageForm):
    """How many people and tables there are, and how long the evening is."""

    people = forms.IntegerField(
        label=gettext_lazy("People"), min_value=FEWEST_PEOPLE, max_value=MOST_PEOPLE, initial=16
    )
    tables = forms.IntegerField(label=gettext_lazy("Tables"), min_value=1, max_value=MOST_PEOPLE, initial=4)
    hours = forms.FloatField(label=gettext_lazy("Hours"), min_value=0.25, max_value=24, initial=4)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of a round"), min_value=5, max_value=240, initial=45
    )
    counts = forms.ChoiceField(
        label=gettext_lazy("A round counts"),
        choices=[(CHIPS, gettext_lazy("chips")), (PLACES, gettext_lazy("places at the tables"))],
        initial=CHIPS,
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        """Refuse more people than have room."""
        values: dict[str, Any] = super().clean() or {}
        people, tables = values.get("people"), values.get("tables")
        if people and tables and people > room_at(tables):
            self.add_error(
                "tables",
                ngettext(
                    "%(tables)d table has room for %(room)d people. Add tables.",
                    "%(tables)d tables have room for %(room)d people. Add tables.",
                    tables,
                )
                % {"tables": tables, "room": room_at(tables)},
            )
        return values

    def is_by_place(self) -> bool:
        """Whether a round counts places at the tables."""
        return bool(self.cleaned_data["counts"] == PLACES)
