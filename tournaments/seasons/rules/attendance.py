"""Who attended, why others did not, and what that is worth.

An evening that counts was played by a member, or missed for one of these reasons:

* `late`: it was before the member joined. It is worth nothing, and it is struck before all other evenings.
* `excused`, `unexcused`, `organiser`: as the director wrote down; nothing written is `unexcused`.
* `reserve`, `withdrawn`: the member was not expected. It is worth nothing.

Whoever organised an evening attended it: it counts for the bonus and for the minimum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.events.rules.counting import FIXED, MEAN, Counting, is_below
from tournaments.seasons.rules.scheme import Scheme

ACTIVE, RESERVE, WITHDRAWN = "active", "reserve", "withdrawn"

LATE: Final = "late"
EXCUSED, UNEXCUSED, ORGANISER = "excused", "unexcused", "organiser"
REASONS: Final = (EXCUSED, UNEXCUSED, ORGANISER)
"""The reasons that a director writes down."""

Absences = Mapping[tuple[str, str], str]
"""The reason of each absence, by (person, evening)."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person in a season. joined: the number of the first evening that they could play. left: the number of
    the last one, if they have withdrawn. start: start points in thousandths."""

    person: str
    status: str = ACTIVE
    joined: int = 1
    left: int | None = None
    start: int = 0

    def has_left(self, number: int) -> bool:
        """Whether they had withdrawn before this evening; without a last evening, before all of them."""
        return self.status == WITHDRAWN if self.left is None else number > self.left


def reason_of(member: Member, evening: str, number: int, absences: Absences) -> str:
    """Return why a member missed an evening."""
    if number < member.joined:
        return LATE
    if member.has_left(number):
        return WITHDRAWN
    written = absences.get((member.person, evening))
    if written is None and member.status == RESERVE:
        return RESERVE
    return written or UNEXCUSED


def value_of(reason: str, scheme: Scheme, mean: Callable[[], int]) -> int | None:
    """Return what a missed evening is worth, in thousandths. mean: returns one's own mean for it.

    None: it does not count at all. Under a mean, an absence that is worth nothing is left out of it.
    """
    worth, fixed = scheme.of_absence(reason) if reason in REASONS else ("", None)
    if worth == FIXED:
        return fixed
    if worth == MEAN:
        return mean()
    return 0 if scheme.mean_from is None else None


def too_few(least: int | None, done: int, lacked: int) -> bool:
    """Whether a member has attended too few evenings, or played too few deals, for a place or for the final.

    It matters only when so many were played: before that, nobody could have reached the minimum.
    """
    return is_below(Counting(least=least), done, lacked)
