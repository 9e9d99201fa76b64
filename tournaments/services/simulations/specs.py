"""What is asked of a simulation, by a form or a program, as the spec that workers play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Invalid
from tournaments.kernel.refusals import sentence

_SECOND_SIDE = "/sides/1"
_SEED_DIGITS = 15
"""Of a seed by chance: so many are exact in programs whose numbers are all fractions (JavaScript)."""


def spec_of(
    *,
    rules: Mapping[str, Any],
    seats: Sequence[str],
    deals: int | None = None,
    sessions: tuple[int, int] | None = None,
    seed: int | None = None,
    rotate: bool = True,
    chips: int = 0,
    compare: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The spec of what is asked: see `games.simulation_spec`.

    rules: a preset with overrides, or every switch. seats: a bot for each. chips: what each brings.
    deals: so many, at tables of about fifty; or sessions: how many tables, and the deals at each.
    seed: None for one by chance. compare: the same deals once more, with what differs: `rules`, `seats`.
    Raises Invalid, whose field is `compare` where the second side is to blame, also for one that is like the
    first (`sides_are_alike`).
    """
    first = {"rules": rules, "seats": list(seats), "chips": chips}
    try:
        spec = games.simulation_spec(
            [first] if compare is None else [first, {**first, **compare}],
            deals=deals,
            sessions=sessions,
            seed=int(get_random_string(_SEED_DIGITS, "0123456789")) if seed is None else seed,
            rotate=rotate,
        )
    except games.EngineError as error:
        raise Invalid(error.code, sentence(error), field=_field(error.pointer)) from error
    refuse_alike(spec)
    return spec


def refuse_alike(spec: Mapping[str, Any]) -> None:
    """Raise Invalid for a comparison of a side with itself: on the same deals it differs by nothing."""
    first, *others = spec["sides"]
    if first in others:
        raise Invalid(
            "sides_are_alike",
            _("Both sides are alike: give the second other bots or other rules, or leave it out."),
            field="compare",
        )


def _field(pointer: str | None) -> str | None:
    """What of the question a pointer into the spec blames."""
    if not pointer:
        return None
    if pointer.startswith(_SECOND_SIDE):
        return "compare"
    return pointer.removeprefix("/sides/0").strip("/").split("/")[0] or None
