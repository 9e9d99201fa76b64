"""Seasons for tests: small evenings with people by name, and their tables."""

from __future__ import annotations

from typing import Any

from tests.builders import make_club, make_event, owner_of, play_round, published_round
from tournaments.clubs.verbs.people import add_player
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.events.verbs import entries
from tournaments.models import Club, Event, Season, SeasonStanding
from tournaments.seasons.verbs import seasons, tables

NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil", "Fritz", "Gerd", "Hans")


def a_club(people: int = 4) -> tuple[Club, list[str]]:
    """A club, and the ids of so many players of it."""
    club = make_club()
    return club, more_players(club, people)


def more_players(club: Club, people: int, first: int = 0) -> list[str]:
    """The ids of further players of a club."""
    names = [NAMES[number] if number < len(NAMES) else f"Person {number}" for number in range(first, 99)]
    return [str(add_player(club, owner_of(club), name).pk) for name in names[:people]]


def played(club: Club, players: list[str], *, seed: int = 1, finish: bool = True, **fields: Any) -> Event:
    """An event of these players with one round of one deal, finished."""
    event = make_event(club, **{"rounds_planned": 1, "deals_per_round": 1, **fields})
    return play_to_the_end(event, players, seed=seed, finish=finish)


def play_to_the_end(event: Event, players: list[str], *, seed: int = 1, finish: bool = True) -> Event:
    """Play an open event of one round with these players."""
    actor = owner_of(event.club)
    entries.add_entries(event, actor, players)
    entries.check_in_all(event, actor)
    event = start_event(event, actor)
    play_round(published_round(event), seed=seed)
    event = Event.objects.select_related("club").get(pk=event.pk)
    return finish_event(event, actor) if finish else event


def started(club: Club, events: list[Event], **fields: Any) -> Season:
    """A season of these events that is running."""
    actor = owner_of(club)
    name = fields.pop("name", "Winter 2026")
    return seasons.start_season(seasons.create_season(club, actor, name, events=events, **fields), actor)


def standing(season: Season) -> SeasonStanding:
    """The present table of a season."""
    newest = tables.refresh(season.pk)
    assert newest is not None
    return newest


def scores(season: Season) -> dict[str, float]:
    """The scores of all members, best first in each division."""
    return {line["player"]: line["score"] for each in standing(season).tables for line in each["lines"]}


def fresh(season: Season) -> Season:
    """The season as it is now."""
    return Season.objects.select_related("league__club").get(pk=season.pk)
