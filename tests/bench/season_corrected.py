"""Measure what a corrected deal of the first evening costs in a large season, from the deal to the table.

    python -m tests.bench.season_corrected                # 1,000 people, 50 evenings: many minutes to build
    python -m tests.bench.season_corrected --people 100 --evenings 5

Bots play the evenings in the place of people, seven in ten at each: one round, one deal at each table. It is
one process on SQLite. Then, by turns, with the ratio to a fixed loop (a million additions in Python):

* table: the table from what is stored, in processor time. The aim is 0.2 seconds.
* page: the season's page for a stranger, in processor time.
* corrected: from the correction of a deal until the table of the season has moved, in seconds by the clock.
  The aim is 10 seconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.database import new_database

if TYPE_CHECKING:
    from tournaments.models import Club, Event, Season

ADDITIONS = 1_000_000


def main() -> None:
    options = argparse.ArgumentParser(description="Measure a corrected deal in a large season.")
    options.add_argument("--people", type=int, default=1000)
    options.add_argument("--evenings", type=int, default=50)
    options.add_argument("--turns", type=int, default=5, help="measurements of each line (5)")
    arguments = options.parse_args()
    with new_database(static=True):
        season = _season(arguments.people, arguments.evenings)
        _measure(season, arguments.turns)


def _season(people: int, evenings: int) -> Season:
    from tests.builders import make_club, owner_of, work
    from tests.tournaments.seasons import started
    from tournaments.services.clubs.players import add_player

    club = make_club()
    names = [f"Person {number:04}" for number in range(1, people + 1)]
    players = [str(add_player(club, owner_of(club), name).pk) for name in names]
    events = [_evening(club, players, number) for number in range(1, evenings + 1)]
    scheme = {"worth": "linear", "best": max(evenings * 7 // 10, 1), "planned": evenings}
    season = started(club, events, scheme=scheme, visibility="public")
    work()
    return season


def _evening(club: Club, players: list[str], number: int) -> Event:
    from tests.builders import make_event, owner_of, play, published_round, work
    from tournaments.models import Event, Table
    from tournaments.services.evening.lifecycle import finish_event, start_event
    from tournaments.services.evening.rounds import close_round
    from tournaments.services.events.entries import add_entries

    rng, actor = Random(number), owner_of(club)
    here = [player for player in players if rng.random() < 0.7]
    event = make_event(club, rounds_planned=1, deals_per_round=1, tie_breaks=["net"])
    add_entries(event, actor, here, checked_in=True)
    round_ = published_round(start_event(event, actor))
    for table in Table.objects.filter(round=round_).select_related("round__event__club"):
        play(table, seed=number)
    close_round(round_, actor)
    event = finish_event(Event.objects.select_related("club").get(pk=event.pk), actor)
    work()
    return event


def _measure(season: Season, turns: int) -> None:
    from django.test import Client
    from django.urls import reverse

    from tests.builders import another_document, owner_of, the_table, work
    from tournaments.models import Event
    from tournaments.services.evening.lifecycle import finish_event, reopen_event
    from tournaments.services.play.corrections import correct_deal
    from tournaments.services.seasons import tables
    from tournaments.services.seasons.facts import read_facts

    actor = owner_of(season.league.club)
    first = season.evenings.order_by("number")[0].event
    page = reverse("season", args=[season.slug])
    costs: dict[str, list[float]] = {
        name: [] for name in ("a million additions", "table", "page", "corrected")
    }
    moved = 0
    for turn in range(turns):
        began = time.process_time()
        total = 0
        for number in range(ADDITIONS):
            total += number
        costs["a million additions"].append(time.process_time() - began)

        began = time.process_time()
        tables.tables_of(read_facts(season))
        costs["table"].append(time.process_time() - began)

        began = time.process_time()
        assert Client(SERVER_NAME="localhost").get(page).status_code == 200
        costs["page"].append(time.process_time() - began)

        before = tables.newest_standing(season)
        assert before is not None
        began = time.perf_counter()
        event = reopen_event(Event.objects.select_related("club").get(pk=first.pk), actor, "wrong cards")
        table = the_table(event.rounds.get(), 1)
        document = another_document(table, 1, seed=100 + turn)
        correct_deal(table, actor, 1, document, "wrong cards", closed_too=True)
        finish_event(Event.objects.select_related("club").get(pk=first.pk), actor)
        work()
        costs["corrected"].append(time.perf_counter() - began)
        moved = len(tables.moved_since(season, before.version))
    loop = median(costs["a million additions"])
    sys.stdout.write(f"{moved} people moved after the last correction\n")
    for name, spent in costs.items():
        sys.stdout.write(f"{name:<22}{1000 * median(spent):>8.0f} ms{median(spent) / loop:>9.2f}\n")


if __name__ == "__main__":
    main()
