"""Measure how the cost of a deal, of entering and of publishing grows with the size of an event.

    python -m tests.bench.growth_of_deals

The bench runs the program in one process on SQLite, without a server. It prints processor times
in milliseconds:

* the PUT of a deal alone;
* the PUT with the tasks that follow it, while ten deals a second arrive: standings are counted once a second;
* the same, if standings are counted after each deal;
* one count of the standings;
* entering all players from a list of names, and publishing their first round.

The clock of the program stands still and is moved by a tenth of a second after each deal, so the load of the
machine changes nothing but the figures of processor time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median

from tests.bench.database import new_database

SIZES = (50, 200, 800, 2000)

LINES = {
    "put": "a deal's PUT",
    "shared": "with what follows",
    "each": "the same, each counted",
    "count": "one count",
    "enter": "entering all names",
    "publish": "publishing",
}


MOST_DEALS = 200
"""A table has at most so many deals. What the figures leave is for the PUTs by turns."""


def main() -> None:
    options = argparse.ArgumentParser(description="Measure how the cost of a deal grows with its event.")
    options.add_argument("--deals", type=int, default=45, help="deals for each figure (45)")
    options.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    arguments = options.parse_args()
    with new_database("tests.bench.settings"):
        measured = {size: _measure(size, arguments.deals) for size in arguments.sizes}
        figures = {size: figures for size, (figures, _put) in measured.items()}
        puts = {size: put for size, (_figures, put) in measured.items()}
        sys.stdout.write(_summary(figures))
        sys.stdout.write(_by_turns(puts, MOST_DEALS - 3 * arguments.deals - 1))


def _by_turns(puts: dict[int, Callable[[], None]], deals: int) -> str:
    """Record further deals of the smallest and the largest event by turns. Say what a PUT costs."""
    smallest, largest = min(puts), max(puts)
    spent: dict[int, list[float]] = {smallest: [], largest: []}
    for _ in range(deals):
        for size, times in spent.items():
            times.append(_spent(puts[size]))
    small, large = median(spent[smallest]), median(spent[largest])
    return f"PUT alone, by turns: {small:.1f} and {large:.1f}, ratio {large / small:.2f}\n"


def _measure(size: int, deals: int) -> tuple[dict[str, float], Callable[[], None]]:
    """Return the figures of an event of this size, and a function that records its next deal."""
    import time_machine
    from django.test import Client
    from django.utils import timezone

    from tests.bench.world import requests_of
    from tests.builders import make_event, make_key, owner_of, the_table
    from tournaments.kernel import outbox, refreshes
    from tournaments.services.draw.draws import draw_round
    from tournaments.services.evening.lifecycle import start_event
    from tournaments.services.evening.publish import publish_round
    from tournaments.services.events.entries import add_entries
    from tournaments.services.standings import standings

    outbox.set_notifier(lambda _row: None)
    event = make_event(deals_per_round=MOST_DEALS)
    actor = owner_of(event.club)
    names = [f"Player {number}" for number in range(size)]
    enter = _spent(lambda: add_entries(event, actor, names, checked_in=True))
    event = start_event(event, actor)
    drawn = draw_round(event, actor)
    publish = _spent(lambda: publish_round(drawn, actor, drawn.draw))
    secret = make_key(event.club, "scorer", "results")
    client, headers = Client(SERVER_NAME="localhost"), {"Authorization": f"Bearer {secret}"}
    requests = iter(requests_of(the_table(drawn)))

    def put() -> None:
        path, body = next(requests)
        answer = client.put(path, body, "application/json", headers=headers)
        if answer.status_code != 201:
            raise SystemExit(answer.content.decode())

    def followed() -> None:
        put()
        _work()

    with time_machine.travel(timezone.now(), tick=False) as clock:

        def total(call: Callable[[], object]) -> float:
            _work()
            spent = 0.0
            for _ in range(deals):
                spent += _spent(call)
                clock.shift(0.1)
            clock.shift(refreshes.INTERVAL)
            return (spent + _spent(_work)) / deals

        put()
        alone = total(put)
        shared = total(followed)
        usual, refreshes.INTERVAL = refreshes.INTERVAL, timedelta(0)
        each = total(followed)
        refreshes.INTERVAL = usual
        count = median(_spent(lambda: standings.compute(event)) for _ in range(5))
    figures = {
        "put": alone,
        "shared": shared,
        "each": each,
        "count": count,
        "enter": enter,
        "publish": publish,
    }
    return figures, put


def _work() -> None:
    """Run the rows that are due."""
    from django.utils import timezone

    from tests.builders import DOORS
    from tournaments.models import OutboxTask

    while row := OutboxTask.objects.filter(done_at__isnull=True, not_before__lte=timezone.now()).first():
        DOORS[row.task](str(row.pk))


def _spent(call: Callable[[], object]) -> float:
    """Return the milliseconds of processor time of this call."""
    before = time.process_time()
    call()
    return 1000 * (time.process_time() - before)


def _summary(figures: dict[int, dict[str, float]]) -> str:
    smallest, largest = min(figures), max(figures)
    head = f"{'players':24}" + "".join(f"{size:>9}" for size in figures) + f"   {largest} / {smallest}"
    lines = ["Milliseconds of processor time:", head]
    for key, name in LINES.items():
        row = [figures[size][key] for size in figures]
        ratio = figures[largest][key] / figures[smallest][key]
        lines.append(f"{name:24}" + "".join(f"{value:9.1f}" for value in row) + f"   {ratio:9.2f}")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
