"""Starting, watching and cancelling simulations; their specs, the process that plays them, their failures.

The database says what must be played, never a message: the chunks of a running simulation without an outcome.
`chunks` plays them.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext, gettext_noop, ngettext
from pydantic import ValidationError

import games.services as games
from tournaments.clubs.models import Club
from tournaments.core import outbox
from tournaments.core.actors import Actor
from tournaments.core.change import log
from tournaments.core.numbers import number
from tournaments.core.refusals import sentence, stored, stored_sentence
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Conflict, Invalid, at
from tournaments.simulations.models import Simulation, SimulationStatus
from tournaments.simulations.rules import Spec, tables_for

# ---- The spec of a simulation, the process that plays it, and its failures.
#
# A thread of the server would hold the interpreter's lock: without the compiled core, each query of a page
# would wait for seconds of plain Python. With it, the server would load numba and need its memory. A separate
# process has its own memory, can use another core and has a low priority. It is kept between chunks, because
# loading the compiled core takes a second or two.


Failure = dict[str, Any]
"""A failure as it is stored: a code of `FAILURES`, its parameters, and the stored error of the engine."""

FAILURES = {
    "refused": gettext_noop("The deals could not be played."),
    "broken": gettext_noop("The deals could not be played because of an error in the program (%(error)s)."),
    "too_slow": gettext_noop(
        "A part of the deals took more than %(seconds)d seconds. Play fewer deals at each table."
    ),
    "killed": gettext_noop(
        "The process that played a part of the deals was killed each time. It may have run out of memory. "
        "Try fewer deals at each table."
    ),
}
"""The sentence of each failure, by its code."""


def failure_of(error: Exception) -> Failure:
    """The failure of a simulation whose chunk or report raised this error."""
    cause, code = None, "broken"
    params: dict[str, str | int] = {"error": f"{type(error).__name__}: {error}"[:300]}
    if isinstance(error, SoftTimeLimitExceeded):
        code, params = "too_slow", {"seconds": settings.SIMULATION_CHUNK_LIMIT}
    elif isinstance(error, ChunkProcessError):
        code, params = "killed", {}
    elif isinstance(error, games.EngineError):
        cause, code, params = stored(error), "refused", {}
    return {"code": code, "params": params, "cause": cause}


def why_failed(simulation: Simulation) -> str:
    """Why a simulation failed, in the reader's language; empty if it did not."""
    failure = simulation.failure
    if not failure:
        return ""
    text = gettext(FAILURES[failure["code"]]) % failure["params"]
    return f"{text} {stored_sentence(failure['cause'], {})}" if failure["cause"] else text


class ChunkProcessError(RuntimeError):
    """The process ended in the middle of a chunk. The next chunk starts a new process."""


class ServerStopsError(RuntimeError):
    """The server stops, so the chunk was not played. It is no failure: the next start sends it again."""


class ChunkProcess:
    """The process, started with the first chunk. One thread uses it; another may close or stop it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def play(self, spec: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
        """Return what `games.play_chunk` returns.

        Raises its EngineError, ChunkProcessError, and ServerStopsError after `stop`.
        """
        if self._is_stopped:
            raise ServerStopsError
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = _start()
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(json.dumps({"spec": spec, "number": number}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError as error:
            raise self._end() from error
        if not line.endswith("\n"):
            raise self._end()
        answer = json.loads(line)
        if "error" in answer:
            raise games.EngineError.from_data(answer["error"])
        outcome: list[dict[str, Any]] = answer["outcome"]
        return outcome

    def _end(self) -> Exception:
        return ServerStopsError() if self._is_stopped else ChunkProcessError("the process has ended")

    def stop(self) -> None:
        """End the process, and start no other."""
        self._is_stopped = True
        self.close()

    def close(self) -> None:
        """End the process, even in the middle of a chunk."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


def _start() -> subprocess.Popen[str]:
    """Start the process. It ends when its input ends, so it never outlives this process.

    It gets its own session: Ctrl-C in a terminal stops the server, which then stops this process.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "games.engine.simulation"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # Added to our own niceness: a server may itself have a low priority.
    niceness = os.getpriority(os.PRIO_PROCESS, 0) + settings.SIMULATION_STEPS_BACK
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, niceness)
    return process


LONGEST_TITLE: Final = 200
_SEED_DIGITS = 15
"""Digits of a random seed: JavaScript represents such numbers exactly."""
_FIELDS = {
    "unknown_bot": "seats",
    **dict.fromkeys(("cannot_ante", "negative_purse", "bad_chips", "too_many_chips"), "chips"),
}
"""The field that an error of the engine is about, by its code. All others are about the rules."""


class BadSimulationSpec(Invalid):
    """The spec of the simulation is not valid."""

    sentence = gettext_noop("There are %(seats)d bots. These rules need %(least)d to %(most)d.")


def spec_of(
    *,
    rules: Mapping[str, Any],
    seats: Sequence[str],
    deals: int,
    deals_each: int | None = None,
    seed: int | None = None,
    chips: int = 0,
) -> dict[str, Any]:
    """Make a `poch-simulation-spec/1`; see `Spec`.

    rules: a preset with overrides, or every switch. deals: of all tables together. deals_each: at each table;
    None for about fifty. seed: None for a random seed. Raises Invalid.
    """
    tables, deals_each = tables_for(deals, deals_each)
    if seed is None:
        seed = int(get_random_string(_SEED_DIGITS, "0123456789"))
    try:
        switches = games.resolve_rules(rules)
        least, most = games.seats_range(switches)
        if not least <= len(seats) <= most:
            raise BadSimulationSpec(seats=len(seats), least=least, most=most, field="seats")
        spec = Spec(
            rules=switches,
            seats=list(seats),
            chips=chips,
            tables=tables,
            deals_each=deals_each,
            seed=seed,
        ).model_dump()
        games.check_simulation(spec)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadSimulationSpec(
            sentence=gettext_noop("This cannot be simulated. %(where)s: %(error)s"),
            where=where or "deals",
            error=first["msg"],
        ) from error
    except games.EngineError as error:
        raise Invalid(error.code, sentence(error), field=_FIELDS.get(error.code, "rules")) from error
    return spec


def deals_of(spec: Mapping[str, Any]) -> int:
    """The number of planned deals. Fewer are played if tables end early."""
    deals: int = spec["tables"] * spec["deals_each"]
    return deals


def shown_title(simulation: Simulation) -> str:
    """The title that somebody gave; or the bots, the game and the deals, in the reader's language."""
    if simulation.title:
        return simulation.title
    spec = simulation.spec
    document = games.nearest_preset(spec["rules"])
    game = gettext(games.preset_info(document["preset"]).title)
    if len(document) > 1:
        game = gettext("%(game)s with changed rules") % {"game": game}
    deals = deals_of(spec)
    amount = ngettext("%(shown)s deal", "%(shown)s deals", deals) % {"shown": number(deals)}
    return ", ".join([bots_text(spec["seats"]), game, amount])


def bots_text(seats: Sequence[str]) -> str:
    """The bots of a table, each kind with its number."""
    titles = {bot.name: bot.title for bot in games.bots()}
    return ", ".join(
        gettext(titles[bot]) if count == 1 else f"{count} \N{MULTIPLICATION SIGN} {gettext(titles[bot])}"
        for bot, count in Counter(seats).items()
    )


MOST_RUNNING = 5
"""Simulations of a club that may run at the same time: all clubs share the workers."""

KEEP_WITHOUT_USE = timedelta(days=30)
"""How long a simulation of a command, or one without a report, is kept after its end."""


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


def run_here(spec: Mapping[str, Any], on_progress: Callable[[int], object] = int) -> dict[str, Any]:
    """Play a simulation in this process, without a database, and return the report that workers would make.

    `on_progress` is called with the percent that is done.
    """
    chunks = games.simulation_chunks(spec)

    def outcomes() -> Iterator[list[dict[str, Any]]]:
        for chunk in range(chunks):
            on_progress(100 * chunk // chunks)
            yield games.play_chunk(spec, chunk)

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
