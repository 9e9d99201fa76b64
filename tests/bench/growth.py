"""Measure how the cost of the main pages grows with the number of players.

    python -m tests.bench.growth                          # at 50, 200, 800 and 2,000 players
    python -m tests.bench.growth --players 50 400         # at other numbers

Each event has a closed round and an open one, with a deal at each table. A page is requested by Django's test
client in this process, on SQLite. The cost is the median of its processor time. The last column is the cost
at the most players, divided by the cost at the fewest. The aim is 3 at most.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.database import new_database

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Event


def main() -> None:
    options = argparse.ArgumentParser(description="Measure how the cost of pages grows with the players.")
    options.add_argument("--players", type=int, nargs="+", default=[50, 200, 800, 2000])
    options.add_argument("--requests", type=int, default=9, help="measured requests for each page (9)")
    arguments = options.parse_args()
    with new_database(static=True):
        _write(
            f"{'page':<24}" + "".join(f"{players:>10,}" for players in arguments.players) + f"{'ratio':>9}"
        )
        events = [_event(players) for players in arguments.players]
        visits = [_visits(event) for event in events]
        for page in visits[0]:
            costs = [_cost(event_visits[page], arguments.requests) for event_visits in visits]
            numbers = "".join(f"{cost * 1000:>7.0f} ms" for cost in costs)
            _write(f"{page:<24}{numbers}{costs[-1] / costs[0]:>9.1f}")


def _event(players: int) -> Event:
    """A running event: one closed round and one open round, with a deal at each table."""
    from tests.builders import make_event, owner_of, play, published_round
    from tournaments.desk.verbs.lifecycle import start_event
    from tournaments.desk.verbs.rounds import close_round
    from tournaments.events.verbs.entries import add_entries
    from tournaments.events.verbs.stages import edit_stage
    from tournaments.models import Table
    from tournaments.standings.verbs.standings import refresh

    event = make_event(deals_per_round=2)
    actor = owner_of(event.club)
    edit_stage(event.stages.get(), actor, format="swiss", rounds_planned=3)
    names = [f"Player {number:04} of {players}" for number in range(1, players + 1)]
    add_entries(event, actor, names, checked_in=True)
    event = start_event(event, actor)
    for number in (1, 2):
        round_ = published_round(event)
        for table in Table.objects.filter(round=round_).select_related("round__event__club"):
            play(table)
        if number == 1:
            close_round(round_, actor, early=True)
    refresh(event.pk)
    event.refresh_from_db()
    return event


def _visits(event: Event) -> dict[str, Callable[[], object]]:
    """The pages of an event that the bench requests, as anonymous reader or director."""
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import Member, Round

    reader, director = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    user = Member.objects.select_related("user").get(club=event.club).user
    director.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    round_ = Round.objects.filter(event=event).latest("number")
    public = {
        "event": reverse("event", args=[event.ref]),
        "standings": reverse("standings", args=[event.ref]),
        "rounds": reverse("rounds", args=[event.ref]),
        "round": reverse("round", args=[round_.pk]),
        "projector": reverse("projector", args=[event.ref]),
    }
    of_director = {
        "director: overview": reverse("manage", args=[event.ref]),
        "director: players": reverse("entries", args=[event.ref]),
        "director: round": reverse("draw", args=[round_.pk]),
        "director: stages": reverse("stages", args=[event.ref]),
        "director: adjustments": reverse("adjustments", args=[event.ref]),
    }
    return {name: _visit(reader, address) for name, address in public.items()} | {
        name: _visit(director, address) for name, address in of_director.items()
    }


def _visit(client: Client, address: str) -> Callable[[], object]:
    """A request for a page that is not kept from before."""
    from tournaments.core.kept import SHELF

    def visit() -> object:
        SHELF.clear()
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")
        return answer

    return visit


def _cost(visit: Callable[[], object], requests: int) -> float:
    """The median processor time of a request, in seconds. The first two do not count."""
    times = []
    for _ in range(requests + 2):
        start = time.process_time()
        visit()
        times.append(time.process_time() - start)
    return median(times[2:])


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
