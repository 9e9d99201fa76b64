"""What hands are worth in an imported event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

import games.services as games
from tournaments.models import Event
from tournaments.services.events import hand_weights

from .shape import InvalidDocument


def import_hand_weights(event: Event, given: Mapping[str, Mapping[str, Any]] | None) -> None:
    """Take the weights from the document. They must agree with those that were measured here, if any.

    Without weights the event tells nothing about cards. Raises InvalidDocument.
    """
    if given is None:
        event.hand_weights = None
        return
    measured = hand_weights.weights_of(hand_weights.specs_of(event)) or {}
    fits = all(
        {by: len(weights) for by, weights in of_size.items()} == games.hand_features(int(seats))
        for seats, of_size in given.items()
    )
    # There can be more sizes or fewer, because a stage was changed, added or removed after the start.
    sizes = given.keys() & measured.keys()
    if not fits or not all(hand_weights.agree(given[seats], measured[seats]) for seats in sizes):
        raise InvalidDocument(
            "hand_weights_disagree",
            "/hand_weights",
            _("These weights of hands do not fit the rules and the table sizes of the event."),
        )
    event.hand_weights = dict(given)
