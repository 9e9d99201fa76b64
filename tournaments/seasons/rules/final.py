"""The final of a season: who plays it, what they take along, and the places after it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.rules.units import half_of
from tournaments.draw.rules.formats.cut import Cut, cut
from tournaments.seasons.rules.attendance import too_few
from tournaments.seasons.rules.exact import THOUSAND, thousandths, to_step
from tournaments.seasons.rules.scheme import BY_LIST, FULL, HALF, Scheme
from tournaments.seasons.rules.table import Line


@dataclass(frozen=True, slots=True)
class Finalist:
    """A person in the final. seed: from 1, by the table. start: points taken along, in thousandths."""

    person: str
    seed: int
    start: int


@dataclass(frozen=True, slots=True)
class Qualified:
    """The finalists, best first, and the cut with what decided at the line.

    too_few: people who have attended too few evenings for the final.
    """

    finalists: tuple[Finalist, ...]
    cut: Cut
    too_few: tuple[str, ...] = ()


def qualify(
    lines: Sequence[Line], scheme: Scheme, here: Collection[str] | None = None, seed: int | str = 0
) -> Qualified:
    """Return who plays the final. lines: the table. here: people who can play; None: all of them.

    Whoever has attended too few evenings, or cannot play, is passed over, and the next takes the seat. If a
    shared place lies across the line, lots from `seed` decide. Finalists take along what their place in the
    table gives them, also where they are seeded higher because somebody is missing.
    """
    short = [
        line.person
        for line in lines
        if line.below or too_few(scheme.least_final, line.counted.done, line.counted.lacked)
    ]
    able = {line.person for line in lines if here is None or line.person in here} - set(short)
    result = cut([line.ranked for line in lines], scheme.final, able, seed)
    by_person = {line.person: line for line in lines}
    finalists = tuple(
        Finalist(person, number, carried(by_person[person], lines, scheme))
        for number, person in enumerate(result.entrants, 1)
    )
    return Qualified(finalists, result, tuple(short))


def carried(line: Line, lines: Sequence[Line], scheme: Scheme) -> int:
    """Return the points, in thousandths, that somebody takes into the final.

    People who share a place share the points of the places that they cover.
    """
    if scheme.carry == FULL:
        return to_step(line.score, scheme.carry_step)
    if scheme.carry == HALF:
        return thousandths(half_of(line.score, Fraction(scheme.carry_step, THOUSAND)))
    if scheme.carry == BY_LIST:
        listed = scheme.carry_points
        first = line.ranked.place - 1
        sharing = sum(other.ranked.place == line.ranked.place for other in lines)
        return to_step(Fraction(sum(listed[first : first + sharing]), 1000 * sharing), scheme.carry_step)
    return 0


def after_final(lines: Sequence[Line], places: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the places of the season: finalists by the final, then the others by the table.

    places: of the finalists, in the final. The others keep their order, behind the finalists. Whoever is
    below the line and did not play the final has no place.
    """
    finalists = sorted((place, line.person) for line in lines if (place := places.get(line.person)))
    others = [line for line in lines if line.person not in places and not line.below]
    order = [(place, person) for place, person in finalists]
    before, shown = None, 0
    for index, line in enumerate(others, len(order) + 1):
        if line.ranked.place != before:
            before, shown = line.ranked.place, index
        order.append((shown, line.person))
    return order
