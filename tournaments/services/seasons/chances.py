"""How much of a season's table would be there again: computed by workers, stored beside the table.

`SeasonStanding.chances` has a list of `tables`, one for each table: the percentage `low`, `middle`, `high`;
null: too few evenings or results to tell. No chance is needed, so it can be computed again exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.kernel import outbox
from tournaments.kernel.refreshes import SEASON_CHANCES_TASK
from tournaments.models import OutboxTask, SeasonStanding
from tournaments.rules.chances import is_enough

MOST_AT_ONCE = 100
"""A sweep asks for the chances of so many seasons."""

WORTH, REASON = 0, 3
"""Parts of an outcome in a stored table (`services.seasons.tables`)."""


@dataclass(frozen=True)
class Computed:
    """The chances of the table of a season at one version."""

    standing: UUID
    version: int
    chances: dict[str, Any]


def compute(tables: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The chances of these stored tables."""
    return {"tables": [_of_table(table) for table in tables]}


def _of_table(table: Mapping[str, Any]) -> dict[str, int] | None:
    if not is_enough(len(table["evenings"])):
        return None
    # numpy is slow to import, and only workers and checks need it.
    from tournaments.rules.chances.results import Result  # noqa: PLC0415
    from tournaments.rules.chances.season import again_of  # noqa: PLC0415

    # In a fixed order, so that a change of places alone changes nothing.
    lines = sorted(table["lines"], key=lambda line: str(line["player"]))
    again = again_of(
        [
            Result(line["player"], evening, number, float(outcome[WORTH]))
            for line in lines
            for number, (evening, outcome) in enumerate(zip(table["evenings"], line["outcomes"], strict=True))
            # A missed evening tells nothing, whatever it is worth.
            if not outcome[REASON] and outcome[WORTH] is not None
        ]
    )
    return None if again is None else again._asdict()


@dataclass(frozen=True)
class TableChances:
    """What one table tells.

    again: percent, low, middle and high; None if there are too few evenings or results, or while a worker
    computes it (computing).
    """

    division: str | None
    evenings: int
    again: dict[str, int] | None
    computing: bool


def table_chances(standing: SeasonStanding) -> list[TableChances]:
    """What each table of this standing tells."""
    found = standing.chances
    return [
        TableChances(
            table["division"],
            number := len(table["evenings"]),
            None if found is None else found["tables"][index],
            found is None and is_enough(number),
        )
        for index, table in enumerate(standing.tables)
    ]


def stale_chances() -> QuerySet[SeasonStanding]:
    """The newest tables whose chances are missing."""
    newest = SeasonStanding.objects.filter(season=OuterRef("season")).order_by("-version")
    return SeasonStanding.objects.filter(pk=Subquery(newest.values("pk")[:1]), chances__isnull=True)


def queue(standing: SeasonStanding) -> None:
    """Queue the chances of a table that has just been stored."""
    outbox.add(SEASON_CHANCES_TASK, standing.season_id)


def compute_stale(season_id: UUID | str) -> Computed | None:
    """The chances of the newest table of this season; None if it has them. It stores nothing."""
    standing = stale_chances().filter(season=UUID(str(season_id))).first()
    return None if standing is None else Computed(standing.pk, standing.version, compute(standing.tables))


def keep(computed: Computed | None, season_id: UUID | str) -> bool:
    """Store these chances with their table. Return False if it has a newer version, or is gone."""
    if computed is None:
        return False
    rows = SeasonStanding.objects.filter(
        pk=computed.standing, season=UUID(str(season_id)), version=computed.version
    )
    with transaction.atomic():
        kept = rows.update(chances=computed.chances, chances_cover=computed.version)
    return bool(kept)


def ask_for_missing() -> int:
    """Queue the chances of seasons that lack them. Return the number of seasons."""
    waiting = OutboxTask.objects.filter(task=SEASON_CHANCES_TASK, done_at__isnull=True)
    queued = {args[0] for args in waiting.values_list("args", flat=True)}
    stale = stale_chances().order_by("-season").values_list("season", flat=True)
    seasons = [pk for pk in stale[: MOST_AT_ONCE + len(queued)] if str(pk) not in queued][:MOST_AT_ONCE]
    with transaction.atomic():
        for pk in seasons:
            outbox.add(SEASON_CHANCES_TASK, pk)
    return len(seasons)
