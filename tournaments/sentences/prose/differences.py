"""What is not as in the preset: the sentences that it does not have, and what a table lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext_lazy

LACKS: Final = {
    ("two_pairs", False): gettext_lazy("Two pairs count as the higher pair only."),
    ("stop_pay", 0): gettext_lazy("Whoever ends a run gets nothing for it."),
    ("most_cards_pays", False): gettext_lazy("Whoever has the most cards left pays no more than the others."),
}
"""What a value says of a table whose preset has another value, where the prose is silent about it."""


def between(
    here: Sequence[str], standard: Sequence[str], rules: Mapping[str, Any], preset: Mapping[str, Any]
) -> list[str]:
    """The sentences of `here` that `standard` does not have, and those of `LACKS` for changed switches.

    rules, preset: the full switches of both.
    """
    known = set(standard)
    differs = [sentence for sentence in here if sentence not in known]
    for (name, value), sentence in LACKS.items():
        if rules[name] == value != preset[name] and not _is_idle(name, rules):
            differs.append(str(sentence))
    return differs


def _is_idle(name: str, rules: Mapping[str, Any]) -> bool:
    """Whether a switch changes nothing here: tricks have no runs to pay for."""
    return name == "stop_pay" and rules["shedding"] == "tricks"
