"""Let bots play deals and print a report: in this process, or with the workers (`--queue`).

Both ways play the same chunks and print the same report. The first needs no database; the second uses all
cores and computers that have workers. The report is printed as text, as JSON (`--json`) or as CSV (`--csv`).
"""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import games.services as games
from tournaments.errors import Conflict, ServiceError
from tournaments.kernel.audit import COMMAND
from tournaments.kernel.row_files import file_chunks
from tournaments.management.bar import Bar
from tournaments.management.tables import need_tables
from tournaments.models import Simulation, SimulationStatus, parse_id
from tournaments.services.exchange import exports
from tournaments.services.simulations.failures import why_failed
from tournaments.services.simulations.simulations import (
    cancel_simulation,
    progress_of,
    run_here,
    start_simulation,
)
from tournaments.services.simulations.specs import refuse_alike

_FAILED = 1
_BAD_INPUT = 2
"""The exit code for bad options, as in `argparse`."""
_INTERRUPTED = 130
"""The usual exit code after Ctrl-C."""

_POLL_INTERVAL = 0.2
"""Seconds between two queries for the progress of the workers."""
_NO_WORKER_AFTER = 30.0
"""Seconds without progress until the command says that no worker may be running."""


class Command(BaseCommand):
    help = (
        "Simulate deals of bots. The report says what each bot wins, at which places and from which sources, "
        "with intervals. The same options and seed always give the same report."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        rules = parser.add_argument_group("the simulation")
        rules.add_argument("--preset", metavar="NAME", help="the preset of the rules; default: pagat")
        rules.add_argument(
            "--rules",
            type=Path,
            metavar="FILE",
            help="a JSON file with all switches, or those that differ from the preset",
        )
        rules.add_argument(
            "--bots",
            metavar="A,B,...",
            help=f"the bot of each seat, from: {', '.join(bot.name for bot in games.bots())}",
        )
        rules.add_argument("--chips", type=int, default=0, help="chips of each seat at the start")
        rules.add_argument("--as-seated", action="store_true", help="do not rotate the bots")
        much = rules.add_mutually_exclusive_group()
        much.add_argument("--deals", type=int, help="number of deals, at tables of about 50")
        much.add_argument("--sessions", type=int, help="number of tables, each with --length deals")
        rules.add_argument("--length", type=int, help="deals at each table")
        rules.add_argument("--seed", type=int, default=0, help="the seed of the cards")

        against = parser.add_argument_group("a comparison: the same deals with other rules or bots")
        against.add_argument("--against-preset", metavar="NAME", help="the preset of the second side")
        against.add_argument(
            "--against-rules", type=Path, metavar="FILE", help="a JSON file with the switches that differ"
        )
        against.add_argument("--against-bots", metavar="A,B,...", help="the bots of the second side")

        how = parser.add_argument_group("running and output")
        how.add_argument("--queue", action="store_true", help="let the workers play; Ctrl-C cancels")
        how.add_argument(
            "--watch", metavar="ID", help="wait for a simulation of the workers and print its report"
        )
        form = how.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print one line of JSON")
        form.add_argument("--csv", action="store_true", help="print one line for each number")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["watch"]:
            report = self._watch(_simulation(options["watch"]))
        else:
            spec = _spec(options)
            report = self._through_workers(spec) if options["queue"] else self._here(spec)
        self._print(report, options)

    def _here(self, spec: dict[str, Any]) -> dict[str, Any]:
        bar = Bar(sys.stderr)
        try:
            return run_here(spec, bar.show)
        except KeyboardInterrupt:
            raise CommandError("Stopped. The simulation has no report.", returncode=_INTERRUPTED) from None
        finally:
            bar.clear()

    def _through_workers(self, spec: dict[str, Any]) -> dict[str, Any]:
        """Start a simulation and wait. Ctrl-C cancels it; `--watch` reports it if the terminal is lost."""
        need_tables()
        simulation = start_simulation(None, COMMAND, spec)
        self.stderr.write(f"Simulation {simulation.pk}. To watch it again: simulate --watch {simulation.pk}")
        try:
            return self._watch(simulation)
        except KeyboardInterrupt:
            try:
                cancel_simulation(simulation, COMMAND)
            except Conflict:
                sentence = (
                    f"The simulation has already ended. To see its report: simulate --watch {simulation.pk}"
                )
            else:
                sentence = "Stopped. The simulation is cancelled."
            raise CommandError(sentence, returncode=_INTERRUPTED) from None

    def _watch(self, simulation: Simulation) -> dict[str, Any]:
        """Wait for the end of a simulation and return its report."""
        bar = Bar(sys.stderr)
        deadline = time.monotonic() + _NO_WORKER_AFTER
        while simulation.is_running:
            bar.show(progress_of(simulation))
            if simulation.began_at is None and time.monotonic() > deadline:
                deadline = float("inf")
                bar.clear()
                self.stderr.write(
                    "No worker has started it yet. Check that a worker of the queue “simulations” is running."
                )
            time.sleep(_POLL_INTERVAL)
            simulation.refresh_from_db()
        bar.clear()
        if simulation.status == SimulationStatus.CANCELLED:
            raise CommandError("The simulation was cancelled.", returncode=_FAILED)
        if simulation.status == SimulationStatus.FAILED:
            raise CommandError(f"The simulation failed. {why_failed(simulation)}", returncode=_FAILED)
        return dict(simulation.report or {})

    def _print(self, report: dict[str, Any], options: dict[str, Any]) -> None:
        if options["json"]:
            self.stdout.write(json.dumps(report, sort_keys=True))
        elif options["csv"]:
            export = exports.simulation(report)
            for piece in file_chunks("csv", export.columns, export.rows):
                self.stdout.write(piece.decode(), ending="")
        else:
            self.stdout.write(games.report_text(report))


def _simulation(ref: str) -> Simulation:
    key = parse_id(ref)
    if key:
        need_tables()
    simulation = Simulation.objects.filter(pk=key).first() if key else None
    if simulation is None:
        raise CommandError(f"There is no simulation {ref}.", returncode=_BAD_INPUT)
    return simulation


def _spec(options: dict[str, Any]) -> dict[str, Any]:
    """The spec from the options. Raises CommandError."""
    if not options["bots"]:
        raise _bad("Name a bot for each seat: --bots expert,bold,cautious,random.")
    if options["deals"] is None and options["sessions"] is None:
        raise _bad("Set the number of deals: --deals 100000, or --sessions 1000 --length 12.")
    if (options["sessions"] is None) != (options["length"] is None):
        raise _bad("Use --sessions and --length together: the number of tables and of deals at each table.")
    sides = [_side(options["preset"] or "pagat", options["rules"], options["bots"], options["chips"])]
    if any(options[f"against_{name}"] for name in ("preset", "rules", "bots")):
        sides.append(_other_side(sides[0], options))
    try:
        spec = games.simulation_spec(
            sides,
            deals=options["deals"],
            sessions=None if options["sessions"] is None else (options["sessions"], options["length"]),
            seed=options["seed"],
            rotate=not options["as_seated"],
        )
        refuse_alike(spec)
    except (games.EngineError, ServiceError) as error:
        raise _bad(error.detail) from error
    return spec


def _side(preset: str, rules: Path | None, bots: str, chips: int) -> dict[str, Any]:
    switches = {} if rules is None else _read(rules)
    # The file may name its own preset, or have all switches.
    return {"rules": {"preset": preset, **switches}, "seats": _names(bots), "chips": chips}


def _other_side(first: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The second side: without an option, it is like the first side."""
    preset, rules, bots = (options[f"against_{name}"] for name in ("preset", "rules", "bots"))
    base = {"preset": preset} if preset else first["rules"]
    switches = {} if rules is None else _read(rules)
    return {
        "rules": switches if "preset" in switches else {**base, **switches},
        "seats": _names(bots) if bots else first["seats"],
        "chips": first["chips"],
    }


def _names(bots: str) -> list[str]:
    return [name.strip() for name in bots.split(",")]


def _read(path: Path) -> dict[str, Any]:
    """Read switches from a file. Raises CommandError."""
    try:
        rules = games.parse_json(path.read_bytes())
    except OSError as error:
        raise _bad(f"{path} cannot be read: {error.strerror}.") from error
    except games.EngineError as error:
        raise _bad(f"{path}: {error.detail}") from error
    if not isinstance(rules, dict):
        raise _bad(f'{path} must contain an object of switches, for example {{"bet_limit": 10}}.')
    return rules


def _bad(sentence: str) -> CommandError:
    return CommandError(sentence, returncode=_BAD_INPUT)
