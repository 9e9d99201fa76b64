"""The tables of a season: compute, store and show them.

A table is a pure function of what the evenings that are over give, of members, absences, credits, play-offs
and the scheme. `refresh` writes it; it is idempotent. The outbox and the sweep call it after each change of
the season and of an event that counts, as they do for the standings of events. What each evening gives is
stored. So after a corrected deal only its own evening is counted anew, then the tables.

`SeasonStanding.tables` has for each division:

* `division` (its id; null: the season has none), `evenings` (ids of those that are over, in their order)
* `lines`, best first: `player` (the member), `place` (null: below the line), `final` (the place after the
  final, null before), `score`, `bonus`, `credits`, `start`, `attended`, `missed`, `trend` (places gained
  since the evening before), `metrics`, `decided_by`, and `outcomes` (`outcomes_of` reads them). Points are
  numbers with three decimals at most.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet

from tournaments.core import outbox
from tournaments.core.actors import Actor
from tournaments.core.change import lock_season, log
from tournaments.core.refreshes import SEASON_TASK, SEASON_TELL_TASK
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Event
from tournaments.programs.webhooks.models import Webhook
from tournaments.seasons.models import (
    Division,
    Evening,
    LeagueClub,
    Season,
    SeasonMember,
    SeasonStanding,
    SeasonStatus,
)
from tournaments.seasons.rules.divisions import after_final
from tournaments.seasons.rules.exact import thousandths
from tournaments.seasons.rules.scheme import MEMBERS, Scheme
from tournaments.seasons.rules.table import Line, table
from tournaments.seasons.verbs.checks import counts_now
from tournaments.seasons.verbs.facts import (
    SeasonFacts,
    evenings_of,
    members_of,
    players_of_members,
    read_facts,
)
from tournaments.seasons.verbs.worths import keep, note_close, worths_of

TABLED = (SeasonStatus.RUNNING, SeasonStatus.FINISHED)
"""Seasons with a table. Before the start the scheme can change."""


def refresh(season_id: UUID | str) -> SeasonStanding | None:
    """Make sure that the present season has its table, and return it; None before its start.

    It locks no event. If one moves on while it counts, it counts again; one that moves on later asks for it.
    """
    with transaction.atomic():
        if not Season.objects.filter(pk=season_id).exists():
            return None
        while True:
            with transaction.atomic():
                standing = write(lock_season(season_id))
                if standing is None or _versions(standing.covers) == standing.covers:
                    return standing
                transaction.set_rollback(True)


def _versions(events: Iterable[str]) -> dict[str, int]:
    """The present versions of events, by id."""
    return {str(pk): now for pk, now in Event.objects.filter(pk__in=events).values_list("pk", "version")}


def lock_with_events(season: Season | UUID | str) -> Season:
    """The season, locked after the events that count in it: nothing that its table depends on can change."""
    pk = season.pk if isinstance(season, Season) else UUID(str(season))
    counting = Evening.objects.filter(
        Q(event__status=EventStatus.FINISHED) | Q(over_at__isnull=False), season=pk
    )
    list(
        Event.objects.select_for_update(of=("self",))
        .filter(pk__in=counting.values("event"))
        .order_by("pk")
        .values_list("pk")
    )
    return lock_season(pk)


def write(season: Season) -> SeasonStanding | None:
    """`refresh` for a season that is locked, and so are its events, or whoever calls looks at them again."""
    if season.status not in TABLED:
        return None
    scheme = season.switches
    evenings = list(evenings_of(season))
    for evening in evenings:
        if evening.over_at is None and counts_now(evening):
            note_close(season, evening)
    worths = worths_of(evenings, scheme, groups_of(season, scheme, evenings))
    for each in worths.values():
        if each.is_new:
            keep(each)
    facts = read_facts(season, {pk: each.worth for pk, each in worths.items()}, evenings)
    tables = tables_of(facts)
    covers = {str(evening.event_id): evening.event.version for evening in evenings if counts_now(evening)}
    standing = _store(season, tables, covers)
    if season.covered != standing.version:
        season.covered = standing.version
        season.save(update_fields=["covered"])
    return standing


def groups_of(
    season: Season, scheme: Scheme, evenings: Sequence[Evening]
) -> dict[UUID, Sequence[frozenset[str]]]:
    """The players among whom the places of each evening count."""
    if scheme.among != MEMBERS:
        return {evening.pk: () for evening in evenings}
    members = list(members_of(season))
    division_of = {str(member.player_id): member.division_id for member in members}
    by_division: dict[UUID | None, set[str]] = {}
    for player, member in players_of_members(members).items():
        by_division.setdefault(division_of[member], set()).add(player)
    return {
        evening.pk: [
            frozenset(group)
            for division, group in by_division.items()
            if evening.division_id in (None, division)
        ]
        or [frozenset()]
        for evening in evenings
    }


def _store(season: Season, tables: list[dict[str, Any]], covers: dict[str, int]) -> SeasonStanding:
    before = newest_standing(season)
    if before is not None and before.version == season.version:
        if before.tables == tables:
            if before.covers != covers:
                before.covers = covers
                before.save(update_fields=["covers"])
            return before
        bump(season)
    standing = SeasonStanding.objects.create(
        season=season,
        version=season.version,
        covers=covers,
        tables=tables,
        moves=movers(before.tables if before else [], tables),
    )
    # Only the newest one needs its tables; the others say who moved.
    SeasonStanding.objects.filter(season=season, version__lt=season.version).exclude(tables=[]).update(
        tables=[]
    )
    tell(season, str(standing.version))
    return standing


def bump(season: Season) -> None:
    """Give the locked season its next version."""
    season.version += 1
    season.save(update_fields=["version"])


def changed(season: Season) -> None:
    """Note that the table of the locked season depends on something that has just changed."""
    bump(season)
    if season.status in TABLED:
        outbox.add(SEASON_TASK, season.pk)


def note(actor: Actor, verb: str, row: Model, season: Season, **data: Any) -> None:
    """Log what somebody did to a row of the locked season, and note that its table depends on it."""
    if row != season:
        data["season"] = str(season.pk)
    log(actor, verb, row, within=season.league.club, **data)
    changed(season)


def tables_of(facts: SeasonFacts, *, through: int | None = None) -> list[dict[str, Any]]:
    """The tables as they are stored. through: after the evenings up to this number."""
    return [_table(facts, division, through) for division in facts.tables]


def _table(facts: SeasonFacts, division: Division | None, through: int | None) -> dict[str, Any]:
    lines = table(facts.of(division, through=through), facts.scheme)
    final = final_places(facts, division, lines) if through is None else {}
    return {
        "division": None if division is None else str(division.pk),
        "evenings": list(lines[0].evenings) if lines else [],
        "lines": [_line(line, final.get(line.person)) for line in lines],
    }


def final_places(facts: SeasonFacts, division: Division | None, lines: Sequence[Line]) -> dict[str, int]:
    """The places of members after the final of their table, best first; empty while it is not over.

    Members who are below the line and did not play the final have no place.
    """
    finalists = places_in_final(facts, division)
    return {player: place for place, player in after_final(lines, finalists)} if finalists else {}


def places_in_final(facts: SeasonFacts, division: Division | None) -> dict[str, int]:
    """The places of members in the final of their table; empty while it is not over."""
    final = facts.final_of(division)
    if final is None or final.pk not in facts.worths:
        return {}
    members = {str(member.player_id) for member in facts.members_of(division)}
    played = facts.worths[final.pk].played
    return {player: gained.place for player, gained in played.items() if gained.place and player in members}


def _line(line: Line, final: int | None) -> dict[str, Any]:
    return {
        "player": line.person,
        "place": line.place,
        "final": final,
        "score": figure(line.score),
        "bonus": in_points(line.bonus),
        "credits": in_points(line.credits),
        "start": in_points(line.start),
        "attended": line.attended,
        "missed": line.counted.missed,
        "trend": line.trend,
        "metrics": {name: _plain(value) for name, value in line.ranked.metrics.items()},
        "decided_by": line.ranked.decided_by,
        # As one text: most who read a table show few lines, or none, with their evenings.
        "outcomes": json.dumps(
            [
                [None if each.worth is None else in_points(each.worth), each.state, each.place, each.reason]
                for each in line.outcomes
            ],
            separators=(",", ":"),
        ),
    }


def outcomes_of(line: Mapping[str, Any]) -> list[list[Any]]:
    """The outcomes of a stored line: for each evening `[worth, state, place, reason]`.

    They are those of `seasons.rules.counting.Outcome`, with the worth in points.
    """
    outcomes: list[list[Any]] = json.loads(line["outcomes"])
    return outcomes


def figure(value: Fraction | int) -> int | float:
    """A number of points for JSON, rounded half up to a thousandth."""
    return in_points(thousandths(value))


def in_points(value: int) -> int | float:
    """Thousandths as a number of points for JSON."""
    return value / 1000 if value % 1000 else value // 1000


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return figure(value)
    return list(value) if isinstance(value, tuple) else value


Move = dict[str, Any]
"""A member (`player`) whose place or score changed: `place_before`, `place_after`, `score_before` and
`score_after`. None: they had no place before, or have none after."""


def movers(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> list[Move]:
    """Who moved between two versions of the tables, in the order of `after`; who left comes last."""
    earlier, now = places_of(before), places_of(after)
    nowhere = (None, None)
    moves = []
    for player in dict.fromkeys((*now, *earlier)):
        old, new = earlier.get(player, nowhere), now.get(player, nowhere)
        if old != new:
            was, becomes = dict(zip(BEFORE, old, strict=True)), dict(zip(AFTER, new, strict=True))
            moves.append({"player": player, **was, **becomes})
    return moves


BEFORE, AFTER = ("place_before", "score_before"), ("place_after", "score_after")


def places_of(tables: Iterable[Mapping[str, Any]]) -> dict[str, tuple[int | None, float | int | None]]:
    """The place and the score of everybody in stored tables."""
    return {line["player"]: (line["place"], line["score"]) for each in tables for line in each["lines"]}


def moved_since(season: Season, version: int) -> list[Move]:
    """Who moved from this version of the season to the newest one, in no order.

    Every version between them adds its moves. Whoever is where they were is left out.
    """
    moved: dict[str, Move] = {}
    rows = SeasonStanding.objects.filter(season=season, version__gt=version).order_by("version")
    for moves in rows.values_list("moves", flat=True):
        for move in moves:
            first = moved.get(move["player"], move)
            moved[move["player"]] = {**move, **{name: first[name] for name in BEFORE}}
    return [
        move for move in moved.values() if [move[name] for name in BEFORE] != [move[name] for name in AFTER]
    ]


def in_final_order(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The lines of a stored table: after its final by the places there, the others behind them."""
    lines: list[dict[str, Any]] = stored["lines"]
    return sorted(lines, key=lambda line: line["final"] or len(lines) + 1)


def newest_standing(season: Season) -> SeasonStanding | None:
    """The newest table of a season; None before its start (one query)."""
    return SeasonStanding.objects.filter(season=season).order_by("-version").first()


def tables_after(season: Season, number: int) -> list[dict[str, Any]]:
    """The tables as they would be after the evenings up to this number, counted from what is kept."""
    return tables_of(read_facts(season), through=number)


def ask_for_stale() -> int:
    """Queue a new table for each season with a stale one. Return the number of seasons.

    With an intact outbox none is stale. An event with a stale standing asks for
    its seasons once it is counted.
    """
    stale = Season.objects.filter(version__gt=F("covered"), status__in=TABLED)
    return outbox.add_for_each(SEASON_TASK, stale)


def line_of(tables: Iterable[Mapping[str, Any]], member: SeasonMember) -> dict[str, Any] | None:
    """The line of a member in stored tables; None if they are in none."""
    player = str(member.player_id)
    return next((line for each in tables for line in each["lines"] if line["player"] == player), None)


END = "end"
"""What is told: the end of the season. Otherwise it is the version of a table."""


def tell(season: Season, about: str) -> None:
    """Queue the messages of a new table (its version) or of the `END` of a season, if it has webhooks."""
    if webhooks_of(season).exists():
        outbox.add(SEASON_TELL_TASK, season.pk, about)


def webhooks_of(season: Season) -> QuerySet[Webhook]:
    """The webhooks for all events of a club: of the club of the league, and of the clubs that take part."""
    joined = LeagueClub.objects.filter(league=season.league_id, left_at=None, agreed_at__isnull=False)
    clubs = Q(club=season.league.club_id) | Q(club__in=joined.values("club"))
    return Webhook.objects.filter(clubs, event=None, paused_at=None, removed_at=None)
