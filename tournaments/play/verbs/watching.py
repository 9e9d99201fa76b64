"""A recorded deal step by step, for people who watch it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

import games.services as games
from tournaments.tables.models.ledger import Deal


def deal_steps(deal: Deal) -> dict[str, Any]:
    """The ``poch-steps/1`` of a deal. The reasons of the expert are in the language of the reader."""
    watched = games.steps(deal.document)
    for step in watched["steps"]:
        given = step["advice"]
        if given is not None:
            given["detail"] = _(given["template"]) % given["params"]
    return watched
