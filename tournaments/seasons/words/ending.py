"""The end of a season in words: every move and honour before it happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.numbers import number, numbers
from tournaments.core.rules.names import sort_key
from tournaments.seasons.rules import divisions as rules
from tournaments.seasons.verbs.ending import EndPlan, HonourNow

MOVES: Final[Mapping[str, Any]] = {
    rules.UP: gettext_lazy("goes up"),
    rules.DOWN: gettext_lazy("goes down"),
    rules.STAYS: gettext_lazy("stays"),
    rules.LEAVES: gettext_lazy("leaves"),
    rules.NEW: gettext_lazy("is new"),
    rules.SLIDES_UP: gettext_lazy("goes up, because somebody leaves"),
    rules.SPARED: gettext_lazy("stays, because somebody leaves"),
    rules.WON: gettext_lazy("won the play-off and goes up"),
    rules.LOST: gettext_lazy("lost the play-off and goes down"),
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
    if move in ("", rules.STAYS):
        return ""
    if move in (rules.UP, rules.DOWN, rules.SLIDES_UP, rules.WON, rules.LOST) and following:
        return _("%(what)s: %(division)s") % {"what": MOVES[move], "division": following}
    return str(MOVES.get(move, ""))
