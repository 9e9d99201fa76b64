"""The spec of a simulation, made from the fields of a form or a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.crypto import get_random_string
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.errors import Invalid
from tournaments.kernel.refusals import sentence

_SECOND_SIDE = "/sides/1"
_SEED_DIGITS = 15
"""Digits of a random seed: JavaScript represents such numbers exactly."""


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
    """Make a spec; see `games.simulation_spec`.

    rules: a preset with overrides, or every switch. seats: the bot of each seat. chips: chips per seat.
    deals: the number of deals, at tables of about fifty; or sessions: the number of tables and the deals at
    each. seed: None for a random seed. compare: the `rules` and `seats` that differ on the second side, which
    plays the same deals. Raises Invalid, with the field `compare` if the second side is bad or the same.
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
    """Raise Invalid for a comparison of two equal sides: on the same deals they have equal results."""
    first, *others = spec["sides"]
    if first in others:
        raise Invalid(
            "sides_are_alike",
            _("Both sides are the same. Choose other bots or other rules for the second side, or remove it."),
            field="compare",
        )


def _field(pointer: str | None) -> str | None:
    """The form field for a JSON pointer into the spec."""
    if not pointer:
        return None
    if pointer.startswith(_SECOND_SIDE):
        return "compare"
    return pointer.removeprefix("/sides/0").strip("/").split("/")[0] or None
