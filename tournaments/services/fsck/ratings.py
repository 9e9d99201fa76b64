"""The check of ratings: what events give, ratings and their reports are computed again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from math import isclose
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.kernel.refreshes import RATINGS_TASK, TASK
from tournaments.models import Club, Event, OutboxTask, RatedEvent, Rating, RatingReport
from tournaments.rules.ratings.strength import Strength
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
    """Check the results that are kept of the events of the scope, then the ratings of its clubs.

    With `duties` also the ratings of the clubs of the events. Counts ratings. A full check in slices comes to
    all clubs once, and to each event alone without duties.
    """
    waiting = OutboxTask.objects.filter(task__in=(TASK, RATINGS_TASK), done_at=None)
    asked = {str(args[0]) for args in waiting.values_list("args", flat=True)}  # computed again soon
    rated = RatedEvent.objects.select_related("event__club").order_by("pk")
    if scope.events is not None:
        rated = rated.filter(event__in=scope.events)
    for kept in rated.iterator(chunk_size=100):
        event = kept.event
        if not asked & {str(event.pk), str(event.club_id)}:
            place = Place(event.club.name, event.club_id, event.name, event.pk)
            yield from guarded(partial(_of_event, kept, place), place)
    clubs = Club.objects.order_by("pk")
    if scope.clubs is not None:
        of_events = Event.objects.filter(pk__in=(scope.events or ()) if scope.duties else ())
        clubs = clubs.filter(Q(pk__in=scope.clubs) | Q(pk__in=of_events.values("club")))
    done: set[UUID] = set()
    for club in clubs:
        if club.pk in done:
            continue
        together = clubs_with_same_people(club.pk)
        done |= together
        events = {str(pk) for pk in Event.objects.filter(club__in=together).values_list("pk", flat=True)}
        if not asked & (events | {str(pk) for pk in together}):
            place = Place(club.name, club.pk)
            yield from guarded(partial(_of_clubs, together, counts, place), place)


def _of_event(kept: RatedEvent, place: Place) -> Iterator[Damage]:
    event = kept.event
    if kept.version != event.version:
        return  # the check of its club says so
    if (kept.family, kept.tables) != (family_of(event), tables_of(event)):
        yield Damage(
            "rated_event_differs",
            _("What ratings count of %(event)s differs from its ledger."),
            {"event": event.name},
            place,
        )


def _of_clubs(clubs: Collection[UUID], counts: dict[str, int], place: Place) -> Iterator[Damage]:
    for event in stale_events(clubs):
        yield Damage(
            "ratings_without_task",
            _("The ratings do not cover %(event)s, and no task computes them."),
            {"event": event.name},
            place,
        )
    derived = derive(clubs)
    rows = Rating.objects.filter(player__club__in=clubs)
    ratings = {(row.player_id, row.family): _plain(strength_of(row)) for row in rows}
    counts["ratings"] = counts.get("ratings", 0) + len(ratings)
    reports = {
        (row.club_id, row.family): [row.tells_apart, row.figures]
        for row in RatingReport.objects.filter(club__in=clubs)
    }
    wanted = {key: [each.tells_apart, figures_of(each)] for key, each in derived.reports.items()}
    if not (
        _near(ratings, {key: _plain(each) for key, each in derived.ratings.items()})
        and _near(reports, wanted)
    ):
        yield Damage(
            "ratings_differ",
            _("The ratings of %(club)s differ from what its events and links give."),
            {"club": place.club},
            place,
        )


def _plain(strength: Strength) -> list[Any]:
    return [strength.mu, strength.sigma, strength.rounds, strength.day]


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
