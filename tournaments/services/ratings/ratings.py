"""The one writer of ratings, and of the reports on them.

Ratings are a pure function of the results of finished events, of the links between players, and of
`rules.ratings`. What each event gives is kept with its version (`RatedEvent`), so only changed events are
read from the ledger. From there everything is computed from the first event on: 5,000 rounds take less than
a second, and a correction long ago is as simple as a new event.

The players of an account are one person, so clubs that share a person are computed together. Nothing else
crosses clubs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from tournaments.kernel.locks import lock_event
from tournaments.kernel.refreshes import RATINGS_TASK, queue_ratings_of
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventStatus,
    OutboxTask,
    Player,
    RatedEvent,
    Rating,
    RatingReport,
)
from tournaments.rules.intervals import Estimate
from tournaments.rules.ratings.evaluation import EventScore, Report, follow, report
from tournaments.rules.ratings.history import EventResult, TableResult
from tournaments.rules.ratings.strength import Strength
from tournaments.services.ratings.results import family_of, tables_of
from tournaments.services.seasons.days import day_of

MOST_EVENTS = 50
"""So many events are read from the ledger in one task. Another task reads the next ones."""


WHEN = ("starts_on", "started_at", "created_at")
"""The columns of an event that say when it was played (`day_of`)."""


@dataclass(frozen=True)
class Derived:
    """What kept results give. ratings: by player and family. reports: by club and family."""

    ratings: Mapping[tuple[UUID, str], Strength]
    reports: Mapping[tuple[UUID, str], Report]


@transaction.atomic
def refresh(club_id: UUID | str) -> bool:
    """Make sure that the ratings of a club, and of clubs with the same people, are the present ones.

    Idempotent. Return False if more tasks are needed, which are queued then.
    """
    clubs = clubs_with_same_people(UUID(str(club_id)))
    stale = list(stale_events(clubs).order_by("pk").values_list("pk", flat=True)[: MOST_EVENTS + 1])
    for pk in stale[:MOST_EVENTS]:
        _keep(lock_event(pk))
    locked = list(
        Club.objects.select_for_update(no_key=True)
        .filter(pk__in=clubs)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    if len(stale) > MOST_EVENTS or clubs_with_same_people(UUID(str(club_id))) != set(locked):
        queue_ratings_of([UUID(str(club_id))])
        return False
    _store(clubs, derive(clubs))
    return True


def clubs_with_same_people(club: UUID) -> set[UUID]:
    """The club, the clubs with which it shares a person, those with which they share one, and so on."""
    clubs = {club}
    players = Player.objects.filter(user__isnull=False)
    while True:
        accounts = players.filter(club__in=clubs).values("user")
        more = set(players.filter(user__in=accounts).values_list("club", flat=True))
        if more <= clubs:
            return clubs
        clubs |= more


def stale_events(clubs: Collection[UUID] | None = None) -> Any:
    """The events whose kept results are missing, old, or not wanted any more. clubs: None for all."""
    people = Entry.objects.filter(event=OuterRef("pk"), player__bot="")
    is_over = Q(status=EventStatus.FINISHED)
    events = Event.objects.filter(
        (is_over & (Q(rated__isnull=True) | ~Q(rated__version=F("version"))) & Exists(people))
        | (~is_over & Q(rated__isnull=False))
    )
    return events if clubs is None else events.filter(club__in=clubs)


def _keep(event: Event) -> None:
    """Keep the results of a locked event; forget them if it is not finished."""
    if event.status != EventStatus.FINISHED:
        RatedEvent.objects.filter(event=event).delete()
        return
    RatedEvent.objects.update_or_create(
        event=event,
        defaults={"version": event.version, "family": family_of(event), "tables": tables_of(event)},
    )


def derive(clubs: Collection[UUID]) -> Derived:
    """Compute all ratings of these clubs, and the reports of each, from the kept results (three queries)."""
    accounts = Player.objects.filter(club__in=clubs, user__isnull=False).values_list("pk", "user")
    person_of = {str(player): f"person {user}" for player, user in accounts}
    players = Player.objects.filter(club__in=clubs, bot="", anonymised_at=None)
    listed = list(players.values_list("pk", flat=True))
    ratings: dict[tuple[UUID, str], Strength] = {}
    reports: dict[tuple[UUID, str], Report] = {}
    for family, events in _histories(clubs, person_of).items():
        scores: dict[UUID, list[EventScore]] = defaultdict(list)
        after: Mapping[str, Strength] = {}
        followed = follow([result for _club, result in events])
        for (club, _result), (score, after) in zip(events, followed, strict=True):  # noqa: B007 - the last one
            scores[club].append(score)
        reports |= {(club, family): report(each) for club, each in scores.items()}
        keys = {player: person_of.get(str(player), str(player)) for player in listed}
        ratings |= {(player, family): after[key] for player, key in keys.items() if key in after}
    return Derived(ratings, reports)


def _histories(
    clubs: Collection[UUID], person_of: Mapping[str, str]
) -> dict[str, list[tuple[UUID, EventResult]]]:
    """The events of each family in the order in which they were played, with their clubs."""
    # Whole events are large: they have their rules, weights and spreads.
    kept = (
        RatedEvent.objects.filter(event__club__in=clubs)
        .exclude(tables=[])
        .select_related("event")
        .only("family", "tables", *(f"event__{name}" for name in ("club", *WHEN)))
    )
    histories: dict[str, list[tuple[UUID, EventResult]]] = defaultdict(list)
    for row in sorted(kept, key=_when):
        tables = tuple(
            TableResult(tuple(person_of.get(player, player) for player in people), tuple(scores))
            for people, scores in row.tables
        )
        result = EventResult(str(row.event_id), day_of(row.event).toordinal(), tables)
        histories[row.family].append((row.event.club_id, result))
    return histories


def _when(row: RatedEvent) -> Any:
    event = row.event
    return day_of(event), event.started_at or event.created_at, event.pk


def _store(clubs: Collection[UUID], derived: Derived) -> None:
    """Write what differs. The clubs are locked."""
    kept = {(row.player_id, row.family): row for row in Rating.objects.filter(player__club__in=clubs)}
    gone = [row.pk for key, row in kept.items() if key not in derived.ratings]
    Rating.objects.filter(pk__in=gone).delete()
    new: list[Rating] = []
    moved: list[Rating] = []
    for (player, family), strength in derived.ratings.items():
        row = kept.get((player, family))
        if row is not None and strength_of(row) == strength:
            continue
        (new if row is None else moved).append(row := row or Rating(player_id=player, family=family))
        row.mu, row.sigma, row.rounds = strength.mu, strength.sigma, strength.rounds
        row.rated_on = date.fromordinal(strength.day or 1)
    Rating.objects.bulk_update(moved, ["mu", "sigma", "rounds", "rated_on"], batch_size=500)
    Rating.objects.bulk_create(new, batch_size=500)
    _store_reports(clubs, derived)


def _store_reports(clubs: Collection[UUID], derived: Derived) -> None:
    kept = {(row.club_id, row.family): row for row in RatingReport.objects.filter(club__in=clubs)}
    gone = [row.pk for key, row in kept.items() if key not in derived.reports]
    RatingReport.objects.filter(pk__in=gone).delete()
    for (club, family), each in derived.reports.items():
        row = kept.get((club, family)) or RatingReport(club_id=club, family=family)
        figures = figures_of(each)
        if row.figures != figures:
            row.figures, row.tells_apart = figures, each.tells_apart
            row.computed_at = timezone.now()
            row.save()


def strength_of(row: Rating) -> Strength:
    """A stored rating as the rules want it."""
    return Strength(row.mu, row.sigma, row.rounds, row.rated_on.toordinal())


def figures_of(each: Report) -> dict[str, Any]:
    """A report as JSON. `gain`, `low`, `high`: of the log-loss of a table, over "all are equal"."""
    return {
        "events": each.events,
        "rounds": each.tables,
        "log_loss": each.loss,
        "log_loss_equal": each.equal,
        "gain": _interval(each.gain),
        "calibration": [
            {"predicted": part.likely, "happened": part.happened, "predictions": part.number}
            for part in each.calibration
        ],
    }


def _interval(estimate: Estimate) -> dict[str, float | None]:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def ask_for_stale() -> int:
    """Queue the ratings of each club with stale ones. Return the number of clubs.

    With an intact outbox none are stale.
    """
    waiting = OutboxTask.objects.filter(task=RATINGS_TASK, done_at__isnull=True)
    queued = {args[0] for args in waiting.values_list("args", flat=True)}
    clubs: set[UUID] = set(stale_events().values_list("club", flat=True))
    missing = [club for club in clubs if str(club) not in queued]
    with transaction.atomic():
        queue_ratings_of(missing)
    return len(missing)
