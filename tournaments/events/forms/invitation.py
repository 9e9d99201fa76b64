"""The form of an event's invitation: day, hour, place, text, price, and who can sign up."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.forms import MomentField, PageForm, column_field
from tournaments.core.numbers import typed_amount
from tournaments.core.rules.money import read_price
from tournaments.core.rules.refusals import Invalid
from tournaments.events.models.events import Event
from tournaments.events.verbs.invitation import INVITATION


class AmountField(forms.CharField):
    """An amount such as 12.50 or 5 €, in hundredths; None if it is empty.

    typed_currency: what was written beside it.
    """

    typed_currency = ""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            amount, self.typed_currency = read_price(text)
        except Invalid as error:
            raise ValidationError(error.detail) from error
        return amount

    def prepare_value(self, value: Any) -> Any:
        return typed_amount(value) if isinstance(value, int) else value


class InvitationFields(forms.Form):
    """The fields of the invitation, for every form that has them."""

    starts_on = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    starts_at = forms.TimeField(
        label=_("Hour"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Write the hour as hours and minutes, such as 19:30.")},
    )
    place = column_field(
        Event,
        "place",
        pgettext_lazy("where people meet", "Place"),
        _("Such as “Café Central, 2 Market Street”."),
    )
    about = column_field(
        Event,
        "about",
        _("What people should know before"),
        _("You can write in Markdown: **bold**, lists with -, and links."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    price = AmountField(
        label=_("Price for one person"),
        required=False,
        help_text=_("Such as 8 €, or 12.50 EUR. The prizes have the same currency."),
    )
    capacity = column_field(
        Event,
        "capacity",
        pgettext_lazy("for people", "Places"),
        _("So many people can come. Who signs up later waits. Leave it empty for no limit."),
    )
    sign_up = column_field(Event, "sign_up", _("Who can sign up"))
    sign_up_until = MomentField(
        label=_("Sign-up ends"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_(
            "Leave it empty if people can sign up until the event starts. If the clocks show this hour "
            "twice, it is the first one."
        ),
        error_messages={"invalid": _("Write day and hour, such as 2026-10-31 18:00.")},
    )

    def clean_price(self) -> int | None:
        """The price. A currency that is written beside it becomes that of the event."""
        field = self.fields["price"]
        if isinstance(field, AmountField) and field.typed_currency:
            self.cleaned_data["currency"] = field.typed_currency
        amount: int | None = self.cleaned_data["price"]
        return amount


class InvitationForm(InvitationFields, PageForm):
    """The invitation of an event."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in INVITATION:
            self.fields[name].initial = getattr(event, name)
        if event.price is not None and event.currency:
            self.fields["price"].initial = f"{typed_amount(event.price)} {event.currency}"

    def values(self) -> dict[str, Any]:
        """The arguments of `edit_event`."""
        return dict(self.cleaned_data)
