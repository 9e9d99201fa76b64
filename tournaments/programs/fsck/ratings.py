"""The check of ratings: they are computed again from the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import isclose

from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.clubs import Club
from tournaments.core.models.log import OutboxTask
from tournaments.core.refreshes import RATINGS_TASK, TASK
from tournaments.events.models.events import Event
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded
from tournaments.ratings.verbs import COLUMNS, derive, ratings_of

NEAR = 1e-6
"""Another machine may compute the last digits of a root or of a power in another way."""


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Check the ratings of the clubs of the scope."""
    waiting = OutboxTask.objects.filter(task__in=(TASK, RATINGS_TASK), done_at=None)
    asked = {str(args[0]) for args in waiting.values_list("args", flat=True)}  # computed again soon
    for club in scope.rows(Club).order_by("pk"):
        events = {str(pk) for pk in Event.objects.filter(club=club).values_list("pk", flat=True)}
        if not asked & {str(club.pk), *events}:
            place = Place(club.name, club.pk)
            yield from guarded(partial(_of_club, club, counts, place), place)


def _of_club(club: Club, counts: dict[str, int], place: Place) -> Iterator[Damage]:
    stored = {(row[0], row[1]): row[2:] for row in ratings_of(club).values_list(*COLUMNS)}
    wanted = {(row[0], row[1]): row[2:] for row in derive(club)}
    counts["ratings"] = counts.get("ratings", 0) + len(stored)
    if stored.keys() != wanted.keys() or not all(_near(row, wanted[key]) for key, row in stored.items()):
        yield Damage(
            "ratings_differ",
            _("The ratings of %(club)s differ from what its events give."),
            {"club": place.club},
            place,
        )


def _near(stored: tuple[object, ...], wanted: tuple[object, ...]) -> bool:
    """Whether two ratings are equal, apart from the last digits of their numbers."""
    numbers = zip(stored[1:3], wanted[1:3], strict=True)
    exact = stored[0] == wanted[0] and stored[3:] == wanted[3:]
    return exact and all(isclose(float(one), float(other), rel_tol=NEAR) for one, other in numbers)  # type: ignore[arg-type]
