"""The forms of the director: another evening, clock and announcements."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm
from tournaments.core.rules.calendar import MOST_DAYS, MOST_STEPS, Every, Rhythm, days_of
from tournaments.core.rules.refusals import Invalid
from tournaments.core.zones import check_date
from tournaments.desk.verbs.clocks import MOST_EXTRA
from tournaments.events.models.events import Event
from tournaments.events.rules.clock import LONGEST, SHORTEST
from tournaments.events.verbs.announcements import LONGEST as LONGEST_TEXT
from tournaments.events.verbs.announcements import announcement_of

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


USUAL_MINUTES = 45
"""What the form proposes for an event without a clock of its own."""


class ClockForm(PageForm):
    """How long the clock of a round runs."""

    minutes = forms.IntegerField(
        label=_("Minutes of this round"), min_value=SHORTEST // 60, max_value=LONGEST // 60
    )
    warning_minutes = forms.IntegerField(
        label=_("Warn so many minutes before the end"), min_value=0, max_value=LONGEST // 60, required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].initial = event.clock_minutes or USUAL_MINUTES
        self.fields["warning_minutes"].initial = 5


class TimeForm(PageForm):
    """More time, or less, for a round or for one of its tables."""

    minutes = forms.IntegerField(
        label=_("More minutes"),
        min_value=-MOST_EXTRA,
        max_value=MOST_EXTRA,
        initial=5,
        help_text=_("A minus sign takes time away."),
    )
    table = forms.IntegerField(
        label=_("Table"), min_value=1, max_value=32767, required=False, help_text=_("Empty: all tables.")
    )


class AnnouncementForm(PageForm):
    """A short text for all pages of the event."""

    text = forms.CharField(
        label=_("Announcement"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST_TEXT}),
    )
    minutes = forms.TypedChoiceField(
        label=_("Show it"),
        choices=[
            ("", _("until somebody takes it down")),
            ("10", _("for 10 minutes")),
            ("30", _("for half an hour")),
            ("60", _("for an hour")),
            ("180", _("for three hours")),
        ],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_("It goes an hour after the end of the event at the latest."),
    )
    by_mail = forms.BooleanField(
        label=_("Also send it by mail to the players who have an account"), required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].initial = announcement_of(event)
        if not settings.SENDS_MAIL:
            del self.fields["by_mail"]

    def values(self) -> dict[str, Any]:
        """The arguments of `announce`."""
        minutes = self.cleaned_data["minutes"]
        return {
            "text": self.cleaned_data["text"],
            "until": None if minutes is None else timezone.now() + timedelta(minutes=minutes),
            "by_mail": self.cleaned_data.get("by_mail", False),
        }
