"""Results of rounds for the tests of the formats, in one line each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tournaments.standings.rules.ranking import Ranked, rank
from tournaments.standings.rules.scoring import Row


def row(entry: str, score: int = 0, *, best_round: int = 0, out: int = 0) -> Row:
    """What an entry did, in figures that tie-breaks may ask for."""
    return Row(entry, Fraction(score), score, 0, out, 0, 0, best_round, Fraction(0), 1, {})


def ranking(
    scores: Mapping[str, int | tuple[int, int]], tie_breaks: Sequence[str] = ("out", "best_round", "lots")
) -> list[Ranked]:
    """A ranking from scores, or from scores with the deals gone out."""
    rows = [
        row(entry, score[0], out=score[1]) if isinstance(score, tuple) else row(entry, score)
        for entry, score in scores.items()
    ]
    return rank(rows, tie_breaks, 1)


def in_this_order(*tables: str) -> list[list[Ranked]]:
    """A round in which each table came in in the order of its letters, with 10, 9, ... chips."""
    return [ranking({entry: 10 - place for place, entry in enumerate(table)}) for table in tables]


def letters(tables: Sequence[Sequence[str]]) -> list[str]:
    """Tables of one-letter players as words."""
    return ["".join(table) for table in tables]
