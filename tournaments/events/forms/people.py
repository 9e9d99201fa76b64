"""The forms of an invitation, of the replies to it, and of lists of people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Player
from tournaments.core.forms import MomentField, PageForm, SelectOfMany, column_field
from tournaments.core.numbers import typed_amount
from tournaments.core.refusals import sentence
from tournaments.core.rules import lists
from tournaments.core.rules.money import read_price
from tournaments.core.rules.refusals import Invalid, Refusal
from tournaments.core.sheets import text_of_file
from tournaments.events.models.events import Event
from tournaments.events.verbs.replies import LONGEST_CONTACT


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


ROLES = {
    lists.LEFT_OUT: _("left out"),
    lists.NAME: _("name"),
    lists.TURNED: _("family name, given name in one cell"),
    lists.FAMILY: _("family name"),
    lists.GIVEN: _("given name"),
    lists.TAGS: _("tags"),
    lists.CONTACT: _("e-mail or telephone"),
    lists.PAID: _("what they have paid"),
}
"""What a column can be, in words."""

SHOWN = 12
"""The question shows so many rows."""


class PeopleForm(PageForm):
    """A list of people. offers: the columns besides names that this page takes, such as tags and contacts."""

    names = forms.CharField(
        label=_("Names"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": "Anna Keller\nBen Okafor\nCleo"}),
        help_text=_("One name per line, or a table with columns. You can number the names."),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV or a spreadsheet (.xlsx)."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/csv,text/plain"}),
    )

    def __init__(
        self, *args: Any, known: Mapping[str, str] | None = None, offers: Sequence[str] = (), **kwargs: Any
    ) -> None:
        """known: the names that the club has, by `known_names`."""
        super().__init__(*args, **kwargs)
        self.known = known or {}
        self.roles = {
            role: words for role, words in ROLES.items() if role in (lists.LEFT_OUT, *lists.NAMES, *offers)
        }
        self.text = ""
        self.pasted: lists.PastedList | None = None
        self.columns: lists.Columns | None = None
        self.asks = False

    def read(self) -> lists.PastedList | None:
        """The list that was sent, if it can be read."""
        return self.pasted if self.is_bound and self.is_valid() else None

    def clean(self) -> dict[str, Any]:
        """Read the list into `pasted`. A table also needs `columns`: what each of its columns means.

        `asks` is true until the person has answered the question about the columns.
        """
        values = dict(super().clean() or {})
        if self.errors:
            return values
        try:
            self.text = text_of_file(values["file"].read()) if values.get("file") else values["names"]
            if values.get("file") and values["names"]:
                raise forms.ValidationError({"names": gettext("Write names or choose a file, not both.")})
            self.pasted = lists.read_list(self.text, self.known)
        except Invalid as refusal:
            field = refusal.field or ("file" if values.get("file") else "names")
            raise forms.ValidationError({field: refusal.detail}) from refusal
        if not self.pasted.rows:
            field = "file" if values.get("file") else "names"
            raise forms.ValidationError({field: gettext("Type or paste at least one name.")})
        if self.pasted.asks:
            self._read_answer(self.pasted)
        return values

    def _read_answer(self, pasted: lists.PastedList) -> None:
        guess = pasted.guess
        width = len(guess.roles)
        answered = [self.data.get(f"column-{index}") for index in range(width)]
        # A text that was changed meanwhile may be another table.
        if self.data.get("columns") == str(width) and all(role in self.roles for role in answered):
            self.columns = lists.Columns(
                tuple(str(role) for role in answered), "heading" in self.data, self.data.get("each") == "on"
            )
            self.asks = "look" in self.data
        else:
            roles = tuple(role if role in self.roles else lists.LEFT_OUT for role in guess.roles)
            self.columns, self.asks = replace(guess, roles=roles), True

    def selects(self) -> list[SafeString]:
        """A choice for each column."""
        columns = self.columns or lists.Columns(())
        return [
            forms.Select(
                choices=list(self.roles.items()),
                attrs={"aria-label": gettext("Column %(number)d") % {"number": index + 1}},
            ).render(f"column-{index}", role)
            for index, role in enumerate(columns.roles)
        ]

    def preview(self) -> dict[str, Any]:
        """What the answer so far makes of the list: its first rows with their names, and how many people."""
        if self.pasted is None or self.columns is None:
            return {}
        try:
            people = lists.people_of(self.pasted, self.columns, self.known)
        except Refusal:
            people = lists.People((), ())
        rows = self.pasted.rows[1 if self.columns.heading else 0 :]
        return {
            "rows": [(row.cells, *self._become(row)) for row in rows[:SHOWN]],
            "more": len(rows) - SHOWN,
            "count": len(people.people),
            "refused": list(people.refused[:SHOWN]),
        }

    def _become(self, row: lists.Row) -> tuple[str, str]:
        """The names that a row gives, and why others are left out."""
        one = lists.PastedList((row,), lists.Columns(()), asks=False)
        try:
            people = lists.people_of(one, replace(self.columns or one.guess, heading=False), self.known)
        except Refusal as error:
            return "", sentence(error)
        return ", ".join(people.names), " ".join(sentence(each.error) for each in people.refused)

    def kept(self) -> SafeString:
        """What else the first form said, such as the button that was pressed, as hidden fields."""
        mine = {"csrfmiddlewaretoken", "names", "columns", "heading", "each", "look"}
        return format_html_join(
            "",
            '<input type="hidden" name="{}" value="{}">',
            (
                (name, value)
                for name, values in getattr(self.data, "lists", list)()
                for value in values
                if name not in mine and not name.startswith("column-")
            ),
        )
