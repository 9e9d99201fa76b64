"""The parts of a certificate and a plan that each reader may see."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from tournaments.draw.rules.certificate.faults import with_sentences
from tournaments.draw.rules.certificate.reasons import for_everybody
from tournaments.tables.models.rounds import Round


def certificate_for(certificate: Mapping[str, Any], *, director: bool) -> dict[str, Any]:
    """The certificate of a round, by group. Only directors see whose wishes it kept or broke."""
    return {
        group: with_sentences(report if director else for_everybody(report))
        for group, report in certificate.items()
    }


def visible_plan(round_: Round, *, director: bool) -> list[dict[str, Any]] | None:
    """The `planned_rounds` after this round. None for other readers, unless the stage has `plan_public`."""
    return planned_rounds(round_.number, round_.ahead) if director or round_.stage.plan_public else None


def planned_rounds(number: int, ahead: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rounds planned with round `number`: for each, its `number` and `tables` (ids in seat order)."""
    # Each group has its own plan. All plans begin with the same round.
    rounds = zip_longest(*ahead.values(), fillvalue=())
    return [
        {"number": later, "tables": [table for tables in of_groups for table in tables]}
        for later, of_groups in enumerate(rounds, number + 1)
    ]
