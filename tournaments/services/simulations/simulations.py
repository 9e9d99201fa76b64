"""Starting, watching, cancelling and removing simulations.

The database says what must be played, never a message: the chunks of a running simulation that have no row.
`chunks` plays them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.errors import Conflict, Invalid
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.refusals import as_invalid, sentence
from tournaments.models import Club, Simulation, SimulationStatus
from tournaments.rules.names import clean_name

from .titles import LONGEST_TITLE, shown_title

MOST_RUNNING = 5
"""Simulations of a club that may run at the same time: all clubs share the workers."""

KEEP_FOR_NO_CLUB = timedelta(days=30)
"""How long a simulation of a command is kept after its end."""


@dataclass(frozen=True)
class SimulationProgress:
    """The progress of a simulation.

    rate: deals per second since the first chunk was started; None before the first chunk is stored.
    seconds_left: an estimate; None before the first chunk is stored and after the end. stamp: changes with
    every other field.
    """

    status: str
    deals_done: int
    deals_planned: int
    percent: int
    rate: float | None
    seconds_left: float | None
    stamp: str


@transaction.atomic
def start_simulation(club: Club | None, actor: Actor, spec: Mapping[str, Any], title: str = "") -> Simulation:
    """Let the workers play a spec from `games.simulation_spec`, for a club or for a command (None).

    Without a title it is called after its rules and bots (`titles`). Raises Invalid for a bad spec or title,
    Conflict when `MOST_RUNNING` simulations of the club run already.
    """
    checked = check_spec(spec)
    if title.strip():
        with as_invalid("title"):
            title = clean_name(title, LONGEST_TITLE)
    if club is not None:
        _check_room(club)
    simulation = Simulation.objects.create(
        club=club,
        title=title.strip(),
        spec=checked,
        deals_planned=games.planned_deals(checked),
        chunks_planned=len(games.simulation_plan(checked)),
        started_by=actor.user,
        moved_at=timezone.now(),
    )
    if club is not None:
        deals = simulation.deals_planned
        log(actor, "start_simulation", simulation, within=club, title=shown_title(simulation), deals=deals)
    outbox.add("simulations.spread", simulation.pk)
    return simulation


@transaction.atomic
def cancel_simulation(simulation: Simulation, actor: Actor) -> Simulation:
    """Stop a simulation without a report. Idempotent. Raises Conflict if it is done or failed."""
    locked = Simulation.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    simulation = locked.get(pk=simulation.pk)
    if simulation.status == SimulationStatus.CANCELLED:
        return simulation
    if not simulation.is_running:
        raise Conflict("simulation_over", _("This simulation has already ended, so it cannot be cancelled."))
    end(simulation, SimulationStatus.CANCELLED)
    if simulation.club is not None:
        done = simulation.deals_done
        log(
            actor,
            "cancel_simulation",
            simulation,
            within=simulation.club,
            title=shown_title(simulation),
            deals=done,
        )
    return simulation


@transaction.atomic
def remove_simulation(simulation: Simulation, actor: Actor) -> None:
    """Delete a simulation that has ended, with its report. Idempotent. Raises Conflict while it runs."""
    locked = Simulation.objects.select_for_update(of=("self",)).select_related("club")
    row = locked.filter(pk=simulation.pk).first()
    if row is None:
        return
    if row.is_running:
        raise Conflict("simulation_running", _("This simulation is still running. Cancel it first."))
    if row.club is not None:
        about = {"title": shown_title(row), "status": row.status, "deals": row.deals_done}
        log(actor, "remove_simulation", row, within=row.club, **about)
    row.delete()


def end(simulation: Simulation, status: SimulationStatus, **outcome: Any) -> None:
    """End a running simulation that the caller has locked, and delete its chunks."""
    simulation.status = status
    simulation.finished_at = timezone.now()
    for name, value in outcome.items():
        setattr(simulation, name, value)
    simulation.save(update_fields=["status", "finished_at", *outcome])
    simulation.chunks.all().delete()
    simulation.starts.all().delete()


def progress_of(simulation: Simulation) -> SimulationProgress:
    """The progress of a simulation (no query)."""
    done, planned = simulation.chunks_done, simulation.chunks_planned
    over = simulation.status == SimulationStatus.DONE
    spent = None
    if simulation.began_at is not None:
        until = simulation.finished_at or simulation.moved_at
        spent = max(0.001, (until - simulation.began_at).total_seconds())
    return SimulationProgress(
        status=simulation.status,
        deals_done=simulation.deals_done,
        deals_planned=simulation.deals_planned,
        # By chunks: when sessions end early, fewer deals are played than planned.
        percent=100 if over else min(99, 100 * done // planned),
        rate=simulation.deals_done / spent if spent else None,
        seconds_left=spent / done * (planned - done) if spent and done and simulation.is_running else None,
        stamp=f"{simulation.pk}/{simulation.status}/{done}/{simulation.moved_at.timestamp():.6f}",
    )


def run_here(
    spec: Mapping[str, Any], on_progress: Callable[[SimulationProgress], None] | None = None
) -> dict[str, Any]:
    """Play a simulation in this process, without a database, and return the report that workers would make.

    Raises Invalid for a bad spec.
    """
    checked = check_spec(spec)
    chunks, planned = len(games.simulation_plan(checked)), games.planned_deals(checked)
    began = time.monotonic()

    def outcomes() -> Iterator[list[dict[str, Any]]]:
        deals = 0
        for number in range(chunks):
            outcome = games.play_chunk(checked, number)
            deals += deals_of(outcome)
            if on_progress is not None:
                spent = max(0.001, time.monotonic() - began)
                done = number + 1
                on_progress(
                    SimulationProgress(
                        status=SimulationStatus.RUNNING,
                        deals_done=deals,
                        deals_planned=planned,
                        percent=100 * done // chunks,
                        rate=deals / spent,
                        seconds_left=spent / done * (chunks - done),
                        stamp=str(done),
                    )
                )
            yield outcome

    return games.simulation_report(checked, outcomes())


def deals_of(outcome: list[dict[str, Any]]) -> int:
    """The number of deals in the outcome of a chunk."""
    return sum(batch["deals"] for batch in outcome)


def check_spec(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return the spec. Raises Invalid with the code and sentence of the engine."""
    try:
        return games.validate_spec(dict(spec))
    except games.EngineError as error:
        raise Invalid(error.code, sentence(error)) from error


def forget_old(now: datetime | None = None) -> int:
    """Delete the old simulations of commands, and return how many rows."""
    old = Simulation.objects.filter(
        club__isnull=True, finished_at__lte=(now or timezone.now()) - KEEP_FOR_NO_CLUB
    )
    return old.delete()[0] if old.exists() else 0


def _check_room(club: Club) -> None:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    running = Simulation.objects.filter(club=club, status=SimulationStatus.RUNNING).count()
    if running >= MOST_RUNNING:
        raise Conflict(
            "too_many_simulations",
            _("%(running)d simulations of this club are running. Wait until one ends, or cancel one."),
            {"running": running},
        )


def simulations_of(club: Club) -> QuerySet[Simulation]:
    """The simulations of a club, the newest first, without reports. For members only."""
    return club.simulations.order_by("-created_at", "-pk").defer("report")
