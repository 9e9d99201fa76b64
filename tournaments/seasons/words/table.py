"""The table of a season as the pages show it: lines with their evenings, and why each place is what it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.core.numbers import counted_as, number, numbers
from tournaments.seasons.models import Division, Evening, MemberStatus, SeasonMember, SeasonStanding
from tournaments.seasons.rules.counting import (
    COUNTED,
    EXCUSED,
    LATE,
    MISSED,
    MISSED_STRUCK,
    ORGANISER,
    RESERVE,
    STRUCK,
    UNEXCUSED,
    WITHDRAWN,
)
from tournaments.seasons.rules.scheme import COUNTBACK, DEALS, LAST_EVENING, LOTS, PLAY_OFF, Scheme
from tournaments.seasons.verbs.tables import outcomes_of
from tournaments.seasons.words.scheme import TIES

UP, DOWN, PLAYS_OFF = "up", "down", "play_off"
"""The lines of a table of a division: who goes up, who goes down, who plays off."""

MISSED_BY: Final[Mapping[str, Any]] = {
    LATE: gettext_lazy("before they joined"),
    EXCUSED: gettext_lazy("excused"),
    UNEXCUSED: gettext_lazy("missed"),
    ORGANISER: gettext_lazy("organised it"),
    RESERVE: gettext_lazy("reserve"),
    WITHDRAWN: gettext_lazy("had withdrawn"),
}

Shows = Callable[[Evening], bool]
"""Whether the visitor may know the event of an evening."""


@dataclass(frozen=True)
class Night:
    """One evening of one member. worth: its points; what: the same in words, such as "11, struck"."""

    evening: Evening
    title: str
    link: str
    worth: float | None
    what: str
    place: int
    is_struck: bool
    is_missed: bool

    @property
    def has_points(self) -> bool:
        """Whether there are points to show: who was missed and got none is no last one."""
        return self.worth is not None and not (self.is_missed and not self.worth)


@dataclass(frozen=True)
class Part:
    """A part of the points: what it is, and how many, in figures."""

    what: str
    points: str


@dataclass(frozen=True)
class SeasonLine:
    """One line. place: None below the line; the place after the final, if it has been played.

    score: the points as pages show them. trend: places gained since the evening before. best: the points of
    the best evening. parts: what the points are made of. why: sentences. edge: what begins below this line.
    """

    member: SeasonMember
    place: int | None
    points: float
    score: str
    best: float | None
    attended: int
    trend: int
    nights: Sequence[Night]
    parts: Sequence[Part]
    why: Sequence[str]
    edge: str = ""

    @property
    def name(self) -> str:
        return self.member.player.public_name

    @property
    def leads(self) -> bool:
        return self.place == 1

    @property
    def up(self) -> int:
        return max(self.trend, 0)

    @property
    def down(self) -> int:
        return max(-self.trend, 0)

    @property
    def is_gone(self) -> bool:
        return self.member.status == MemberStatus.WITHDRAWN

    @property
    def is_reserve(self) -> bool:
        return self.member.status == MemberStatus.RESERVE


@dataclass(frozen=True)
class SeasonTable:
    """The table of a division, or of the whole season: division is None then. number: of the table, from 1.

    lines: those of one page. total: how many there are. first: the number of the first one, from 1.
    after_final: the final has made the order. is_long: the lines are without their evenings.
    """

    division: Division | None
    number: int = 1
    evenings: Sequence[Evening] = ()
    lines: Sequence[SeasonLine] = ()
    total: int = 0
    first: int = 1
    after_final: bool = False
    is_long: bool = False

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1

    @property
    def more(self) -> int:
        return max(self.total - self.last, 0)

    @property
    def next_page(self) -> int:
        """The number of the page after this one."""
        return (self.first - 1) // max(len(self.lines), 1) + 2


class _Around:
    """Who is level with each line of a table, and who is ahead of it.

    level: all lines with a score. ahead: with fewest points among all who are ahead of a place.
    """

    def __init__(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self.level: dict[float, list[Mapping[str, Any]]] = {}
        for line in lines:
            self.level.setdefault(line["score"], []).append(line)
        self.ahead: dict[int, Mapping[str, Any] | None] = {}
        # Of equal ones the first in the table.
        fewest: tuple[float, int] = (inf, 0)
        placed = [(line["place"], line["score"], index) for index, line in enumerate(lines) if line["place"]]
        for place, group in groupby(sorted(placed), key=itemgetter(0)):
            self.ahead[place] = None if fewest[0] == inf else lines[fewest[1]]
            fewest = min(fewest, *((score, index) for _place, score, index in group))


@dataclass(frozen=True)
class Reader:
    """What makes sentences of stored tables: the rows that they name, and what the visitor may see."""

    scheme: Scheme
    members: Mapping[str, SeasonMember]
    evenings: Mapping[str, Evening]
    divisions: Mapping[str, Division] = field(default_factory=dict)
    shows: Shows = lambda _evening: True

    def table(
        self,
        stored: Mapping[str, Any],
        number: int = 1,
        *,
        first: int = 1,
        most: int | None = None,
        only: Callable[[SeasonMember], bool] | None = None,
        most_nights: int | None = None,
    ) -> SeasonTable:
        """Read one stored table (`seasons.verbs.tables`): `most` lines from line `first` on.

        only: the lines of these members. most_nights: with more evenings than these, leave them out.
        """
        division = self.divisions.get(stored["division"] or "")
        evenings = [self.evenings[key] for key in stored["evenings"] if key in self.evenings]
        has_nights = len(evenings) == len(stored["evenings"])
        is_long = most_nights is not None and len(evenings) > most_nights
        known = [line for line in stored["lines"] if line["player"] in self.members]
        after_final = any(line["final"] for line in known)
        if after_final:
            known.sort(key=lambda line: line["final"] or len(known) + 1)
        edges = edges_of(division, [self.members[line["player"]] for line in known])
        scores = numbers([line["score"] for line in known])
        listed = list(enumerate(zip(known, scores, strict=True), 1))
        if only is not None:
            listed = [each for each in listed if only(self.members[each[1][0]["player"]])]
        shown = listed[first - 1 : None if most is None else first - 1 + most]
        around = _Around(known)
        nights = evenings if has_nights and not is_long else []
        lines = [
            self._line(line, score, around, nights, edges.get(index, "")) for index, (line, score) in shown
        ]
        return SeasonTable(
            division, number, evenings if has_nights else [], lines, len(listed), first, after_final, is_long
        )

    def _line(
        self,
        line: Mapping[str, Any],
        score: str,
        around: _Around,
        evenings: Sequence[Evening],
        edge: str,
    ) -> SeasonLine:
        outcomes = outcomes_of(line)
        return SeasonLine(
            member=self.members[line["player"]],
            place=line["final"] or line["place"],
            points=line["score"],
            score=score,
            best=max((worth for worth, *_rest in outcomes if worth is not None), default=None),
            attended=line["attended"],
            trend=line["trend"] or 0,
            nights=[
                self.night(evening, *outcome) for evening, outcome in zip(evenings, outcomes, strict=False)
            ],
            parts=self._parts(line),
            why=self._why(line, around),
            edge=edge,
        )

    def night(self, evening: Evening, worth: float | None, state: str, place: int, reason: str) -> Night:
        """One evening of one member, from a stored outcome."""
        shows = self.shows(evening)
        is_missed = state in (MISSED, MISSED_STRUCK)
        what = points = "" if worth is None else number(worth)
        if is_missed:
            about = str(MISSED_BY[reason])
            what = _("%(why)s: %(points)s") % {"why": about, "points": points} if worth else about
        if state in (STRUCK, MISSED_STRUCK):
            what = _("%(points)s, struck") % {"points": what}
        return Night(
            evening=evening,
            title=title_of(evening, shows=shows),
            link=evening.event.ref if shows else "",
            worth=worth,
            what=what,
            place=place,
            is_struck=state not in (COUNTED, MISSED),
            is_missed=is_missed,
        )

    def _parts(self, line: Mapping[str, Any]) -> list[Part]:
        extras = [
            (_("For coming"), line["bonus"]),
            (_("Credits"), line["credits"]),
            (_("Start points"), line["start"]),
        ]
        extras = [(what, points) for what, points in extras if points]
        if not extras:
            return []
        what = _("Mean of the evenings that count") if self.scheme.mean_from else _("Evenings that count")
        counted = (what, line["score"] - sum(points for _what, points in extras))
        return [Part(what, number(points)) for what, points in (counted, *extras)]

    def _why(self, line: Mapping[str, Any], around: _Around) -> list[str]:
        said = []
        by_final = 0 < (line["final"] or 0) <= (self.scheme.final or 0)
        if line["place"] is None:
            if by_final:
                return [_("The final made this place.")]
            needed = self.scheme.least_ranked or 0
            if self.scheme.least_in == DEALS:
                return [
                    ngettext(
                        "No place yet: a place needs %(needed)d deal.",
                        "No place yet: a place needs %(needed)d deals.",
                        needed,
                    )
                    % {"needed": needed}
                ]
            said.append(
                ngettext(
                    "No place yet: %(attended)d of %(needed)d evening that a place needs.",
                    "No place yet: %(attended)d of %(needed)d evenings that a place needs.",
                    needed,
                )
                % {"attended": line["attended"], "needed": needed}
            )
            return said
        if by_final or line["final"] not in (None, line["place"]):
            said.append(
                _("The final made this place. In the table it was place %(place)d.")
                % {"place": line["place"]}
            )
        if by_final:
            return said  # points and tie-breaks of the table did not make this place
        nearest = around.ahead[line["place"]]
        level = [other for other in around.level[line["score"]] if other is not line]
        if nearest is not None and nearest["score"] > line["score"]:
            behind = nearest["score"] - line["score"]
            said.append(
                ngettext(
                    "%(points)s point behind %(name)s.",
                    "%(points)s points behind %(name)s.",
                    counted_as(behind),
                )
                % {"points": number(behind), "name": self.name(nearest["player"])}
            )
        if level and line["decided_by"] in TIES:
            said.append(self._tie(line, level))
        elif any(other["place"] == line["place"] for other in level):
            said.append(_("Nothing separates those who share this place."))
        return said

    def _tie(self, line: Mapping[str, Any], level: Sequence[Mapping[str, Any]]) -> str:
        tie = line["decided_by"]
        mine = shown_figure(tie, line["metrics"].get(tie))
        said: dict[str, Any] = {"name": self.name(level[0]["player"]), "tie": str(TIES[tie]), "mine": mine}
        if len(level) > 1:
            said["others"] = len(level) - 1
            return (
                ngettext(
                    "Level on points with %(name)s and %(others)d other. What decides: %(tie)s.",
                    "Level on points with %(name)s and %(others)d others. What decides: %(tie)s.",
                    len(level) - 1,
                )
                % said
            )
        theirs = shown_figure(tie, level[0]["metrics"].get(tie))
        if not mine or not theirs:
            return _("Level on points with %(name)s. What decides: %(tie)s.") % said
        return _("Level on points with %(name)s. What decides: %(tie)s, %(mine)s against %(theirs)s.") % {
            **said,
            "theirs": theirs,
        }

    def name(self, player: str) -> str:
        """The public name of a member."""
        member = self.members.get(player)
        return member.player.public_name if member else "\N{EN DASH}"


def shown_figure(tie: str, value: Any) -> str:
    """The figure of a tie-break for people; empty if there is nothing to show."""
    if value is None or tie in (LOTS, PLAY_OFF):
        return ""
    if tie == COUNTBACK:
        return " ".join(map(str, value[:6]))
    if tie == LAST_EVENING:
        value = value / 1000
    return number(value)


def title_of(evening: Evening, *, shows: bool) -> str:
    """The name of an evening; its number for who may not see its event."""
    if shows:
        return evening.event.name
    return _("Evening %(number)d") % {"number": evening.number}


def edges_of(division: Division | None, members: Sequence[SeasonMember]) -> dict[int, str]:
    """What is below each line of a division's table, by the number of the line (`UP`, `DOWN`, `PLAYS_OFF`).

    It is drawn for the people who are there now. Who leaves makes it slide at the end.
    """
    if division is None:
        return {}
    staying = [index for index, member in enumerate(members, 1) if member.status == MemberStatus.ACTIVE]
    edges: dict[int, str] = {}
    if 0 < division.up <= len(staying):
        edges[staying[division.up - 1]] = UP
    lowest = len(staying) - division.down
    if division.down and lowest > 0:
        edges[staying[lowest - 1]] = DOWN
    if division.play_off and (first := lowest - division.play_off) > 0:
        edges[staying[first - 1]] = PLAYS_OFF
    return edges


@dataclass(frozen=True)
class Moved:
    """Somebody who moved between two versions of the table, in words."""

    name: str
    what: str


def moved_lines(standing: SeasonStanding, reader: Reader, most: int = 20) -> list[Moved]:
    """Who moved since the version before, the places first."""
    moves = [move for move in standing.moves if move["player"] in reader.members]
    moves.sort(key=lambda move: move["place_before"] == move["place_after"])
    return [Moved(reader.name(move["player"]), _moved(move)) for move in moves[:most]]


def _moved(move: Mapping[str, Any]) -> str:
    scores = [move["score_before"], move["score_after"]]
    before, points = numbers(scores) if None not in scores else ("", number(move["score_after"] or 0, 0))
    if move["place_after"] is None:
        return _("has no place now")
    if move["place_before"] is None:
        return _("is at place %(place)d with %(points)s points") % {
            "place": move["place_after"],
            "points": points,
        }
    if move["place_before"] == move["place_after"]:
        return _("stays at place %(place)d: %(before)s became %(after)s points") % {
            "place": move["place_after"],
            "before": before,
            "after": points,
        }
    return _("from place %(before)d to place %(after)d, now with %(points)s points") % {
        "before": move["place_before"],
        "after": move["place_after"],
        "points": points,
    }
