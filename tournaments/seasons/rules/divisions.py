"""Divisions of a season, and its final.

The best `up` of a division go up, and so many go down that the division above keeps its size. So relegation
slides: for each person who leaves, the best of those who would go down stays. If more people leave than would
go down, more go up from below. A division with a size is filled to it; without one, as many go down as its
`down` says, less those who leave.

Between two divisions there can be play-offs: the last `play_off` who would stay above play against the first
who would stay below. The better one above meets the worse one below. Whoever wins plays above.

The new order of a division: who came down, then who stayed, then who came up. Newcomers are at the foot of
the last division.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.units import half_of
from tournaments.draw.rules.cut import Cut, cut
from tournaments.seasons.rules.counting import too_few
from tournaments.seasons.rules.exact import THOUSAND, thousandths, to_step
from tournaments.seasons.rules.scheme import BY_LIST, FULL, HALF, Scheme
from tournaments.seasons.rules.table import Line

UP, DOWN, STAYS, LEAVES, NEW = "up", "down", "stays", "leaves", "new"
SLIDES_UP, SPARED = "slides_up", "spared"
WON, LOST = "play_off_won", "play_off_lost"
"""Why somebody is where they are: `slides_up` and `spared` because others leave."""


@dataclass(frozen=True, slots=True)
class Division:
    """A division, the first one is the highest.

    order: its people, best first, in a strict order. size: how many it has; None: as many as it had.
    up, down: how many go up and down. play_off: how many pairs play with the division below.
    """

    name: str
    order: tuple[str, ...]
    size: int | None = None
    up: int = 0
    down: int = 0
    play_off: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """Where a person goes: from the division `before` to `after`; None: not in one of them."""

    person: str
    before: str | None
    after: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Pair:
    """A play-off: who would stay above, against who would stay below. winner: empty until it was played."""

    above: str
    below: str
    winner: str = ""


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """The end of a season. moves: of everybody, in the order of the new divisions, then who leaves.

    divisions: the new orders, by name. pairs: the play-offs. While one of them is open, its two people stay.
    """

    moves: tuple[Move, ...]
    divisions: Mapping[str, tuple[str, ...]]
    pairs: tuple[Pair, ...] = ()


class DivisionUpFromTop(Invalid):
    """Nobody can go up from the first division."""

    sentence = gettext_noop("Nobody can go up from the first division, “%(name)s”. Set this number to 0.")


class DivisionTwice(Invalid):
    """Two divisions have the same name."""

    sentence = gettext_noop("Two divisions have the name “%(name)s”. Rename one of them.")


class DivisionPersonTwice(Invalid):
    """A person is in the divisions twice."""

    sentence = gettext_noop("%(person)s is in the divisions twice. Remove one of the two places.")


class DivisionMovesTooMany(Invalid):
    """More people would move than the division has."""

    sentence = gettext_noop(
        "In “%(name)s”, %(moving)d people would go up, go down or play off, but it has "
        "%(people)d. Lower these numbers."
    )


class DivisionMissing(Invalid):
    """The season has no division."""

    sentence = gettext_noop("The season has no division. Add one.")


class DivisionDownFromLast(Invalid):
    """Nobody can go down from the last division."""

    sentence = gettext_noop("Nobody can go down from the last division, “%(name)s”. Set this number to 0.")


def check_divisions(divisions: Sequence[Division]) -> None:
    """Raise Refusal for divisions that cannot be.

    Codes: `division_missing`, `division_twice`, `division_person_twice`, `division_moves_too_many` (more
    people go up, down or play off than the division has), `division_up_from_top`, `division_down_from_last`.
    """
    if not divisions:
        raise DivisionMissing
    names = [division.name for division in divisions]
    for name in names:
        if names.count(name) > 1:
            raise DivisionTwice(name=name)
    if divisions[0].up:
        raise DivisionUpFromTop(name=names[0])
    if divisions[-1].down or divisions[-1].play_off:
        raise DivisionDownFromLast(name=names[-1])
    seen: set[str] = set()
    for division in divisions:
        for person in division.order:
            if person in seen:
                raise DivisionPersonTwice(person=person)
            seen.add(person)
    for index, division in enumerate(divisions):
        people = division.size or len(division.order)
        above = divisions[index - 1].play_off if index else 0
        moving = division.up + division.down + division.play_off + above
        if moving > people:
            raise DivisionMovesTooMany(name=division.name, moving=moving, people=people)


class DivisionNewcomerKnown(Invalid):
    """A newcomer is in a division already."""

    sentence = gettext_noop("%(person)s is in a division already, so they are no newcomer.")


def end_of_season(
    divisions: Sequence[Division],
    leaving: Collection[str] = (),
    newcomers: Sequence[str] = (),
    winners: Collection[str] = (),
) -> SeasonEnd:
    """Return all moves at the end of a season; the same for a preview and for the act.

    leaving: people who will not play the next season. newcomers: in their order. winners: of play-offs.
    Raises what `check_divisions` raises, and `division_newcomer_known` for a newcomer who is in a division.
    """
    check_divisions(divisions)
    for person in newcomers:
        if any(person in division.order for division in divisions):
            raise DivisionNewcomerKnown(person=person)
    stay = [[person for person in division.order if person not in leaving] for division in divisions]
    reasons: dict[str, str] = {person: STAYS for people in stay for person in people}
    ups, downs = _up_and_down(divisions, stay)
    for index, division in enumerate(divisions):
        reasons |= dict.fromkeys(ups[index], UP) | dict.fromkeys(downs[index], DOWN)
        reasons |= dict.fromkeys(ups[index][division.up :], SLIDES_UP)
        would = division.order[len(division.order) - division.down :]
        reasons |= {person: SPARED for person in would if reasons.get(person) == STAYS}
    kept = [[person for person in people if reasons[person] in (STAYS, SPARED)] for people in stay]
    pairs = _pairs(divisions, kept, winners)
    swapped: dict[str, str] = {}
    for pair in pairs:
        if pair.winner == pair.below:
            reasons |= {pair.below: WON, pair.above: LOST}
            swapped |= {pair.below: pair.above, pair.above: pair.below}
    last = len(divisions) - 1
    new = {
        division.name: (
            *(downs[index - 1] if index else ()),
            *(swapped.get(person, person) for person in kept[index]),
            *(ups[index + 1] if index < last else ()),
            *(newcomers if index == last else ()),
        )
        for index, division in enumerate(divisions)
    }
    before = {person: division.name for division in divisions for person in division.order}
    moves = [
        Move(person, before.get(person), name, reasons.get(person, NEW))
        for name, people in new.items()
        for person in people
    ]
    moves += [Move(person, name, None, LEAVES) for person, name in before.items() if person in leaving]
    return SeasonEnd(tuple(moves), new, tuple(pairs))


def _up_and_down(
    divisions: Sequence[Division], stay: Sequence[Sequence[str]]
) -> tuple[list[list[str]], list[list[str]]]:
    """Return who goes up and who goes down from each division, from the highest on."""
    ups: list[list[str]] = [[] for _division in divisions]
    downs: list[list[str]] = [[] for _division in divisions]
    for index, division in enumerate(divisions[:-1]):
        below = divisions[index + 1]
        fallen = downs[index - 1] if index else []
        here = [person for person in stay[index] if person not in ups[index]]
        size = division.size
        if size is None:
            gone = len(division.order) - len(stay[index])
            nominal = divisions[index - 1].down if index else 0
            size = len(here) + gone + len(ups[index]) + nominal - division.up + below.up - division.down
        rising = min(below.up, len(stay[index + 1]))
        excess = len(here) + len(fallen) + rising - size
        if excess < 0:
            rising = min(rising - excess, len(stay[index + 1]))
        ups[index + 1] = list(stay[index + 1][:rising])
        # Nobody who has just come down goes on falling: rather the division is too large.
        downs[index] = here[len(here) - min(max(excess, 0), len(here)) :]
    return ups, downs


def _pairs(
    divisions: Sequence[Division], kept: Sequence[Sequence[str]], winners: Collection[str]
) -> list[Pair]:
    pairs = []
    used: set[str] = set()
    for (above, _below), (upper, lower) in zip(pairwise(divisions), pairwise(kept), strict=True):
        number = min(above.play_off, len(upper), len(lower))
        ahead = [person for person in upper[len(upper) - number :] if person not in used]
        behind = list(lower[:number])
        for better, worse in zip(ahead, reversed(behind), strict=False):
            winner = next((person for person in (better, worse) if person in winners), "")
            pairs.append(Pair(better, worse, winner))
            used |= {better, worse}
    return pairs


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
