"""The line-ups of a match day, for the draw of its series: who plays in which place of which team.

An event is a match day if it is an evening of a season whose teams play matches, and a team has handed in its
line-up. Only these people are drawn. Everybody else who is here waits, because a substitute plays from a
series on, and nobody else plays in a match. Bots have their own draw, as always.

Rotations and Swiss stages are drawn in this way. A knockout, a ladder and a final seat whom they demand.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.draw.rules.request import Request, Tables
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.stages import StagePlan
from tournaments.tables.models.rounds import COUNTED, Round
from tournaments.teams.models import LineUpPlace, Team, TeamResult
from tournaments.teams.rules.lineups import LineUp, MatchRules, Place
from tournaments.teams.rules.seating import mates_apart, team_request

FORMATS = (StageFormat.ROTATION, StageFormat.SWISS)


@dataclass(frozen=True)
class MatchDay:
    """The line-ups of one series, whose people are ids of entries.

    number: of the series, which is the number of the round. is_open: everybody sees the line-ups. line_ups:
    of the teams that play the series, with all who are here. bots: ids of the bots in the event. takes_over:
    who gets the seats of whom from this series on.
    """

    season: UUID
    number: int
    size: int
    is_open: bool
    line_ups: Mapping[UUID, LineUp]
    bots: frozenset[str]
    takes_over: Mapping[str, str]

    @property
    def seated(self) -> frozenset[str]:
        """The ids of the entries that the series seats: those in a line-up, and bots."""
        people = {row.person for line_up in self.line_ups.values() for row in line_up.places}
        return self.bots | people

    def request(self, request: Request, plan: StagePlan, planned: tuple[Tables, ...]) -> Request:
        """The request of the people, with mates apart, tables for that, and the best plan that is known.

        planned: the rounds that the draw before has planned. Raises Refusal as `team_request`.
        """
        teams = Team.objects.filter(season=self.season).order_by("number", "pk").values_list("pk", flat=True)
        taken_over = tuple(
            tuple(tuple(self.takes_over.get(player, player) for player in table) for table in tables)
            for tables in planned[: request.rounds_left]
        )
        made = team_request(
            # A team that does not play keeps its part of a plan.
            [self.line_ups.get(team, LineUp(str(team))) for team in teams],
            self.number,
            # Who is in a line-up and not here leaves the place empty. The team still plays.
            MatchRules(self.size, least=1, series=self.number - 1 + request.rounds_left),
            (plan.size, plan.least, plan.most),
            ahead=() if request.standing else taken_over,
        )
        return replace(
            request,
            sizes=made.sizes,
            apart=(*made.apart, *request.apart),
            ahead=() if request.standing else made.ahead,
            ahead_seated=not made.ahead or bool(request.standing),
        )

    def by_hand(self, request: Request) -> Request:
        """The request of people whom a director seats: its certificate says which mates sit together."""
        return replace(request, apart=(*mates_apart(list(self.line_ups.values()), 1), *request.apart))


def match_day_of(event: Event, stage: Stage, number: int, here: Collection[str]) -> MatchDay | None:
    """The match day that this round is a series of; None if it is none (one query, three if it is one).

    here: ids of the entries that the round can seat. In several seasons, the line-ups of the first one count.
    """
    if stage.format not in FORMATS or stage.play_off or stage.splits:
        return None
    rows = _rows(event)
    if not rows:
        return None
    first = rows[0].line_up
    rows = [row for row in rows if row.line_up.evening_id == first.evening_id]
    entry_of, bots = _entries(event)
    scheme = first.team.season.team_scheme
    rules = MatchRules(scheme.size, scheme.least)
    places: dict[UUID, list[Place]] = {}
    for row in rows:
        player = row.member.member.player  # their person may have several players
        person = str(player.user_id or player.pk)
        places.setdefault(row.line_up.team_id, []).append(Place(row.number, person, row.from_series))
    line_ups: dict[UUID, LineUp] = {}
    takes_over: dict[str, str] = {}
    seated: set[str] = set()
    for team, own in places.items():
        whole = LineUp(str(team), tuple(own))
        if not whole.plays(number, rules):
            continue
        before, now = whole.playing(number - 1), whole.playing(number)
        people = []
        for place, person in sorted(now.items()):
            entry = entry_of.get(person)
            if entry is None or entry not in here or entry in seated:
                continue
            seated.add(entry)
            people.append(Place(place, entry))
            if (other := entry_of.get(before.get(place, person), entry)) != entry:
                takes_over[other] = entry
        line_ups[team] = LineUp(str(team), tuple(people))
    is_open = any(row.line_up.revealed_at or row.line_up.evening.over_at for row in rows)
    return MatchDay(
        season=first.team.season_id,
        number=number,
        size=rules.size,
        is_open=is_open or Round.objects.filter(event=event, status__in=COUNTED).exists(),
        line_ups=line_ups,
        bots=bots & frozenset(here),
        takes_over=takes_over,
    )


class LineUpsHidden(Conflict):
    """The line-ups of the match day are still hidden."""

    sentence = gettext_noop(
        "The line-ups of this match day are still hidden, so it cannot be drawn. Wait for the other "
        "teams, or show the line-ups that are in."
    )


class LineUpsAbsent(Conflict):
    """Nobody who is in a line-up is here."""

    sentence = gettext_noop("Nobody is here who is in a line-up of series %(series)d. Check them in first.")


def refuse_unready(day: MatchDay) -> None:
    """Refuse the draw of a series while nobody may know who plays, or if nobody of the line-ups is here.

    Raises Conflict `line_ups_hidden`, `line_ups_absent`.
    """
    if not day.is_open:
        raise LineUpsHidden
    if not any(line_up.places for line_up in day.line_ups.values()):
        raise LineUpsAbsent(series=day.number)


def _rows(event: Event) -> list[LineUpPlace]:
    places = LineUpPlace.objects.filter(
        line_up__evening__event=event, line_up__team__season__team_scheme__result=TeamResult.MATCH
    )
    return list(
        places.select_related(
            "line_up__evening", "line_up__team__season__team_scheme", "member__member__player"
        ).order_by(
            "line_up__evening__added_at", "line_up__evening", "line_up__team__number", "number", "from_series"
        )
    )


def _entries(event: Event) -> tuple[dict[str, str], frozenset[str]]:
    """The entry of each person in the event, and the entries of bots."""
    entries = Entry.objects.filter(event=event)
    rows: list[Any] = list(entries.values_list("pk", "player", "player__bot", "player__user"))
    people = {str(user or player): str(pk) for pk, player, bot, user in rows if not bot}
    return people, frozenset(str(pk) for pk, _player, bot, _user in rows if bot)
