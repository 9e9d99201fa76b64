"""The forms of phones: the PIN of a table, and the seat for which a phone speaks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm


class PinForm(PageForm):
    """The number of a table and its PIN."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=10_000)
    pin = forms.RegexField(
        r"^\d{6}$",
        label=_("PIN"),
        help_text=_("The six digits on the card of your table."),
        error_messages={"invalid": _("The PIN has six digits.")},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "7"}),
    )

    def __init__(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            data and {**data.dict(), "pin": data.get("pin", "").replace(" ", "")}, *args, **kwargs
        )


class SeatForm(PageForm):
    """One of the seats of the table."""

    seat = forms.TypedChoiceField(
        label=_("Who are you?"),
        coerce=int,
        help_text=_("The audit log shows who entered each deal."),
    )

    def __init__(
        self,
        names: list[str],
        taken: Collection[int | None],
        *args: Any,
        empty: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        label = _("%(name)s (another phone has this seat)")
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (number, label % {"name": name} if number in taken else name)
            for number, name in enumerate(names)
            if number not in empty
        ]
