"""The form for a series of events like an earlier one."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import Invalid
from tournaments.core.forms import PageForm
from tournaments.core.rules.calendar import MOST_DAYS, MOST_STEPS, Every, Rhythm, days_of
from tournaments.core.zones import check_date

FIELD_OF = {"rhythm_step": "step", "rhythm_ends_early": "until", "rhythm_endless": "count"}
"""The field that shows a refusal of the rhythm."""


def _day(label: Any, **options: Any) -> forms.DateField:
    return forms.DateField(
        label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options
    )


class SeriesForm(PageForm):
    """A rhythm: every so many weeks or months, until a day or for a number of events."""

    first = _day(_("First day"))
    every = forms.ChoiceField(
        label=_("How often"),
        choices=[
            (Every.WEEK, _("on the same weekday")),
            (Every.MONTH, _("on the same weekday of the month, such as the second Thursday")),
        ],
        initial=Every.WEEK,
        widget=forms.RadioSelect,
    )
    step = forms.IntegerField(
        label=_("Every so many weeks or months"), min_value=1, max_value=MOST_STEPS, initial=2
    )
    until = _day(_("Last day"), required=False)
    count = forms.IntegerField(
        label=_("Number of events"),
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=_("Give the last day, the number, or both."),
    )

    def clean(self) -> dict[str, Any]:
        """Find the days of the series."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                for name in ("first", "until"):
                    check_date(cleaned[name], name)
                self.days = days_of(Rhythm(**cleaned))
            except Invalid as refusal:
                refusal.field = refusal.field or FIELD_OF.get(refusal.code)
                self.refuse(refusal)
        return cleaned


class DaysForm(forms.Form):
    """The chosen days of new events, and whether last time's people play again."""

    players = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.dates = data.getlist("dates")
        self.days: list[date] = []

    def clean(self) -> dict[str, Any]:
        """Read the days. They come from boxes of the page, so a wrong one is a forged one."""
        read = [forms.DateField(required=False).clean(text) for text in self.dates]
        self.days = [day for day in read if day]
        return super().clean() or {}
