"""The check of ratings: what events give, ratings and their reports are computed again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from math import isclose
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop as _

from tournaments.kernel.refreshes import RATINGS_TASK, TASK
from tournaments.models import Club, Event, OutboxTask, RatedEvent, Rating, RatingReport
from tournaments.rules.ratings.strength import RATING_METHOD
from tournaments.services.ratings.ratings import (
    clubs_with_same_people,
    derive,
    figures_of,
    stale_events,
    strength_of,
)
from tournaments.services.ratings.results import family_of, tables_of

from .damage import Damage, Place, Scope, guarded

NEAR = 1e-6
"""Another machine may compute the last digits of a root or of a power in another way."""


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Check the results that are kept of the events of the scope, and the ratings of its clubs.

    With `duties` also the ratings of the clubs of the events. Counts ratings.
    """
    waiting = OutboxTask.objects.filter(task__in=(TASK, RATINGS_TASK), done_at=None)
    asked = {str(args[0]) for args in waiting.values_list("args", flat=True)}
    clubs = Club.objects.order_by("pk")
    if scope.clubs is not None:
        of_events = Event.objects.filter(pk__in=(scope.events or ()) if scope.duties else ())
        clubs = clubs.filter(pk__in=scope.clubs) | clubs.filter(pk__in=of_events.values("club"))
    done: set[UUID] = set()
    for club in clubs.distinct():
        if club.pk in done:
            continue
        together = clubs_with_same_people(club.pk)
        done |= together
        events = {str(pk) for pk in Event.objects.filter(club__in=together).values_list("pk", flat=True)}
        if asked & (events | {str(pk) for pk in together}):
            continue  # they are computed again soon
        place = Place(club.name, club.pk)
        yield from guarded(partial(_of_clubs, together, scope, counts, place), place)


def _of_clubs(
    clubs: Collection[UUID], scope: Scope, counts: dict[str, int], place: Place
) -> Iterator[Damage]:
    for event in stale_events(clubs):
        yield Damage(
            "ratings_without_task",
            _("The ratings do not cover %(event)s, and no task computes them."),
            {"event": event.name},
            place,
        )
    kept_events = RatedEvent.objects.filter(event__club__in=clubs).select_related("event")
    if scope.events is not None:
        kept_events = kept_events.filter(event__in=scope.events)
    for rated in kept_events.iterator(chunk_size=100):
        if rated.version == rated.event.version and (rated.family, rated.tables) != (
            family_of(rated.event),
            tables_of(rated.event),
        ):
            yield Damage(
                "rated_event_differs",
                _("What ratings count of %(event)s differs from its ledger."),
                {"event": rated.event.name},
                place,
            )
    if RatingReport.objects.filter(club__in=clubs).exclude(method=RATING_METHOD).exists():
        return  # an update came; they are computed again soon
    derived = derive(clubs)
    rows = Rating.objects.filter(player__club__in=clubs)
    kept = {(row.player_id, row.family): strength_of(row) for row in rows}
    counts["ratings"] = counts.get("ratings", 0) + len(kept)
    reports = {
        (row.club_id, row.family): (row.tells_apart, row.figures)
        for row in RatingReport.objects.filter(club__in=clubs)
    }
    wanted = {key: (each.tells_apart, figures_of(each)) for key, each in derived.reports.items()}
    same = kept.keys() == derived.ratings.keys() and all(
        (one.rounds, one.day) == (other.rounds, other.day)
        and _near([one.mu, one.sigma], [other.mu, other.sigma])
        for one, other in ((kept[key], derived.ratings[key]) for key in kept)
    )
    if not same or not _near(sorted(reports.items()), sorted(wanted.items())):
        yield Damage(
            "ratings_differ",
            _("The ratings of %(club)s differ from what its events and links give."),
            {"club": place.club},
            place,
        )


def _near(one: Any, other: Any) -> bool:
    """Whether two values are equal, apart from the last digits of numbers."""
    if isinstance(one, float) or isinstance(other, float):
        numbers = isinstance(one, int | float) and isinstance(other, int | float)
        return numbers and isclose(one, other, rel_tol=NEAR, abs_tol=NEAR)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_near(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_near, one, other))
    return bool(one == other)
