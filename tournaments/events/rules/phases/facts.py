"""The facts about an event that the rules need, as small records."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round.

    draw: the version of its draw, which grows with every redraw and swap. unfinished: tables that have not
    played all their deals and have not ended early for lack of chips. deals: deals that are recorded and
    not voided. stale: since the draw, a seated entry has withdrawn or another entry has checked in.
    """

    number: int
    status: str
    draw: int = 1
    unfinished: int = 0
    deals: int = 0
    stale: bool = False


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage.

    rounds: rounds that are drawn, proposals included. planned: how many rounds it will have; 0: not known
    yet. over: it has had its last round, or a director ended it. current: rounds are being drawn for it;
    all stages before it are over and no stage after it has begun. optional: a play-off that has not begun,
    which can end without a round.
    """

    number: int
    rounds: int = 0
    planned: int = 0
    over: bool = False
    current: bool = True
    optional: bool = False


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event.

    ready: entries that the next round would seat. least, most: players at a table of the current stage.
    last: the newest round; None before the first draw. stage_over: the current stage is over.
    stages_left: stages after the current one.
    """

    status: str
    ready: int = 0
    least: int = 3
    last: RoundFacts | None = None
    stage_over: bool = False
    stages_left: int = 0
    most: int = 6


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """An entry. seated: it has a seat in a round that is not closed. name: of its player."""

    status: str
    seated: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table.

    deals: deals that are recorded. deals_planned: 0 means until time is called. over: its game has ended
    for another reason (a player cannot pay the ante). counted: it has a count, its total without deals.
    changed: somebody has left it in the middle of the round. without_rules: its event has totals only.
    """

    number: int
    round_status: str
    deals: int = 0
    deals_planned: int = 0
    over: bool = False
    counted: bool = False
    changed: bool = False
    without_rules: bool = False
