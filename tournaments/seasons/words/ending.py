"""The end of a season, play-offs and records in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.models.people import Player
from tournaments.core.numbers import number, numbers
from tournaments.core.rules.names import sort_key
from tournaments.events.models.events import Event
from tournaments.seasons.models import EveningKind, Season
from tournaments.seasons.rules import divisions as divisions_rules
from tournaments.seasons.rules.scheme import PLAY_OFF
from tournaments.seasons.verbs.ending import EndPlan, HonourNow
from tournaments.seasons.verbs.figures import Record
from tournaments.seasons.words.table import Reader

MOVES: Final[Mapping[str, Any]] = {
    divisions_rules.UP: gettext_lazy("goes up"),
    divisions_rules.DOWN: gettext_lazy("goes down"),
    divisions_rules.STAYS: gettext_lazy("stays"),
    divisions_rules.LEAVES: gettext_lazy("leaves"),
    divisions_rules.NEW: gettext_lazy("is new"),
    divisions_rules.SLIDES_UP: gettext_lazy("goes up, because somebody leaves"),
    divisions_rules.SPARED: gettext_lazy("stays, because somebody leaves"),
    divisions_rules.WON: gettext_lazy("won the play-off and goes up"),
    divisions_rules.LOST: gettext_lazy("lost the play-off and goes down"),
}


@dataclass(frozen=True)
class MoveLine:
    """Where somebody goes. moves: whether this is another division than before."""

    name: str
    what: str
    before: str
    moves: bool


@dataclass(frozen=True)
class NextDivision:
    """A division of the next season with its people; for who leaves, name is empty."""

    name: str
    lines: Sequence[MoveLine]


@dataclass(frozen=True)
class HonourLine:
    """What somebody has at the end."""

    place: str
    name: str
    points: str
    is_finalist: bool


@dataclass(frozen=True)
class PairLine:
    """A play-off: the two people with their ids, and who has won it."""

    above: str
    above_name: str
    below: str
    below_name: str
    winner: str


@dataclass(frozen=True)
class EndPreview:
    """Everything that the end does. honours: by division. removed: from the draft of the next season."""

    digest: str
    honours: Sequence[tuple[str, Sequence[HonourLine]]]
    divisions: Sequence[NextDivision]
    leaving: Sequence[str]
    pairs: Sequence[PairLine]
    removed: Sequence[str]


def preview_of(plan: EndPlan, names: Mapping[str, str]) -> EndPreview:
    """A plan in words. names: of all players in it."""
    honours: dict[str, list[HonourLine]] = {honour.division: [] for honour in plan.honours}
    known = list(honours)
    by_name = sorted(
        plan.honours,
        key=lambda each: (known.index(each.division), each.place or 10**9, sort_key(names[each.player])),
    )
    for honour, points in zip(by_name, _points([each.points for each in by_name]), strict=True):
        place = "\N{EN DASH}" if honour.place is None else str(honour.place)
        honours[honour.division].append(HonourLine(place, names[honour.player], points, honour.finalist))
    divisions: dict[str, list[MoveLine]] = {name: [] for name in plan.divisions}
    leaving = []
    for move in plan.moves:
        if move.after is None:
            leaving.append(names[move.person])
            continue
        line = MoveLine(
            names[move.person], str(MOVES[move.reason]), move.before or "", move.after != move.before
        )
        divisions[move.after].append(line)
    pairs = [
        PairLine(pair.above, names[pair.above], pair.below, names[pair.below], pair.winner)
        for pair in plan.pairs
    ]
    return EndPreview(
        plan.digest,
        list(honours.items()),
        [NextDivision(name, lines) for name, lines in divisions.items()],
        sorted(leaving, key=sort_key),
        pairs,
        sorted((names[player] for player in plan.removed), key=sort_key),
    )


@dataclass(frozen=True)
class Announced:
    """An honour as it was announced, and the place that the present table would give."""

    player: str
    division: str
    place: int | None
    name: str
    points: str
    is_finalist: bool
    move: str
    now: str
    has_moved: bool
    person: str = ""


def announced(honours: Iterable[HonourNow]) -> list[Announced]:
    """The honours of a finished season in words."""
    lines = []
    honours = list(honours)
    for each, points in zip(honours, _points([each.honour.points for each in honours]), strict=True):
        honour = each.honour
        now = "\N{EN DASH}" if each.place_now is None else str(each.place_now)
        if each.line is not None and each.line["score"] != honour.points / 1000:
            now = _("%(place)s, with %(points)s points") % {
                "place": now,
                "points": number(each.line["score"], 0),
            }
        lines.append(
            Announced(
                player=str(honour.member.player_id),
                division=honour.division,
                place=honour.place,
                name=honour.member.player.public_name,
                points=points,
                is_finalist=honour.finalist,
                move=_move(honour.move, honour.next_division),
                now=now,
                has_moved=each.has_moved,
            )
        )
    return lines


def _points(thousandths: Iterable[int]) -> list[str]:
    return numbers([Fraction(each, 1000) for each in thousandths])


def _move(move: str, following: str) -> str:
    """Where the holder of an honour goes; empty for who stays."""
    if move in ("", divisions_rules.STAYS):
        return ""
    if (
        move
        in (
            divisions_rules.UP,
            divisions_rules.DOWN,
            divisions_rules.SLIDES_UP,
            divisions_rules.WON,
            divisions_rules.LOST,
        )
        and following
    ):
        return _("%(what)s: %(division)s") % {"what": MOVES[move], "division": following}
    return str(MOVES.get(move, ""))


@dataclass(frozen=True)
class OpenPlayOff:
    """Members who share a place that a play-off decides. division: its name, or empty."""

    division: str
    place: int
    people: Sequence[tuple[str, str]]
    """Ids of players, with names."""

    @property
    def names(self) -> list[str]:
        return [name for _player, name in self.people]


@dataclass(frozen=True)
class NotedPlayOff:
    """The result of a play-off: names and numbers, the best first. number: from 1."""

    number: int
    results: Sequence[tuple[str, int]]


def open_play_offs(season: Season, tables: Sequence[Mapping[str, Any]], reader: Reader) -> list[OpenPlayOff]:
    """The shared places that a play-off decides, as soon as no counting evening is to come (no query).

    Places that a final has made, and those of people who never came, need none.
    """
    if PLAY_OFF not in reader.scheme.ties or season.is_over or season.is_planned:
        return []
    counting = [each for each in reader.evenings.values() if each.kind == EveningKind.COUNTING]
    planned = reader.scheme.planned
    if planned is not None and len({evening.number for evening in counting}) < planned:
        return []
    found = []
    for table in tables:
        key = table["division"] or ""
        own = [each for each in counting if each.division_id is None or str(each.division_id) == key]
        if not own or any(evening.over_at is None for evening in own):
            continue
        sharing: dict[int, list[str]] = {}
        for line in table["lines"]:
            if line["place"] is not None and not line["final"] and line["attended"]:
                sharing.setdefault(line["place"], []).append(line["player"])
        division = reader.divisions.get(key)
        found += [
            OpenPlayOff(
                "" if division is None else division.name,
                place,
                [(player, reader.name(player)) for player in players],
            )
            for place, players in sharing.items()
            if len(players) > 1
        ]
    return found


def noted_play_offs(season: Season, reader: Reader) -> list[NotedPlayOff]:
    """The play-offs of a season in the order in which they were played."""
    return [
        NotedPlayOff(
            number,
            [
                (reader.name(player), result)
                for player, result in sorted(results.items(), key=lambda each: -each[1])
            ],
        )
        for number, results in enumerate(season.play_offs, 1)
    ]


KINDS: Final[Mapping[str, Any]] = {
    "pot": gettext_lazy("Largest pots"),
    "pools": gettext_lazy("Most pools in one deal"),
    "evening": gettext_lazy("Most chips in one evening"),
}


@dataclass(frozen=True)
class RecordLine:
    """A record: what, whose (`person`: the address of their page, or empty), in which event."""

    record: Record
    what: str
    name: str
    person: str
    event: Event


def record_lines(
    records: Iterable[Record],
    players: Mapping[UUID, Player],
    events: Mapping[UUID, Event],
    refs: Mapping[UUID, str],
) -> list[tuple[str, list[RecordLine]]]:
    """The records by kind, each kind with its heading."""
    kinds: dict[str, list[RecordLine]] = {}
    for record in records:
        if record.player not in players or record.event not in events:
            continue
        sentence = _("%(count)s pools") if record.kind == "pools" else _("%(count)s chips")
        line = RecordLine(
            record,
            sentence % {"count": number(record.value)},
            players[record.player].public_name,
            refs.get(record.player, ""),
            events[record.event],
        )
        kinds.setdefault(record.kind, []).append(line)
    return [(str(KINDS[kind]), lines) for kind, lines in kinds.items()]
