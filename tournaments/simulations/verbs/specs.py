"""The spec of a simulation, made from the fields of a form or a request; and the title that it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.crypto import get_random_string
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _
from pydantic import ValidationError

import games.services as games
from tournaments.core.errors import Invalid
from tournaments.core.numbers import number
from tournaments.core.refusals import sentence
from tournaments.simulations.models import Simulation
from tournaments.simulations.rules import Spec, tables_for

LONGEST_TITLE: Final = 200
_SEED_DIGITS = 15
"""Digits of a random seed: JavaScript represents such numbers exactly."""
_FIELDS = {
    "unknown_bot": "seats",
    **dict.fromkeys(("cannot_ante", "negative_purse", "bad_chips", "too_many_chips"), "chips"),
}
"""The field that an error of the engine is about, by its code. All others are about the rules."""


def spec_of(
    *,
    rules: Mapping[str, Any],
    seats: Sequence[str],
    deals: int,
    deals_each: int | None = None,
    seed: int | None = None,
    chips: int = 0,
) -> dict[str, Any]:
    """Make a `poch-simulation-spec/1`; see `Spec`.

    rules: a preset with overrides, or every switch. deals: of all tables together. deals_each: at each table;
    None for about fifty. seed: None for a random seed. Raises Invalid.
    """
    tables, deals_each = tables_for(deals, deals_each)
    if seed is None:
        seed = int(get_random_string(_SEED_DIGITS, "0123456789"))
    try:
        switches = games.resolve_rules(rules)
        least, most = games.seats_range(switches)
        if not least <= len(seats) <= most:
            raise Invalid(
                "bad_simulation_spec",
                _("There are %(seats)d bots. These rules need %(least)d to %(most)d."),
                {"seats": len(seats), "least": least, "most": most},
                field="seats",
            )
        spec = Spec(
            rules=switches,
            seats=list(seats),
            chips=chips,
            tables=tables,
            deals_each=deals_each,
            seed=seed,
        ).model_dump()
        games.check_simulation(spec)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Invalid(
            "bad_simulation_spec",
            _("This cannot be simulated. %(where)s: %(error)s"),
            {"where": where or "deals", "error": first["msg"]},
        ) from error
    except games.EngineError as error:
        raise Invalid(error.code, sentence(error), field=_FIELDS.get(error.code, "rules")) from error
    return spec


def deals_of(spec: Mapping[str, Any]) -> int:
    """The number of planned deals. Fewer are played if tables end early."""
    deals: int = spec["tables"] * spec["deals_each"]
    return deals


def shown_title(simulation: Simulation) -> str:
    """The title that somebody gave; or the bots, the game and the deals, in the reader's language."""
    if simulation.title:
        return simulation.title
    spec = simulation.spec
    document = games.nearest_preset(spec["rules"])
    game = gettext(games.preset_info(document["preset"]).title)
    if len(document) > 1:
        game = gettext("%(game)s with changed rules") % {"game": game}
    deals = deals_of(spec)
    amount = ngettext("%(shown)s deal", "%(shown)s deals", deals) % {"shown": number(deals)}
    return ", ".join([bots_text(spec["seats"]), game, amount])


def bots_text(seats: Sequence[str]) -> str:
    """The bots of a table, each kind with its number."""
    titles = {bot.name: bot.title for bot in games.bots()}
    return ", ".join(
        gettext(titles[bot]) if count == 1 else f"{count} \N{MULTIPLICATION SIGN} {gettext(titles[bot])}"
        for bot, count in Counter(seats).items()
    )
