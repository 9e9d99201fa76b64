"""The fields of an event's invitation: when and where it is, what it costs, and who can sign up."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SignUp
from tournaments.rules.prizes import LARGEST_AMOUNT
from tournaments.services.events.invitation import FEWEST, LONGEST_ABOUT, LONGEST_PLACE, MOST

INVITATION_FIELDS: Final = (
    "starts_at",
    "place",
    "price",
    "capacity",
    "about",
    "sign_up",
    "sign_up_until",
)
"""The fields in the order of the form. The day stands above them, because each event has one."""


class InvitationFields(forms.Form):
    """The fields of the invitation, for the form of an event."""

    starts_at = forms.TimeField(
        label=_("Hour"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Write the hour as hours and minutes, such as 19:30.")},
    )
    place = forms.CharField(label=_("Place"), max_length=LONGEST_PLACE, required=False)
    price = forms.DecimalField(
        label=_("Price"),
        required=False,
        min_value=0,
        max_value=LARGEST_AMOUNT // 100,
        decimal_places=2,
        help_text=_("What each player pays."),
    )
    capacity = forms.IntegerField(
        label=_("Most players"),
        required=False,
        min_value=FEWEST,
        max_value=MOST,
        help_text=_("Empty: no limit."),
    )
    about = forms.CharField(
        label=_("What people should know before they come"),
        max_length=LONGEST_ABOUT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    sign_up = forms.ChoiceField(
        label=_("Who can sign up"),
        choices=SignUp.choices,
        initial=SignUp.CLOSED,
        required=False,
        widget=forms.RadioSelect,
    )
    sign_up_until = forms.DateTimeField(
        label=_("Sign-up closes"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("Empty: when the event starts."),
        error_messages={"invalid": _("Write day and hour, such as 2026-10-31 19:30.")},
    )

    @staticmethod
    def shown(name: str, value: Any) -> Any:
        """The value of a setting as its field shows it."""
        return f"{Decimal(value) / 100:.2f}" if name == "price" and value is not None else value

    @staticmethod
    def stored(values: dict[str, Any]) -> dict[str, Any]:
        """The values of the form as the verbs take them. Without a choice, `sign_up` stays as it is."""
        values = dict(values)
        if values.get("price") is not None:
            values["price"] = int(values["price"] * 100)
        if not values.get("sign_up"):
            values.pop("sign_up", None)
        return values
