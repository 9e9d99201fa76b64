"""The standing of a season and its ties: a function of evenings, members, absences, credits and play-offs.

A season is ranked by the same code as an event. Each tie-break has its figure in a `Row`:

* `evenings_won`: evenings in which somebody had the first place, shared ones too.
* `countback`: the numbers of first, second, third ... places, compared in this order. The figure is the
  list of the places, the best first: it compares alike, and it is short.
* `shared_tables`: the place points of the tables at which all equal people sat. No such table: passed over.
* `net`: net chips of all evenings that count.
* `last_evening`: the worth of the last evening. Who was not there stands behind who was.
* `play_off`: who left the others behind in a play-off.
* `shared`: they share the place. `lots`: drawn by the seed of the season and the order of its members,
  once it is finished.

They count what was played, also struck evenings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, cast

from tournaments.seasons.rules import scheme as switches
from tournaments.seasons.rules.counting import Absences, Counted, Member, Outcome, count, reason_of, too_few
from tournaments.seasons.rules.exact import points
from tournaments.seasons.rules.scheme import DEALS, SHARED_TABLES, Scheme
from tournaments.seasons.rules.worth import COUNTING, EveningWorth, Played
from tournaments.standings.rules.ranking import Ranked, Value, rank, without_lots
from tournaments.standings.rules.scoring import Row

NAME: Final[Mapping[str, str]] = {metric: name for name, metric in switches.METRIC.items()}

ENOUGH_EVENINGS: Final = "enough_evenings"
"""The figure that counts before the score where somebody has attended too few evenings: 1 for enough, else 0.
`decided_by` may name it."""

PlayOff = Mapping[str, int]
"""The result of one play-off: by person a number, more is better."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table.

    ranked: place, score, figures of the tie-breaks, and what decided. below: too few evenings for a place.
    The score is the sum of the evenings that count, `bonus`, `credits` and `start` (in thousandths).
    evenings: the ids of the evenings so far. counted: how each of them counts.
    trend: places gained since the evening before; None if there was no table before, or no place in it.
    """

    ranked: Ranked
    evenings: tuple[str, ...]
    counted: Counted
    bonus: int = 0
    credits: int = 0
    start: int = 0
    below: bool = False
    trend: int | None = None

    @property
    def person(self) -> str:
        """Who it is."""
        return self.ranked.entry

    @property
    def place(self) -> int | None:
        """The place, shared by equal members; None below the line."""
        return None if self.below else self.ranked.place

    @property
    def attended(self) -> int:
        """How many evenings they played or organised."""
        return self.counted.attended

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The evenings in their order, also missed and struck ones."""
        return self.counted.outcomes(self.evenings)

    @property
    def score(self) -> Fraction:
        """The points, exact."""
        return self.ranked.score


@dataclass(frozen=True, slots=True)
class Facts:
    """What a table is made from, besides its scheme.

    members: in the order in which equal ones are listed. evenings: those that are over, in any order;
    others than counting ones are passed over. play_offs: in the order in which they were played.
    seed: of the lots. finished: the season is over, so lots are drawn.
    """

    members: Sequence[Member]
    evenings: Sequence[EveningWorth]
    absences: Absences
    play_offs: Sequence[PlayOff] = ()
    seed: int | str = 0
    finished: bool = False


def table(facts: Facts, scheme: Scheme, *, trend: bool = True) -> list[Line]:
    """Return the standing of a season, best first.

    trend: compare with the table before the last evening. This takes twice as long.
    """
    evenings = in_order(facts.evenings)
    lines = _lines(facts, scheme, evenings)
    if not trend or not evenings:
        return lines
    others = [
        evening
        for evening in facts.evenings
        if evening.kind == COUNTING and evening.evening != evenings[-1].evening
    ]
    earlier = in_order(as_of_last(others))
    if not earlier:
        return lines
    before = {line.person: line.place for line in _lines(replace(facts, finished=False), scheme, earlier)}
    return [_with_trend(line, before[line.person]) for line in lines]


def as_of_last(evenings: Sequence[EveningWorth]) -> list[EveningWorth]:
    """Return the evenings as they were on the day of the last one of them."""
    since = min((evening.age for evening in evenings), default=0)
    return [evening.at(evening.age - since) for evening in evenings] if since else list(evenings)


def in_order(evenings: Iterable[EveningWorth]) -> list[EveningWorth]:
    """Return the evenings that count, in the order of the calendar."""
    return sorted(
        (evening for evening in evenings if evening.counts),
        key=lambda evening: (evening.number, evening.evening),
    )


def nights_of(
    member: Member, evenings: Sequence[EveningWorth], absences: Absences
) -> tuple[list[Played | None], dict[int, str]]:
    """Return what each evening gave a member, None for a missed one; and why these were missed, by index."""
    played = [evening.played.get(member.person) for evening in evenings]
    reasons = {
        index: reason_of(member, evenings[index].evening, evenings[index].number, absences)
        for index, night in enumerate(played)
        if night is None
    }
    return played, reasons


def weights_of(evenings: Iterable[EveningWorth]) -> list[Fraction] | None:
    """Return the weights of the evenings; None if all are 1, which counts faster."""
    weights = [evening.weight for evening in evenings]
    return None if all(weight == 1 for weight in weights) else weights


def _lines(facts: Facts, scheme: Scheme, evenings: Sequence[EveningWorth]) -> list[Line]:
    weights = weights_of(evenings)
    deals = [evening.deals for evening in evenings] if scheme.least_in == DEALS else ()
    counted: dict[str, Counted] = {}
    extra: dict[str, tuple[int, int, int]] = {}
    rows: list[Row] = []
    for number, member in enumerate(facts.members, 1):
        person = member.person
        played, reasons = nights_of(member, evenings, facts.absences)
        result = counted[person] = count(played, reasons, scheme, weights, deals)
        extra[person] = (scheme.bonus * result.attended, member.credits, member.start)
        score = result.score + points(sum(extra[person]))
        rows.append(_row(person, number, score, evenings, played, scheme, facts.play_offs))
    below = {
        person
        for person, result in counted.items()
        if too_few(scheme.least_ranked, result.done, result.lacked)
    }
    metrics = [switches.METRIC[tie] for tie in scheme.ties if tie != switches.SHARED]
    ahead = {row.entry: {ENOUGH_EVENINGS: int(row.entry not in below)} for row in rows} if below else None
    ids = tuple(evening.evening for evening in evenings)
    return [
        Line(_named(line), ids, counted[line.entry], *extra[line.entry], line.entry in below)
        for line in rank(rows, metrics if facts.finished else without_lots(metrics), facts.seed, ahead)
    ]


def _named(line: Ranked) -> Ranked:
    """Return a line of the ranking with the tie-breaks by the names that seasons have for them."""
    metrics = {NAME[metric]: _shown(figure) for metric, figure in line.metrics.items()}
    return replace(line, metrics=metrics, decided_by=NAME.get(line.decided_by, line.decided_by))


def _shown(figure: Value) -> Value:
    return tuple(-place for place in figure) if isinstance(figure, tuple) else figure


def _row(
    person: str,
    number: int,
    score: Fraction,
    evenings: Sequence[EveningWorth],
    played: Sequence[Played | None],
    scheme: Scheme,
    play_offs: Sequence[PlayOff],
) -> Row:
    """Return what the ranking compares of one person.

    number: of the member in their table. Lots depend on it and on no id, so they are the same in a copy.
    """
    there = list(filter(None, played))
    last = played[-1] if played else None
    tables = {}
    if SHARED_TABLES in scheme.ties:
        tables = {
            (round_, f"{evening.evening}/{at}"): gained
            for evening in evenings
            for (round_, at), gained in evening.tables.get(person, {}).items()
        }
    # Negative, so that more is better: -1 -1 -3 is more than -1 -2, and than -1 -1.
    best_first = tuple(sorted((-night.place for night in there if night.place), reverse=True))
    return Row(
        entry=person,
        score=score,
        net=sum([night.net for night in there]),
        pochen=0,
        out=0,
        pools=0,
        showdowns=0,
        best_round=None if last is None else last.worth,
        rounds_won=Fraction(best_first.count(-1)),
        deals=0,
        tables=cast("Mapping[tuple[int, str], int]", tables),
        places=best_first,
        play_offs={
            (index, ""): result[person] for index, result in enumerate(play_offs, 1) if person in result
        },
        ticket=str(number),
    )


def _with_trend(line: Line, before: int | None) -> Line:
    if before is None or line.place is None:
        return line
    return replace(line, trend=before - line.place)
