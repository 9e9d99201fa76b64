"""What a table lacks of its preset: the prose is silent about what is not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy

LACKS: Final = {
    ("two_pairs", False): gettext_lazy("Two pairs count as the higher pair only."),
    ("bet_limit", None): gettext_lazy("There is no limit for the stakes."),
    ("stop_pay", 0): gettext_lazy("Whoever ends a run gets nothing for it."),
    ("most_cards_pays", False): gettext_lazy("Whoever has the most cards left pays no more than the others."),
}
"""What the value of a switch says of a table whose preset has another value."""


def lacking(rules: Mapping[str, Any], preset: Mapping[str, Any]) -> list[str]:
    """The sentences of `LACKS` for the switches that are not as in the preset. Both are full switches."""
    return [
        str(sentence)
        for (name, value), sentence in LACKS.items()
        if rules[name] == value != preset[name] and not (name == "stop_pay" and rules["shedding"] == "tricks")
    ]
