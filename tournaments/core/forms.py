"""The base of all forms, with our error messages."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import NOT_PROVIDED, BooleanField, IntegerField, Model
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.core.models.columns import limits_of
from tournaments.core.numbers import number
from tournaments.core.rules.refusals import Invalid
from tournaments.core.zones import moment_of

ERRORS: Final[Mapping[str, str | Promise]] = {
    "required": _("Fill in this field."),
    "max_length": ngettext_lazy(
        "Write at most %(limit_value)d character. You wrote %(show_value)d.",
        "Write at most %(limit_value)d characters. You wrote %(show_value)d.",
        "limit_value",
    ),
    "min_value": _("Write %(limit_value)s or more."),
    "max_value": _("Write %(limit_value)s or less."),
    "null_characters_not_allowed": _("The text contains an invisible character. Type it again."),
}
"""Error messages by the code of the error. Some types of fields have their own."""

WHOLE: Final = _("Write a whole number, such as 3.")
NUMBER: Final = _("Write a number, such as 2 or 0.5.")
UNKNOWN: Final = _("This choice is no longer available. Choose again.")
CHOOSE: Final = _("Choose one.")
CHOOSE_SOME: Final = _("Choose at least one.")

FIELD_ERRORS: Final[Mapping[type[forms.Field], Mapping[str, str | Promise]]] = {
    forms.IntegerField: {"invalid": WHOLE},
    forms.FloatField: {"invalid": NUMBER},
    forms.DecimalField: {"invalid": NUMBER},
    forms.DateField: {"invalid": _("Write the date as year, month and day, such as 2026-10-31.")},
    forms.ChoiceField: {"required": CHOOSE, "invalid_choice": UNKNOWN},
    forms.ModelChoiceField: {"required": CHOOSE, "invalid_choice": UNKNOWN},
    forms.MultipleChoiceField: {"required": CHOOSE_SOME, "invalid_choice": UNKNOWN, "invalid_list": UNKNOWN},
    forms.FileField: {
        "required": _("Choose a file."),
        "invalid": _("The file did not arrive. Choose it again."),
        "missing": _("The file did not arrive. Choose it again."),
        "empty": _("This file is empty. Choose another one."),
        "max_length": _("The name of this file is too long. Rename the file."),
    },
}
"""Error messages for types of fields, subclasses after their bases."""


MEANWHILE: Final = _(
    "Somebody else has changed these settings since you opened this page. Load it again, look at what they "
    "say now, and repeat your change."
)


class MomentField(forms.DateTimeField):
    """A day and an hour in the time zone of the club; the first one, if the clocks show this hour twice."""

    def to_python(self, value: Any) -> datetime | None:
        # Django takes what it reads for a time in the present zone, and refuses hours that come twice.
        with timezone.override(UTC):
            wall = super().to_python(value)
        if wall is None:
            return None
        try:
            return moment_of(wall.date(), wall.time(), timezone.get_current_timezone())
        except Invalid as refusal:
            raise ValidationError(refusal.detail) from refusal


def column_field(
    model: type[Model],
    name: str,
    label: Any,
    help_text: Any = "",
    **others: Any,
) -> forms.Field:
    """The field for a column, with its default, its choices, its limits and its length."""
    column: Any = model._meta.get_field(name)
    about: dict[str, Any] = {
        "label": label,
        "help_text": help_text,
        "required": not (column.null or column.blank),
    }
    if column.default is not NOT_PROVIDED:
        about["initial"] = column.default
    if column.choices:
        about |= {"choices": column.choices, "widget": forms.RadioSelect}
        return forms.ChoiceField(**about | others)
    if isinstance(column, BooleanField):
        return forms.BooleanField(**about | {"required": False} | others)
    if isinstance(column, IntegerField):
        low, high = limits_of(model, name) or (None, None)
        return forms.IntegerField(**about | {"min_value": low, "max_value": high} | others)
    return forms.CharField(**about | {"max_length": column.max_length} | others)


def deals_per_field(model: type[Model]) -> forms.Field:
    """What the number of deals in a round counts."""
    return column_field(
        model,
        "deals_per",
        _("This number is"),
        required=False,
        help_text=_(
            "Example: with 2, each table plays 2 deals. Or everybody deals 2 times: that is 8 deals at a "
            "table of 4, and 6 at a table of 3. If who opened the betting deals next, a table plays as many "
            "deals, but not everybody deals equally often."
        ),
    )


def replace_error_messages(field: forms.Field) -> None:
    """Replace the default error messages of Django. Messages that were written for this field stay."""
    defaults: dict[str, Any] = {}
    for kind in reversed(type(field).__mro__):
        defaults |= getattr(kind, "default_error_messages", {})
    ours: dict[str, Any] = dict(ERRORS)
    for kind, errors in FIELD_ERRORS.items():
        if isinstance(field, kind):
            ours |= errors
    low, high = getattr(field, "min_value", None), getattr(field, "max_value", None)
    if low is not None and high is not None:
        between = _("Write a number from %(low)s to %(high)s.") % {
            "low": number(low),
            "high": number(high),
        }
        ours |= {"min_value": between, "max_value": between}
    for code, message in ours.items():
        if field.error_messages.get(code) is defaults.get(code):
            field.error_messages[code] = message


SELECTED: Final = mark_safe(" selected")


class SelectOfMany(forms.Select):
    """A select for hundreds of choices without groups, written without a template for each option."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: Mapping[str, Any] | None = None,
        renderer: BaseRenderer | None = None,  # noqa: ARG002 - Django passes it
    ) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            ((key, SELECTED if str(key) in chosen else "", label) for key, label in self.choices),
        )
        about = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        return format_html("<select{}>\n{}\n</select>", flatatt(about), options)


class OurErrors(forms.BaseForm):
    """A form with our error messages, also for fields that are added later."""

    def full_clean(self) -> None:
        for field in self.fields.values():
            replace_error_messages(field)
        super().full_clean()

    @property
    def marked(self) -> list[forms.BoundField]:
        """The fields with errors that people see, so that the page can mark them."""
        return [field for field in self.visible_fields() if field.errors]

    @property
    def in_words(self) -> str:
        """All errors in one text, for a page that does not show the form again."""
        return " ".join(str(error) for errors in self.errors.values() for error in errors)

    def start_at_the_first_error(self) -> None:
        """Let the page open at the first marked field, also without scripts."""
        for field in self.marked[:1]:
            field.field.widget.attrs["autofocus"] = True


class PageForm(OurErrors, forms.Form):
    """A form for `core/form.html`, which shows each field with its help and errors."""

    field_of: Mapping[str, str] = {}
    """The fields that show refusals, if the verb has another name for the value."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        self.is_guarded = False

    @property
    def _shown(self) -> str:
        """What names the stored values that the page shows."""
        shown = [(name, str(self.get_initial_for_field(each, name))) for name, each in self.fields.items()]
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]

    @property
    def guard(self) -> SafeString:
        """The hidden field by which `guarded` sees that somebody else was quicker."""
        if not self.is_guarded:
            return mark_safe("")
        shown = self.data.get(self._seen, self._shown)
        return format_html('<input type="hidden" name="{}" value="{}">', self._seen, shown)

    @property
    def _seen(self) -> str:
        return str(self.add_prefix("shown"))

    def full_clean(self) -> None:
        super().full_clean()
        if not (self.is_bound and self.is_guarded) or self.data.get(self._seen, self._shown) == self._shown:
            return
        if self.has_changed():  # else somebody says again what is stored
            self.add_error(None, MEANWHILE)

    def refuse(self, refusal: Invalid) -> None:
        """Show a refusal at its field, or above the form."""
        field = self.field_of.get(refusal.field or "", refusal.field)
        self.add_error(field if field in self.fields else None, refusal.detail)


Guarded = TypeVar("Guarded", bound=PageForm)


def guarded(form: Guarded) -> Guarded:
    """The form of stored settings, which shows them as they are now.

    What is sent is refused if somebody else has changed them since the page was shown.
    """
    form.is_guarded = True
    return form
