"""Measures the processor time of each list of the API beside a trivial list of 100 rows.

    .venv/bin/python -m tests.bench.lists [--rounds 20]

All lists are read by turns in one process on SQLite. `tests/api/test_list_budgets.py` holds the counts.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from statistics import median
from typing import Any

from tests.bench.database import new_database


def _spent(get: Any, address: str) -> float:
    """Return the milliseconds of processor time of one request."""
    before = time.process_time()
    answer = get(address)
    spent = time.process_time() - before
    assert answer.status_code == 200, (address, answer.content)
    return 1000 * spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the lists of the API.")
    parser.add_argument("--rounds", type=int, default=20)
    rounds: int = parser.parse_args().rounds
    os.environ["POCH_API_READS"] = "1000000"
    with new_database():
        from django.conf import settings

        settings.ROOT_URLCONF = "tests.api.long_lists"
        settings.ALLOWED_HOSTS = ["testserver"]
        from tests.api.long_lists import TRIVIAL, make_long_lists

        world = make_long_lists()
        addresses = {"trivial": TRIVIAL, **world.addresses}
        times: dict[str, list[float]] = {name: [] for name in addresses}
        for turn in range(rounds + 2):
            for name, address in addresses.items():
                spent = _spent(world.client.get, f"http://testserver{address}")
                if turn > 1:
                    times[name].append(spent)
        base = median(times["trivial"])
        lines = [f"{'list':16} {'ms':>7} {'ratio':>6}  range"]
        for name, results in sorted(times.items(), key=lambda item: -median(item[1])):
            middle, low, high = median(results), min(results) / base, max(results) / base
            lines.append(f"{name:16} {middle:7.1f} {middle / base:6.2f}  {low:.2f}-{high:.2f}")
        sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
