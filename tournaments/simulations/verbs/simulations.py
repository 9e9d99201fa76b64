"""Starting, watching and cancelling simulations.

The database says what must be played, never a message: the chunks of a running simulation without an outcome.
`chunks` plays them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

import games.services as games
from tournaments.clubs.models.clubs import Club
from tournaments.core import outbox
from tournaments.core.audit import Actor, log
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Conflict, at, gettext_noop
from tournaments.simulations.models import Simulation, SimulationStatus
from tournaments.simulations.verbs.specs import LONGEST_TITLE, deals_of, shown_title

MOST_RUNNING = 5
"""Simulations of a club that may run at the same time: all clubs share the workers."""

KEEP_WITHOUT_USE = timedelta(days=30)
"""How long a simulation of a command, or one without a report, is kept after its end."""


@dataclass(frozen=True)
class SimulationProgress:
    """The progress of a simulation.

    seconds_left: an estimate; None before the first chunk is stored and after the end. stamp: changes with
    every other field.
    """

    percent: int
    seconds_left: float | None
    stamp: str


@transaction.atomic
def start_simulation(club: Club | None, actor: Actor, spec: Mapping[str, Any], title: str = "") -> Simulation:
    """Let the workers play a spec from `spec_of`, for a club or for a command (None).

    Without a title it is called after its bots and rules (`shown_title`). Raises Invalid for a bad title, and
    Conflict when `MOST_RUNNING` simulations of the club run already.
    """
    if title.strip():
        with at("title"):
            title = clean_title(title, LONGEST_TITLE)
    if club is not None:
        _check_room(club)
    simulation = Simulation.objects.create(
        club=club,
        title=title.strip(),
        spec=spec,
        deals_planned=deals_of(spec),
        chunks_planned=games.simulation_chunks(spec),
        started_by=actor.user,
        moved_at=timezone.now(),
    )
    _log(actor, "start_simulation", simulation, simulation.deals_planned)
    outbox.add("simulations.spread", simulation.pk)
    return simulation


class SimulationOver(Conflict):
    """The simulation has ended."""

    sentence = gettext_noop("This simulation has already ended, so it cannot be cancelled.")


@transaction.atomic
def cancel_simulation(simulation: Simulation, actor: Actor) -> Simulation:
    """Stop a simulation without a report. Idempotent. Raises Conflict if it is done or failed."""
    locked = Simulation.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    simulation = locked.get(pk=simulation.pk)
    if simulation.status == SimulationStatus.CANCELLED:
        return simulation
    if not simulation.is_running:
        raise SimulationOver
    end(simulation, SimulationStatus.CANCELLED)
    _log(actor, "cancel_simulation", simulation, simulation.deals_done)
    return simulation


def end(simulation: Simulation, status: SimulationStatus, **outcome: Any) -> None:
    """End a running simulation that the caller has locked, and delete its chunks."""
    simulation.status = status
    simulation.finished_at = timezone.now()
    for name, value in outcome.items():
        setattr(simulation, name, value)
    simulation.save(update_fields=["status", "finished_at", *outcome])
    simulation.chunks.all().delete()


def progress_of(simulation: Simulation) -> SimulationProgress:
    """The progress of a simulation (no query)."""
    done, planned = simulation.chunks_done, simulation.chunks_planned
    left = None
    if simulation.began_at is not None and done and simulation.is_running:
        spent = max(0.001, (simulation.moved_at - simulation.began_at).total_seconds())
        left = spent / done * (planned - done)
    return SimulationProgress(
        # By chunks: when tables end early, fewer deals are played than planned.
        percent=100 if simulation.status == SimulationStatus.DONE else min(99, 100 * done // planned),
        seconds_left=left,
        stamp=f"{simulation.pk}/{simulation.status}/{done}/{simulation.moved_at.timestamp():.6f}",
    )


def run_here(spec: Mapping[str, Any], on_progress: Callable[[int], object] = int) -> dict[str, Any]:
    """Play a simulation in this process, without a database, and return the report that workers would make.

    `on_progress` is called with the percent that is done.
    """
    chunks = games.simulation_chunks(spec)

    def outcomes() -> Iterator[list[dict[str, Any]]]:
        for number in range(chunks):
            on_progress(100 * number // chunks)
            yield games.play_chunk(spec, number)

    return games.simulation_report(spec, outcomes())


def forget_old(now: datetime | None = None) -> int:
    """Delete the old simulations of commands and those without a report, and return how many rows."""
    useless = Q(club=None) | ~Q(status=SimulationStatus.DONE)
    old = Simulation.objects.filter(useless, finished_at__lte=(now or timezone.now()) - KEEP_WITHOUT_USE)
    return old.delete()[0] if old.exists() else 0


class TooManySimulations(Conflict):
    """The club has reached its limit of running simulations."""

    sentence = gettext_noop(
        "%(running)d simulations of this club are running. Wait until one ends, or cancel one."
    )


def _check_room(club: Club) -> None:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    running = Simulation.objects.filter(club=club, status=SimulationStatus.RUNNING).count()
    if running >= MOST_RUNNING:
        raise TooManySimulations(running=running)


def _log(actor: Actor, verb: str, simulation: Simulation, deals: int) -> None:
    if simulation.club is not None:
        log(actor, verb, simulation, within=simulation.club, title=shown_title(simulation), deals=deals)


def simulations_of(club: Club) -> QuerySet[Simulation]:
    """The simulations of a club, the newest first, without reports. For members only."""
    return club.simulations.order_by("-created_at", "-pk").defer("report")
