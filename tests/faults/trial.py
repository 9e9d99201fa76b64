"""A trial: an installation with an evening on it. Faults happen, then the checker says what does not hold."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

from tests.faults.checker import Finding, check, waiting
from tests.faults.evening import Evening
from tests.faults.installations import CLUB, Installation
from tests.faults.journal import Journal, Record
from tests.platform.processes import PYTHON, succeed

SOAK = float(os.environ.get("POCH_SOAK") or 0)
"""The share of the soak numbers that a run wants: 0.2 for a fifth of them. 0 for the numbers of the night."""
PROGRESS_LIMIT = 120.0
"""Seconds until somebody must have recorded a deal after a fault, on a busy machine."""
QUIET_LIMIT = 30.0 if SOAK else 120.0
"""Seconds after the last fault until nothing may be due. 30 is the aim. A run beside others gets more."""


def times(night: int, soak: int) -> int:
    """Return how often a fault happens: in each night, or with POCH_SOAK."""
    return max(night, round(SOAK * soak))


class Trial:
    """An installation, the clients and their journal."""

    def __init__(self, installation: Installation, *, key: str = "", scorers: int = 6, seed: int = 1) -> None:
        self.installation = installation
        self.journal = Journal(installation.folder / "journal")
        self.evening = Evening(
            installation.port,
            key or installation.key,
            CLUB,
            self.journal,
            tables=scorers,
            seed=seed,
        )
        self._chance = Random(seed)

    # --- Faults

    def repeat(self, name: str, fault: Callable[[], object], *, count: int, deals: int = 1) -> None:
        """Cause the fault this often while the clients work, each time in the middle of requests.

        After each fault the service must record deals again: this many, and 20 times as many in a soak run.
        """
        deals = deals * (20 if SOAK else 1)
        with self.evening.running():
            self.progress(deals)
            for _ in range(count):
                time.sleep(self._chance.uniform(0, 0.3))
                with self.fault(name):
                    fault()
                self.progress(deals)

    @contextmanager
    def fault(self, name: str) -> Iterator[None]:
        """Note the begin and the end of a fault."""
        self.journal.write("fault", name=name)
        yield
        self.journal.write("healed", name=name)

    def progress(self, deals: int = 1, *, of: Evening | None = None) -> None:
        """Wait until this many further deals of an evening are acknowledged. Default: of the trial's own."""
        evening = of or self.evening
        aim, end = evening.acknowledged + deals, time.monotonic() + PROGRESS_LIMIT
        while evening.acknowledged < aim:
            problem = f"no deal for {PROGRESS_LIMIT:.0f} seconds" if time.monotonic() > end else ""
            problem = problem or "; ".join(evening.failures)
            assert not problem, problem
            time.sleep(0.02)

    def errors(self) -> list[Record]:
        """Return the answers with a status of 500 or more, 503 included.

        Outside of faults a read that was refused as `busy` is none: the machine has other work.
        """
        found, is_fault = [], False
        for record in self.journal.read():
            if record["do"] in ("fault", "healed"):
                is_fault = record["do"] == "fault"
            elif record["do"] == "answer" and record["status"] >= 500:
                is_busy = record["method"] == "GET" and record["code"] == "busy"
                if is_fault or not is_busy:
                    found.append(record)
        return found

    def refusals(self) -> int:
        """Return how many changes were answered 503."""
        return sum(
            record["do"] == "answer" and record["method"] != "GET" and record["status"] == 503
            for record in self.journal.read()
        )

    def await_refusals(self, count: int) -> None:
        """Wait until this many further changes are answered 503."""
        aim, end = self.refusals() + count, time.monotonic() + PROGRESS_LIMIT
        while self.refusals() < aim:
            assert time.monotonic() < end
            time.sleep(0.1)

    # --- The verdict

    def findings(self, limit: float = QUIET_LIMIT) -> list[Finding]:
        """Wait until nothing is due, then return what does not hold. No process is touched meanwhile."""
        began = time.monotonic()
        while (late := waiting(self.installation.rows)) and time.monotonic() < began + limit:
            time.sleep(0.2)
        viewer = self.evening.client("last viewer", key=False)
        for event in self.evening.events:
            self.evening.look(viewer, event, {})
        return [*late, *check(self.journal.read(), self.installation.rows)]

    def verify(self) -> None:
        """Fail if anything does not hold."""
        findings = self.findings()
        assert not findings, "\n".join(map(str, findings[:20]))

    def verify_whole(self) -> None:
        """Verify, and let the service check its own records, its chains of log rows included."""
        self.verify()
        place = self.installation
        report = succeed(PYTHON, "manage.py", "fsck", "--json", environ=place.environ, code=place.code)
        assert json.loads(report)["ok"], report
