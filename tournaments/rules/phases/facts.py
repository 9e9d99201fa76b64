"""What the steps need to know, as small records, and the two ways to ask about a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec

from tournaments.rules.errors import RulesError

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round as the steps see it.

    draw: grows with every redraw and swap. unfinished: its tables that have not played all their deals
    (nor ended before, for want of chips). deals: deals recorded and not voided. stale: whether somebody
    seated has withdrawn, or somebody else has checked in, since it was drawn.
    """

    number: int
    status: str
    draw: int = 1
    unfinished: int = 0
    deals: int = 0
    stale: bool = False


@dataclass(frozen=True, slots=True)
class StageFacts:
    """A stage as the steps see it.

    rounds: its rounds drawn so far, proposals too. planned: how many it will have, 0 where nobody knows
    yet. over: it has had its last round, or was ended before. current: rounds are drawn for it now; the
    stages before it are over, those after it have not begun.
    """

    number: int
    rounds: int = 0
    planned: int = 0
    over: bool = False
    current: bool = True


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as the steps see it.

    ready: entries that the next round would seat. least, most: players at a table, of the stage being
    played. last: the newest round, None before the first draw. stage_over: the current stage has had its
    last round, or was ended before. stages_left: stages after the current one.
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
    """An entry: its status, and whether it has a seat in a round that is not closed."""

    status: str
    seated: bool = False


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table: its number, its round's status, its deals recorded, how many it plays (0: till time is
    called), and whether its game is over for another reason (somebody cannot pay the ante).
    """

    number: int
    round_status: str
    deals: int = 0
    deals_planned: int = 0
    over: bool = False


def can(verify: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> bool:
    """Whether that step is allowed now."""
    return why_not(verify, *args, **kwargs) is None


def why_not(verify: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> RulesError | None:
    """What stands against that step; None where nothing does."""
    try:
        verify(*args, **kwargs)
    except RulesError as error:
        return error
    return None
