"""The rules of a match day of teams. Their defaults are those of a Skat league with four series."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.seasons.rules.exact import THOUSAND

MOST_SIZE = 20
MOST_SERIES = 50
MOST_SUBSTITUTIONS = 100
MOST_POINTS = 1_000_000
"""Thousandths."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How teams play and count on a match day.

    size: so many people play for a team at once. least: with fewer, a team does not play.
    substitutions: the most that a team makes on a match day. series: rounds of a match day.
    points: the series points of places 1, 2, 3 ..., in thousandths. Empty: among n teams n - 1 for the first,
    one less for each next one, 0 for the last (3-2-1-0 among four).
    """

    size: int = 4
    least: int = 3
    substitutions: int = 3
    series: int = 4
    points: tuple[int, ...] = ()

    def points_of(self, teams: int) -> list[int]:
        """Return the series points of each place among so many teams, in thousandths."""
        if not self.points:
            return [THOUSAND * (teams - place) for place in range(1, teams + 1)]
        return [*self.points[:teams], *[0] * (teams - len(self.points))]


class MatchRuleOutOfRange(Invalid):
    """A number in the rules of match days is too small or too large."""

    sentence = gettext_noop("“%(name)s” of a match day is a whole number from %(least)d to %(most)d.")


class MatchPointsRising(Invalid):
    """A better place would have fewer series points than a worse one."""

    sentence = gettext_noop("A better place cannot have fewer series points than a worse one.")


class MatchLeastAboveSize(Invalid):
    """A team would need more people than it has places."""

    sentence = gettext_noop("A team of %(size)d cannot need at least %(least)d people.")


def check_match_rules(rules: MatchRules) -> None:
    """Refuse rules that contradict themselves.

    Raises Refusal: `match_rule_out_of_range`, `match_least_above_size`, `match_points_rising`.
    """
    for name, value, least, most in (
        ("size", rules.size, 1, MOST_SIZE),
        ("least", rules.least, 1, MOST_SIZE),
        ("substitutions", rules.substitutions, 0, MOST_SUBSTITUTIONS),
        ("series", rules.series, 1, MOST_SERIES),
        *(("points", points, 0, MOST_POINTS) for points in rules.points),
    ):
        if not least <= value <= most:
            raise MatchRuleOutOfRange(name=name, least=least, most=most)
    if rules.least > rules.size:
        raise MatchLeastAboveSize(size=rules.size, least=rules.least)
    if list(rules.points) != sorted(rules.points, reverse=True):
        raise MatchPointsRising
