"""The rules of a match day, and line-ups: who plays for a team, in which place, and what is refused.

Ids of people and teams are plain texts. Params of a refusal contain them; the caller replaces them by names.

A line-up has places, numbered from 1 in the order of the captain. A place is a row of opponents: in the plan
of four teams of four it meets each place of the other teams once. So a substitute takes over the place of
the person who leaves, as the Deutscher Skatverband has it for its leagues (“Der Skatfreund” 1/2009, page 26,
about number 3.1.7 of the Sportordnung: the line-up of the first series decides the tables and places of the
whole match day; each match day begins with a new line-up).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.seasons.rules.exact import THOUSAND

# ---- The rules of a match day of teams. Their defaults are those of a Skat league with four series.


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


@dataclass(frozen=True, slots=True)
class Place:
    """A person in a place of a line-up. number: the place, from 1. since: their first series there.

    Whoever has the place from a later series on is a substitute, or fills a place that was empty.
    """

    number: int
    person: str
    since: int = 1


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who plays for a team on a match day. An empty place has no `Place`."""

    team: str
    places: tuple[Place, ...] = ()

    def playing(self, series: int) -> dict[int, str]:
        """Return who plays a series, by the number of the place; without empty places."""
        rows = sorted(self.places, key=lambda row: row.since)
        return {row.number: row.person for row in rows if row.since <= series}

    def plays(self, series: int, rules: MatchRules) -> bool:
        """Whether enough people play the series for the team to play it."""
        return len(self.playing(series)) >= rules.least

    @property
    def substitutes(self) -> list[Place]:
        """Return those who took over a place from somebody, in the order in which they came."""
        rows = sorted(self.places, key=lambda row: (row.since, row.number))
        taken: set[int] = set()
        later = []
        for row in rows:
            if row.number in taken:
                later.append(row)
            taken.add(row.number)
        return later

    def place_of(self, person: str) -> int | None:
        """Return the place that a person has or had; None if they have none."""
        return next((row.number for row in self.places if row.person == person), None)


def line_up_of(team: str, people: Iterable[str]) -> LineUp:
    """Return the line-up in which these people have places 1, 2, 3 ..., in the order of the captain.

    A team of three leaves its last place empty.
    """
    return LineUp(team, tuple(Place(number, person) for number, person in enumerate(people, 1)))


class LineUpPersonTwice(Invalid):
    """Somebody is in the line-up twice."""

    sentence = gettext_noop("%(person)s is in the line-up twice. Choose another person for one place.")


def check_line_up(
    line_up: LineUp, members: Collection[str], rules: MatchRules, team_of: Mapping[str, str]
) -> None:
    """Refuse a line-up that the rules do not allow, for the first series.

    members: who can play for the team on this evening: they have joined and not left. team_of: the team of
    each person in this season, also of those who have left it: who has left a team plays for no other one in
    the season.

    Raises Refusal: `line_up_too_small`, `line_up_too_large`, `line_up_person_twice`; what `check_player`
    raises.
    """
    number = len(line_up.places)
    if number < rules.least:
        raise LineUpTooSmall(least=rules.least, people=number)
    if number > rules.size:
        raise LineUpTooLarge(size=rules.size, people=number)
    people = Counter(row.person for row in line_up.places)
    for person, times in people.items():
        if times > 1:
            raise LineUpPersonTwice(person=person)
        check_player(person, line_up.team, members, team_of)


class LineUpTooSmall(Invalid):
    """Too few people are in the line-up."""

    sentence = gettext_noop("A team plays with at least %(least)d people, but the line-up has %(people)d.")


class LineUpTooLarge(Invalid):
    """More people are in the line-up than it has places."""

    sentence = gettext_noop("A line-up has %(size)d places, but this one has %(people)d people.")


class LineUpPlaceUnknown(Invalid):
    """The line-up has no such place."""

    sentence = gettext_noop("A line-up has the places 1 to %(size)d, but no place %(place)d.")


class NotInTeam(Invalid):
    """Somebody is not in the team on this evening."""

    sentence = gettext_noop("%(person)s is no member of this team on this evening.")


def check_player(person: str, team: str, members: Collection[str], team_of: Mapping[str, str]) -> None:
    """Refuse somebody who cannot play for the team. members, team_of: as in `check_line_up`.

    Raises Refusal: `plays_for_another_team`, `not_in_team`.
    """
    check_one_team(person, team, team_of)
    if person not in members:
        raise NotInTeam(person=person)


class PlaysForAnotherTeam(Invalid):
    """Somebody is in another team of the season."""

    sentence = gettext_noop(
        "%(person)s is in the team “%(team)s” in this season, and nobody plays for two teams in one season."
    )


def check_one_team(person: str, team: str, team_of: Mapping[str, str]) -> None:
    """Refuse a person who is or was in another team in this season.

    Raises Refusal `plays_for_another_team`.
    """
    other = team_of.get(person, team)
    if other != team:
        raise PlaysForAnotherTeam(person=person, team=other)


class SubstitutionsSpent(Invalid):
    """The team has made all its substitutions."""

    sentence = gettext_noop(
        "The team has made its %(most)d substitutions of this match day. Nobody else can come in."
    )


class SubstituteTooLate(Invalid):
    """The series of the substitute has begun."""

    sentence = gettext_noop("Series %(series)d has begun. A substitute can play from series %(next)d on.")


class SubstitutePlays(Invalid):
    """The substitute plays already."""

    sentence = gettext_noop("%(person)s plays in series %(series)d already. Choose another person.")


class SubstituteOtherPlace(Invalid):
    """Somebody has played in another place of the line-up."""

    sentence = gettext_noop(
        "%(person)s has played in place %(before)d on this match day, and can only come back there."
    )


class SubstituteNoSeries(Invalid):
    """No substitute can come in before this series."""

    sentence = gettext_noop("A substitute plays from one of the series 2 to %(last)d on.")


def with_substitute(
    line_up: LineUp,
    place: Place,
    members: Collection[str],
    rules: MatchRules,
    team_of: Mapping[str, str],
    begun: int,
) -> LineUp:
    """Return the line-up with somebody who comes into a place before a series.

    place: who comes, where, and from which series on. begun: the number of the last series that has begun; a
    substitute comes from the next one on. To fill an empty place is no substitution, and is possible from the
    first series on, as long as it has not begun. Who was substituted may
    come back to their own place; this is a substitution like any other. Two changes of one place before the
    same series are one: the second replaces the first, also by who would have the place without both.

    Raises Refusal: `line_up_place_unknown`, `substitute_too_late`, `substitute_no_series`,
    `substitute_plays`, `substitute_other_place`, `substitutions_spent`; what `check_player` raises.
    """
    if not 1 <= place.number <= rules.size:
        raise LineUpPlaceUnknown(size=rules.size, place=place.number)
    if place.since <= begun:
        raise SubstituteTooLate(series=place.since, next=begun + 1)
    is_empty = all(row.number != place.number for row in line_up.places)
    if not (1 if is_empty else 2) <= place.since <= rules.series:
        raise SubstituteNoSeries(last=rules.series)
    check_player(place.person, line_up.team, members, team_of)
    if place.person in line_up.playing(place.since).values():
        raise SubstitutePlays(person=place.person, series=place.since)
    before = line_up.place_of(place.person)
    if before not in (None, place.number):
        raise SubstituteOtherPlace(person=place.person, before=before)
    kept = [row for row in line_up.places if (row.number, row.since) != (place.number, place.since)]
    without = replace(line_up, places=tuple(kept))
    if without.playing(place.since).get(place.number) == place.person:
        return without
    changed = replace(line_up, places=(*kept, place))
    if len(changed.substitutes) > rules.substitutions:
        raise SubstitutionsSpent(most=rules.substitutions)
    return changed


class LineUpsOpen(Conflict):
    """Everybody can see the line-ups, so they do not change any more."""

    sentence = gettext_noop("Everybody can see the line-ups now, so they do not change any more.")


class LineUpsBegun(Conflict):
    """Series have begun, so line-ups do not change any more."""

    sentence = gettext_noop("The first series has begun. Now only substitutes can come in.")


def verify_hand_in(*, is_open: bool, begun: int, series: int, is_in: bool) -> None:
    """Allow a captain to hand in or change a line-up, as long as nobody can see those of the others.

    A team without a line-up can hand in later: it plays from the next series on. is_open: all line-ups are
    in, or the director has opened them. begun: the number of the last series that has begun. series: so many
    has the match day. is_in: the team has handed in. Raises Refusal: `line_ups_begun`, `line_ups_open`.
    """
    if begun and is_in:
        raise LineUpsBegun
    if begun >= series:
        raise LineUpsBegun(sentence=gettext_noop("The last series has begun, so no team can come any more."))
    if is_open:
        raise LineUpsOpen
