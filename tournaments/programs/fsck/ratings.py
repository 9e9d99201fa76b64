"""The check of ratings: they are counted again from the ledger, each from those before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from math import isclose

from django.db.models import Q, QuerySet

from tournaments.clubs.models import Club
from tournaments.core.refreshes import RATINGS_TASK, TASK
from tournaments.events.models.events import Event
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded, waiting
from tournaments.ratings.models import RatedEvent, Rating
from tournaments.ratings.verbs import COLUMNS, counted_again, in_order

NEAR = 1e-6
"""Another machine may compute the last digits of a root or of a power in another way."""


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check that the events of clubs were counted in their order, and count events of the scope again."""
    asked = waiting(TASK, RATINGS_TASK)  # computed again soon
    clubs, events = scope.rows(Club), scope.rows(RatedEvent)
    here = Q(pk__in=clubs.values("pk")) | Q(pk__in=events.values("event__club"))
    for club in Club.objects.filter(here).order_by("pk"):
        its_events = Event.objects.filter(club=club).values_list("pk", flat=True)
        if not asked or not asked & {str(club.pk), *map(str, its_events)}:
            place = Place(club.name, club.pk)
            numbers = events.filter(event__club=club).values_list("number", flat=True)
            its_order = clubs.filter(pk=club.pk)
            yield from guarded(partial(_of_club, club, its_order, sorted(numbers), counts, place), place)


def _of_club(
    club: Club, its_order: QuerySet[Club], numbers: list[int], counts: Counter[str], place: Place
) -> Iterator[Damage]:
    """its_order: the club, if the order is checked. numbers: of the events that are counted again."""
    right = all(in_order(each) for each in its_order)
    for _first, stretch in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        here = [number for _place, number in stretch]
        right = right and _give_their_ratings(club, here[0], here[-1] + 1, counts)
    if not right:
        yield Damage("ratings_differ", place, club=place.club)


def _give_their_ratings(club: Club, begin: int, end: int, counts: Counter[str]) -> bool:
    events, rows = counted_again(club, begin, end)
    columns = Rating.objects.filter(event__in=events).values_list(*COLUMNS)
    stored = {(row[0], row[1]): row[2:] for row in columns}
    wanted = {(row[0], row[1]): row[2:] for row in rows}
    counts["ratings"] += len(stored)
    return stored.keys() == wanted.keys() and all(_near(row, wanted[key]) for key, row in stored.items())


def _near(stored: tuple[object, ...], wanted: tuple[object, ...]) -> bool:
    """Whether two ratings are equal, apart from the last digits of their numbers."""
    numbers = zip(stored[1:3], wanted[1:3], strict=True)
    exact = stored[0] == wanted[0] and stored[3:] == wanted[3:]
    return exact and all(isclose(float(one), float(other), rel_tol=NEAR) for one, other in numbers)  # type: ignore[arg-type]
