"""The standing of one stage, for whoever asks: counted when it is asked for, kept nowhere."""

from __future__ import annotations

from typing import Any

from tournaments.models import Event, Stage

from . import standings


def stage_rows(event: Event, stage: Stage, through_round: int | None = None) -> list[dict[str, Any]]:
    """The rows of a stage's standing as of now, or as if no round after `through_round` had been played.

    As `standings.compute` gives them; none before the stage has begun.
    """
    return standings.compute(event, stage, through_round)
