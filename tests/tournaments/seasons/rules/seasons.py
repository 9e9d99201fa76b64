"""Short ways to write an evening and a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tournaments.seasons.rules.counting import Absences, Member
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.rules.table import Facts, Line, table
from tournaments.seasons.rules.worth import Evening, EveningWorth, Played, Result, worth_of
from tournaments.standings.rules.scoring import Tally


def evening(number: int, people: str, **fields: Any) -> Evening:
    """An evening with these people in the order of their places; a space between groups that share places.

    "ab c" are a and b, who share the first place, and c. Without a space everybody has a place of their own.
    """
    groups = people.split(" ") if " " in people else list(people)
    standing, place = [], 1
    for group in groups:
        standing += [Result(person, place) for person in group]
        place += len(group)
    return Evening(f"e{number}", number, standing, **fields)


def round_of(number: int, *tables: Mapping[str, int]) -> list[Tally]:
    """The tallies of a round, from the chips that each person won."""
    return [
        Tally(person, number, f"{number}/{index}", chips=chips, deals=1)
        for index, nets in enumerate(tables, 1)
        for person, chips in nets.items()
    ]


def given(number: int, weight: Fraction = Fraction(1), **worths: float) -> EveningWorth:
    """An evening that is worth so many points for each person."""
    return given_to(number, worths, weight)


def given_to(number: int, worths: Mapping[str, float], weight: Fraction = Fraction(1)) -> EveningWorth:
    """The same, from a mapping."""
    played = {person: Played(round(1000 * worth), 0, 0) for person, worth in worths.items()}
    return EveningWorth(f"e{number}", number, played, weight)


def scheme(**switches: Any) -> Scheme:
    """A scheme from JSON; without lots, unless it says so."""
    return Scheme.read({"ties": ["shared"], **switches})


def season(
    by: Scheme,
    evenings: Sequence[Evening | EveningWorth],
    members: str | Sequence[Member] = "",
    absences: Absences | None = None,
    **fields: Any,
) -> dict[str, Line]:
    """The table of a season by person. members: everybody who played, if nobody is named."""
    worths = [one if isinstance(one, EveningWorth) else worth_of(one, by) for one in evenings]
    named = members or sorted({person for worth in worths for person in worth.played})
    people = [Member(one) if isinstance(one, str) else one for one in named]
    return {line.person: line for line in table(Facts(people, worths, absences or {}, **fields), by)}


def scores(lines: Mapping[str, Line]) -> dict[str, Fraction]:
    return {person: line.score for person, line in lines.items()}


def places(lines: Mapping[str, Line]) -> dict[str, int | None]:
    return {person: line.place for person, line in lines.items()}


def told(line: Line) -> list[tuple[int | None, str, str]]:
    """What each evening is: thousandths, state, reason."""
    return [(outcome.worth, outcome.state, outcome.reason) for outcome in line.outcomes]
