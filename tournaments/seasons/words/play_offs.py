"""Play-offs for shared places of a season: which are open, and which were noted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.seasons.models.seasons import EveningKind, Season
from tournaments.seasons.rules.scheme import PLAY_OFF
from tournaments.seasons.words.table import Reader


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
