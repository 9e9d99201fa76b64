"""A list of people: names that somebody types or pastes, or a file. One form for all doors.

A plain list needs no question. A table is shown with a guess of what its columns are (`asks`), and the answer
comes with the same text. Nothing is stored in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm
from tournaments.core.refusals import refused_lines, sentence
from tournaments.core.rules import lists
from tournaments.core.rules.refusals import Invalid, Refusal
from tournaments.core.sheets import text_of_file

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
    """A list of people. offers: what else a list may say of them at this door."""

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
        """Read the list: `pasted`; for a table also `columns`, and `asks` while the question is open."""
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
            "refused": refused_lines(people.refused[:SHOWN]),
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
