"""The check of seasons: what evenings give, and the newest tables, are counted again from the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from tournaments.core.refreshes import SEASON_TASK, TASK
from tournaments.programs.documents.parts import plain
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded, waiting
from tournaments.seasons.models import Season, SeasonStanding
from tournaments.seasons.verbs.ending import frozen_honours, honours_again
from tournaments.seasons.verbs.facts import evenings_of, read_facts
from tournaments.seasons.verbs.tables import TABLED, groups_of, newest_standing, places_of, tables_of
from tournaments.seasons.verbs.worths import WorthOfEvening, worths_of


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check the seasons of the scope that have tables. Counts them."""
    seasons = scope.rows(Season).filter(status__in=TABLED).select_related("league__club").order_by("pk")
    asked = waiting(TASK, SEASON_TASK)
    for season in seasons.iterator(chunk_size=100):
        counts["seasons"] += 1
        subjects = {str(season.pk), *map(str, season.evenings.values_list("event", flat=True))}
        if not asked & subjects:  # else it is counted soon
            place = Place(f"{season.league.club.name}, {season.name}", season.league.club_id)
            yield from guarded(partial(_of_season, season, place), place)


def _of_season(season: Season, place: Place) -> Iterator[Damage]:
    newest = newest_standing(season)
    evenings = list(evenings_of(season))
    versions = {str(each.event_id): each.event.version for each in evenings if each.over_at is not None}
    covered = {} if newest is None else newest.covers
    if (
        newest is None
        or newest.version < season.version
        or season.covered not in (newest.version, season.version)
        or covered != versions
    ):
        yield Damage("season_standing_without_task", place, season=season.name)
        return
    scheme = season.switches
    worths = worths_of(evenings, scheme, groups_of(season, scheme, evenings), anew=True)
    for each in worths.values():
        yield from _of_evening(each, season, place)
    if newest.version > season.version:
        yield Damage(
            "season_standing_too_new",
            place,
            at=newest.computed_at,
            season=season.name,
            version=newest.version,
            newest=season.version,
        )
    yield from _moves(season, newest, place)
    facts = read_facts(season, {pk: each.worth for pk, each in worths.items()}, evenings)
    if plain(tables_of(facts)) != newest.tables:
        yield Damage("season_standing_differs", place, at=newest.computed_at, season=season.name)
    # A correction after the end moves the table, and the honours stay as they were announced.
    since = SeasonStanding.objects.filter(
        season=season, computed_at__gte=season.finished_at or newest.computed_at
    )
    if season.is_over and since.count() == 1:
        stored = frozen_honours(season)
        if stored != honours_again(facts, {player: honour["move"] for player, honour in stored.items()}):
            yield Damage("honour_differs", place, at=season.finished_at, season=season.name)


def _moves(season: Season, newest: SeasonStanding, place: Place) -> Iterator[Damage]:
    """Who moved from version to version must lead to the present table."""
    now: dict[str, tuple[Any, Any]] = {}
    for standing in SeasonStanding.objects.filter(season=season).order_by("version"):
        for move in standing.moves:
            if now.get(move["player"], (None, None)) != (move["place_before"], move["score_before"]):
                break
            now[move["player"]] = (move["place_after"], move["score_after"])
        else:
            continue
        break
    there = {player: where for player, where in now.items() if where != (None, None)}
    if there != {
        player: where for player, where in places_of(newest.tables).items() if where != (None, None)
    }:
        yield Damage("season_moves_differ", place, at=newest.computed_at, season=season.name)


def _of_evening(counted: WorthOfEvening, season: Season, place: Place) -> Iterator[Damage]:
    kept = getattr(counted.evening, "worth", None)
    event = counted.evening.event
    if (
        kept is None
        or (kept.key, kept.version) != (counted.key, event.version)
        or _part(kept.data) != _part(counted.worth.as_json())
    ):
        yield Damage("evening_worth_differs", place, number=counted.evening.number, season=season.name)


def _part(data: dict[str, Any]) -> Any:
    """What an evening gives. Its number and kind are those of the evening, whatever is kept."""
    return plain({name: data[name] for name in ("weight", "played", "tables", "weights", "aged")})
