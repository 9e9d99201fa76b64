"""Which rounds of an event count, and how that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

from tournaments.core.models.choices import OF_DEALS, Share
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.events.models.events import Event, Stage
from tournaments.events.rules.counting import RoundResult, check_counting, check_rounds
from tournaments.events.rules.stages import StagePlan
from tournaments.standings.rules.placing import Placed
from tournaments.standings.rules.ranking import Value
from tournaments.standings.rules.scoring import Row
from tournaments.tables.models.ledger import Deal

COUNTING = frozenset({"missed", "missed_score", "best_rounds", "struck_rounds", "least_rounds"})
"""The settings that say which rounds count."""

LARGEST = 1_000_000
"""Chips or points of a missed round."""
DECIMALS = 2


def check_counts(event: Event) -> None:
    """Check which rounds of an unsaved event count. Raises Invalid."""
    score = event.missed_score
    if score is not None:
        event.missed_score = _checked_score(score)
    check_counting(event.counting, event.scoring)


def check_enough_rounds(event: Event, plans: Sequence[StagePlan]) -> None:
    """Raise Invalid if the stages have too few rounds for these settings."""
    check_rounds(
        event.counting, [(plan.rounds_planned, plan.carry and plan.share == Share.FULL) for plan in plans]
    )


class MissedScoreOutOfRange(Invalid):
    """The value of a missed round is too small, too large, or too precise."""

    sentence = gettext_noop("A missed round can be worth %(low)d to %(high)d, with two decimals at most.")


def _checked_score(value: Any) -> Decimal:
    score = Decimal(str(value)) if type(value) in (int, float, Decimal) else Decimal("NaN")
    if not score.is_finite() or abs(score) > LARGEST or score != round(score, DECIMALS):
        raise MissedScoreOutOfRange(low=-LARGEST, high=LARGEST, field="missed_score")
    return score


@dataclass(frozen=True)
class CountedTable:
    """A table with a count, by the number of its round and its own number."""

    round: int
    table: UUID
    number: int


def counted_tables(
    event: Event, through_round: int | None = None, stage: Stage | None = None
) -> list[CountedTable]:
    """The tables with a count in the rounds that count, in order (one query).

    through_round: without later rounds. stage: only its rounds.
    """
    rows = Deal.objects.effective().counts().filter(table__round__event=event)
    rows = rows.exclude(table__round__status=RoundStatus.VOID)
    if through_round is not None:
        rows = rows.filter(table__round__number__lte=through_round)
    if stage is not None:
        rows = rows.filter(table__round__stage=stage)
    columns = ("table__round__number", "table_id", "table__number")
    return [CountedTable(*row) for row in rows.order_by(columns[0], columns[2]).values_list(*columns)]


def missing_tie_breaks(event: Event) -> list[str]:
    """The tie-breaks of an event that tables with a count do not tell, in their order."""
    return [name for name in event.tie_breaks if name in OF_DEALS]


METRICS = ("net", "pochen", "out", "pools", "showdowns", "best_round", "rounds_won")
"""The metrics in every row of a standing, whatever its tie-breaks."""


def row_of(line: Placed) -> dict[str, Any]:
    """The row of this line: see `standings.compute`."""
    return {
        "place": None if line.below else line.ranked.place,
        "entry": line.ranked.entry,
        "score": figure(line.ranked.score),
        "deals": line.row.deals,
        "rounds": len({number for number, _table in line.row.tables}),
        "metrics": {
            name: figure(value)
            for name, value in (
                *((name, getattr(line.row, name)) for name in METRICS),
                *line.ranked.metrics.items(),
            )
        },
        "decided_by": line.ranked.decided_by,
        "last": _last_round(line.row),
        "stage": line.stage,
        "results": [_result(result) for result in line.row.results],
        "adjusted": figure(line.row.adjusted),
    }


def figure(value: Value) -> int | float | list[int] | None:
    """A score or the figure of a tie-break for JSON. The ranking uses the exact fraction."""
    if value is None or isinstance(value, tuple):
        return value if value is None else list(value)
    return number_of(value)


def number_of(value: int | Fraction) -> int | float:
    """An exact number for JSON: with three decimals at most."""
    return value.numerator if value.denominator == 1 else round(float(value), 3)


def _result(result: RoundResult) -> dict[str, Any]:
    return {"round": result.round, "result": figure(result.result), "state": result.state}


def _last_round(row: Row) -> int | float | None:
    newest = max((number for number, _table in row.tables), default=None)
    if newest is None:
        return None
    return number_of(sum(net for (number, _table), net in row.tables.items() if number == newest))
