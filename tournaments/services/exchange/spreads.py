"""The spreads of an imported event that is scored with `even`."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.models import Event, Scoring
from tournaments.services.events import spreads

from .shape import InvalidDocument


def import_spreads(event: Event, given: Mapping[str, int] | None) -> None:
    """Take the spreads from the document. They must be those that were measured here, if any.

    Otherwise they are measured after the import, and `fsck` compares. Raises InvalidDocument.
    """
    specs = spreads.specs_of(event) if event.scoring == Scoring.EVEN else {}
    measured = spreads.spreads_of(specs) or {}
    if (
        event.scoring == Scoring.AUTO
        or (given is None) == (event.scoring == Scoring.EVEN)
        # There can be more sizes, because a stage was changed or removed after the start.
        or not {str(seats) for seats in specs} <= set(given or {})
        or not measured.items() <= (given or {}).items()
    ):
        raise InvalidDocument(
            "spreads_disagree",
            "/settings/scoring" if event.scoring == Scoring.AUTO else "/spreads",
            _("These spreads do not fit the scoring, the rules and the table sizes of the event."),
        )
    spreads.measure(event)
    event.spreads = given
