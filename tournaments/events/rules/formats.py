"""The formats of stages, with one record for each.

A new format is a value of `StageFormat`, a record here, its draw (`draw/verbs/entrants.py`), and its sign
(`desk/stage_sign.html`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tournaments.core.rules.refusals import gettext_noop

OF_ALL: Final = frozenset(
    {"rounds_planned", "cut", "carry", "size", "least", "most", "deals_per_round", "deals_per"}
)
"""The settings that a stage of each format has."""


@dataclass(frozen=True)
class Format:
    """A format of a stage.

    name, sentence: what people read. own: its settings besides those that all formats have. rounds: the
    number of rounds by default; None: the stage ends by itself. advance: how many players of each table move
    or go on, by default. most_advance: the most that can, by the size of the table; advances_too_many: the
    sentence of the refusal. usual_cut: the cut that a form proposes. first: whether it can be the first
    stage. splits: whether those whom a cut does not choose can play on beside the others. seats: whether the
    format itself decides who sits together.
    """

    name: str
    sentence: str
    own: frozenset[str]
    rounds: int | None = 3
    advance: int = 2
    most_advance: Callable[[int], int] | None = None
    advances_too_many: str = ""
    usual_cut: int | None = None
    first: bool = True
    splits: bool = False
    seats: bool = False

    @property
    def settings(self) -> frozenset[str]:
        """All settings of a stage of this format."""
        return OF_ALL | self.own


FORMATS: Final = {
    "rotation": Format(
        gettext_noop("Everybody meets"),
        gettext_noop("All rounds are planned together, so that everybody meets as many others as possible."),
        frozenset({"rest", "small_tables", "prefer", "weights", "plan_public"}),
        splits=True,
    ),
    "swiss": Format(
        gettext_noop("Swiss"),
        gettext_noop("Each round seats players together who are close in the standings and have not met."),
        frozenset({"rest", "small_tables", "weights"}),
        splits=True,
    ),
    "knockout": Format(
        gettext_noop("Knockout"),
        gettext_noop("The best players of each table go on, until one table is left."),
        frozenset({"advance", "reseed"}),
        rounds=None,
        most_advance=lambda size: size - 1,
        advances_too_many=gettext_noop(
            "Stage %(stage)d: at most %(fewer)d players of a table of %(size)d can go on, because one "
            "must go out."
        ),
        usual_cut=16,
        seats=True,
    ),
    "final": Format(
        gettext_noop("Final"),
        gettext_noop(
            "The best players of the stage before play at one table, or at several if they are many."
        ),
        frozenset({"rest"}),
        rounds=1,
        usual_cut=4,
        first=False,
        splits=True,
    ),
    "ladder": Format(
        gettext_noop("Up and down"),
        gettext_noop("After each round the best players move up a table and the last ones move down."),
        frozenset({"advance", "small_tables"}),
        advance=1,
        most_advance=lambda size: size // 2,
        advances_too_many=gettext_noop(
            "Stage %(stage)d: at most %(fewer)d players of a table of %(size)d can move up, "
            "because as many move down."
        ),
        seats=True,
    ),
}
