"""How long a simulation takes through the workers, beside the same deals in one process and a fixed loop.

    python -m tests.bench.simulation

On a PostgreSQL that waits for the disk (fsync on) and a Redis of its own, with the workers as in
docker/compose.yml (the simulator with two children), in one run, by turns:

* a fixed loop of plain Python: how fast the machine is just now;
* the deals played in one process by `games.engine.bulk`, without batches and without a report;
* the job: from `start_simulation` until the report is stored.

Then a job smaller by a hundred, the same way where numba cannot be imported.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.site import ROOT, databases
from tests.bench.spent import spread

BLOCKED = """
import sys
sys.modules["numba"] = None
"""
"""A `sitecustomize` of processes that cannot import numba."""
ALL_BUT_SIMULATIONS = "--queues=default,standings,bots,searches"


def main() -> None:
    options = argparse.ArgumentParser(description="Measure a simulation through the workers.")
    options.add_argument("--deals", type=int, default=1_000_000)
    options.add_argument("--workers", type=int, default=2, help="children that play")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--bot", default="expert", help="at all four seats")
    given = options.parse_args()
    with databases():
        _measure(given, Path(os.environ["POCH_DATA"]))


def _measure(given: argparse.Namespace, folder: Path) -> None:
    from games.engine import bulk
    from tournaments.services.simulations import chunks

    if not bulk.is_compiled():
        raise SystemExit("The compiled core is not installed: ./poch fast adds it.")
    chunks.get_ready()
    _say(f"{given.rounds} rounds; median (range) in seconds, load {os.getloadavg()[0]:.1f}:")
    with _workers(given.workers):
        _job(given.bot, 2_000)  # the workers are there
        _tell(given, "compiled", _rounds(given, given.deals, compiled=True))
    (folder / "sitecustomize.py").write_text(BLOCKED)
    os.environ["PYTHONPATH"] = str(folder)
    with _workers(given.workers):
        _job(given.bot, 2_000)
        _tell(given, "without numba", _rounds(given, given.deals // 100, compiled=False))


def _rounds(given: argparse.Namespace, deals: int, *, compiled: bool) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {"loop": [], "here": [], "job": []}
    for _ in range(given.rounds):
        times["loop"].append(_loop())
        times["here"].append(_here(given.bot, deals, compiled=compiled))
        times["job"].append(_job(given.bot, deals))
    return times


def _tell(given: argparse.Namespace, how: str, times: dict[str, list[float]]) -> None:
    deals = given.deals if how == "compiled" else given.deals // 100
    _say(f"{deals:,} deals of pagat, four {given.bot}, {given.workers} workers, {how}")
    names = {
        "loop": "a fixed loop of plain Python",
        "here": "the deals in one process, uncounted by batch",
        "job": "the job, from its start to its report",
    }
    for key, name in names.items():
        _say(f"  {name:46} {spread(times[key])}")
    for key in ("here", "loop"):
        ratios = [job / other for job, other in zip(times["job"], times[key], strict=True)]
        _say(f"  job / {names[key]:40} {spread(ratios)}")


def _loop() -> float:
    began = time.perf_counter()
    number = 1
    for _ in range(10_000_000):
        number = number * 5 + 1 & 0xFFFFFFFF
    return time.perf_counter() - began


def _here(bot: str, deals: int, *, compiled: bool) -> float:
    from games.engine import bulk

    job = bulk.job({"preset": "pagat"}, [bot] * 4, seed=1)
    began = time.perf_counter()
    bulk.play(job, 0, deals, compiled=compiled)
    return time.perf_counter() - began


def _job(bot: str, deals: int) -> float:
    """From the start of a job to its report; it is looked for every few milliseconds."""
    import games.services as games
    from tournaments.kernel.audit import COMMAND
    from tournaments.services.simulations.simulations import start_simulation

    side: dict[str, Any] = {"rules": {"preset": "pagat"}, "seats": [bot] * 4}
    spec = games.simulation_spec([side], sessions=(deals, 1), seed=1)
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


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
