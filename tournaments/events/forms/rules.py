"""The fields of the rules of a game.

They come from `games.services.switches()`, so a new switch needs no change here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

import games.services as games
from tournaments.core.packs import in_words
from tournaments.core.rules.units import WHOLE
from tournaments.core.words.words import POOL_NAMES, value_in_words

AS_PRESET: Final = gettext_lazy("as in the preset")
PREFIX: Final = "rule_"
"""The prefix of switches in the form, because the event has fields with the same names."""


class PoolsField(forms.MultipleChoiceField):
    """Pools of the board. None chosen: as in the preset."""

    widget = forms.CheckboxSelectMultiple


class ParsedField(forms.Field):
    """A field with text that `parse` reads. Empty: as in the preset."""

    def parse(self, text: str) -> Any:
        """Return the value. Raises ValueError for bad text."""
        raise NotImplementedError

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip()
        try:
            return self.parse(text) if text else None
        except ValueError as error:
            raise ValidationError(self.error_messages["invalid"], "invalid") from error


class IntegersField(ParsedField):
    """Numbers with commas or spaces between them: "2, 3"."""

    default_error_messages = {"invalid": gettext_lazy("Write whole numbers with commas between them.")}

    def parse(self, text: str) -> list[int]:
        return [int(part) for part in text.replace(",", " ").replace("-", " ").split()]

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value


class PacksField(ParsedField):
    """Cards for each number of players: "3: 32, 4: 32"."""

    default_error_messages = {"invalid": gettext_lazy("Write players and cards: 3: 32, 4: 32, 5: 52.")}

    def parse(self, text: str) -> dict[str, int]:
        pairs = [pair.split(":") for pair in text.replace(";", ",").split(",") if pair.strip()]
        return {str(int(seats)): int(cards) for seats, cards in pairs}

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return ", ".join(f"{seats}: {cards}" for seats, cards in value.items())


class HandField(ParsedField):
    """The number of cards of each player: a number, or "all"."""

    default_error_messages = {"invalid": gettext_lazy("Write “all” or a number of cards.")}

    def parse(self, text: str) -> str | int:
        return "all" if text.lower() == "all" else int(text)


def switch_field(switch: Any, unchanged: Any = AS_PRESET) -> forms.Field:
    """The field of a switch. The value None or an empty list means `unchanged`."""
    label, meaning = in_words(switch.label), in_words(switch.meaning)
    common: dict[str, Any] = {"label": label, "help_text": meaning, "required": False}
    if switch.kind == "choice":
        words = [(value, value_in_words(switch.kind, value, switch.name)) for value in switch.values]
        choices = [("", unchanged), *words]
        return forms.TypedChoiceField(choices=choices, empty_value=None, **common)
    if switch.kind == "flag":
        return forms.TypedChoiceField(
            choices=[("", unchanged), ("yes", gettext_lazy("yes")), ("no", gettext_lazy("no"))],
            coerce=lambda word: word == "yes",
            empty_value=None,
            **common,
        )
    if switch.kind in ("integer", "limit"):
        least, most = switch.values
        return forms.IntegerField(
            min_value=least,
            max_value=most,
            widget=forms.NumberInput(attrs={"placeholder": unchanged}),
            **common,
        )
    if switch.kind == "pools":
        return PoolsField(choices=[(pool, POOL_NAMES[pool]) for pool in switch.values], **common)
    kind = {"packs": PacksField, "hand": HandField}.get(switch.kind, IntegersField)
    return kind(widget=forms.TextInput(attrs={"placeholder": unchanged}), **common)


def initial_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The initial values of the fields for a rules document with a preset."""
    values: dict[str, Any] = {"preset": document.get("preset")}
    for name, value in document.items():
        if name != "preset":
            values[PREFIX + name] = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    return values


def document_of(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The rules document of the fields: the preset and the changed switches."""
    document: dict[str, Any] = {"preset": cleaned["preset"]}
    if not games.has_rules(document):
        purse = cleaned.get(f"{PREFIX}purse")
        unit = cleaned.get("unit") or WHOLE
        return (
            document
            | ({"purse": purse} if purse else {})
            | ({"open_totals": True} if cleaned.get("open_totals") else {})
            | ({"unit": unit} if unit != WHOLE else {})
        )
    standard = games.preset_switches(cleaned["preset"])
    for switch in games.switches():
        value = cleaned.get(PREFIX + switch.name)
        if value is None or value in ([], "") or value == standard[switch.name]:
            continue
        document[switch.name] = value
    return document
