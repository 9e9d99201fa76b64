"""Points by place (`points`, `uma`): an event must define them for each place and each possible size."""

from __future__ import annotations

from tournaments.core.models.choices import Scoring
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.events.models.events import Event

MOST_POINTS = 1_000_000


class PointsIncomplete(Invalid):
    """The points do not cover each place."""

    sentence = gettext_noop(
        "Enter the points or the bonus for each place at a table of %(size)d: %(size)d whole numbers."
    )


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
            raise PointsIncomplete(size=size, field="points")
