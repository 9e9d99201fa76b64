"""The form of settings: its fields, words and limits come from the model (`core.rules.settings`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from annotated_types import Ge, Le
from django import forms
from django.utils.translation import gettext_lazy
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from tournaments.core.forms import PageForm
from tournaments.core.numbers import typed_amount
from tournaments.core.rules.money import IN_HUNDREDTHS
from tournaments.core.rules.settings import Choice, Line, Settings, Whole, refusals_in

Model = TypeVar("Model", bound=Settings)


class SettingsForm(PageForm, Generic[Model]):
    """The form of `model`. `settings` is what was typed, if the form is valid.

    Fields of the class stand behind those of the model. `left_out` names fields of the model that are not in
    this form: they keep the values of `now`.
    """

    model: type[Model]
    left_out: ClassVar[tuple[str, ...]] = ()
    settings: Model

    def __init__(self, *args: Any, now: Model | None = None, **kwargs: Any) -> None:
        """now: the settings as they are stored, which the form shows."""
        super().__init__(*args, **kwargs)
        self.now = now
        self.asked = {n: info for n, info in self.model.model_fields.items() if n not in self.left_out}
        self.fields = {name: field_of(info) for name, info in self.asked.items()} | dict(self.fields)
        if now is not None:
            self.initial = {name: _shown(now, name) for name in self.asked} | dict(self.initial)

    def clean(self) -> None:
        """Read the model from what was typed. What it refuses stands at the field."""
        if self.errors:
            return
        try:
            self.settings = self.model.model_validate(self.typed())
        except ValidationError as error:
            for refusal in refusals_in(error):
                self.refuse(refusal)

    def typed(self) -> dict[str, Any]:
        """The values that were typed, without empty ones, and the stored values of the fields `left_out`."""
        kept = {} if self.now is None else {name: self.now.stored[name] for name in self.left_out}
        typed = {name: self.cleaned_data[name] for name in self.asked}
        return kept | {name: value for name, value in typed.items() if value not in (None, "")}


def field_of(info: FieldInfo) -> forms.Field:
    """Make the field of a form from a field of a model."""
    kind = FIELDS.get(info.annotation, forms.CharField)
    limits: dict[str, Any] = {
        "label": gettext_lazy(info.title) if info.title else "",
        "help_text": gettext_lazy(info.description) if info.description else "",
        "required": info.is_required() and kind is not forms.BooleanField,
    }
    for mark in info.metadata:
        if isinstance(mark, str):
            kind = FIELDS[mark]
        elif isinstance(mark, Choice):
            kind = forms.ChoiceField
            limits["choices"] = [(word, gettext_lazy(name)) for word, name in mark.words.items()]
        elif isinstance(mark, Whole):
            limits |= {"min_value": mark.low, "max_value": mark.high}
        elif isinstance(mark, Ge):
            limits["min_value"] = mark.ge
        elif isinstance(mark, Le):
            limits["max_value"] = mark.le
        elif isinstance(mark, Line):
            limits["max_length"] = mark.longest
    return kind(**limits)


class AmountField(forms.CharField):
    """An amount of money as people type it. The model reads it."""

    widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Hundredths are shown as people type them: "12.50", and nothing for 0."""
        if isinstance(value, int):
            return typed_amount(value) if value else ""
        return value


FIELDS: Final[dict[Any, Callable[..., forms.Field]]] = {
    int: forms.IntegerField,
    int | None: forms.IntegerField,
    str: forms.CharField,
    bool: forms.BooleanField,
    IN_HUNDREDTHS: AmountField,
}
"""The field of a form for each type, and for each word that marks one. Rooms add those of their own."""


def _shown(settings: Settings, name: str) -> Any:
    """The value in the form: nothing for one that follows from the other fields."""
    value, info = getattr(settings, name), type(settings).model_fields[name]
    if info.default_factory is not None and value == info.get_default(
        call_default_factory=True, validated_data=dict(settings)
    ):
        return None
    return value
