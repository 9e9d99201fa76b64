"""Measure the table of a large season: 1,000 people, 50 evenings, to each of which seven in ten come.

    python -m tests.bench.season                          # 1,000 people, 50 evenings of 3 rounds
    python -m tests.bench.season --people 200 --evenings 20

Each line is the median processor time of some rounds, and its ratio to a fixed loop: a million additions in
Python. Compare the ratios; the times depend on the machine.

* table: from what each evening is worth (`EveningWorth`), as it can be kept with the version of its event.
* with trend: the same, compared with the table before the last evening.
* corrected: one evening counted anew from its tallies, then the table with trend. This is what a corrected
  deal costs.
* standings: all evenings counted anew from their standings (a worth by place), then the table.
* tallies: all evenings counted anew from their tallies (place points at the tables), then the table.
* needs: what the first ten need on the last evening.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

from tournaments.rules.scoring import Tally
from tournaments.rules.season.attendance import Member
from tournaments.rules.season.needs import Terms, needs
from tournaments.rules.season.scheme import LINEAR, TABLES, Scheme
from tournaments.rules.season.table import Facts, table
from tournaments.rules.season.worth import Evening, Result, worth_of

ADDITIONS = 1_000_000
COMES = 0.7


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the table of a season.")
    options.add_argument("--people", type=int, default=1000)
    options.add_argument("--evenings", type=int, default=50)
    options.add_argument("--rounds", type=int, default=3, help="rounds of an evening (3)")
    options.add_argument("--turns", type=int, default=7, help="measurements of each line (7)")
    arguments = options.parse_args()
    sys.stdout.write(measure(arguments.people, arguments.evenings, arguments.rounds, arguments.turns))


def measure(people: int, evenings: int, rounds: int, turns: int) -> str:
    """Return a table: milliseconds of processor time, and the ratio to the fixed loop."""
    members = [Member(f"p{number:04}") for number in range(people)]
    played = [_evening(number, members, rounds) for number in range(1, evenings + 1)]
    by_place = Scheme(LINEAR, best=max(evenings * 7 // 10, 1), planned=evenings)
    by_tables = Scheme(TABLES, best=by_place.best, planned=evenings)
    kept = [worth_of(evening, by_place) for evening in played]
    kept_tables = [worth_of(evening, by_tables) for evening in played]
    facts = Facts(members, kept, {})

    def corrected() -> None:
        anew = [worth_of(played[0], by_tables), *kept_tables[1:]]
        table(Facts(members, anew, {}), by_tables)

    def from_scratch(scheme: Scheme) -> Callable[[], object]:
        def count() -> None:
            table(Facts(members, [worth_of(evening, scheme) for evening in played], {}), scheme, trend=False)

        return count

    last = Terms("last", evenings + 1, range(2, int(people * COMES) + 1))
    lines: dict[str, Callable[[], object]] = {
        "a million additions": _loop,
        "table": lambda: table(facts, by_place, trend=False),
        "with trend": lambda: table(facts, by_place),
        "corrected": corrected,
        "standings": from_scratch(by_place),
        "tallies": from_scratch(by_tables),
        "needs": lambda: needs(facts, by_place, last),
    }
    costs = {name: _cost(call, turns) for name, call in lines.items()}
    loop = costs["a million additions"]
    tallies = sum(len(evening.tallies) for evening in played)
    head = f"{people:,} people, {evenings} evenings, {tallies:,} tallies\n"
    return head + "".join(
        f"{name:<22}{1000 * cost:>8.0f} ms{cost / loop:>9.2f}\n" for name, cost in costs.items()
    )


def _evening(number: int, members: list[Member], rounds: int) -> Evening:
    rng = Random(number)
    here = [member.person for member in members if rng.random() < COMES]
    nets = dict.fromkeys(here, 0)
    tallies: list[Tally] = []
    for round_number in range(1, rounds + 1):
        rng.shuffle(here)
        for index, person in enumerate(here):
            chips = rng.randrange(-60, 61)
            nets[person] += chips
            tallies.append(Tally(person, round_number, f"{index // 4}", chips=chips, deals=12))
    order = sorted(nets, key=lambda person: -nets[person])
    standing = [Result(person, place, nets[person], nets[person]) for place, person in enumerate(order, 1)]
    return Evening(f"e{number}", number, standing, tallies)


def _loop() -> int:
    total = 0
    for number in range(ADDITIONS):
        total += number
    return total


def _cost(call: Callable[[], object], turns: int) -> float:
    spent = []
    for _turn in range(turns):
        begun = time.process_time()
        call()
        spent.append(time.process_time() - begun)
    return median(spent)


if __name__ == "__main__":
    main()
