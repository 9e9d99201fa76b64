"""Measure a simulation with workers, compared with the same deals in one process and with a fixed loop.

    python -m tests.bench.simulation

The bench starts a PostgreSQL with fsync on, a Redis, and the workers of docker/compose.yml (the simulator
with two children), and measures alternately:

* a fixed loop of plain Python, for the current speed of the machine;
* the deals in one process by `games.engine.bulk`, without batches and report;
* the job, from `start_simulation` until the report is stored.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.site import ROOT, databases, spread

ALL_BUT_SIMULATIONS = "--queues=default,standings,bots,searches"


def main() -> None:
    options = argparse.ArgumentParser(description="Measure a simulation through the workers.")
    options.add_argument("--deals", type=int, default=1_000_000)
    options.add_argument("--workers", type=int, default=2, help="children of the simulator")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--bot", default="expert", help="at all four seats")
    arguments = options.parse_args()
    with databases():
        _measure(arguments)


def _measure(arguments: argparse.Namespace) -> None:
    from games.engine import bulk
    from tournaments.simulations.verbs import chunks

    if not bulk.is_compiled():
        raise SystemExit("The compiled core is not installed: ./poch fast adds it.")
    chunks.warm_up()
    _print(f"{arguments.rounds} rounds; median (range) in seconds, load {os.getloadavg()[0]:.1f}:")
    with _workers(arguments.workers):
        _job(arguments.bot, 2_000)  # wait for the workers
        times: dict[str, list[float]] = {"loop": [], "here": [], "job": []}
        for _ in range(arguments.rounds):
            times["loop"].append(_loop())
            times["here"].append(_here(arguments.bot, arguments.deals))
            times["job"].append(_job(arguments.bot, arguments.deals))
    _print(f"{arguments.deals:,} deals of pagat, four {arguments.bot}, {arguments.workers} workers")
    names = {
        "loop": "a fixed loop of plain Python",
        "here": "the deals in one process, without batches",
        "job": "the job, from its start to its report",
    }
    for key, name in names.items():
        _print(f"  {name:46} {spread(times[key])}")
    for key in ("here", "loop"):
        ratios = [job / other for job, other in zip(times["job"], times[key], strict=True)]
        _print(f"  job / {names[key]:40} {spread(ratios)}")


def _loop() -> float:
    began = time.perf_counter()
    number = 1
    for _ in range(10_000_000):
        number = number * 5 + 1 & 0xFFFFFFFF
    return time.perf_counter() - began


def _here(bot: str, deals: int) -> float:
    from games.engine import bulk

    job = bulk.job({"preset": "pagat"}, [bot] * 4, seed=1)
    began = time.perf_counter()
    bulk.play(job, 0, deals)
    return time.perf_counter() - began


def _job(bot: str, deals: int) -> float:
    """Return the seconds from the start of a job to its report, polled every few milliseconds."""
    from tournaments.core.actors import COMMAND
    from tournaments.simulations.verbs.simulations import spec_of, start_simulation

    spec = spec_of(rules={"preset": "pagat"}, seats=[bot] * 4, deals=deals, deals_each=1, seed=1)
    began = time.perf_counter()
    simulation = start_simulation(None, COMMAND, spec)
    while simulation.is_running:
        time.sleep(0.005)
        simulation.refresh_from_db(fields=["status"])
    spent = time.perf_counter() - began
    simulation.refresh_from_db()
    if simulation.report is None or simulation.deals_done != deals:
        raise SystemExit(f"the job failed: {simulation.failure}")
    return spent


@contextmanager
def _workers(children: int) -> Iterator[None]:
    words = (
        ["worker", "--queues=simulations", f"--concurrency={children}", "--hostname=simulator"],
        ["worker", ALL_BUT_SIMULATIONS, "--concurrency=2", "--hostname=worker"],
        ["beat", f"--schedule={os.environ['POCH_DATA']}/beat"],
    )
    command = [sys.executable, "-m", "celery", "--app=pochleague"]
    processes = [
        subprocess.Popen([*command, *more, "--loglevel=ERROR"], cwd=ROOT, stdout=subprocess.DEVNULL)
        for more in words
    ]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(60)


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
