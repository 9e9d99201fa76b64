"""Let bots play deals and print a report: in this process, or with the workers (`--queue`).

Both ways play the same chunks and print the same report. The first needs no database; the second uses all
cores and computers that have workers. The report is printed as text, or as JSON (`--json`).
"""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

import games.services as games
from tournaments.core.actors import COMMAND
from tournaments.core.rules.refusals import Conflict, Refusal
from tournaments.management.tables import need_tables
from tournaments.simulations.models import SimulationStatus
from tournaments.simulations.verbs.simulations import (
    cancel_simulation,
    run_here,
    spec_of,
    start_simulation,
    why_failed,
)
from tournaments.simulations.words import report_page, spec_text

_BAD_INPUT = 2
"""The exit code for bad options, as in `argparse`."""
_INTERRUPTED = 130
"""The usual exit code after Ctrl-C."""

_POLL_INTERVAL = 0.2
"""Seconds between two queries for the progress of the workers."""


class Command(BaseCommand):
    help = (
        "Simulate deals of bots. The report says who wins, where the chips come from and how long a deal is, "
        "with intervals. The same options and seed always give the same report."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = ", ".join(bot.name for bot in games.bots())
        parser.add_argument("--preset", metavar="NAME", default="pagat", help="the preset; default: pagat")
        parser.add_argument("--rules", type=Path, metavar="FILE", help="JSON of the switches that differ")
        parser.add_argument(
            "--bots", metavar="A,B,...", required=True, help=f"the bot of each seat, from: {names}"
        )
        parser.add_argument("--chips", type=int, default=0, help="chips of each seat at the start")
        parser.add_argument("--deals", type=int, required=True, help="number of deals")
        parser.add_argument("--length", type=int, help="deals at each table; default: about 50")
        parser.add_argument("--seed", type=int, default=0, help="the seed of the cards")
        parser.add_argument("--queue", action="store_true", help="let the workers play; Ctrl-C cancels")
        parser.add_argument("--json", action="store_true", help="print one line of JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        spec = _spec(options)
        report = self._through_workers(spec) if options["queue"] else self._here(spec)
        if options["json"]:
            self.stdout.write(json.dumps(report, sort_keys=True))
        else:
            self.stdout.write("\n".join(_lines(report)))

    def _here(self, spec: dict[str, Any]) -> dict[str, Any]:
        try:
            return run_here(spec, self._show)
        except KeyboardInterrupt:
            raise CommandError("Stopped. The simulation has no report.", returncode=_INTERRUPTED) from None

    def _through_workers(self, spec: dict[str, Any]) -> dict[str, Any]:
        """Start a simulation and wait for its report. Ctrl-C cancels it."""
        need_tables()
        simulation = start_simulation(None, COMMAND, spec)
        try:
            while simulation.is_running:
                self._show(simulation.percent)
                time.sleep(_POLL_INTERVAL)
                simulation.refresh_from_db()
        except KeyboardInterrupt:
            try:
                cancel_simulation(simulation, COMMAND)
            except Conflict as ended:
                raise CommandError(ended.detail, returncode=_INTERRUPTED) from None
            raise CommandError("Stopped. The simulation is cancelled.", returncode=_INTERRUPTED) from None
        if simulation.status != SimulationStatus.DONE:
            raise CommandError(f"The simulation is {simulation.status}. {why_failed(simulation)}".strip())
        return dict(simulation.report or {})

    def _show(self, percent: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{percent:3} %\r", ending="")


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The report as text: its sentences, and the table of each figure."""
    page, spec = report_page(report), spec_text(report["spec"])
    yield page["headline"]
    yield "{game} · {bots} · {amount} · seed {seed}".format(**spec)
    yield ", ".join(f"{label}: {number}" for label, number in page["checks"])
    for section in page["sections"]:
        yield f"\n{section['title']}. {section['about']}"
        for figure in section["figures"]:
            yield f"\n{figure.title}"
            rows = [["", *figure.heads], *([name, *cells] for name, cells in figure.rows)]
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            for name, *cells in rows:
                numbers = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
                yield f"  {'  '.join([name.ljust(widths[0]), *numbers])}"


def _spec(options: Mapping[str, Any]) -> dict[str, Any]:
    """The spec from the options. Raises CommandError."""
    switches = {} if options["rules"] is None else _read(options["rules"])
    try:
        return spec_of(
            # The file may name its own preset, or have all switches.
            rules={"preset": options["preset"], **switches},
            seats=[name.strip() for name in options["bots"].split(",")],
            chips=options["chips"],
            deals=options["deals"],
            deals_each=options["length"],
            seed=options["seed"],
        )
    except Refusal as error:
        raise CommandError(error.detail, returncode=_BAD_INPUT) from error


def _read(path: Path) -> dict[str, Any]:
    """Read switches from a file. Raises CommandError."""
    try:
        rules = games.parse_json(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", returncode=_BAD_INPUT) from error
    except games.EngineError as error:
        raise CommandError(f"{path}: {error.detail}", returncode=_BAD_INPUT) from error
    if not isinstance(rules, dict):
        sentence = f'{path} must contain an object of switches, for example {{"bet_limit": 10}}.'
        raise CommandError(sentence, returncode=_BAD_INPUT)
    return rules
