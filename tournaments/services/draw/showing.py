"""What of a round is shown to whom: wishes and plans are the directors' affair."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from tournaments.models import Round
from tournaments.rules.seating.certificate.faults import with_sentences
from tournaments.rules.seating.certificate.reasons import for_everybody


def certificate_for(certificate: Mapping[str, Any], *, director: bool) -> dict[str, Any]:
    """A round's certificate, by group, as directors or all others may read it.

    Others learn how many wishes were kept, and nowhere whose they were: neither from a table's reasons nor
    from a fault.
    """
    return {
        group: with_sentences(report if director else for_everybody(report))
        for group, report in certificate.items()
    }


def plan_for(round_: Round, *, director: bool) -> list[dict[str, Any]] | None:
    """The rounds that are planned with this one, as `planned_rounds` tells them.

    None where they are not shown: to others than directors only the stage's `plan_public` shows them.
    """
    return planned_rounds(round_.number, round_.ahead) if director or round_.stage.plan_public else None


def planned_rounds(number: int, ahead: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was planned, by group, with the round of this number: `number`, `tables` (ids by seat) of each."""
    # Each group's rounds were planned for themselves; they begin with the same one.
    rounds = zip_longest(*ahead.values(), fillvalue=())
    return [
        {"number": later, "tables": [table for tables in of_groups for table in tables]}
        for later, of_groups in enumerate(rounds, number + 1)
    ]
