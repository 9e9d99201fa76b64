"""Forms about webhooks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club
from tournaments.core.forms import PageForm
from tournaments.events.models.events import Event
from tournaments.programs.webhooks.models import ChangeType
from tournaments.programs.webhooks.sending import LONGEST_URL


class WebhookForm(PageForm):
    """The address of a webhook, and the changes that it sends."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_URL,
        help_text=_("The address of your program. It begins with https:// and uses port 443 or 8443."),
        widget=forms.URLInput(attrs={"placeholder": "https://example.org/poch", "autocomplete": "off"}),
    )
    types = forms.MultipleChoiceField(
        label=_("Send a message when"), choices=ChangeType.choices, widget=forms.CheckboxSelectMultiple
    )


class NewWebhookForm(WebhookForm):
    """A new webhook for a club or for one of its events."""

    event = forms.ModelChoiceField(
        label=_("Event"),
        queryset=Event.objects.none(),
        required=False,
        empty_label=_("all events of the club"),
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"types": ChangeType.values})
        super().__init__(*args, **kwargs)
        events = Event.objects.filter(club=club, rehearsal_of=None).exclude(status="finished")
        self.fields["event"].queryset = events.order_by("-created_at")  # type: ignore[attr-defined]
