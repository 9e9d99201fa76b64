"""Points by place (`points`, `uma`): an event must define them for each place and each possible size."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from tournaments.core.errors import Invalid
from tournaments.core.models.choices import Scoring
from tournaments.events.models.events import Event

MOST_POINTS = 1_000_000


def check_points(event: Event, least: int, most: int) -> None:
    """Raise Invalid `points_incomplete` if an event is scored by points and a table size has no points."""
    if event.scoring not in (Scoring.POINTS, Scoring.UMA):
        return
    # A bonus may be a malus.
    fewest = 0 if event.scoring == Scoring.POINTS else -MOST_POINTS
    for size in range(least, most + 1):
        places = event.points.get(str(size)) if isinstance(event.points, dict) else None
        if (
            not isinstance(places, list)
            or len(places) != size
            or not all(type(points) is int and fewest <= points <= MOST_POINTS for points in places)
        ):
            raise Invalid(
                "points_incomplete",
                _(
                    "Enter the points or the bonus for each place at a table of %(size)d: %(size)d whole "
                    "numbers."
                ),
                {"size": size},
                field="points",
            )
